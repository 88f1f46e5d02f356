//! The manifest records the origin of learned weights.

use std::fs;
use std::path::{Path, PathBuf};

use integration_tests::{assert_none, root};
use sha2::{Digest, Sha256};
use toml::{Table, Value};

/// The manifest for all files with learned weights and all opening books.
const MANIFEST: &str = "crates/engine/learning/learned/MANIFEST.toml";

/// The keys that each entry must have, and the types of their values.
const ALWAYS: [(&str, &str); 6] = [
    ("path", "string"),
    ("sha256", "string"),
    ("what", "string"),
    ("game", "string"),
    ("evaluator", "string"),
    ("commit", "string"),
];

/// The keys that each entry must have or list as unknown.
const IF_KNOWN: [(&str, &str); 4] =
    [("games", "integer"), ("seeds", "string"), ("options", "string"), ("commands", "array")];

/// The minimum number of numeric literals in a source with weights.
const NUMBERS_MIN: usize = 40;

/// The manifest entries.
fn entries(text: &str) -> Vec<Table> {
    let manifest: Table = text.parse().expect("the manifest is TOML");
    let files = manifest.get("file").and_then(Value::as_array).into_iter().flatten();
    files.filter_map(Value::as_table).cloned().collect()
}

fn text<'a>(entry: &'a Table, key: &str) -> &'a str {
    entry.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The keys missing from an entry.
fn missing(entry: &Table) -> Vec<String> {
    let unknown = entry.get("unknown").and_then(Value::as_array);
    let is_unknown =
        |key: &str| unknown.is_some_and(|keys| keys.iter().any(|it| it.as_str() == Some(key)));
    let has = |(key, kind): &(&str, &str)| {
        entry.get(*key).is_some_and(|value: &Value| value.type_str() == *kind)
    };
    let always = ALWAYS.iter().filter(|key| !has(key));
    let if_known = IF_KNOWN.iter().filter(|key| has(key) == is_unknown(key.0));
    let path = text(entry, "path");
    always.chain(if_known).map(|(key, kind)| format!("{path}: {key}, {kind}")).collect()
}

/// Whether `bytes` differ from the entry.
fn is_changed(entry: &Table, bytes: Option<Vec<u8>>) -> bool {
    let hash = |bytes: Vec<u8>| format!("{:x}", Sha256::digest(bytes));
    bytes.map(hash).as_deref() != Some(text(entry, "sha256"))
}

/// Whether the file at this path in the tree contains learned weights or a book.
fn holds_weights(path: &Path, content: impl FnOnce() -> String) -> bool {
    let is_of_weights = |part: &str| {
        let stem = part.split('.').next();
        stem.is_some_and(|stem| matches!(stem, "weights" | "learned"))
    };
    match path.extension().and_then(|end| end.to_str()) {
        Some("gz" | "bin" | "book" | "net" | "terms") => true,
        Some("rs") => {
            let mut parts = path.iter().filter_map(|part| part.to_str());
            parts.any(is_of_weights) && numbers(&content()) >= NUMBERS_MIN
        }
        _ => false,
    }
}

fn numbers(text: &str) -> usize {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())).count()
}

/// All files in player crates' source folders.
fn files() -> Vec<PathBuf> {
    let games = fs::read_dir(root().join("crates/games")).expect("there are games");
    let games = games.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> =
        games.map(|game| game.join("players/src")).filter(|path| path.is_dir()).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

#[test]
fn every_weights_file_matches_the_manifest() {
    let manifest = fs::read_to_string(root().join(MANIFEST)).expect("there is a manifest");
    let entries = entries(&manifest);
    assert!(!entries.is_empty());
    let changed = entries.iter().filter(|entry| {
        let path = root().join(text(entry, "path"));
        is_changed(entry, fs::read(path).ok())
    });
    let mut violations: Vec<String> =
        changed.map(|entry| format!("{}: another file", text(entry, "path"))).collect();
    violations.extend(entries.iter().flat_map(missing));
    let files = files();
    assert!(entries.iter().all(|entry| files.contains(&root().join(text(entry, "path")))));
    for file in files {
        let path = file.strip_prefix(root()).expect("the file is in the tree");
        let content = || fs::read_to_string(&file).unwrap_or_default();
        let has_entry = entries.iter().any(|entry| Path::new(text(entry, "path")) == path);
        if holds_weights(path, content) && !has_entry {
            violations.push(format!("{}: no entry", path.display()));
        }
    }
    assert_none("The manifest records the origin of each file of weights.", &violations);
}

#[test]
fn an_entry_is_complete_or_lists_what_is_unknown() {
    let whole = "[[file]]\npath = 'a.book'\nsha256 = ''\nwhat = ''\ngame = ''\nevaluator = ''\ncommit = ''\n\
                 games = 1\nseeds = '1'\noptions = ''\ncommands = ['x']\n";
    assert_eq!(missing(&entries(whole)[0]), [""; 0]);
    let unknown = whole.replace("seeds = '1'", "unknown = ['seeds']");
    assert_eq!(missing(&entries(&unknown)[0]), [""; 0]);
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(missing(&entries(&whole.replace(from, to))[0]), [expected]);
    };
    check("seeds = '1'", "", "a.book: seeds, string");
    check("games = 1", "games = '1'", "a.book: games, integer");
    check("commit = ''", "unknown = ['commit']", "a.book: commit, string");
    check("commands = ['x']", "commands = ['x']\nunknown = ['seeds']", "a.book: seeds, string");
}

#[test]
fn a_changed_or_missing_file_breaks_the_law() {
    let of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let entry = &entries(&format!("[[file]]\nsha256 = '{of_nothing}'\n"))[0];
    assert!(!is_changed(entry, Some(Vec::new())));
    assert!(is_changed(entry, Some(vec![0])));
    assert!(is_changed(entry, None));
}

#[test]
fn weights_are_known_by_their_files() {
    let numbers = || "1, -2, ".repeat(20);
    let holds = |path: &str| holds_weights(Path::new(path), numbers);
    assert!(holds("crates/games/x/players/src/a/learned.bin.gz"));
    assert!(holds("crates/games/x/players/src/books/a.book"));
    assert!(holds("crates/games/x/players/src/learned/8/best.net"));
    assert!(holds("crates/games/x/players/src/learned/english.rs"));
    assert!(holds("crates/games/x/players/src/weights.rs"));
    assert!(!holds("crates/games/x/players/src/windows.rs"));
    assert!(!holds_weights(Path::new("crates/games/x/players/src/weights.rs"), || "u8, 1".into()));
}
