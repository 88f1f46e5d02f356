//! The pages in `docs` form an mdBook: `docs/SUMMARY.md` lists each page once, and links and tables work.

use integration_tests::{Page, assert_none, pages};

use crate::pages::{link_targets, prose, resolve};

const SUMMARY: &str = "docs/SUMMARY.md";

/// Pages with links out of the book that have yet to be rewritten.
const LATER: &[&str] = &["docs/contributor/results.md"];

/// The chapters listed in `summary`, relative to the top of the tree.
fn chapters(summary: &str) -> Vec<String> {
    let links = summary.lines().flat_map(link_targets);
    links.map(|target| resolve(SUMMARY, target)).collect()
}

/// The pages among `paths` that `summary` doesn't list exactly once, and listed files that are not pages.
fn misplaced(summary: &str, paths: &[&str]) -> Vec<String> {
    let chapters = chapters(summary);
    let count = |path: &str| chapters.iter().filter(|chapter| *chapter == path).count();
    let pages = paths.iter().filter(|path| count(path) != 1);
    let pages = pages.map(|path| format!("{path}: listed {} times", count(path)));
    let others = chapters.iter().filter(|chapter| !paths.contains(&chapter.as_str()));
    pages.chain(others.map(|chapter| format!("{chapter}: not a page of docs"))).collect()
}

/// The links on a `docs` page to files outside `docs`. mdBook only copies its own folder.
fn links_out(page: &Page) -> Vec<String> {
    let is_out = |target: &&str| {
        !target.contains("://")
            && !target.starts_with('#')
            && !resolve(&page.path, target).starts_with("docs/")
    };
    let of_line = |(number, line): (usize, &str)| {
        let out = link_targets(line).into_iter().filter(is_out);
        out.map(|target| format!("{}:{number}: {target}", page.path)).collect::<Vec<_>>()
    };
    prose(&page.text).into_iter().flat_map(of_line).collect()
}

/// The lines where a table begins without a header, for example after a blank line inside a table.
fn headless_tables(page: &Page) -> Vec<String> {
    let lines: Vec<(usize, &str)> =
        prose(&page.text).into_iter().map(|(number, line)| (number, line.trim())).collect();
    let is_row = |index: usize| lines.get(index).is_some_and(|(_, line)| line.starts_with('|'));
    let is_rule = |index: usize| {
        let rule = lines.get(index).map_or("", |(_, line)| line);
        rule.starts_with("|-") && rule.chars().all(|sign| matches!(sign, '|' | '-' | ':' | ' '))
    };
    let starts =
        (0..lines.len()).filter(|&index| is_row(index) && (index == 0 || !is_row(index - 1)));
    let headless = starts.filter(|&index| !is_rule(index + 1));
    headless.map(|index| format!("{}:{}", page.path, lines[index].0)).collect()
}

fn chapters_of_docs() -> impl Iterator<Item = &'static Page> {
    pages()
        .iter()
        .filter(|page| page.path.starts_with("docs/") && page.is("md") && page.path != SUMMARY)
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary =
        pages().iter().find(|page| page.path == SUMMARY).map_or("", |page| page.text.as_str());
    let paths: Vec<&str> = chapters_of_docs().map(|page| page.path.as_str()).collect();
    assert_none("docs/SUMMARY.md lists each page of docs once.", &misplaced(summary, &paths));
}

#[test]
fn links_stay_in_the_book() {
    let pages = chapters_of_docs().filter(|page| !LATER.contains(&page.path.as_str()));
    let found: Vec<String> = pages.flat_map(links_out).collect();
    assert_none("Pages of docs link only to docs; name other files in code spans.", &found);
}

#[test]
fn every_table_has_a_header() {
    let found: Vec<String> =
        pages().iter().filter(|page| page.is("md")).flat_map(headless_tables).collect();
    assert_none("A blank line ends a table.", &found);
}

#[test]
fn a_page_missing_or_listed_twice_breaks_the_law() {
    let summary =
        "# Summary\n\n[Start](README.md)\n\n- [A](user/a.md)\n- [A](user/a.md)\n- [C](c.md)\n";
    let found = misplaced(summary, &["docs/README.md", "docs/user/a.md", "docs/b.md"]);
    assert_eq!(
        found,
        [
            "docs/user/a.md: listed 2 times",
            "docs/b.md: listed 0 times",
            "docs/c.md: not a page of docs"
        ]
    );
}

#[test]
fn a_link_out_and_a_cut_table_break_the_law() {
    let page = |text: &str| Page { path: "docs/user/a.md".into(), text: text.into() };
    assert_eq!(links_out(&page("[x](../b.md) [y](#z) [w](https://a.example)")), [""; 0]);
    assert_eq!(
        links_out(&page("see\n[x](../../README.md)")),
        ["docs/user/a.md:2: ../../README.md"]
    );
    assert_eq!(headless_tables(&page("| a |\n|---|\n| b |\n\ntext")), [""; 0]);
    assert_eq!(headless_tables(&page("| a |\n|---|\n\n| b |\n")), ["docs/user/a.md:4"]);
}
