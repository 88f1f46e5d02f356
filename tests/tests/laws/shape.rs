//! File sizes, file names, and rules for tests.

use integration_tests::{Page, Scope, Source, assert_none, pages, sources};

/// The maximum number of lines in a source.
const LINES_MAX: usize = 500;

/// Words that mark unfinished work.
const MARKS: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("HA", "CK")];

fn too_long(source: &Source) -> Option<String> {
    (source.line_count > LINES_MAX).then(|| format!("{}: {} lines", source.path, source.line_count))
}

fn old_module_file(source: &Source) -> Option<String> {
    source.path.ends_with("/mod.rs").then(|| source.path.clone())
}

/// Marks of unfinished work without an issue number, `(#12)`. A mark in backquotes is only a mention.
fn unfinished(page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(page.text.lines()) {
        for mark in MARKS {
            let mut parts = line.split(mark);
            let mut before = parts.next().unwrap_or_default();
            for after in parts {
                let apart = !before.ends_with(is_word) && !after.starts_with(is_word);
                if apart && !before.ends_with('`') && !after.starts_with("(#") {
                    found.push(format!("{}:{number}: {mark}", page.path));
                }
                before = after;
            }
        }
    }
    found
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Tests that are skipped, accept any panic, or wait for a fixed time instead of an event.
fn weak_tests(source: &Source) -> Vec<String> {
    let forbidden = ["#[ignore", "#[should_panic", "sleep", "sleep_ms"];
    let places = |pattern| {
        let lines = source.lines_with(pattern, Scope::Tests).into_iter();
        lines.map(move |line| format!("{}: {pattern}", source.place(line)))
    };
    forbidden.into_iter().flat_map(places).collect()
}

/// Documentation examples that are not compiled or must panic.
fn weak_examples(page: &Page) -> Vec<String> {
    let is_weak = |line: &str| {
        let fence = line.trim_start().trim_start_matches(['/', '!', ' ']).strip_prefix("```");
        fence.is_some_and(|words| {
            words.split(',').any(|word| matches!(word.trim(), "ignore" | "should_panic"))
        })
    };
    let lines = (1..).zip(page.text.lines()).filter(|(_, line)| is_weak(line));
    lines.map(|(number, _)| format!("{}:{number}", page.path)).collect()
}

/// Whether a page is code or configuration. Text for people can mention the marks, and rows of discs in a position look
/// like a mark.
fn is_code(page: &Page) -> bool {
    !page.is("md")
        && !page.path.ends_with("/puzzles.toml")
        && !page.path.ends_with("Cargo.lock")
        && !page.path.starts_with("LICENSE")
}

#[test]
fn sources_are_short_and_modules_have_their_own_name() {
    let sources = sources();
    let long = sources.iter().filter_map(too_long);
    let old = sources.iter().filter_map(old_module_file);
    assert_none(
        "At most 500 lines per file, and `foo.rs` next to `foo/`.",
        &long.chain(old).collect::<Vec<_>>(),
    );
}

#[test]
fn unfinished_work_refers_to_an_issue() {
    let found: Vec<String> =
        pages().iter().filter(|page| is_code(page)).flat_map(unfinished).collect();
    assert_none("No mark of unfinished work without an issue.", &found);
}

#[test]
fn no_test_is_skipped_or_passes_on_any_panic_or_sleeps() {
    let tests = sources().iter().flat_map(weak_tests).collect::<Vec<_>>();
    let examples = pages().iter().filter(|page| page.is("rs")).flat_map(weak_examples);
    assert_none(
        "Tests run, name what they expect, and wait for events.",
        &tests.into_iter().chain(examples).collect::<Vec<_>>(),
    );
}

fn page(path: &str, text: &str) -> Page {
    Page { path: path.into(), text: text.into() }
}

#[test]
fn a_long_file_and_an_old_module_file_break_the_law() {
    let lines = |count| "\n".repeat(count);
    assert!(too_long(&Source::parse("a.rs", &lines(LINES_MAX + 1))).is_some());
    assert!(too_long(&Source::parse("a.rs", &lines(LINES_MAX))).is_none());
    assert!(old_module_file(&Source::parse("crates/a/src/b/mod.rs", "")).is_some());
}

#[test]
fn a_mark_without_an_issue_breaks_the_law() {
    let [mark, ..] = MARKS;
    let check = |text: String, broken| {
        assert_eq!(!unfinished(&page("a.rs", &text)).is_empty(), broken, "{text}");
    };
    check(format!("// {mark}: later"), true);
    check(format!("// {mark}(#12): later"), false);
    check(format!("// leaves no `{mark}`"), false);
    check(format!("const {mark}S: u8 = 1;"), false);
}

#[test]
fn weak_tests_break_the_law() {
    let check = |path: &str, text: &str, broken| {
        assert_eq!(!weak_tests(&Source::parse(path, text)).is_empty(), broken, "{text}");
    };
    check("crates/a/tests/it/main.rs", "#[test]\n#[ignore]\nfn f() {}", true);
    check(
        "crates/a/src/lib.rs",
        "#[cfg(test)] mod tests { #[test] #[should_panic(expected = \"x\")] fn f() {} }",
        true,
    );
    check("crates/a/tests/it/main.rs", "fn f() { std::thread::sleep(LONG); }", true);
    check("crates/a/src/lib.rs", "fn f() { std::thread::sleep(LONG); }", false);
}

#[test]
fn weak_examples_break_the_law() {
    let check = |text: &str, broken| {
        assert_eq!(!weak_examples(&page("a.rs", text)).is_empty(), broken, "{text}");
    };
    check("/// ```ignore", true);
    check("//! ```rust,should_panic", true);
    check("/// ```no_run", false);
    check("/// ```", false);
}
