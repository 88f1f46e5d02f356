//! The content of manifests.

use integration_tests::{Page, assert_none, members, pages};
use toml::{Table, Value};

/// The folders that a bare `cargo build` and `cargo run` build.
const DEFAULT_MEMBERS: [&str; 4] =
    ["apps/rival", "plugins/human", "plugins/minimal", "plugins/textbook"];

/// The manifest tables that name other crates.
const DEPENDENCY_TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// The manifest in `folder`; "" is the top of the tree.
fn manifest(folder: &str) -> Table {
    let path = if folder.is_empty() { "Cargo.toml".into() } else { format!("{folder}/Cargo.toml") };
    let page = pages().iter().find(|page| page.path == path).expect("a member has a manifest");
    page.text.parse().expect("cargo has read it")
}

/// The violations in a member's manifest.
fn member_violations(folder: &str, manifest: &Table) -> Vec<String> {
    let follows_lints =
        at(manifest, &["lints", "workspace"]).is_some_and(|value| value.as_bool() == Some(true));
    let lints = (!follows_lints).then(|| format!("{folder}: no `[lints] workspace = true`"));
    let foreign = dependencies(manifest).into_iter().filter(|(_, value)| !is_inherited(value));
    let versions =
        foreign.map(|(name, _)| format!("{folder}: {name} is not taken from the workspace"));
    lints.into_iter().chain(versions).collect()
}

/// All crates named in the manifest, including platform-specific ones.
fn dependencies(manifest: &Table) -> Vec<(&String, &Value)> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter();
    let platforms = targets.flat_map(|targets| targets.values().filter_map(Value::as_table));
    let tables = std::iter::once(manifest).chain(platforms);
    let named = tables
        .flat_map(|table| DEPENDENCY_TABLES.iter().filter_map(|name| table.get(*name)?.as_table()));
    named.flatten().collect()
}

/// Whether this dependency's version, path and source come from the workspace.
fn is_inherited(dependency: &Value) -> bool {
    let Some(table) = dependency.as_table() else { return false };
    let own = ["version", "path", "git", "registry"];
    table.get("workspace").and_then(Value::as_bool) == Some(true)
        && own.iter().all(|key| !table.contains_key(*key))
}

/// The value at this key path.
fn at<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Value> {
    let (last, folders) = path.split_last()?;
    let table = folders.iter().try_fold(table, |table, key| table.get(*key)?.as_table())?;
    table.get(*last)
}

/// The crates in `[workspace.dependencies]` that no manifest uses.
fn unused<'a>(top: &'a Table, members: &[Table]) -> Vec<&'a String> {
    let taken =
        |name: &&String| members.iter().flat_map(dependencies).any(|(used, _)| used == *name);
    let offered = at(top, &["workspace", "dependencies"]).and_then(Value::as_table);
    offered.into_iter().flat_map(Table::keys).filter(|name| !taken(name)).collect()
}

#[test]
fn members_take_their_lints_and_versions_from_the_workspace() {
    let judged = members()
        .into_iter()
        .flat_map(|(_, folder)| member_violations(&folder, &manifest(&folder)));
    assert_none("Only the top manifest has lints and versions.", &judged.collect::<Vec<_>>());
}

#[test]
fn every_offered_dependency_is_taken() {
    let members: Vec<Table> = members().into_iter().map(|(_, folder)| manifest(&folder)).collect();
    let top = manifest("");
    let violations: Vec<String> = unused(&top, &members).into_iter().cloned().collect();
    assert_none("Each of [workspace.dependencies] is used by a member.", &violations);
}

#[test]
fn a_bare_cargo_run_builds_the_program_and_the_plugins() {
    let top = manifest("");
    let found = at(&top, &["workspace", "default-members"]).and_then(Value::as_array);
    let found: Vec<&str> = found.into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(
        found, DEFAULT_MEMBERS,
        "with another binary among them, `cargo run` would need to know which one to run"
    );
}

#[test]
fn cargo_is_not_configured_from_within_the_tree() {
    let is_configuration = |page: &&Page| page.path.contains(".cargo/");
    let found: Vec<String> =
        pages().iter().filter(is_configuration).map(|page| page.path.clone()).collect();
    assert_none("The tree builds the same with and without a checkout's own settings.", &found);
}

/// Checks the number of violations in the manifest `text`.
fn check(text: &str, expected: usize) {
    let found = member_violations("crates/a", &text.parse().expect("a manifest is TOML"));
    assert_eq!(found.len(), expected, "{text}: {found:?}");
}

#[test]
fn own_versions_and_missing_lints_break_the_law() {
    check("[lints]\nworkspace = true\n[dependencies]\nserde.workspace = true", 0);
    check(
        "[lints]\nworkspace = true\n[dependencies]\nserde = { workspace = true, features = [\"rc\"] }",
        0,
    );
    check("[dependencies]\nserde.workspace = true", 1);
    check("[lints]\nworkspace = true\n[dependencies]\nserde = \"1\"", 1);
    check("[lints]\nworkspace = true\n[dev-dependencies]\na = { path = \"../a\" }", 1);
    check("[lints]\nworkspace = true\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"", 1);
}

#[test]
fn an_unused_workspace_dependency_breaks_the_law() {
    let top: Table = "[workspace.dependencies]\na = \"1\"\nb = \"1\"".parse().expect("TOML");
    let member: Table = "[dev-dependencies]\na.workspace = true".parse().expect("TOML");
    assert_eq!(unused(&top, &[member]), ["b"]);
}
