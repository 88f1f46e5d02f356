//! Checks that programs accept the files shown on documentation pages.

use std::fs;
use std::path::Path;

use arena::settings::Settings;

/// A page's code block in this language that begins with this line.
pub(crate) fn block(page: &str, language: &str, first: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let page = fs::read_to_string(page).unwrap();
    let begin = format!("```{language}\n");
    let blocks = page.split(&begin).skip(1).filter_map(|text| text.split("```").next());
    let mut found = blocks.filter(|block| block.starts_with(first));
    found.next().unwrap().into()
}

#[test]
fn the_tournament_shown_on_the_page_can_be_played() {
    let settings = Settings::from_text(&block("docs/operator/arena.md", "toml", "game")).unwrap();
    assert!(settings.check(2).is_ok());
}
