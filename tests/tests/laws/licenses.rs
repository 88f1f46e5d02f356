//! Our own packages' licenses. cargo-deny checks all other licenses against the list in `deny.toml`.

use integration_tests::{assert_none, members, root};

/// This project's license.
const OURS: &str = "MIT OR Apache-2.0";

#[test]
fn every_own_package_has_both_licenses() {
    let other =
        members().into_iter().filter(|(package, _)| package.license.as_deref() != Some(OURS));
    let mut found: Vec<String> = other.map(|(package, _)| package.name.to_string()).collect();
    let texts = ["LICENSE-MIT", "LICENSE-APACHE"].into_iter();
    found.extend(
        texts.filter(|name| !root().join(name).is_file()).map(|name| format!("{name} is missing")),
    );
    assert_none("Our packages are under MIT OR Apache-2.0, with both texts at the top.", &found);
}
