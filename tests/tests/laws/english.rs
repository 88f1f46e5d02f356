//! Checks the English that people read: pages, help, errors, comments and test names.
//!
//! [`HABITS`] lists phrases that mark translated or home-made English, each with the reason. The folders in [`CLEAN`]
//! don't contain any of these phrases. The rest of the tree contains at most [`REST_MAX`] matches, a number that only
//! decreases.

use integration_tests::{Page, Scope, Source, assert_none, pages};

/// A phrase that a native engineer doesn't write.
struct Habit {
    /// A sequence of words: `a|b` is either word, `*` is any word, and `^` is the start of a passage. In lower case,
    /// with punctuation as separate words.
    phrases: &'static [&'static str],
    /// A better phrase, or the problem with this phrase.
    reason: &'static str,
}

const HABITS: &[Habit] = &[
    Habit {
        phrases: &["^ what|how|whose|who", "^ of which|whose", "^ those that|of|which"],
        reason: "start with a noun or a verb: \"Per-ply search state\", not \"What a node looks like\"",
    },
    Habit {
        phrases: &[
            "is|are|was|were|be|been kept|told|said|asked|wanted|foretold",
            "stand|stands|stood there|here|still|in|on|at|before|behind|beside|alone",
            "lie|lies there|in|on|beside|behind|between",
            "goes|go|going on",
            "comes|come in|after|before|to its",
        ],
        reason: "use an active verb: is saved, appears, prints, continues",
    },
    Habit {
        phrases: &["beside"],
        reason: "next to (place), alongside (time), besides (addition), with",
    },
    Habit {
        phrases: &["of|by which", "those of|that|which", "that of which", "what follows from"],
        reason: "repeat the noun; at most one relative clause in a sentence",
    },
    Habit {
        phrases: &[
            "somebody|nobody|anybody|everybody|whoever",
            "one can|may|must|sees|goes|types|has|opens|solves|plays|does",
            "he|she who",
        ],
        reason: "name the actor: the user, the caller, the opponent",
    },
    Habit {
        phrases: &[
            "in case that",
            "the|an own",
            "all the same",
            "not before",
            "as is usual",
            "also|even where",
            "as far as",
            "but for",
            "anew",
            "in the time that",
            "it came about",
            "of its|their|our|his own accord",
        ],
        reason: "translated idiom",
    },
    Habit {
        phrases: &["it|that|this|what|which|name|file|text|value is|are|was|were no *"],
        reason: "\"is not a database\", not \"is no database\"",
    },
    Habit {
        phrases: &[
            "where it|that|this|nothing|nobody is|has|can",
            "where one|there is|are|can",
            "where they|these are|have|can",
        ],
        reason: "\"if\" for conditions, \"where\" for places",
    },
    Habit {
        phrases: &[
            "sign|signs of life",
            "in advance",
            "foretold",
            "picture|pictures that moves|move",
            "by lot",
            "outlook|outlooks",
            "made|written|set by hand",
            "looked|looks at",
            "playing of",
            "table of people",
        ],
        reason: "the field's term: heartbeat, premove, estimated, animated SVG, random, nodes",
    },
    Habit {
        phrases: &[
            "say|says|said|tell|tells|told|saying so|what|how|why|which|where|whether|nothing|once|more|it",
            "that|this it|one does|did|is|was|has ;|.|,",
            "does so|it ;|.|,",
        ],
        reason: "name the thing: \"reports the reason\", \"returns `true` if the entry was adopted\"",
    },
    Habit {
        phrases: &[", so that"],
        reason: "split the sentence: \"X and Y does Z so that W\" has to be read twice",
    },
];

/// Parts that make a match plain English.
const PLAIN: &[&str] = &["no longer", "no more"];

/// Matches that may stay, each with the reason. The first string is the start of a path, the second is part of the
/// match.
const ALLOWED: &[(&str, &str, &str)] = &[("tests/tests/laws/english.rs", "", "lists the phrases")];

/// The folders and files that are free of [`HABITS`].
const CLEAN: &[&str] =
    &["docs/", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "plugins/c-example/"];

/// Parts of [`CLEAN`] that have not been rewritten yet.
const LATER: &[&str] = &["docs/contributor/results.md", "docs/research/measurements.md"];

/// The maximum number of matches outside [`CLEAN`]. Lower this number after rewriting passages.
const REST_MAX: usize = 52;

/// The largest difference between [`REST_MAX`] and a smaller count.
const REST_SLACK: usize = 40;

/// A piece of text that is checked as a unit: a paragraph, a table row, a comment, a string, or a test name.
struct Passage {
    line: usize,
    text: String,
    /// Whether this is a title or a table row, which can begin with any word.
    is_label: bool,
}

/// A file's passages; empty if the file has no text for people.
fn passages(page: &Page) -> Vec<Passage> {
    if page.is("md") || page.is("txt") {
        prose(&page.text)
    } else if page.is("rs") {
        let mut found = comments(&page.text, &["//"]);
        found.extend(literals(&Source::parse(&page.path, &page.text)));
        found
    } else if page.is("js") || page.is("mjs") {
        comments(&page.text, &["//", "/*", "*"])
    } else if page.is("toml") || page.is("py") {
        comments(&page.text, &["#"])
    } else if page.path.ends_with("/en.json") {
        let lines = (1..).zip(page.text.lines());
        lines
            .map(|(line, text)| Passage { line, text: value(text).into(), is_label: false })
            .collect()
    } else {
        Vec::new()
    }
}

/// The value on a JSON line with one member.
fn value(line: &str) -> &str {
    line.split_once("\": \"").map_or("", |(_, value)| value.trim_end_matches(['"', ',']))
}

/// The paragraphs, list items and table rows outside fenced blocks.
fn prose(text: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        let is_fence = content.starts_with("```");
        fenced ^= is_fence;
        if fenced || is_fence || content.is_empty() {
            open = false;
            continue;
        }
        let starts =
            content.starts_with(['#', '|', '*', '-']) || content.starts_with(char::is_numeric);
        match found.last_mut() {
            Some(last) if open && !starts => last.text.extend([" ", content]),
            _ => found.push(Passage {
                line,
                text: content.trim_start_matches(['#', '|', '*', '-', ' ']).into(),
                is_label: content.starts_with(['#', '|']),
            }),
        }
        open = !content.starts_with(['#', '|']);
    }
    found
}

/// The paragraphs in comments that begin with one of `signs`.
fn comments(text: &str, signs: &[&str]) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        if !signs.iter().any(|sign| content.starts_with(sign)) {
            (fenced, open) = (false, false);
            continue;
        }
        let content = content.trim_start_matches(['/', '!', '*', '#', ' ']);
        let is_fence = content.starts_with("```");
        fenced ^= is_fence;
        if fenced || is_fence || content.is_empty() {
            open = false;
        } else if open {
            found.last_mut().expect("a passage is open").text.extend([" ", content]);
        } else {
            found.push(Passage { line, text: content.into(), is_label: false });
            open = true;
        }
    }
    found
}

/// A source's strings that are sentences, and its test names as sentences.
fn literals(source: &Source) -> Vec<Passage> {
    let is_sentence = |text: &&str| text.contains('"') && text.matches(' ').count() >= 2;
    let strings = source.words(Scope::Everything).filter(|(_, text)| is_sentence(text));
    let sentence = |line, text: String| Passage { line, text, is_label: false };
    let strings = strings.map(|(line, text)| sentence(line, text.trim_matches('"').into()));
    let tokens: Vec<(usize, &str)> = source.words(Scope::Tests).collect();
    let functions =
        tokens.windows(2).filter(|pair| pair[0].1 == "fn" && pair[1].1.matches('_').count() > 2);
    let names = functions.map(|pair| sentence(pair[1].0, pair[1].1.replace('_', " ")));
    strings.chain(names).collect()
}

/// The words in a text in lower case, with punctuation as separate words and each code span as one word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            words.push("`".into());
            continue;
        }
        let mut word = String::new();
        for sign in part.chars().flat_map(char::to_lowercase).chain([' ']) {
            if sign.is_alphanumeric() || matches!(sign, '\'' | '’' | '-' | '_') {
                word.push(sign);
                continue;
            }
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            words.extend((!sign.is_whitespace()).then(|| sign.to_string()));
        }
    }
    words
}

/// Whether `words` begin with `phrase`.
fn begins(words: &[String], phrase: &str) -> bool {
    let pattern: Vec<&str> = phrase.split(' ').collect();
    pattern.len() <= words.len()
        && pattern
            .iter()
            .zip(words)
            .all(|(any, word)| *any == "*" || any.split('|').any(|option| option == word))
}

/// The habits that a passage matches, each with the matching words.
fn matches(passage: &Passage) -> Vec<(String, &'static Habit)> {
    let words = words(&passage.text);
    let mut found = Vec::new();
    for habit in HABITS {
        for phrase in habit.phrases {
            let (phrase, starts) = match phrase.strip_prefix("^ ") {
                // Titles, table cells and questions can begin with such a word.
                Some(_) if passage.is_label || passage.text.contains('?') => continue,
                Some(rest) => (rest, words.len().min(1)),
                None => (*phrase, words.len()),
            };
            let length = phrase.split(' ').count();
            let hits = (0..starts).filter(|&start| begins(&words[start..], phrase));
            let hits = hits.map(|start| words[start..start + length].join(" "));
            let odd = hits.filter(|text| !PLAIN.iter().any(|plain| text.contains(plain)));
            found.extend(odd.map(|text| (text, habit)));
        }
    }
    found
}

/// The habits in a file, as report lines.
fn habits(page: &Page) -> Vec<String> {
    let of_passage = |passage: Passage| {
        let found = matches(&passage).into_iter();
        let found = found.filter(|(text, _)| !is_allowed(&page.path, text));
        let report = |(text, habit): (String, &Habit)| {
            format!("{}:{}: \"{text}\": {}", page.path, passage.line, habit.reason)
        };
        found.map(report).collect::<Vec<_>>()
    };
    passages(page).into_iter().flat_map(of_passage).collect()
}

fn is_allowed(path: &str, text: &str) -> bool {
    ALLOWED.iter().any(|(start, part, _)| path.starts_with(start) && text.contains(part))
}

fn is_clean(page: &Page) -> bool {
    let is_in = |folders: &[&str]| folders.iter().any(|folder| page.path.starts_with(folder));
    is_in(CLEAN) && !is_in(LATER)
}

#[test]
fn clean_files_are_in_plain_english() {
    let found: Vec<String> =
        pages().iter().filter(|page| is_clean(page)).flat_map(habits).collect();
    assert_none("Write as you would say it to a colleague.", &found);
}

#[test]
fn the_rest_only_improves() {
    let rest = pages().iter().filter(|page| !is_clean(page));
    let counts: Vec<(usize, &str)> =
        rest.map(|page| (habits(page).len(), page.path.as_str())).collect();
    let count: usize = counts.iter().map(|(count, _)| count).sum();
    assert!(
        count <= REST_MAX,
        "{count} matches, at most {REST_MAX} are allowed: rewrite the new ones"
    );
    assert!(
        count + REST_SLACK >= REST_MAX,
        "only {count} matches are left: lower REST_MAX to {count}"
    );
}

/// Checks which words match in `text` as the content of the file `path`, without the reasons.
fn check(path: &str, text: &str, expected: &[&str]) {
    let found = habits(&Page { path: path.into(), text: text.into() });
    let found: Vec<&str> = found.iter().filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_habit_is_found_in_any_text_for_people() {
    check("a.md", "A file is kept\nbeside it.\n\n```sh\nbeside\n```\n", &["is kept", "beside"]);
    check("a.md", "| `beside` | nobody plays |\n", &["nobody"]);
    check("src/a.rs", "/// What a node\n/// looks like.\nfn beside() {}\n", &["what"]);
    check("src/a.rs", "fn f() { g(\"the file is no database\"); }", &["file is no database"]);
    check("tests/it/a.rs", "fn a_match_goes_on_exactly() {}", &["goes on"]);
    check("words/en.json", "  \"a\": \"Nobody waits\",\n", &["nobody"]);
    check("a/b.js", "// Says whether it did.\n", &["says whether"]);
    check("a.toml", "# Made, so that it works.\na = 1\n", &[", so that"]);
}

#[test]
fn plain_english_is_not_a_habit() {
    check("a.md", "A file that is no longer needed is removed. What is a ply?\n", &[]);
    check("a.md", "# How it works\n\n| who | what |\n|---|---|\n", &[]);
    check("src/a.rs", "/// What does it cost? See `beside`.\nfn f() { g(\"nobody\"); }\n", &[]);
    check("a.bin", "beside\n", &[]);
}
