//! Under which licenses everything stands that the program is built from.

use integration_tests::{assert_none, members, metadata, pages, root};
use spdx::{Expression, Licensee, ParseMode};
use toml::{Table, Value};

/// The license of this project.
const OURS: &str = "MIT OR Apache-2.0";

/// The part of `deny.toml` on licenses: one list for cargo-deny and for the tests.
fn policy() -> Table {
    let page = pages().iter().find(|page| page.path == "deny.toml").expect("there is a deny.toml");
    let mut table: Table = page.text.parse().expect("deny.toml is TOML");
    match table.remove("licenses") {
        Some(Value::Table(policy)) => policy,
        _ => panic!("deny.toml has no [licenses]"),
    }
}

/// The licenses that `policy` allows the package `name`: those for all, and those for this one.
fn allowed(policy: &Table, name: &str) -> Vec<String> {
    let exceptions = policy.get("exceptions").and_then(Value::as_array).into_iter().flatten();
    let own =
        exceptions.filter(|exception| exception.get("crate").and_then(Value::as_str) == Some(name));
    let lists = own.map(|exception| exception.get("allow")).chain([policy.get("allow")]);
    let licenses = lists.filter_map(|list| list?.as_array()).flatten();
    licenses.filter_map(Value::as_str).map(Into::into).collect()
}

/// Whether who takes the licenses in `allowed` may use a package under `expression`.
fn permits(expression: &str, allowed: &[String]) -> bool {
    let licensees: Vec<Licensee> =
        allowed.iter().filter_map(|name| Licensee::parse(name).ok()).collect();
    let Ok(expression) = Expression::parse_mode(expression, ParseMode::LAX) else { return false };
    expression
        .evaluate(|requirement| licensees.iter().any(|licensee| licensee.satisfies(requirement)))
}

/// Whether a license asks no more than to be named: none that reaches over to the code that uses it.
fn is_permissive(name: &str) -> bool {
    let name = name.split(" WITH ").next().unwrap_or(name);
    let known = spdx::license_id(name);
    known.is_some_and(|id| (id.is_osi_approved() || id.is_fsf_free_libre()) && !id.is_copyleft())
}

#[test]
fn everything_that_we_build_on_is_permissively_licensed() {
    let policy = policy();
    let unlicensed = metadata().packages.iter().filter(|package| {
        let expression = package.license.as_deref().unwrap_or_default();
        !permits(expression, &allowed(&policy, &package.name))
    });
    let lines = unlicensed
        .map(|package| format!("{} {}: {:?}", package.name, package.version, package.license));
    assert_none(
        "Every package is under a license of deny.toml's list.",
        &lines.collect::<Vec<_>>(),
    );
}

#[test]
fn the_list_of_deny_toml_is_permissive() {
    let allowed = allowed(&policy(), "");
    assert!(allowed.iter().any(|name| name == "MIT"), "deny.toml lists {allowed:?}");
    let found: Vec<String> = allowed.into_iter().filter(|name| !is_permissive(name)).collect();
    assert_none("deny.toml allows permissive licenses alone.", &found);
}

#[test]
fn every_package_of_ours_stands_under_both_licenses() {
    let other =
        members().into_iter().filter(|(package, _)| package.license.as_deref() != Some(OURS));
    let mut found: Vec<String> = other.map(|(package, _)| package.name.to_string()).collect();
    let texts = ["LICENSE-MIT", "LICENSE-APACHE"].into_iter();
    found.extend(
        texts.filter(|name| !root().join(name).is_file()).map(|name| format!("{name} is missing")),
    );
    assert_none("Our packages are under MIT OR Apache-2.0, with both texts at the top.", &found);
}

#[test]
fn a_license_that_is_not_on_the_list_breaks_the_law() {
    let allowed = ["MIT".to_owned(), "Apache-2.0 WITH LLVM-exception".to_owned(), "ISC".to_owned()];
    let check =
        |expression, expected| assert_eq!(permits(expression, &allowed), expected, "{expression}");
    check("MIT OR GPL-3.0-only", true);
    check("GPL-3.0-only/MIT", true);
    check("(MIT OR GPL-3.0-only) AND ISC", true);
    check("Apache-2.0 WITH LLVM-exception", true);
    check("MIT AND GPL-3.0-only", false);
    check("Apache-2.0", false);
    check("", false);
    check("as I like it", false);
}

#[test]
fn an_exception_is_for_one_package() {
    let policy = "allow = [\"MIT\"]\nexceptions = [{ crate = \"a\", allow = [\"MPL-2.0\"] }]";
    let policy: Table = policy.parse().expect("TOML");
    assert_eq!(allowed(&policy, "a"), ["MPL-2.0", "MIT"]);
    assert_eq!(allowed(&policy, "b"), ["MIT"]);
}

#[test]
fn a_license_that_reaches_over_is_not_permissive() {
    for name in ["GPL-3.0", "LGPL-2.1", "AGPL-3.0", "MPL-2.0", "SSPL-1.0", "as I like it"] {
        assert!(!is_permissive(name), "{name}");
    }
    assert!(is_permissive("Apache-2.0 WITH LLVM-exception"));
}
