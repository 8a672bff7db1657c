//! How a connection is encrypted, and which certificate the server must present: `sslmode` and
//! `sslrootcert` in the address, otherwise `PGSSLMODE` and `PGSSLROOTCERT`, with libpq's meanings.
//!
//! | `sslmode` | encrypted | the server's certificate |
//! |---|---|---|
//! | `disable` | no | |
//! | `prefer` | if the server can | any |
//! | `require` | yes | any; where roots are named, as `verify-ca` |
//! | `verify-ca` | yes | signed by one of the roots |
//! | `verify-full` | yes | and made out to the host |
//!
//! Root certificates are a file (`sslrootcert`, otherwise `~/.postgresql/root.crt` or, on
//! Windows, `%APPDATA%\postgresql\root.crt`, if it exists) or those of the system (`system`). They are
//! also those of the system if `verify-full` is requested and no file is named, where libpq gives up.

use super::user_file::user_file;
use percent_encoding::percent_decode_str;
use postgres::config::SslMode;
use std::path::PathBuf;

/// Which certificate a server must present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Any.
    Any,
    /// Signed by a root.
    Signed,
    /// Signed by a root, and issued for the host.
    Named,
}

/// Where the root certificates are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Roots {
    /// Those of the system.
    System,
    /// A file in PEM.
    File(PathBuf),
}

/// How a connection is protected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encryption {
    /// Whether it is encrypted.
    pub mode: SslMode,
    /// What the certificate of the server must be.
    pub trust: Trust,
    /// What signs it.
    pub roots: Roots,
}

impl Encryption {
    /// The meaning of `sslmode` and `sslrootcert`. `usual` is the file of roots to use if none is
    /// named.
    fn new(
        mode: Option<&str>,
        roots: Option<&str>,
        usual: Option<PathBuf>,
    ) -> Result<Self, String> {
        let roots = match roots {
            Some("system") => Some(Roots::System),
            Some(path) => Some(Roots::File(PathBuf::from(path))),
            None => usual.map(Roots::File),
        };
        let system = roots == Some(Roots::System);
        let (mode, trust) = match mode {
            None if system => (SslMode::Require, Trust::Named),
            None | Some("prefer") => (SslMode::Prefer, Trust::Any),
            Some("disable") => (SslMode::Disable, Trust::Any),
            Some("require") if roots.is_none() => (SslMode::Require, Trust::Any),
            Some("require" | "verify-ca") => (SslMode::Require, Trust::Signed),
            Some("verify-full") => (SslMode::Require, Trust::Named),
            Some(other) => {
                return Err(format!(
                    "sslmode={other:.20} is not one of disable, prefer, require, verify-ca and \
                     verify-full"
                ));
            }
        };
        if trust == Trust::Signed && (system || roots.is_none()) {
            return Err(
                "sslmode=verify-ca needs sslrootcert=FILE: anyone can have a certificate \
                        that a root of the system signed; sslmode=verify-full takes these roots"
                    .to_owned(),
            );
        }
        if mode != SslMode::Disable && mode != SslMode::Prefer && cfg!(not(feature = "tls")) {
            return Err(
                "this program was built without TLS: build it with --features tls, or leave \
                 sslmode out, and let an SSH tunnel or a private network protect the connection"
                    .to_owned(),
            );
        }
        let roots = roots.unwrap_or(Roots::System);
        Ok(Self { mode, trust, roots })
    }

    /// Takes the encryption settings out of an address and adds those of the environment.
    pub fn split(address: &str) -> Result<(String, Self), String> {
        let (rest, [mode, roots]) = taken(address, ["sslmode", "sslrootcert"])?;
        let set = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let mode = mode.or_else(|| set("PGSSLMODE"));
        let roots = roots.or_else(|| set("PGSSLROOTCERT"));
        let usual = user_file(".postgresql/root.crt", "root.crt").filter(|path| path.is_file());
        Ok((rest, Self::new(mode.as_deref(), roots.as_deref(), usual)?))
    }
}

/// An address without some keys of its query, and the values of these.
fn taken<const N: usize>(
    address: &str,
    keys: [&str; N],
) -> Result<(String, [Option<String>; N]), String> {
    let mut values = [const { None }; N];
    // A password may contain a question mark too.
    let host = address.find('@').unwrap_or(0);
    let Some(query) = address[host..].find('?').map(|place| host + place) else {
        return Ok((address.to_owned(), values));
    };
    let mut others = Vec::new();
    for pair in address[query + 1..].split('&') {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let Some(place) = keys.iter().position(|one| *one == key) else {
            others.push(pair);
            continue;
        };
        let value = percent_decode_str(value).decode_utf8();
        let value = value.map_err(|_| format!("{key} is not valid text"))?;
        values[place] = Some(value.into_owned());
    }
    let mark = if others.is_empty() { "" } else { "?" };
    let rest = format!("{}{mark}{}", &address[..query], others.join("&"));
    Ok((rest, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_encryption_is_taken_out_of_an_address() {
        let taken = |address| taken(address, ["sslmode", "sslrootcert"]).unwrap();
        let (rest, values) =
            taken("postgres://u:w?rd@h/x?sslmode=require&application_name=a&sslrootcert=%2Fa%20b");
        assert_eq!(rest, "postgres://u:w?rd@h/x?application_name=a");
        assert_eq!(
            values,
            ["require", "/a b"].map(|text| Some(text.to_owned()))
        );
        assert_eq!(taken("postgres://h/x?sslmode=disable").0, "postgres://h/x");
        assert_eq!(taken("postgres://h/x").1, [None, None]);
    }

    #[test]
    fn modes_mean_what_they_mean_to_libpq() {
        let new = |mode, roots| Encryption::new(mode, roots, None);
        let prefer = new(None, None).unwrap();
        assert_eq!((prefer.mode, prefer.trust), (SslMode::Prefer, Trust::Any));
        for (mode, roots) in [
            ("verify-ca", None),
            ("require", Some("system")),
            ("verify-ca", Some("system")),
            ("allow", None),
        ] {
            assert!(new(Some(mode), roots).is_err(), "{mode} {roots:?}");
        }
        for (mode, roots, trust) in [
            (Some("require"), None, Trust::Any),
            (Some("require"), Some("file"), Trust::Signed),
            (Some("verify-ca"), Some("file"), Trust::Signed),
            (Some("verify-full"), Some("file"), Trust::Named),
            (Some("verify-full"), None, Trust::Named),
            (None, Some("system"), Trust::Named),
        ] {
            match new(mode, roots) {
                Ok(found) => {
                    assert_eq!((found.mode, found.trust), (SslMode::Require, trust));
                }
                Err(why) => assert!(cfg!(not(feature = "tls")) && why.contains("without TLS")),
            }
        }
        let usual = Encryption::new(Some("verify-full"), None, Some(PathBuf::from("root.crt")));
        assert!(usual.is_err() || usual.unwrap().roots == Roots::File(PathBuf::from("root.crt")));
    }
}
