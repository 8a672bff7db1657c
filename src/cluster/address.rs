//! The address of a store: a file, or a database on a PostgreSQL server.

use super::StoreFault;
use super::database::{Access, Database};
#[cfg(feature = "postgres")]
use super::encryption::Encryption;
#[cfg(feature = "postgres")]
use super::postgres::Way;
use std::fmt;
use std::path::PathBuf;

/// The address of a store, displayed without user and password.
#[derive(Clone)]
pub struct Address(Place);

#[derive(Clone)]
enum Place {
    File(PathBuf),
    #[cfg(feature = "postgres")]
    Server(Box<Way>, String),
    #[cfg(not(feature = "postgres"))]
    Server,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::File(path) => write!(f, "{}", path.display()),
            #[cfg(feature = "postgres")]
            Place::Server(_, shown) => f.write_str(shown),
            #[cfg(not(feature = "postgres"))]
            Place::Server => f.write_str("a PostgreSQL server"),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Address {
    /// Reads `postgres://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE[?sslmode=...&sslrootcert=...]`, or
    /// the name of a file. Without a password the address gets it from `PGPASSWORD` or from the
    /// password file.
    pub fn read(text: &str) -> Result<Self, StoreFault> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        match scheme {
            None if text.is_empty() => Err(StoreFault::Address("it is empty".to_owned())),
            None => Ok(Self(Place::File(PathBuf::from(text)))),
            Some("postgres" | "postgresql") => server(text),
            Some(other) => Err(StoreFault::Address(format!(
                "{other:.20}:// is not a kind of store: use postgres://... or a file name"
            ))),
        }
    }

    /// Whether the store is on a server.
    pub fn is_server(&self) -> bool {
        !matches!(self.0, Place::File(_))
    }

    /// Opens the store.
    pub fn connect(&self, access: Access) -> Result<Box<dyn Database>, StoreFault> {
        match &self.0 {
            #[cfg(feature = "sqlite")]
            Place::File(path) => {
                let opened = super::sqlite::SqliteDatabase::open(path, access);
                let opened = opened.map_err(|why| StoreFault::opening(self, why))?;
                Ok(Box::new(opened))
            }
            #[cfg(not(feature = "sqlite"))]
            Place::File(_) => {
                let _ = access;
                Err(StoreFault::NotBuilt("stores in files", "sqlite"))
            }
            #[cfg(feature = "postgres")]
            Place::Server(way, _) => {
                let opened = super::postgres::PostgresDatabase::connect(way);
                let opened = opened.map_err(|why| StoreFault::opening(self, why))?;
                Ok(Box::new(opened))
            }
            #[cfg(not(feature = "postgres"))]
            Place::Server => Err(StoreFault::NotBuilt("stores on PostgreSQL", "postgres")),
        }
    }
}

#[cfg(not(feature = "postgres"))]
fn server(_: &str) -> Result<Address, StoreFault> {
    Ok(Address(Place::Server))
}

#[cfg(feature = "postgres")]
fn server(text: &str) -> Result<Address, StoreFault> {
    use postgres::config::Host;
    let (text, encryption) = Encryption::split(text).map_err(StoreFault::Address)?;
    let mut config: postgres::Config = text.parse().map_err(|why| unread(&why))?;
    if config.get_hosts().is_empty() {
        config.host("localhost");
    }
    let hosts = config.get_hosts().iter();
    let hosts: Vec<String> = hosts
        .map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        })
        .collect();
    let ports: Vec<u16> = config.get_ports().to_vec();
    let port = ports.first().copied().unwrap_or(5432);
    let name = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let mut user = name(config.get_user());
    if user.is_empty() {
        user = ["PGUSER", "USER", "LOGNAME", "USERNAME"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok())
            .unwrap_or_else(|| "postgres".to_owned());
        config.user(&user);
    }
    let database = match config.get_dbname() {
        Some(name) => name.to_owned(),
        None => user.clone(),
    };
    if config.get_password().is_none() {
        let known = std::env::var("PGPASSWORD").ok();
        let known = known.or_else(|| {
            let wanted = [&hosts[0], &port.to_string(), &database, &user];
            super::pgpass::password(&wanted.map(String::as_str))
        });
        if let Some(password) = known {
            config.password(password);
        }
    }
    let shown = format!("postgres://{}:{port}/{database}", hosts.join(","));
    let way = Way { config, encryption };
    Ok(Address(Place::Server(Box::new(way), shown)))
}

/// The fault of an invalid address. It quotes only what cannot be a secret.
#[cfg(feature = "postgres")]
fn unread(why: &postgres::Error) -> StoreFault {
    let source = std::error::Error::source(why).map(ToString::to_string);
    StoreFault::Address(match source {
        Some(option) if option.starts_with("unknown option") => {
            format!("{option} (not all psql options are supported)")
        }
        _ => "it is not of the form postgres://USER@HOST:PORT/DATABASE (write % and @ in a \
            password as %25 and %40)"
            .to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_what_is_secret() {
        assert_eq!(Address::read("proofs.db").unwrap().to_string(), "proofs.db");
        for wrong in ["", "mysql://host/x", "postgres://host:port:x/y"] {
            let read = Address::read(wrong);
            assert!(cfg!(not(feature = "postgres")) || read.is_err(), "{wrong}");
        }
        #[cfg(feature = "postgres")]
        {
            let address = Address::read("postgres://me:secret@host:5433/hex").unwrap();
            assert_eq!(address.to_string(), "postgres://host:5433/hex");
            assert!(!format!("{address:?}").contains("secret"));
            let option = Address::read("postgres://me:secret@host/hex?colour=red").unwrap_err();
            assert!(
                option.to_string().contains("unknown option `colour`"),
                "{option}"
            );
            let mode = Address::read("postgres://host/hex?sslmode=maybe").unwrap_err();
            assert!(mode.to_string().contains("sslmode=maybe"), "{mode}");
        }
    }
}
