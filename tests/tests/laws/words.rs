//! Finds names that mean nothing to a reader who knows the field, and names with several meanings.

use std::collections::BTreeMap;

use integration_tests::{Scope, Source, assert_none, sources};

/// Words banned from names: private metaphors. For most of these metaphors, the field has a term.
const BANNED: &[&str] = &[
    "bury",
    "complaint",
    "consultation",
    "deed",
    "desk",
    "guest",
    "hall",
    "haste",
    "heed",
    "insight",
    "last_words",
    "leash",
    "opinion",
    "sitting",
    "story",
    "surroundings",
    "told",
    "troupe",
    "whim",
    "worth",
];

/// Common words. Each of these words can name at most one type. Other types have more specific names.
const ONE_MEANING: &[&str] =
    &["Choice", "Force", "Frame", "Lines", "Node", "Plan", "Progress", "Squares", "Walk"];

/// The keywords before a type name.
const TYPE_KEYWORDS: &[&str] = &["enum", "struct", "trait", "type", "union"];

/// The keywords before an item name.
const KEYWORDS: &[&str] =
    &["const", "enum", "fn", "macro_rules", "mod", "static", "struct", "trait", "type", "union"];

/// The names declared in `source`, with their lines: items and enum variants.
fn declared(source: &Source) -> Vec<(usize, &str)> {
    let tokens: Vec<(usize, &str)> = source.words(Scope::Everything).collect();
    let text = |index: usize| tokens.get(index).map_or("", |(_, text)| *text);
    let mut names = Vec::new();
    for (index, &(_, keyword)) in tokens.iter().enumerate() {
        // `*const T` and `'static` don't declare anything.
        let is_declaration =
            KEYWORDS.contains(&keyword) && !matches!(text(index.wrapping_sub(1)), "*" | "'");
        if is_declaration {
            let name = index + 1 + usize::from(text(index + 1) == "!");
            names.extend(tokens.get(name).filter(|(_, name)| is_identifier(name)));
        }
        if is_declaration && keyword == "enum" {
            names.extend(variants(&tokens[index..]));
        }
    }
    names
}

/// The variants of the enum at the start of `tokens`.
fn variants<'a>(tokens: &[(usize, &'a str)]) -> Vec<(usize, &'a str)> {
    let mut names = Vec::new();
    let mut depth = 0;
    for window in tokens.windows(3) {
        let [(_, before), (line, name), (_, after)] = *window else { continue };
        match before {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && before == "}" {
            break;
        }
        let begins = matches!(before, "{" | "," | "]");
        let ends = matches!(after, "{" | "(" | "," | "=" | "}");
        if depth == 1 && begins && ends && is_identifier(name) {
            names.push((line, name));
        }
    }
    names
}

fn is_identifier(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic())
}

/// Splits a name in `CamelCase`, `snake_case` or `UPPER_CASE` into words, in lower case with `_` around each word.
fn words_of(name: &str) -> String {
    let mut words = String::from("_");
    let mut before = '_';
    for sign in name.chars() {
        if sign.is_uppercase() && before.is_lowercase() {
            words.push('_');
        }
        words.extend(sign.to_lowercase());
        before = sign;
    }
    words.push('_');
    words
}

/// The banned word in the name, singular or plural, if any.
fn banned_word(name: &str) -> Option<&'static str> {
    let words = words_of(name);
    let has =
        |word: &&str| words.contains(&format!("_{word}_")) || words.contains(&format!("_{word}s_"));
    BANNED.iter().copied().find(has)
}

fn is_checked(source: &Source) -> bool {
    let folder = source.package_folder();
    ["crates/", "apps/", "plugins/"].iter().any(|top| folder.starts_with(top))
}

fn banned_names(source: &Source) -> Vec<String> {
    if !is_checked(source) {
        return Vec::new();
    }
    let names = declared(source).into_iter();
    let broken = names.filter_map(|(line, name)| {
        banned_word(name).map(|word| format!("{}: {name} has \"{word}\"", source.place(line)))
    });
    broken.collect()
}

/// The places that define types with the same [`ONE_MEANING`] name.
fn shared_names(sources: &[Source]) -> Vec<String> {
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| is_checked(source)) {
        let tokens: Vec<(usize, &str)> = source.words(Scope::Everything).collect();
        for pair in tokens.windows(2) {
            let [(_, keyword), (line, name)] = *pair else { continue };
            if TYPE_KEYWORDS.contains(&keyword) && ONE_MEANING.contains(&name) {
                found.entry(name).or_default().push(source.place(line));
            }
        }
    }
    let shared = found.into_iter().filter(|(_, places)| places.len() > 1);
    shared.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect()
}

#[test]
fn names_use_the_terms_of_the_field() {
    let found: Vec<String> = sources().iter().flat_map(banned_names).collect();
    assert_none("A name is the field's term for the thing, not a metaphor.", &found);
}

#[test]
fn a_common_word_names_one_type() {
    assert_none("One word has one meaning.", &shared_names(&sources()));
}

/// Checks which lines of `text`, a file in a checked crate, break the law.
fn check(text: &str, expected: &[usize]) {
    let path = "crates/facade/app-context/src/a.rs";
    let found = banned_names(&Source::parse(path, text));
    let places: Vec<String> = expected.iter().map(|line| format!("{path}:{line}: ")).collect();
    let is_expected = found.iter().zip(&places).all(|(found, place)| found.starts_with(place));
    assert!(found.len() == places.len() && is_expected, "{text}: {found:?}");
}

#[test]
fn a_banned_word_in_the_name_of_an_item_breaks_the_law() {
    check("struct Desk;\npub(crate) enum DesksLeft {}\ntrait Guest {}", &[1, 2, 3]);
    check("const fn told() {}\nmod last_words {}\nstatic THE_WHIM: u8 = 1;", &[1, 2, 3]);
    check("type A = B;\ntype NoOpinion = u8;\nconst IS_WORTH: u8 = 1;", &[2, 3]);
    check("impl A {\n /// Not `told`.\n fn f() {\n  fn is_worth_it() {}\n }\n}", &[4]);
    check("#[test]\nfn a_panic_is_told() {}", &[2]);
    check("macro_rules! heed { () => {} }", &[1]);
}

#[test]
fn a_banned_variant_breaks_the_law() {
    check(
        "enum A {\n #[default]\n Told,\n B(Desk),\n Deed { hall: u8 },\n Story = 3,\n}",
        &[3, 5, 6],
    );
    check("enum A { B }\nfn f() { match a { Told => 1, _ => 2 } }", &[]);
}

#[test]
fn longer_words_and_uses_break_no_law() {
    check("struct Hallway;\nstruct Storytelling;\nfn outstanding() {}\nfn history() {}", &[]);
    check("use a::Desk;\nfn f(desk: *const Desk) -> &'static Story { told() }", &[]);
    check("// struct Desk;\nconst A: &str = \"struct Desk\";", &[]);
}

#[test]
fn only_checked_crates_are_bound() {
    let broken = |path| !banned_names(&Source::parse(path, "struct Desk;")).is_empty();
    assert!(broken("plugins/minimal/src/lib.rs"));
    assert!(broken("crates/facade/app-context/tests/it/main.rs"));
    assert!(!broken("tests/src/lib.rs"));
}

/// Checks which names are shared by several types in these files from two crates.
fn check_shared(one: &str, other: &str, expected: &[&str]) {
    let one = Source::parse("crates/facade/app-context/src/a.rs", one);
    let other = Source::parse("apps/rival/src/b.rs", other);
    assert_eq!(shared_names(&[one, other]), expected);
}

#[test]
fn a_common_word_for_two_types_breaks_the_law() {
    let both = "Lines: crates/facade/app-context/src/a.rs:1, apps/rival/src/b.rs:2";
    check_shared("pub struct Lines<R> {}", "\nenum Lines {}", &[both]);
    check_shared("trait Lines {}", "\ntype Lines = u8;", &[both]);
    check_shared("struct Lines;", "struct OpenLines;\nenum A { Lines }\nuse a::Lines;", &[]);
    check_shared("struct Table;", "struct Table;", &[]);
}
