//! Circular dependencies between modules.

use std::collections::{BTreeMap, BTreeSet};

use integration_tests::{Scope, Source, assert_none, sources};

/// A path of names from the crate root to a module or an item.
type Path = Vec<String>;

/// The maximum number of imports to follow per name.
const IMPORTS_MAX: usize = 8;

/// A file in a crate.
#[derive(Debug)]
struct Module {
    file: String,
    /// The paths that the module uses, relative to the crate root.
    used: Vec<Path>,
    /// The targets of its `use` items, by name.
    imports: BTreeMap<String, Path>,
}

/// A crate's modules, by path.
type Modules = BTreeMap<Path, Module>;

/// The path of the module in this file, or `None` for a file outside libraries and programs.
fn module_path(source: &Source) -> Option<Path> {
    let (_, path) = source.path.split_once("/src/")?;
    let mut path: Path = path.strip_suffix(".rs")?.split('/').map(String::from).collect();
    if path.len() == 1 && matches!(path[0].as_str(), "lib" | "main") {
        path.clear();
    }
    (path.first().is_none_or(|first| first != "bin")).then_some(path)
}

/// The module in this file.
fn module(source: &Source, path: &Path) -> Module {
    let words: Vec<&str> = source.words(Scope::Product).map(|(_, word)| word).collect();
    let mut module =
        Module { file: source.path.clone(), used: Vec::new(), imports: BTreeMap::new() };
    let mut rest = words.as_slice();
    let mut before = "";
    while let Some((&word, after)) = rest.split_first() {
        let begins = matches!(word, "crate" | "self" | "super") && before != ":";
        if begins {
            let mut trees = Vec::new();
            rest = read_tree(rest, Path::new(), &mut trees);
            for (tree, name) in trees {
                let used = absolute(path, tree);
                if before == "use" {
                    module.imports.insert(name, used.clone());
                }
                module.used.push(used);
            }
        } else {
            rest = after;
        }
        before = word;
    }
    module
}

/// Reads a path or a path tree in a `use` item. Adds each path with its local name, and returns the remaining tokens.
fn read_tree<'a, 'w>(
    mut words: &'a [&'w str],
    mut path: Path,
    trees: &mut Vec<(Path, String)>,
) -> &'a [&'w str] {
    loop {
        match words {
            [name, ":", ":", "{", rest @ ..] => {
                path.push((*name).into());
                return read_group(rest, &path, trees);
            }
            [name, ":", ":", "*", rest @ ..] => {
                path.push((*name).into());
                trees.push((path, "*".into()));
                return rest;
            }
            [name, ":", ":", rest @ ..] => {
                path.push((*name).into());
                words = rest;
            }
            [name, "as", alias, rest @ ..] => {
                path.push((*name).into());
                trees.push((path, (*alias).into()));
                return rest;
            }
            [name, rest @ ..] => {
                if *name != "self" || path.is_empty() {
                    path.push((*name).into());
                }
                let own_name = path.last().cloned().unwrap_or_default();
                trees.push((path, own_name));
                return rest;
            }
            [] => return words,
        }
    }
}

/// Reads the trees in a group up to its closing brace.
fn read_group<'a, 'w>(
    mut words: &'a [&'w str],
    path: &Path,
    trees: &mut Vec<(Path, String)>,
) -> &'a [&'w str] {
    loop {
        match words {
            ["}", rest @ ..] => return rest,
            [",", rest @ ..] => words = rest,
            [] => return words,
            _ => words = read_tree(words, path.clone(), trees),
        }
    }
}

/// Converts a path in this module to a path from the crate root.
fn absolute(module: &Path, path: Path) -> Path {
    let mut start = module.clone();
    let mut names = path.into_iter().peekable();
    while let Some(name) = names.next_if(|name| matches!(name.as_str(), "crate" | "self" | "super"))
    {
        match name.as_str() {
            "crate" => start.clear(),
            "super" => drop(start.pop()),
            _ => {}
        }
    }
    start.extend(names);
    start
}

/// The module that defines the item at this path, if imports reveal it.
fn home(modules: &Modules, mut path: Path) -> Path {
    for _ in 0..IMPORTS_MAX {
        let length = (0..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]));
        let (module, item) = path.split_at(length.unwrap_or_default());
        let imported = item.first().and_then(|name| modules.get(module)?.imports.get(name));
        match imported {
            Some(target) => path = target.iter().chain(&item[1..]).cloned().collect(),
            None => return module.to_vec(),
        }
    }
    Path::new()
}

/// The uses between a module's children: the using child, the used child, and a file with the use.
type Uses = BTreeMap<(String, String), String>;

/// For each module, the uses between its children. Uses by a child's own children count as uses by the child. Uses
/// between a module and its own children don't count.
fn uses(modules: &Modules) -> BTreeMap<Path, Uses> {
    let mut found: BTreeMap<Path, Uses> = BTreeMap::new();
    for (from, module) in modules {
        for used in &module.used {
            let to = home(modules, used.clone());
            let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                let children = found.entry(from[..common].to_vec()).or_default();
                let file = || module.file.clone();
                children.entry((one.clone(), other.clone())).or_insert_with(file);
            }
        }
    }
    found
}

/// Whether `from` uses `to`, directly or through other modules.
fn reaches(uses: &Uses, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        for (_, next) in uses.keys().filter(|(user, _)| user == name) {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// Two children of a module that use each other, directly or through other modules, and a file with one of the uses.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Circle {
    one: String,
    other: String,
    file: String,
}

/// The circular uses in a crate.
fn circles(crate_sources: &[&Source]) -> Vec<Circle> {
    let parts = crate_sources.iter().filter_map(|source| Some((module_path(source)?, source)));
    let modules: Modules = parts.map(|(path, it)| (path.clone(), module(it, &path))).collect();
    let mut found = Vec::new();
    for uses in uses(&modules).values() {
        for ((one, other), file) in uses {
            if reaches(uses, other, one) {
                let (one, other, file) = (one.clone(), other.clone(), file.clone());
                found.push(Circle { one, other, file });
            }
        }
    }
    found
}

#[test]
fn modules_in_a_crate_have_no_circular_uses() {
    let sources = sources();
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.path.contains("/src/")) {
        crates.entry(source.package_folder()).or_default().push(source);
    }
    let mut violations = Vec::new();
    for sources in crates.values() {
        let found = circles(sources).into_iter();
        violations.extend(found.map(|Circle { one, other, file }| {
            format!("{file}: {one} uses {other}, which leads back to {one}")
        }));
    }
    assert_none("Sibling modules have no circular dependencies.", &violations);
}

/// Checks which uses are circular in a crate with these files.
fn check(files: &[(&str, &str)], expected: &[(&str, &str)]) {
    let parsed: Vec<Source> = files
        .iter()
        .map(|(name, text)| Source::parse(&format!("crates/a/src/{name}.rs"), text))
        .collect();
    let found = circles(&parsed.iter().collect::<Vec<_>>());
    let pairs: Vec<_> = found.iter().map(|it| (it.one.as_str(), it.other.as_str())).collect();
    assert_eq!(pairs, expected, "{found:?}");
}

#[test]
fn two_modules_that_use_each_other_break_the_law() {
    let circle = [("b", "c"), ("c", "b")];
    check(&[("b", "use crate::c::C;"), ("c", "fn f() -> crate::b::B { g() }")], &circle);
    check(&[("b", "use crate::{c::{self, C}, d};"), ("c", "use super::b;"), ("d", "")], &circle);
    check(&[("b", "use crate::c::*;"), ("c", "use crate::b as it;")], &circle);
    check(&[("b", "use crate::c;"), ("c", "")], &[]);
}

#[test]
fn a_circle_through_children_or_other_modules_breaks_the_law() {
    check(
        &[("b", "mod d;"), ("b/d", "use crate::c::C;"), ("c", "use crate::b::B;")],
        &[("b", "c"), ("c", "b")],
    );
    check(
        &[("b", "use crate::c::C;"), ("c", "use crate::d::D;"), ("d", "use crate::b::B;")],
        &[("b", "c"), ("c", "d"), ("d", "b")],
    );
}

#[test]
fn an_import_is_followed_to_the_module_that_defines_the_item() {
    let root = ("lib", "pub use crate::b::B; pub use crate::c::{C as Other};");
    check(&[root, ("b", "use crate::Other;"), ("c", "use crate::B;")], &[("b", "c"), ("c", "b")]);
    check(&[root, ("b", "use crate::Other;"), ("c", "")], &[]);
}

#[test]
fn a_module_and_its_children_may_use_each_other() {
    check(
        &[("b", "mod d; use self::d::D; struct B;"), ("b/d", "use super::B; use crate::Root;")],
        &[],
    );
}

#[test]
fn uses_in_tests_do_not_count() {
    check(&[("b", "use crate::c::C;"), ("c", "#[cfg(test)] mod tests { use crate::b::B; }")], &[]);
}
