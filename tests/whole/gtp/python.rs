//! The module of Python: `src/gtp/python`.

use crate::support::engine::ROOT;
use crate::support::folder::Folder;
use crate::support::skip::skip;
use std::path::Path;
use std::process::Command;

#[test]
fn python_plays_analyses_and_proves() {
    let folder = Folder::new("python");
    let output = Command::new("python3")
        .arg("-B")
        .arg(Path::new(ROOT).join("tests/whole/gtp/python.py"))
        .current_dir(folder.file("."))
        .env("PYTHONPATH", Path::new(ROOT).join("src/gtp/python"))
        .env("MUSTPLAY", env!("CARGO_BIN_EXE_mustplay"))
        .output();
    let Ok(output) = output else {
        skip("python3");
        return;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
