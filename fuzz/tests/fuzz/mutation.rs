//! Generates inputs from valid inputs by editing bytes, words and lines, and by splicing two seeds.
//!
//! An input is a [`Recipe`]: two seeds and a list of edits. Recipes are proptest values, so a failing recipe is shrunk
//! by removing edits, whatever the reader.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;

use crate::target::INPUT_BYTES_MAX;

/// The maximum number of seed words that edits use.
const WORDS_MAX: usize = 4096;

/// Numbers at the limits of their types, and strings that look like numbers.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "7",
    "9",
    "10",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "99",
    "100",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "1e309",
    "-1e309",
    "0.1",
    "-0.0",
    "1.5",
    "NaN",
    "inf",
    "00",
    "+1",
    "0x10",
    "1_000",
    "٣",
    "²",
];

/// Strings that readers often don't expect.
const ODDITIES: &[&str] = &[
    "\0",
    "\r\n",
    "\r",
    "\t",
    "\u{feff}",
    "\u{2028}",
    "\u{202e}",
    "é",
    "ß",
    "İ",
    "ﬁ",
    "𝟘",
    "👍🏽",
    "\u{301}",
    "\u{7f}",
    "\u{1b}[2J",
    "\\",
    "\\u0000",
    "\\ud800",
    "'",
    "\"",
    "`",
    "%",
    "%00",
    "%s",
    "&",
    "<b>",
    "--",
    "..",
    "../..",
    "/",
    ";",
    "#",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "[[",
    "]]",
    "((",
    "))",
    "{",
    "}",
    "=",
    ":",
    ",",
    "*",
    "-",
    "+",
    "x",
    "$1",
];

/// Nesting brackets.
const BRACKETS: &[(&str, &str)] =
    &[("(", ")"), ("{", "}"), ("[", "]"), ("\"", "\""), ("{\"a\":", "}"), ("( 1. ", ")")];

/// Instructions for generating an input.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    first: Index,
    second: Index,
    /// Whether the reader must accept the first seed.
    from_accepted: bool,
    edits: Vec<Edit>,
}

/// A single edit. The meaning of the numbers depends on the kind. 0 is always the simplest.
#[derive(Clone, Copy, Debug)]
struct Edit {
    kind: u8,
    at: u16,
    other: u16,
    count: u16,
}

/// The kinds of edits that replace, swap or insert a word or a number, or change a byte.
const SMALL: [u8; 8] = [6, 7, 8, 9, 10, 11, 12, 17];

/// The kinds of edits that delete, copy or replace a line.
const LINES: [u8; 3] = [13, 14, 15];

/// Other kinds of edits, which change more of the seed.
const LARGE: [u8; 7] = [0, 1, 2, 3, 4, 5, 16];

/// Recipes. Most mutations have few and small edits, so readers accept some inputs and get far into others.
pub(crate) fn recipes() -> impl Strategy<Value = Recipe> {
    let kind = prop_oneof![
        6 => proptest::sample::select(&SMALL[..]),
        2 => proptest::sample::select(&LINES[..]),
        1 => proptest::sample::select(&LARGE[..]),
    ];
    let count = prop_oneof![4 => 0..16_u16, 1 => 0..4096_u16];
    let edit = (kind, any::<u16>(), any::<u16>(), count)
        .prop_map(|(kind, at, other, count)| Edit { kind, at, other, count });
    let length = prop_oneof![3 => 1..2_usize, 2 => 2..4_usize, 1 => 4..8_usize];
    let edits = length.prop_flat_map(move |length| prop::collection::vec(edit.clone(), 1..=length));
    (any::<Index>(), any::<Index>(), prop::bool::weighted(0.75), edits).prop_map(
        |(first, second, from_accepted, edits)| Recipe { first, second, from_accepted, edits },
    )
}

/// A target's seeds and their words.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    seeds: Vec<Vec<u8>>,
    /// The indexes of the accepted seeds.
    accepted: Vec<usize>,
    words: Vec<Vec<u8>>,
    known: BTreeSet<Vec<u8>>,
}

impl Pool {
    /// Adds a seed. `is_accepted` is `true` if the reader accepts it.
    pub(crate) fn add(&mut self, seed: Vec<u8>, is_accepted: bool) {
        if is_accepted {
            self.accepted.push(self.seeds.len());
        }
        for word in words(&seed).map(|range| &seed[range]) {
            if self.words.len() < WORDS_MAX && self.known.insert(word.to_vec()) {
                self.words.push(word.to_vec());
            }
        }
        self.seeds.push(seed);
    }

    /// Number of seeds.
    pub(crate) fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Applies a recipe to these seeds.
    pub(crate) fn cook(&self, recipe: &Recipe) -> Vec<u8> {
        let mut bytes = if recipe.from_accepted && !self.accepted.is_empty() {
            self.seeds[*recipe.first.get(&self.accepted)].clone()
        } else {
            recipe.first.get(&self.seeds).clone()
        };
        let second = recipe.second.get(&self.seeds);
        for edit in &recipe.edits {
            self.apply(*edit, &mut bytes, second);
            bytes.truncate(INPUT_BYTES_MAX);
        }
        bytes
    }

    fn apply(&self, edit: Edit, bytes: &mut Vec<u8>, second: &[u8]) {
        let at = place(edit.at, bytes.len() + 1);
        let end = (at + usize::from(edit.count) + 1).min(bytes.len());
        match edit.kind {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_slice(&second[place(edit.other, second.len() + 1)..]),
            3 => {
                bytes.truncate(at);
                bytes.extend_from_slice(&second[place(edit.other, second.len() + 1)..]);
            }
            4 => repeat(bytes, at..end, 1 + usize::from(edit.other % 64)),
            5 => repeat(bytes, at..end, 1 << (edit.other % 14)),
            6 => insert(bytes, at, pick(&self.words, edit.other).map_or(&[], Vec::as_slice)),
            7 => insert(bytes, at, chosen(ODDITIES, edit.other).as_bytes()),
            8 => flip(bytes, at, edit.other),
            9 => set(bytes, at, edit.other.to_le_bytes()[0]),
            10 => self.replace_word(bytes, edit),
            11 => replace_number(bytes, edit),
            12 => swap_words(bytes, edit),
            13 => drop(bytes.drain(line(bytes, edit.at))),
            14 => {
                let copied = bytes[line(bytes, edit.at)].to_vec();
                let to = line(bytes, edit.other).start;
                insert(bytes, to, &copied);
            }
            15 => {
                let range = line(bytes, edit.at);
                drop(bytes.splice(range, second[line(second, edit.other)].iter().copied()));
            }
            16 => nest(bytes, at..end, edit.other, edit.count),
            _ => insert(bytes, at, chosen(NUMBERS, edit.other).as_bytes()),
        }
    }

    fn replace_word(&self, bytes: &mut Vec<u8>, edit: Edit) {
        let Some(word) = nth_word(bytes, edit.at) else { return };
        let Some(new) = pick(&self.words, edit.other) else { return };
        drop(bytes.splice(word, new.iter().copied()));
    }
}

/// An index into a sequence of this length, which is at least 1.
fn place(number: u16, length: usize) -> usize {
    usize::from(number) * length / (usize::from(u16::MAX) + 1)
}

fn pick<T>(list: &[T], number: u16) -> Option<&T> {
    list.get(place(number, list.len().max(1)))
}

fn chosen(list: &'static [&'static str], number: u16) -> &'static str {
    pick(list, number).copied().unwrap_or_default()
}

fn insert(bytes: &mut Vec<u8>, at: usize, new: &[u8]) {
    drop(bytes.splice(at..at, new.iter().copied()));
}

/// Repeats a range. Limits the result to little more than the maximum input length.
fn repeat(bytes: &mut Vec<u8>, range: std::ops::Range<usize>, times: usize) {
    if range.is_empty() {
        return;
    }
    let times = times.min(INPUT_BYTES_MAX / range.len());
    let (at, copy) = (range.end, bytes[range].repeat(times));
    insert(bytes, at, &copy);
}

fn nest(bytes: &mut Vec<u8>, range: std::ops::Range<usize>, which: u16, count: u16) {
    let (open, close) = pick(BRACKETS, which).copied().unwrap_or_default();
    let depth = 1 << (count % 13);
    insert(bytes, range.end, close.repeat(depth).as_bytes());
    insert(bytes, range.start, open.repeat(depth).as_bytes());
}

fn flip(bytes: &mut [u8], at: usize, bit: u16) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << (bit % 8);
    }
}

fn set(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}

fn replace_number(bytes: &mut Vec<u8>, edit: Edit) {
    let is_number = |range: &std::ops::Range<usize>| bytes[range.start].is_ascii_digit();
    let numbers: Vec<_> = words(bytes).filter(is_number).collect();
    if let Some(range) = pick(&numbers, edit.at) {
        drop(bytes.splice(range.clone(), chosen(NUMBERS, edit.other).bytes()));
    }
}

fn swap_words(bytes: &mut Vec<u8>, edit: Edit) {
    let (Some(one), Some(other)) = (nth_word(bytes, edit.at), nth_word(bytes, edit.other)) else {
        return;
    };
    let (first, last) = if one.start <= other.start { (one, other) } else { (other, one) };
    if first.end > last.start {
        return;
    }
    let (head, tail) = (bytes[first.clone()].to_vec(), bytes[last.clone()].to_vec());
    drop(bytes.splice(last, head));
    drop(bytes.splice(first, tail));
}

fn nth_word(bytes: &[u8], number: u16) -> Option<std::ops::Range<usize>> {
    let all: Vec<_> = words(bytes).collect();
    pick(&all, number).cloned()
}

/// A line's range, including its line ending.
fn line(bytes: &[u8], number: u16) -> std::ops::Range<usize> {
    let at = place(number, bytes.len() + 1);
    let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|byte| *byte == b'\n');
    start..end.map_or(bytes.len(), |end| at + end + 1)
}

/// The ranges of the words: sequences of letters, digits and non-ASCII bytes, or other single non-blank bytes. A number
/// is a separate word.
fn words(bytes: &[u8]) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        let (start, class) = (at, class(bytes[at]));
        at += 1;
        while class != Class::Sign && bytes.get(at).is_some_and(|byte| self::class(*byte) == class)
        {
            at += 1;
        }
        Some(start..at)
    })
}

/// The kinds of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Letters,
    Digits,
    Sign,
}

fn class(byte: u8) -> Class {
    match byte {
        b'0'..=b'9' => Class::Digits,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => Class::Letters,
        _ => Class::Sign,
    }
}
