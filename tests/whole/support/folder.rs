//! Folders for the files that a test writes.

use std::fs;
use std::path::PathBuf;

/// A folder that is removed when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates an empty folder; the name distinguishes the folders of one run.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mustplay-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
