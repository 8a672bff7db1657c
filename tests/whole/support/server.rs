//! A private PostgreSQL server in a folder of its own, if PostgreSQL is installed.

use super::folder::Folder;
use super::skip::skip;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A server that ends with the test.
pub struct Server {
    folder: Folder,
    programs: PathBuf,
    port: u16,
    settings: String,
}

/// The newest version of PostgreSQL on this machine.
fn programs() -> Option<PathBuf> {
    let named = std::env::var_os("MUSTPLAY_POSTGRES").map(PathBuf::from);
    let installed = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
        folders.filter(|path| path.join("initdb").is_file()).max()
    };
    named.or_else(installed)
}

/// Gives a folder to the user that runs the server.
fn own(folder: &str) {
    if is_root() {
        let owned = Command::new("chown")
            .args(["-R", "postgres", folder])
            .status();
        assert!(owned.expect("chown").success());
    }
}

/// Whether this process is root; PostgreSQL refuses to run as root.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

impl Server {
    /// Starts a server with a database `hex`; skips the test if PostgreSQL is not installed.
    pub fn start(name: &str) -> Option<Self> {
        Self::start_with(name, 5432, |_| Some("-c listen_addresses=''".to_owned()))
    }

    /// The same with a port and command-line settings, which may need files in the data folder.
    /// `None` if PostgreSQL is not installed.
    pub fn start_with(
        name: &str,
        port: u16,
        settings: impl FnOnce(&Path) -> Option<String>,
    ) -> Option<Self> {
        let Some(programs) = programs() else {
            skip("postgres");
            return None;
        };
        let folder = Folder::new(name);
        let data = folder.file("data");
        std::fs::create_dir_all(&data).expect("a folder");
        own(&data);
        let mut server = Self {
            folder,
            programs,
            port,
            settings: String::new(),
        };
        server.run(
            "initdb",
            &["-D", &data, "-A", "trust", "-U", "hex", "--no-sync"],
        );
        server.settings = settings(Path::new(&data))?;
        own(&data);
        server.go();
        server.run("createdb", &["-h", &data, "-U", "hex", "hex"]);
        Some(server)
    }

    /// Runs one of its programs, as another user if this process is root.
    pub fn run(&self, program: &str, arguments: &[&str]) {
        let output = self.attempt(program, arguments);
        assert!(output.status.success(), "{program}: {output:?}");
    }

    fn attempt(&self, program: &str, arguments: &[&str]) -> Output {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        command.args(arguments).current_dir(self.data());
        command.env("PGPORT", self.port.to_string());
        command.output().expect("a program of PostgreSQL")
    }

    /// The path of a file in the data folder.
    #[cfg(feature = "tls")]
    pub fn file(&self, name: &str) -> String {
        self.folder.file(&format!("data/{name}"))
    }

    /// The data folder, in which the server's socket is.
    pub fn data(&self) -> String {
        self.folder.file("data")
    }

    /// Starts the server.
    pub fn go(&self) {
        let data = self.data();
        let socket = format!("-k {data} {}", self.settings);
        let log = Path::new(&data).join("server.log");
        let log = log.to_str().expect("UTF-8");
        self.run(
            "pg_ctl",
            &["-D", &data, "-o", &socket, "-l", log, "-w", "start"],
        );
    }

    /// Stops the server abruptly, as in a power failure.
    pub fn crash(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }

    /// The address of a database on the server.
    pub fn address(&self, user: &str, database: &str) -> String {
        let host = self.data().replace('/', "%2F");
        format!("postgres://{user}@{host}/{database}")
    }

    /// Executes statements.
    pub fn sql(&self, statements: &str) {
        self.run(
            "psql",
            &["-h", &self.data(), "-U", "hex", "-c", statements, "hex"],
        );
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.attempt("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
}
