//! The allowed imports between modules of the crate, checked in the source.

mod source;

use crate::support::engine::ROOT;
use source::{declared_modules, exported_macros, paths};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, lowest first: each may import those before it.
const ORDER: [&str; 19] = [
    "base",
    "hex",
    "think",
    "certificate",
    "knowledge",
    "network",
    "solver",
    "search",
    "player",
    "teach",
    "arena",
    "train",
    "cluster",
    "library",
    "papers",
    "gtp",
    "terminal",
    "web",
    "cli",
];

/// The maximum number of top-level modules.
const MOST: usize = 19;

/// Modules that may import only these.
const IMPORTS_ONLY: [(&str, &[&str]); 1] = [("certificate", &["hex"])];

/// Modules that only these, and the program itself, may import.
const IMPORTED_ONLY_BY: [(&str, &[&str]); 1] = [("papers", &["cli", "web"])];

/// Files with forbidden imports. An entry whose import is gone makes the test fail, so this list
/// only shrinks.
const EXCEPTIONS: [(&str, &str); 0] = [];

/// An import from one top-level module into another.
struct Import {
    file: String,
    from: String,
    of: String,
}

impl Import {
    /// Why the import is forbidden; `None` if it is allowed.
    fn fault(&self) -> Option<&'static str> {
        let place = |module: &str| ORDER.iter().position(|&other| other == module);
        let listed = |lists: &[(&str, &[&str])], module: &str, other: &str| {
            let list = lists.iter().find(|(of, _)| *of == module);
            list.is_none_or(|(_, list)| list.contains(&other))
        };
        let from = place(&self.from)?;
        if place(&self.of) > Some(from) {
            Some("is above it")
        } else if !listed(&IMPORTS_ONLY, &self.from, &self.of) {
            Some("is not among the few modules that it may import")
        } else if !listed(&IMPORTED_ONLY_BY, &self.of, &self.from) {
            Some("is for other modules alone")
        } else {
            None
        }
    }
}

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// The names of the modules that contain a file below `src`, innermost last.
fn module_of(file: &Path) -> Vec<&str> {
    let path = file.with_extension("");
    let names = file.iter().take(path.iter().count() - 1);
    let names = names.chain(file.file_stem());
    let mut names: Vec<&str> = names.map(|name| name.to_str().expect("UTF-8")).collect();
    if ["mod", "lib"].contains(names.last().expect("a file")) {
        names.pop();
    }
    names
}

/// All imports between top-level modules; the program counts as the module `main`.
fn imports() -> Vec<Import> {
    let folder = Path::new(ROOT).join("src");
    let texts = sources(&folder).into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let file = path.strip_prefix(&folder).expect("below src").to_owned();
        (file, text)
    });
    let texts: Vec<(PathBuf, String)> = texts.collect();
    let mut macros = HashMap::new();
    for (file, text) in &texts {
        for name in exported_macros(text) {
            macros.insert(name, module_of(file)[0]);
        }
    }
    let mut found = Vec::new();
    for (file, text) in &texts {
        let module = module_of(file);
        let from = module.first().copied().unwrap_or("main");
        let root = if file == Path::new("main.rs") {
            "mustplay"
        } else {
            "crate"
        };
        let file = format!("src/{}", file.display());
        for path in paths(text, &module, root) {
            let first = path.first().map_or("*", String::as_str);
            let of = macros.get(first).copied().unwrap_or(first);
            if of != from {
                assert!(
                    ORDER.contains(&of),
                    "{file} imports {first}, which is not a module"
                );
                let (file, from, of) = (file.clone(), from.to_owned(), of.to_owned());
                found.push(Import { file, from, of });
            }
        }
    }
    found
}

#[test]
fn the_modules_are_those_in_the_order() {
    let text = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).expect("UTF-8");
    let declared: BTreeSet<String> = declared_modules(&text).into_iter().collect();
    let expected = ORDER.map(str::to_owned);
    assert_eq!(
        declared,
        BTreeSet::from(expected),
        "ORDER and src/lib.rs differ"
    );
    assert!(ORDER.len() <= MOST, "{} top-level modules", ORDER.len());
}

#[test]
fn modules_import_only_what_they_may() {
    let imports = imports();
    assert!(imports.len() > 1000, "only {} imports", imports.len());
    let mut left = BTreeSet::from(EXCEPTIONS);
    let mut faults = BTreeSet::new();
    for import in &imports {
        let Some(why) = import.fault() else { continue };
        let exception = (import.file.as_str(), import.of.as_str());
        left.remove(&exception);
        if !EXCEPTIONS.contains(&exception) {
            faults.insert(format!(
                "{} imports {}, which {why}",
                exception.0, exception.1
            ));
        }
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(left.is_empty(), "unneeded exceptions: {left:?}");
}
