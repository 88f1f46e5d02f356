//! The tree as cargo and the file system see it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::Source;

/// Folders with generated content.
const NOT_OURS: [&str; 3] = [".git", "target", "node_modules"];

/// Sources that must not change, because compatibility tests need them. Laws don't apply here.
const KEPT: &str = "tests/compatibility";

/// A text file in the tree.
#[derive(Clone, Debug)]
pub struct Page {
    /// The path relative to the top of the tree, with `/` between folders.
    pub path: String,
    /// The content.
    pub text: String,
}

impl Page {
    /// Whether the file name ends in `.extension`.
    pub fn is(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }
}

/// The top of the tree.
///
/// # Panics
/// If this package is not exactly one folder below it.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package is one folder below the top")
}

/// Cargo's metadata for the workspace and all its dependencies.
///
/// # Panics
/// If cargo fails.
pub fn metadata() -> &'static Metadata {
    static METADATA: OnceLock<Metadata> = OnceLock::new();
    METADATA.get_or_init(|| {
        MetadataCommand::new()
            .manifest_path(root().join("Cargo.toml"))
            .exec()
            .expect("cargo metadata describes the workspace")
    })
}

/// The workspace packages and their folders, relative to the top of the tree.
///
/// # Panics
/// See [`metadata`].
pub fn members() -> Vec<(&'static Package, String)> {
    let folder = |package: &'static Package| {
        let folder = package.manifest_path.parent().expect("a manifest is in a folder");
        (package, relative(folder.as_std_path()))
    };
    metadata().workspace_packages().into_iter().map(folder).collect()
}

/// All text files in the tree, by path, except the files that must not change.
///
/// # Panics
/// If a folder can't be read.
pub fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let mut paths = Vec::new();
        walk(root(), &mut paths);
        paths.sort();
        let page = |path: PathBuf| {
            let text = fs::read_to_string(&path).ok()?;
            Some(Page { path: relative(&path), text })
        };
        paths.into_iter().filter_map(page).collect()
    })
}

/// All Rust sources in the tree, by path.
///
/// # Panics
/// If a source is not valid Rust.
pub fn sources() -> Vec<Source> {
    let rust = pages().iter().filter(|page| page.is("rs"));
    rust.map(|page| Source::parse(&page.path, &page.text)).collect()
}

/// Makes `path` relative to the top of the tree, with `/` between folders.
fn relative(path: &Path) -> String {
    let path = path.strip_prefix(root()).expect("the file is in the tree");
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Adds the files below `folder` to `paths`. Doesn't follow links.
fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("folders of the tree can be listed") {
        let entry = entry.expect("folders of the tree can be listed");
        let kind = entry.file_type().expect("files of the tree have a type");
        let is_tools = NOT_OURS.iter().any(|name| entry.file_name() == *name);
        if is_tools || entry.path() == root().join(KEPT) {
            continue;
        }
        if kind.is_dir() {
            walk(&entry.path(), paths);
        } else if kind.is_file() {
            paths.push(entry.path());
        }
    }
}
