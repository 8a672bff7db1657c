//! Where the files lie that a user has for clients of PostgreSQL.

use std::env;
use std::path::PathBuf;

/// The path of one: below the home folder, on Windows in `%APPDATA%\postgresql`.
pub fn user_file(under_home: &str, on_windows: &str) -> Option<PathBuf> {
    if cfg!(windows) {
        let folder = PathBuf::from(env::var_os("APPDATA")?);
        Some(folder.join("postgresql").join(on_windows))
    } else {
        Some(PathBuf::from(env::var_os("HOME")?).join(under_home))
    }
}
