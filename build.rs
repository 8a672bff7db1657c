//! Names the commit in `mustplay --version` of programs that are given away, which the profile
//! `dist` builds; other builds would be made anew at each commit for it. It is read from the files
//! of git, so that neither git nor a repository is needed; without one, the version has no commit.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let is_dist = env::var("OUT_DIR").is_ok_and(|folder| {
        let mut parts = Path::new(&folder).iter();
        parts.any(|part| part == "dist")
    });
    let commit = if is_dist { commit() } else { None };
    match commit {
        Some(commit) => println!("cargo:rustc-env=MUSTPLAY_VERSION={version} ({commit:.12})"),
        None => println!("cargo:rustc-env=MUSTPLAY_VERSION={version}"),
    }
}

/// The name of the commit that is checked out.
fn commit() -> Option<String> {
    let git = folder(Path::new(&env::var("CARGO_MANIFEST_DIR").ok()?))?;
    let head = read(&git.join("HEAD"))?;
    let Some(branch) = head.strip_prefix("ref: ") else {
        return Some(head);
    };
    // A worktree has its own HEAD, and the branches of the repository that it belongs to.
    let common = read(&git.join("commondir")).map_or(git.clone(), |common| git.join(common));
    read(&common.join(branch)).or_else(|| {
        let packed = read(&common.join("packed-refs"))?;
        let line = packed.lines().find(|line| line.ends_with(branch))?;
        Some(line.split(' ').next()?.to_owned())
    })
}

/// The folder of git: in a worktree, a file names it.
fn folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let pointer = read(&git)?;
    Some(root.join(pointer.strip_prefix("gitdir: ")?))
}

/// The text of a file, which is read again once it changes.
fn read(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    println!("cargo:rerun-if-changed={}", path.display());
    Some(text.trim().to_owned())
}
