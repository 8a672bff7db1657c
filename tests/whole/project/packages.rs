//! The files for package managers that `.ci/packages` writes from the archives of a release.

use crate::support::engine::ROOT;
use crate::support::folder::Folder;
use crate::support::skip::skip;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ADDRESS: &str = "https://github.com/Some-One/mustplay";
const TARGETS: [&str; 5] = [
    "aarch64-apple-darwin.tar.gz",
    "x86_64-apple-darwin.tar.gz",
    "aarch64-unknown-linux-musl.tar.gz",
    "x86_64-unknown-linux-musl.tar.gz",
    "x86_64-pc-windows-gnu.zip",
];
const MANIFESTS: &str = "archives/packages/manifests/s/Some-One/mustplay/1.2.3/Some-One.mustplay";

fn archive(target: &str) -> String {
    format!("mustplay-1.2.3-{target}")
}

/// Makes a project of version 1.2.3 with the scripts, and archives of any content. Returns their
/// SHA-256, or `None` without the program that computes it.
fn project(folder: &Folder) -> Option<Vec<String>> {
    let root = Path::new(ROOT);
    for subfolder in [".ci", "archives"] {
        fs::create_dir_all(folder.file(subfolder)).expect("a folder");
    }
    for file in [".ci/packages", ".ci/repository", ".ci/Dockerfile"] {
        fs::copy(root.join(file), folder.file(file)).expect("a copy");
    }
    let cargo = fs::read_to_string(root.join("Cargo.toml")).expect("UTF-8");
    let lines = cargo.lines().map(|line| match line.split(" = ").next() {
        Some("version") => "version = \"1.2.3\"\n".to_owned(),
        Some("repository") => String::new(),
        _ => format!("{line}\n"),
    });
    fs::write(folder.file("Cargo.toml"), lines.collect::<String>()).expect("a file");
    let mut sums = Vec::new();
    for target in TARGETS {
        let path = folder.file(&format!("archives/{}", archive(target)));
        fs::write(&path, target).expect("a file");
        let mut command = Command::new("sha256sum");
        command.current_dir(folder.file("archives"));
        let output = command.arg(archive(target)).output().ok()?;
        fs::write(format!("{path}.sha256"), &output.stdout).expect("a file");
        let line = String::from_utf8(output.stdout).expect("UTF-8");
        sums.push(line.split(' ').next().expect("a sum").to_owned());
    }
    Some(sums)
}

fn packages(folder: &Folder) -> Output {
    let mut command = Command::new("bash");
    command.args([".ci/packages", ADDRESS, "archives"]);
    command.current_dir(folder.file("."));
    command.output().expect("bash")
}

/// The script must refuse, in one line.
fn refusal(folder: &Folder) -> String {
    let output = packages(folder);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    errors.lines().last().expect("an error").to_owned()
}

#[test]
fn packages_name_the_archives_and_their_sums() {
    let folder = Folder::new("packages");
    let Some(sums) = project(&folder) else {
        skip("sha256sum");
        return;
    };
    let output = packages(&folder);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let read = |name: &str| fs::read_to_string(folder.file(name)).expect("a file");
    let installer = read(&format!("{MANIFESTS}.installer.yaml"));
    let formula = read("archives/packages/mustplay.rb");
    let arch = ["PKGBUILD", ".SRCINFO"].map(|name| read(&format!("archives/packages/aur/{name}")));
    for (target, sum) in TARGETS.iter().zip(sums) {
        let url = format!("{ADDRESS}/releases/download/v1.2.3/{}", archive(target));
        let (texts, sum) = match *target {
            "x86_64-pc-windows-gnu.zip" => (vec![&installer], sum.to_uppercase()),
            target if target.contains("linux") => (vec![&formula, &arch[0], &arch[1]], sum),
            _ => (vec![&formula], sum),
        };
        for text in texts {
            assert!(
                text.contains(&url) && text.contains(&sum),
                "{url} {sum}\n{text}"
            );
        }
    }
    let description = env!("CARGO_PKG_DESCRIPTION");
    let locale = read(&format!("{MANIFESTS}.locale.en-US.yaml"));
    let image = read("archives/packages/Dockerfile");
    for text in arch.iter().chain([&formula, &locale, &image]) {
        assert!(text.contains(description), "{text}");
    }
    assert!(description.len() <= 80, "too long for Homebrew");
}

#[test]
fn packages_are_refused_for_other_archives_and_repositories() {
    let folder = Folder::new("no-packages");
    if project(&folder).is_none() {
        skip("sha256sum");
        return;
    }
    let path = folder.file(&format!("archives/{}", archive(TARGETS[2])));
    fs::write(&path, "changed").expect("a file");
    assert!(refusal(&folder).contains(&archive(TARGETS[2])));
    fs::remove_file(&path).expect("a file");
    let missing = format!("archives has no {}", archive(TARGETS[2]));
    assert!(refusal(&folder).contains(&missing));
    let cargo = fs::read_to_string(folder.file("Cargo.toml")).expect("UTF-8");
    let other = "[package]\nrepository = \"https://github.com/Other/mustplay\"\n";
    let cargo = cargo.replacen("[package]\n", other, 1);
    fs::write(folder.file("Cargo.toml"), cargo).expect("a file");
    let wanted = format!("put repository = \"{ADDRESS}\"");
    assert!(refusal(&folder).contains(&wanted));
}
