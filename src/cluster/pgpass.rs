//! The password file of PostgreSQL: `~/.pgpass`, or the one that `PGPASSFILE` names.
//!
//! Its lines are `HOST:PORT:DATABASE:USER:PASSWORD`. `*` matches anything, and `\` escapes a `:` or
//! `\`. As in other clients, a file that others can read is ignored.

use crate::base::files;
use std::fs;
use std::path::PathBuf;

/// The password for this host, port, database and user.
pub fn password(wanted: &[&str; 4]) -> Option<String> {
    let named = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    let path = named.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pgpass")))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&path).ok()?.permissions().mode();
        if mode & 0o077 != 0 {
            return None;
        }
    }
    find(&files::read_text(&path).ok()?, wanted)
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
