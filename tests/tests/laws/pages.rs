//! Pages for people: links work, and private paths don't appear.

use std::collections::HashSet;

use integration_tests::{Page, assert_none, pages, root};

use crate::layers::is_of_game;

/// The folders at the top of the tree. A code span that begins with one of them names a file.
const TOP_FOLDERS: [&str; 7] = ["crates/", "apps/", "plugins/", "tests/", "fuzz/", "docs/", ".ci/"];

/// Characters from patterns and placeholders that don't occur in our file names.
const NOT_IN_PATHS: [char; 9] = ['*', '<', '>', '{', '}', '$', '…', ' ', '['];

/// Home folders on common systems.
const PRIVATE_FOLDERS: [&str; 5] = ["home", "root", "work", "Users", "mnt"];

/// A page's lines outside fenced blocks, with their numbers from 1.
pub(crate) fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((number, line));
        }
    }
    lines
}

/// The targets of the links on a line: `[text](target "title")` and `[text]: target`.
pub(crate) fn link_targets(line: &str) -> Vec<&str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let reference = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]: "))
        .map(|(_, target)| target.trim());
    inline.chain(reference).filter(|target| !target.is_empty()).collect()
}

/// The paths of our own files in a line's code spans.
fn named_paths(line: &str) -> Vec<&str> {
    let spans = line.split('`').skip(1).step_by(2);
    let ours = spans.filter(|span| TOP_FOLDERS.iter().any(|folder| span.starts_with(folder)));
    ours.filter(|span| !span.contains(NOT_IN_PATHS)).collect()
}

/// A heading's anchor: lower case, with hyphens for spaces and without punctuation.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept =
        title.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

/// Whether the page `path` in `tree` has a heading with the anchor `name`.
fn has_anchor(tree: &Tree<'_>, path: &str, name: &str) -> bool {
    let Some(page) = tree.pages.iter().find(|page| page.path == path) else { return false };
    let mut headings = prose(&page.text).into_iter().filter(|(_, line)| line.starts_with('#'));
    headings.any(|(_, line)| anchor(line) == name)
}

/// The possible link targets.
struct Tree<'a> {
    pages: &'a [Page],
    exists: &'a dyn Fn(&str) -> bool,
}

/// The path, relative to the top of the tree, of `target` on the page at `path`.
pub(crate) fn resolve(path: &str, target: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The dead links and dead file names on `page` in `tree`.
fn dead_ends(page: &Page, tree: &Tree<'_>) -> Vec<String> {
    let is_dead = |target: &&str| {
        if target.contains("://") || target.starts_with("mailto:") {
            return false;
        }
        let (file, name) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() { page.path.clone() } else { resolve(&page.path, file) };
        !(tree.exists)(&path) || (!name.is_empty() && !has_anchor(tree, &path, name))
    };
    let of_line = |(number, line)| {
        let links = link_targets(line).into_iter().filter(is_dead);
        let names = named_paths(line).into_iter().filter(|path| !(tree.exists)(path));
        links
            .chain(names)
            .map(|target| format!("{}:{number}: {target}", page.path))
            .collect::<Vec<_>>()
    };
    prose(&page.text).into_iter().flat_map(of_line).collect()
}

/// Paths in home folders, and mirrors that exist only in some networks.
fn foreign_words(page: &Page) -> Vec<String> {
    let folders = PRIVATE_FOLDERS.map(|name| format!("/{name}/"));
    let mirrors =
        [concat!("arti", "factory"), concat!("index.", "crates.io"), concat!("registry.", "npmjs")];
    let is_foreign = |line: &str| {
        let private = |folder: &String| {
            line.match_indices(folder.as_str()).any(|(at, _)| starts_path(line, at))
        };
        folders.iter().any(private) || mirrors.iter().any(|mirror| line.contains(mirror))
    };
    let lines = (1..).zip(page.text.lines()).filter(|(_, line)| is_foreign(line));
    lines.map(|(number, line)| format!("{}:{number}: {}", page.path, line.trim())).collect()
}

/// Whether the slash at `index` is the first one in its path.
fn starts_path(line: &str, index: usize) -> bool {
    let before = line.get(..index).and_then(|text| text.chars().next_back());
    before.is_none_or(|sign| {
        !sign.is_alphanumeric() && !matches!(sign, '.' | '/' | '-' | '_' | '}' | '~')
    })
}

#[test]
fn links_and_named_files_lead_somewhere() {
    let exists = |path: &str| root().join(path).exists();
    let tree = Tree { pages: pages(), exists: &exists };
    let found = pages().iter().filter(|page| page.is("md")).flat_map(|page| dead_ends(page, &tree));
    assert_none("Pages link to and name only what exists.", &found.collect::<Vec<_>>());
}

#[test]
fn pages_contain_no_private_paths_or_mirrors() {
    let found: Vec<String> = pages().iter().flat_map(foreign_words).collect();
    assert_none("No path and no mirror of one machine.", &found);
}

/// The tests in a page's table columns with the heading "test", and their lines. The column must be the last.
fn named_tests(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut is_list) = (Vec::new(), false);
    for (number, line) in prose(text) {
        let Some(row) = line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) else {
            is_list = false;
            continue;
        };
        let last = row.rsplit('|').next().unwrap_or_default();
        is_list |= last.trim() == "test";
        if is_list {
            found.extend(last.split('`').skip(1).step_by(2).map(|name| (number, name)));
        }
    }
    found
}

/// The parameterless functions defined in a source.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    let declarations = text.lines().map(str::trim_start);
    let declarations = declarations.map(|line| line.strip_prefix("async ").unwrap_or(line));
    let definitions = declarations.filter_map(|line| line.strip_prefix("fn "));
    definitions.filter_map(|rest| rest.split_once("()").map(|(name, _)| name))
}

#[test]
fn the_tests_named_on_pages_exist() {
    let sources = pages().iter().filter(|page| page.is("rs"));
    let known: HashSet<&str> = sources.flat_map(|page| functions(&page.text)).collect();
    let of_page = |page: &Page| {
        let named = named_tests(&page.text).into_iter().filter(|(_, name)| !known.contains(name));
        named.map(|(line, name)| format!("{}:{line}: {name}", page.path)).collect::<Vec<_>>()
    };
    let missing: Vec<String> = pages().iter().flat_map(of_page).collect();
    assert_none("Pages name only tests that are there.", &missing);
}

#[test]
fn tests_are_named_in_their_own_columns() {
    let page = "| a | test |\n|---|---|\n| `b` | `c`, `d` |\n\n| e | f |\n|---|---|\n| g | `h` |\n";
    assert_eq!(named_tests(page), [(3, "c"), (3, "d")]);
}

#[test]
fn the_architecture_page_names_every_crate() {
    let architecture = pages().iter().find(|page| page.path == "docs/contributor/architecture.md");
    let text = architecture.map_or("", |page| page.text.as_str());
    let packages =
        integration_tests::members().into_iter().map(|(package, _)| package.name.to_string());
    let is_named = |name: &String| is_of_game(name) || text.contains(&format!("`{name}`"));
    let unnamed: Vec<String> = packages.filter(|name| !is_named(name)).collect();
    assert_none(
        "docs/contributor/architecture.md names each crate; two rows cover the crates of games.",
        &unnamed,
    );
}

/// Checks the dead ends on a page with `text`, in a tree with the page itself, docs/a.md and crates/a.
fn check(text: &str, expected: &[&str]) {
    let page = |path: &str, text: &str| Page { path: path.into(), text: text.into() };
    let pages = [page("docs/b.md", text), page("docs/a.md", "# Two words: here\n")];
    let exists = |path: &str| ["docs/a.md", "docs/b.md", "crates/a", ""].contains(&path);
    let found = dead_ends(&pages[0], &Tree { pages: &pages, exists: &exists });
    let expected: Vec<String> =
        expected.iter().map(|target| format!("docs/b.md:1: {target}")).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_dead_link_breaks_the_law() {
    check("[x](a.md) and [y](../docs/a.md \"title\") and [z](https://example.org/none)", &[]);
    check("[x](a.md#two-words-here) [y](..)", &[]);
    check("[x](c.md) and [y](../a.md)", &["c.md", "../a.md"]);
    check("[x](a.md#three-words)", &["a.md#three-words"]);
    check("[x]: c.md", &["c.md"]);
    check("see `crates/a`, `crates/<name>` and `crates/b`", &["crates/b"]);
}

#[test]
fn a_private_path_or_a_mirror_breaks_the_law() {
    let check = |text: String, broken| {
        let page = Page { path: "README.md".into(), text };
        assert_eq!(!foreign_words(&page).is_empty(), broken, "{}", page.text);
    };
    for folder in PRIVATE_FOLDERS {
        check(format!("open /{folder}/a/b"), true);
        check(format!("open \"/{folder}/a\""), true);
        check(format!("open crates/{folder}/a and ~/{folder}/a"), false);
    }
    check(concat!("https://a.example/arti", "factory/b").into(), true);
    check("https://crates.io/crates/serde".into(), false);
}
