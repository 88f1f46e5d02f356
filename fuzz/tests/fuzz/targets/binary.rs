//! Files with checksums, which are recomputed after each mutation. Otherwise, no input would reach the parser behind
//! the checksums.

use std::fs;
use std::io::{BufReader, Write};
use std::path::Path;

use arena::training;
use board_engine::Notation;
use checkers::{Checkers, English};
use checkers_tablebase::{TableFilter, Tables, folder_of};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use opening_book::Book;
use tempfile::TempDir;

use crate::target::{Answer, Check, Verdict, must, same};

/// A book's content. The content is packed before it is read.
pub(super) fn book_text() -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| {
        let folder = folder.as_ref().map_err(ToString::to_string)?;
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        let packed = packer.write_all(input).and_then(|()| packer.finish());
        book(&must("packing", packed)?, folder.path())
    })
}

/// A book file's raw bytes.
pub(super) fn book_file() -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| book(input, folder.as_ref().map_err(ToString::to_string)?.path()))
}

/// A chess book in another program's format.
pub(super) fn polyglot() -> Check {
    let game = game_catalog::table_game("chess");
    Box::new(move |input| {
        let game = game.as_ref().map_err(ToString::to_string)?;
        let format = must("the book of chess", game_catalog::opening_book("chess"))?.format;
        let format = format.ok_or("chess has no format of other programs")?;
        let book = match (format.read)(input.to_vec()) {
            Ok(book) => book,
            Err(why) => return Ok(Answer::refused(why)),
        };
        let mut state = must("the start of the game", game.open(None))?;
        let position = state.position(board_engine::Viewer::Arbiter);
        let moves = book.moves(&position);
        for known in &moves {
            must("a move of a book is illegal", state.play(&known.mv))?;
            state.take_back();
        }
        Ok(Answer::accepted(moves.len().to_string()))
    })
}

/// Checks that a book that was read can be written and read again.
fn book(bytes: &[u8], folder: &Path) -> Verdict {
    let is_book = opening_book::is_book(bytes);
    let read = |bytes: &[u8]| -> Result<Book, String> {
        let name = opening_book::game_of(bytes, "a book").map_err(|error| error.to_string())?;
        let game = game_catalog::table_game(&name).map_err(|error| error.to_string())?;
        Book::from_bytes(bytes, game, "a book").map_err(|error| error.to_string())
    };
    let book = match read(bytes) {
        Ok(book) => book,
        Err(why) => return Ok(Answer::refused(why)),
    };
    if !is_book {
        return Err("a book is read that is none".into());
    }
    let path = folder.join("book");
    let mut written = Vec::new();
    for _ in 0..2 {
        must("a book can't be written", opening_book::save(&book, &path))?;
        let saved = must("a book can't be read", fs::read(&path))?;
        read(&saved).map_err(|why| format!("a book can't be read from its own file: {why}"))?;
        written.push(saved);
    }
    same("a book written twice", &written[0], &written[1])?;
    let start = must("the start of the game", book.game().open(None))?;
    let moves = book.moves(&*start).map_or(0, |moves| moves.len());
    Ok(Answer::accepted(format!("{} {moves}", book.game().name())))
}

/// The name of the table file.
const TABLE: &str = "1k-1k.values";

/// A tablebase file.
pub(super) fn table_file() -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| {
        let folder: &TempDir = folder.as_ref().map_err(ToString::to_string)?;
        let variant = folder_of::<English>(folder.path());
        must("a folder", fs::create_dir_all(&variant))?;
        must("a file", fs::write(variant.join(TABLE), repaired(input)))?;
        let tables = Tables::<English>::open_up_to(2, &variant, TableFilter::All, 1 << 20);
        let tables = must("the folder", tables)?;
        if let Some(error) = tables.refused().first() {
            return Ok(Answer::refused(without_path(&error.to_string())));
        }
        let game = Checkers::<English>::new();
        let mut known = 0;
        for (side, white, black) in positions() {
            let text = format!("{side}:WK{white}:BK{black}");
            let position = must(&text, game.parse_position(&text))?;
            known += usize::from(tables.probe(&position).is_some());
        }
        let failures = tables.take_failures();
        let kind = failures.first().map_or(String::new(), |error| without_path(&error.to_string()));
        Ok(Answer::accepted(format!("{known} {}", Answer::refused(kind).kind)))
    })
}

/// A message without the path at its beginning.
fn without_path(message: &str) -> String {
    message.split_once(TABLE).map_or(message, |(_, rest)| rest).into()
}

/// All positions with a king against a king.
fn positions() -> impl Iterator<Item = (char, u8, u8)> {
    let squares = || 1..=32_u8;
    let sides = ['W', 'B'].into_iter();
    let placed = sides.flat_map(move |side| squares().map(move |white| (side, white)));
    let all =
        placed.flat_map(move |(side, white)| squares().map(move |black| (side, white, black)));
    all.filter(|(_, white, black)| white != black)
}

/// Recomputes the block and header checksums, according to `docs/tablebase.md`.
fn repaired(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let Some((entries, end)) = header(&bytes) else { return bytes };
    let mut at = end + 4;
    for entry in entries {
        let length = number(&bytes, entry, 4).unwrap_or_default();
        let block_end = at.saturating_add(length).min(bytes.len());
        let crc = crc_of(bytes.get(at..block_end).unwrap_or_default());
        put(&mut bytes, entry + 4, crc);
        at = block_end;
    }
    let crc = crc_of(&bytes[..end]);
    put(&mut bytes, end, crc);
    bytes
}

/// The offsets of the block entries, and the offset of the header's checksum.
fn header(bytes: &[u8]) -> Option<(Vec<usize>, usize)> {
    let mut at = 10;
    for _text in 0..3 {
        at += 2 + number(bytes, at, 2)?;
    }
    let sides = number(bytes, at + 5, 1)?.min(2);
    at += 6 + 32 * sides;
    let count = number(bytes, at, 4)?;
    at += 4;
    let end = at.checked_add(count.checked_mul(8)?)?;
    (end <= bytes.len()).then(|| ((at..end).step_by(8).collect(), end))
}

/// A little-endian number of this many bytes.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let digits = bytes.get(at..at.checked_add(length)?)?;
    Some(digits.iter().rev().fold(0, |number, digit| (number << 8) | usize::from(*digit)))
}

fn put(bytes: &mut [u8], at: usize, crc: u32) {
    if let Some(place) = bytes.get_mut(at..at + 4) {
        place.copy_from_slice(&crc.to_le_bytes());
    }
}

fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Games to learn from: a heading, and blocks with their lengths.
pub(super) fn training_games() -> Check {
    Box::new(|input| {
        let game = must("the game", game_catalog::table_game("tic-tac-toe"))?;
        let mut games = 0;
        let mut samples = 0;
        let mut take = |taken: Vec<training::Sample>| {
            games += 1;
            samples += taken.len();
        };
        Ok(match training::read(&mut BufReader::new(input), &*game, &mut take) {
            Ok(()) => Answer::accepted(format!("{games} {}", samples.min(9))),
            Err(error) => Answer::refused(format!("{error} after {games}")),
        })
    })
}
