//! The licences of all dependencies, as reported by cargo, are compatible with the project's
//! licence.

use crate::support::engine::ROOT;
use serde_json::Value;
use std::process::Command;
use std::sync::LazyLock;

/// Licences that allow use in a program under the MIT licence if their text is kept: those of
/// `.ci/deny.toml`, by which the dependencies for all systems are checked, too.
static ALLOWED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let text = include_str!("../../../.ci/deny.toml");
    let list = text.split_once("\nallow = [").expect("a list").1;
    let list = list.split_once(']').expect("its end").0;
    let names = list.split('"').skip(1).step_by(2);
    names.map(str::to_owned).collect()
});

/// Whether an SPDX expression leaves an allowed choice. `/` is an old way to write `OR`.
fn allows(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest) && rest.is_empty()
}

/// Terms joined by `OR`: one must be allowed.
fn any(rest: &mut &[&str]) -> bool {
    let mut fine = all(rest);
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        fine |= all(rest);
    }
    fine
}

/// Terms joined by `AND`: all must be allowed.
fn all(rest: &mut &[&str]) -> bool {
    let mut fine = term(rest);
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        fine &= term(rest);
    }
    fine
}

/// A licence with or without an exception, or an expression in parentheses.
fn term(rest: &mut &[&str]) -> bool {
    let (length, licence) = match **rest {
        ["(", ..] => {
            *rest = &rest[1..];
            let fine = any(rest);
            let closed = rest.first() == Some(&")");
            *rest = &rest[usize::from(closed)..];
            return fine && closed;
        }
        [name, "WITH", exception, ..] => (3, format!("{name} WITH {exception}")),
        [name, ..] => (1, name.to_owned()),
        [] => return false,
    };
    *rest = &rest[length..];
    ALLOWED.contains(&licence)
}

#[test]
fn expressions_leave_an_allowed_choice_or_not() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("MIT OR GPL-2.0", true),
        ("MIT/Apache-2.0", true),
        ("MIT AND GPL-2.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(GPL-2.0 OR LGPL-2.1) AND MIT", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(allows(expression), expected, "{expression}");
    }
}

/// The host triple of this machine, as printed by the compiler.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a host").to_owned()
}

/// Only packages for this machine are queried; they are present because the tests were built with
/// them.
#[test]
fn licences_of_dependencies_are_allowed() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", &host()])
        .args(cfg!(feature = "tls").then_some("--features=tls"))
        .current_dir(ROOT)
        .output()
        .expect("cargo");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{printed}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 30, "only {} packages", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(allows(licence), "{}: {licence:?}", package["name"]);
    }
}
