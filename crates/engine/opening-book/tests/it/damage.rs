//! Tests with files that are not books, belong to another game or program, or are damaged.

use std::fs;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use opening_book::{Book, BookSettings, game_of, is_book, read};

use crate::{built, bytes_of, game};

const ENGLISH: &str = "checkers:english";

fn text_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

fn pack(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The error message for these bytes.
fn message(bytes: &[u8]) -> String {
    Book::from_bytes(bytes, game(ENGLISH), "a.book").unwrap_err().to_string()
}

#[test]
fn other_files_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.book");
    let text = read(&missing).unwrap_err().to_string();
    let (missing, advice) = (missing.display(), "build a book with `rival book build`");
    assert_eq!(text, format!("{missing} does not exist; {advice}, or choose another file"));
    let text = read(folder.path()).unwrap_err().to_string();
    assert!(text.contains(" is not a Rival opening book"), "{text}");
    let expected = format!("a.book is not a Rival opening book; choose another file, or {advice}");
    assert_eq!(message(b"not a book"), expected);
    assert_eq!(message(b""), expected);
    assert_eq!(message(&pack("[Event \"a match\"]\n")), expected);
}

#[test]
fn every_missing_or_changed_part_is_detected() {
    let bytes = bytes_of(&built(ENGLISH, BookSettings::default(), 8));
    for length in 0..bytes.len() {
        let text = message(&bytes[..length]);
        assert!(text.starts_with("a.book is "), "{length}: {text}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        match Book::from_bytes(&changed, game(ENGLISH), "a.book") {
            Err(error) => {
                let text = error.to_string();
                assert!(text.starts_with("a.book is "), "{at}: {text}");
            }
            // Some bits have no meaning: the file's time and system, and the padding of its last byte.
            Ok(book) => assert!(bytes_of(&book) == bytes, "{at}"),
        }
    }
    let longer = [&bytes[..], b"more"].concat();
    let expected = "a.book is damaged (it has data after its end); remove it and build it again, or choose another file";
    assert_eq!(message(&longer), expected);
}

#[test]
fn books_for_other_games_and_in_other_formats_are_refused() {
    let bytes = bytes_of(&built(ENGLISH, BookSettings::default(), 4));
    let refused = Book::from_bytes(&bytes, game("checkers:russian"), "a.book").unwrap_err();
    assert_eq!(refused.to_string(), "a.book is a book for checkers:english, not checkers:russian");
    assert_eq!(game_of(&bytes, "a.book").unwrap(), ENGLISH);
    let newer = pack(&text_of(&bytes).replace("opening book 1", "opening book 2"));
    let expected = "a.book was written by a newer version of Rival (format 2; this program reads 1); remove it and build it \
                    again, or choose another file";
    assert_eq!(message(&newer), expected);
    // The same moves under the name of a different variant.
    let foreign = text_of(&bytes).replace("checkers:english", "checkers:russian");
    let refused = Book::from_bytes(&pack(&foreign), game("checkers:russian"), "a.book");
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("is not legal in position 0"), "{text}");
}

#[test]
fn a_book_is_recognized_by_its_first_line() {
    let bytes = bytes_of(&built(ENGLISH, BookSettings::default(), 4));
    assert!(is_book(&bytes) && is_book(&bytes[..bytes.len() - 20]));
    assert!(!is_book(b"") && !is_book(b"9-14 22-18\n") && !is_book(&bytes[..10]));
    assert!(!is_book(&pack("[Event \"a match\"]\n[Site \"elsewhere\"]\n")));
}

#[test]
fn nonsensical_lines_are_named() {
    let text = text_of(&bytes_of(&built(ENGLISH, BookSettings::default(), 4)));
    let check = |from: &str, to: &str, expected: &str| {
        assert!(text.contains(from), "{from} in {text}");
        let message = message(&pack(&text.replacen(from, to, 1)));
        assert!(message.starts_with("a.book is damaged (line "), "{message}");
        assert!(message.contains(expected), "{expected}: {message}");
    };
    check("ply-cost 10", "ply-cost 0", "the ply cost is invalid");
    check("ballots 0", "ballots 200", "the ballot plies are invalid");
    check("build nodes", "build knots", "the build settings are malformed");
    check("\n0 9-14", "\n1 9-14", "there is no position 1");
    check("\n0 9-14", "\n77 9-14", "there is no position 77");
    check("\n0 9-14", "\nzero 9-14", "a position number is missing");
    check("\n0 9-14 ", "\n0 10-15 ", "10-15 is not legal in position 0, or occurs twice");
    check("\n0 9-14 ", "\n0 9-14 * ", "the score after 9-14 is missing");
    check("start ", "start x", "the score is malformed");
    let cut = text.trim_end_matches('\n').rsplit_once(' ').unwrap().0;
    assert!(message(&pack(cut)).contains("it is truncated"));
    assert!(message(&pack(&format!("{cut}\n"))).contains("has no score"));
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zeros.book");
    fs::write(&path, vec![0_u8; 100_000]).unwrap();
    let bytes = read(&path).unwrap();
    assert!(message(&bytes).contains("is not a Rival opening book"));
}
