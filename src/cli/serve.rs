//! `mustplay serve`: the board as a web page.

use super::answer::answer;
use crate::web::{ServeSettings, fresh_token, serve};
use anyhow::{Context, Result, ensure};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::thread;

/// The arguments of `mustplay serve`.
#[derive(clap::Args, Clone, Debug)]
pub struct ServeArguments {
    /// Port; 0 for any free port
    #[arg(long, default_value_t = 8088, value_name = "PORT")]
    pub port: u16,

    /// Address to listen on [default: this machine only, 127.0.0.1 and `::1`]
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<IpAddr>,

    /// Token that every request must carry [default: none on this machine only, otherwise a new one
    /// each time]
    #[arg(
        long,
        value_name = "TOKEN",
        env = "MUSTPLAY_TOKEN",
        hide_env_values = true
    )]
    pub token: Option<String>,

    /// Host name to accept besides localhost and the address
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,

    /// Searches to run in parallel [default: twice the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub searches: Option<u64>,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

/// The required token, if any.
fn token(options: &ServeArguments) -> Result<Option<String>> {
    if let Some(token) = &options.token {
        let plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        ensure!(
            plain && token.len() >= 8,
            "a token consists of at least 8 letters and digits"
        );
        return Ok(Some(token.clone()));
    }
    let elsewhere = options.bind.is_some_and(|address| !address.is_loopback());
    let fresh = elsewhere.then(fresh_token).transpose();
    fresh.context("cannot make a token")
}

/// The address of the page.
fn page(address: SocketAddr, token: Option<&str>) -> String {
    let path = token.map_or(String::new(), |token| format!("t/{token}/"));
    let here = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        _ => address,
    };
    format!("http://{here}/{path}")
}

/// Opens a page in the browser, without checking the result.
fn open(page: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => drop(thread::spawn(move || child.wait())),
        Err(_) => {
            let _ = writeln!(
                io::stderr(),
                "mustplay: cannot open a browser; the page is at {page}"
            );
        }
    }
}

/// Serves until a signal ends it.
pub fn run(options: ServeArguments) -> Result<()> {
    let token = token(&options)?;
    let both = vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let settings = ServeSettings {
        addresses: options.bind.map_or(both, |address| vec![address]),
        port: options.port,
        token: token.clone(),
        hosts: options.host,
        searches: options
            .searches
            .map_or_else(|| (2 * cores).max(4), |searches| searches as usize),
    };
    let mut printed = Ok(());
    serve(settings, |addresses| {
        let Some(&first) = addresses.first() else {
            return;
        };
        let page = page(first, token.as_deref());
        printed = answer(&format!(
            "Serving the board at {page} (press Ctrl-C to stop).\n"
        ));
        if options.open {
            open(&page);
        }
    })
    .context("cannot serve")?;
    printed
}
