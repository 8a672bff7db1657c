//! The layout of the tests mirrors that of the modules.

use crate::support::engine::ROOT;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that test no single module of `src`.
const OTHERS: [&str; 5] = ["files", "manual", "program", "project", "support"];

/// Files not named after a module.
const EXCEPTIONS: [&str; 2] = ["certificate/second_checker.rs", "gtp/transcripts.rs"];

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

fn name(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str());
    name.expect("UTF-8")
}

/// The names of all files, without extensions, and of all folders below a folder.
fn names_below(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for path in entries(folder) {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        names.push(stem.expect("UTF-8").to_owned());
        if path.is_dir() {
            names.extend(names_below(&path));
        }
    }
    names
}

/// A folder of tests is named after a top-level module, and a file in it after one of its
/// submodules.
#[test]
fn tests_are_named_as_the_modules_that_they_test() {
    let root = Path::new(ROOT);
    let folders = entries(&root.join("tests/whole")).into_iter();
    let folders = folders.filter(|path| path.is_dir() && !OTHERS.contains(&name(path)));
    let mut left = EXCEPTIONS.to_vec();
    let mut files = 0;
    for folder in folders {
        let module = name(&folder);
        let source = root.join("src").join(module);
        assert!(
            source.is_dir(),
            "src has no module for tests/whole/{module}"
        );
        let modules = names_below(&source);
        let tests = entries(&folder).into_iter();
        let tests = tests.filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
        for test in tests.filter(|path| !path.ends_with("mod.rs")) {
            files += 1;
            let file = format!("{module}/{}", name(&test));
            let stem = file[module.len() + 1..].trim_end_matches(".rs").to_owned();
            if modules.contains(&stem) {
                continue;
            }
            let exception = left.iter().position(|&other| other == file);
            let exception = exception
                .unwrap_or_else(|| panic!("tests/whole/{file}: src/{module} has no {stem}"));
            left.remove(exception);
        }
    }
    assert!(files > 30, "only {files} files");
    assert!(left.is_empty(), "unneeded exceptions: {left:?}");
}
