//! Code quoted on pages exists in the tree, and is thus compiled and tested.
//!
//! A `rust` block on a page that begins with a path in a comment, such as `// crates/a/src/rules.rs`, quotes this file.
//! The quoted lines must be consecutive in the file, with any indentation. A line `// …` marks an omission.

use integration_tests::{Page, assert_none, pages};

/// The line that marks an omission.
const GAP: &str = "// …";

/// A quote on a page.
struct Quote<'a> {
    /// The first line of its block on the page.
    line: usize,
    /// The file, relative to the top of the tree.
    path: &'a str,
    /// Consecutive lines from the file.
    parts: Vec<&'a [&'a str]>,
}

/// A page's unindented blocks, with their languages and first lines.
fn blocks(text: &str) -> Vec<(usize, &str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(text.lines().map(str::trim));
    while let Some((line, fence)) = lines.next() {
        let Some(language) = fence.strip_prefix("```") else { continue };
        let block = lines.by_ref().map(|(_, content)| content);
        blocks.push((line, language, block.take_while(|content| *content != "```").collect()));
    }
    blocks
}

/// The quote in a block, or `None` if the block is not a quote.
fn quote<'a>((line, language, block): &'a (usize, &str, Vec<&str>)) -> Option<Quote<'a>> {
    let (first, code) = block.split_first()?;
    let path = first.strip_prefix("// ").filter(|path| path.starts_with("crates/"))?;
    let parts = code.split(|content| *content == GAP).collect();
    (*language == "rust").then_some(Quote { line: *line, path, parts })
}

/// Whether these lines are consecutive in a source.
fn stand_in(source: &str, part: &[&str]) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    !part.is_empty() && lines.windows(part.len()).any(|window| window == part)
}

/// The quotes on a page that don't match this tree.
fn misquotes(page: &Page, tree: &[Page]) -> Vec<String> {
    let is_wrong = |quote: &Quote<'_>| {
        let source = tree.iter().find(|file| file.path == quote.path);
        let text = source.map_or("", |file| file.text.as_str());
        quote.parts.iter().any(|part| !stand_in(text, part))
    };
    let blocks = blocks(&page.text);
    let wrong = blocks.iter().filter_map(quote).filter(is_wrong);
    wrong.map(|quote| format!("{}:{}: {}", page.path, quote.line, quote.path)).collect()
}

#[test]
fn code_quoted_on_pages_is_in_the_tree() {
    let shown = pages().iter().filter(|page| page.is("md"));
    let found: Vec<String> = shown.flat_map(|page| misquotes(page, pages())).collect();
    assert_none("Pages quote code as it is.", &found);
}

#[test]
fn a_wrong_quote_breaks_the_law() {
    let page = |path: &str, text: &str| Page { path: path.into(), text: text.into() };
    let tree = [page("crates/a/src/b.rs", "impl A {\n    fn b() {\n        c();\n    }\n}\n")];
    let is_right = |code: &str| {
        let text = format!("a\n```sh\nb\n```\n```rust\n{code}\n```\n");
        misquotes(&page("docs/a.md", &text), &tree).is_empty()
    };
    assert!(is_right("// crates/a/src/b.rs\nfn b() {\n    c();\n}"));
    assert!(is_right("// crates/a/src/b.rs\nimpl A {\n// …\nc();"));
    assert!(is_right("// src/b.rs\nfn d() {}"), "a file of a project is no quote");
    assert!(!is_right("// crates/a/src/b.rs\nfn b() {\n    d();\n}"));
    assert!(!is_right("// crates/a/src/b.rs\nfn b() {\n}"));
    assert!(!is_right("// crates/a/src/c.rs\nfn b() {"));
    assert!(!is_right("// crates/a/src/b.rs"), "it quotes nothing");
}
