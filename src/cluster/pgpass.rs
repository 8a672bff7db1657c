//! The password file of PostgreSQL: `~/.pgpass`, on Windows `%APPDATA%\postgresql\pgpass.conf`, or
//! the one that `PGPASSFILE` names.
//!
//! Its lines are `HOST:PORT:DATABASE:USER:PASSWORD`. `*` matches anything, and `\` escapes a `:` or
//! `\`. As in other clients, a file that others can read is ignored.

use super::user_file::user_file;
use crate::base::files;
use std::env;
use std::path::{Path, PathBuf};

/// The password for this host, port, database and user.
pub fn password(wanted: &[&str; 4]) -> Option<String> {
    let named = env::var_os("PGPASSFILE").map(PathBuf::from);
    let path = named.or_else(|| user_file(".pgpass", "pgpass.conf"))?;
    if can_others_read(&path) {
        return None;
    }
    find(&files::read_text(&path).ok()?, wanted)
}

#[cfg(unix)]
fn can_others_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// Not checked on Windows, as in libpq.
#[cfg(not(unix))]
fn can_others_read(_: &Path) -> bool {
    false
}

fn find(text: &str, wanted: &[&str; 4]) -> Option<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(fields).find_map(|fields| {
        let [host, port, database, user, password] = <[String; 5]>::try_from(fields).ok()?;
        let found = [host, port, database, user];
        let mut pairs = found.iter().zip(wanted);
        pairs
            .all(|(found, wanted)| found == "*" || found == wanted)
            .then_some(password)
    })
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let more = match letter {
            ':' if fields.len() < 5 => {
                fields.push(String::new());
                continue;
            }
            '\\' => letters.next(),
            other => Some(other),
        };
        if let Some(field) = fields.last_mut() {
            field.extend(more);
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let text = "# mine\nhost:5432:hex:me:a\\:b\\\\c\n*:*:*:you:x:y\nshort:1\n";
        let find = |user| find(text, &["host", "5432", "hex", user]);
        assert_eq!(find("me").as_deref(), Some("a:b\\c"));
        assert_eq!(find("you").as_deref(), Some("x:y"));
        assert_eq!(find("they"), None);
    }
}
