//! `mustplay page`: the page as files for any server of files, with its engine in the browser; and
//! that engine as a package of npm.

use super::assets::{Asset, Files, POLICY};
use super::bundle::Module;
use super::modules::{Modules, NoModules};
use crate::base::files;
use serde_json::json;
use std::io;
use std::path::Path;
use std::{fmt, fs};

/// The service worker, with a placeholder for its files.
const WORKER: &str = include_str!("page/sw.js");

/// The texts of the package.
const PACKAGE: [Module; 10] = [
    ("core.js", include_str!("package/core.js")),
    ("device.js", include_str!("page/device.js")),
    ("engine.js", include_str!("page/engine.js")),
    ("index.d.ts", include_str!("package/index.d.ts")),
    ("index.js", include_str!("package/index.js")),
    ("node-worker.js", include_str!("package/node-worker.js")),
    ("node.js", include_str!("package/node.js")),
    ("worker.js", include_str!("page/worker.js")),
    ("README.md", include_str!("package/README.md")),
    ("LICENSE", include_str!("../../LICENSE")),
];

/// The placeholder for the names of files, and for their folder.
const NAMES: &str = "NAMES";
const FOLDER: &str = "FILES";

/// Why the page could not be written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// There are no modules.
    #[error(transparent)]
    Modules(#[from] NoModules),
    /// The folder has something else.
    #[error("{0} is not empty; name a new folder")]
    NotEmpty(String),
    /// A file.
    #[error("cannot write {0}: {1}")]
    File(String, io::Error),
}

/// A page that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Each file by its path from the folder, with its size and the size that a server sends that
    /// compresses.
    pub files: Vec<(String, usize, usize)>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>10} {:>10}  file", "bytes", "gzip")?;
        for (name, size, packed) in &self.files {
            writeln!(f, "{size:>10} {packed:>10}  {name}")?;
        }
        Ok(())
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// The page.
    Page,
    /// A package of npm, for other pages and for programs of node.
    Package,
}

/// Writes a site into a new or empty folder, with modules from a folder or those compiled in.
pub fn write(site: Site, out: &Path, modules: Option<&Path>) -> Result<Written, NotWritten> {
    let modules = match modules {
        Some(folder) => Modules::read(folder)?,
        None => Modules::compiled_in()?,
    };
    let assets = match site {
        Site::Page => page(modules),
        Site::Package => package(modules),
    };
    empty_folder(out)?;
    let mut written = Written { files: Vec::new() };
    for asset in assets {
        let path = out.join(&asset.name);
        let failed = |why| NotWritten::File(shown(&path), why);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        files::write(&path, &asset.content).map_err(failed)?;
        let packed = match asset.packed.len() {
            0 => asset.content.len(),
            packed => packed,
        };
        written
            .files
            .push((asset.name, asset.content.len(), packed));
    }
    Ok(written)
}

/// The files of the page, itself last: it is there when all that it needs is.
fn page(modules: Modules) -> Vec<Asset> {
    let mut files = Files::new("device", modules.assets());
    let first = [
        Asset::new("sw.js", "", worker(&files)),
        Asset::new("manifest.webmanifest", "", manifest(&files)),
        Asset::new("index.html", "", index(&files)),
    ];
    let mut all = std::mem::take(&mut files.assets);
    for asset in &mut all {
        asset.name = format!("{}/{}", files.folder, asset.name);
    }
    all.extend(first);
    all
}

/// The files of the package.
fn package(modules: Modules) -> Vec<Asset> {
    let mut all = modules.assets();
    all.extend(PACKAGE.map(|(name, text)| Asset::new(name, "", text)));
    let names: Vec<&str> = all.iter().map(|asset| &*asset.name).collect();
    let about = json!({
        "name": "mustplay",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "A Hex engine: moves, analysis, explanations and proofs, in browsers and node",
        "license": "MIT",
        "keywords": ["hex", "game", "engine"],
        "type": "module",
        "exports": { ".": { "types": "./index.d.ts", "node": "./node.js", "default": "./index.js" } },
        "types": "./index.d.ts",
        "files": names,
        "engines": { "node": ">=20" },
        "sideEffects": false,
    });
    let about = serde_json::to_string_pretty(&about).unwrap_or_default();
    all.push(Asset::new("package.json", "", format!("{about}\n")));
    all
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Makes a folder, or accepts an empty one.
fn empty_folder(out: &Path) -> Result<(), NotWritten> {
    let failed = |why| NotWritten::File(shown(out), why);
    fs::create_dir_all(out).map_err(failed)?;
    let mut found = fs::read_dir(out).map_err(failed)?;
    match found.next() {
        None => Ok(()),
        Some(_) => Err(NotWritten::NotEmpty(shown(out))),
    }
}

/// The page itself.
fn index(files: &Files) -> String {
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n<title>"
    );
    files.page("").replacen("<title>", &head, 1)
}

/// What a browser needs to install the page.
fn manifest(files: &Files) -> String {
    let icon = format!("{}/icon.svg", files.folder);
    let manifest = json!({
        "name": "mustplay",
        "short_name": "mustplay",
        "description": "Hex: play, analyse, review, prove",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f4ef",
        "theme_color": "#1d2530",
        "icons": [{ "src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any" }],
    });
    manifest.to_string()
}

/// The service worker. It keeps all files but the modules, of which a browser needs one.
fn worker(files: &Files) -> String {
    let kept = files
        .assets
        .iter()
        .filter(|asset| !Modules::is_module(&asset.name));
    let kept = kept.map(|asset| format!("{}/{}", files.folder, asset.name));
    let names: Vec<String> = ["./", "manifest.webmanifest"]
        .map(str::to_owned)
        .into_iter()
        .chain(kept)
        .collect();
    WORKER
        .replace(NAMES, &json!(names).to_string())
        .replace(FOLDER, &files.folder)
}
