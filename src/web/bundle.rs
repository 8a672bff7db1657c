//! Joins the modules of the page into two files: a browser loads few files faster than many,
//! because each group of requests waits for the line.
//!
//! A module imports with lines `import { NAME, ... } from './FILE';` and exports declarations. So
//! joined modules need no imports, as long as no two of them declare the same name.

/// A module: its name and its text.
pub type Module<'a> = (&'a str, &'a str);

/// One text of these modules, each after those that it imports. What they import from other modules
/// is imported from the file `from`. Lines that are comments alone are left out: a visitor need not
/// load them.
pub fn join(modules: &[Module], from: &str) -> String {
    let is_inside = |name: &str| modules.iter().any(|&(other, _)| other == name);
    let imports = modules.iter().flat_map(|&(_, text)| text.lines());
    let imports = imports.filter_map(import);
    let mut names: Vec<&str> = imports
        .filter(|&(_, file)| !is_inside(file))
        .flat_map(|(names, _)| names)
        .collect();
    names.sort_unstable();
    names.dedup();
    let mut joined = String::new();
    if !names.is_empty() {
        joined = format!("import {{ {} }} from './{from}';\n", names.join(", "));
    }
    for &(_, text) in modules {
        let is_comment = |line: &str| line.trim_start().starts_with("//");
        let needed = |line: &&str| import(line).is_none() && !is_comment(line);
        for line in text.lines().filter(needed) {
            joined.push_str(line);
            joined.push('\n');
        }
    }
    joined
}

/// The names that a line imports, and the file that it imports them from.
fn import(line: &str) -> Option<(Vec<&str>, &str)> {
    let (names, file) = line.strip_prefix("import { ")?.split_once(" } from './")?;
    Some((names.split(", ").collect(), file.strip_suffix("';")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::assets::{FIRST, LATER};
    use std::collections::{HashMap, HashSet};

    /// The name that a line declares for its whole module, and whether it is exported.
    fn declared(line: &str) -> Option<(&str, bool)> {
        let (line, is_exported) = match line.strip_prefix("export ") {
            Some(line) => (line, true),
            None => (line, false),
        };
        let line = line.strip_prefix("async ").unwrap_or(line);
        let kinds = ["const ", "let ", "function ", "class "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        Some((&rest[..end], is_exported))
    }

    #[test]
    fn joined_modules_import_from_outside_alone() {
        let modules = [
            (
                "a.js",
                "// A sum.\nimport { two, one } from './x.js';\nexport const a = one + two;\n",
            ),
            (
                "b.js",
                "import { a } from './a.js';\nimport { one } from './y.js';\nconst b = a + one;\n",
            ),
        ];
        assert_eq!(
            join(&modules, "first.js"),
            "import { one, two } from './first.js';\nexport const a = one + two;\nconst b = a + one;\n"
        );
    }

    /// Each import names what an earlier module exports, and no name has two meanings.
    #[test]
    fn modules_of_the_page_can_be_joined() {
        let mut exports: HashMap<&str, HashSet<&str>> = HashMap::new();
        let mut first_names = HashSet::new();
        for (modules, is_first) in [(&FIRST[..], true), (&LATER[..], false)] {
            let mut names = HashSet::new();
            let mut imported = HashSet::new();
            for &(module, text) in modules {
                let mut exported = HashSet::new();
                for line in text.lines() {
                    assert_eq!(
                        line.starts_with("import "),
                        import(line).is_some(),
                        "{line}"
                    );
                    if let Some((wanted, file)) = import(line) {
                        let known = &exports[file];
                        for name in wanted {
                            assert!(known.contains(name), "{module}: {file} has no {name}");
                            imported.insert(name);
                        }
                    }
                    if let Some((name, is_exported)) = declared(line) {
                        assert!(names.insert(name), "{module}: {name} is declared twice");
                        if is_exported {
                            exported.insert(name);
                        }
                    }
                }
                exports.insert(module, exported);
            }
            assert!(names.len() > 20, "{names:?}");
            if is_first {
                first_names = names;
            } else {
                for name in imported.intersection(&names) {
                    assert!(!first_names.contains(name), "{name} has two meanings");
                }
            }
        }
    }
}
