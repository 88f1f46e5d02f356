//! Reads opening files: lists, games in a notation, and other programs' books. Opening files can be compressed.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use app_context::{Failure, FailureKind, OrFail};
use flate2::read::MultiGzDecoder;
use game_catalog::{opening_book, sheet_formats};
use games_package::TableGame;
use notation::SheetFormat;
use opening_book::{BookFormat, is_book};

use crate::openings::{OpeningOrder, Openings};

/// Maximum size of an unpacked opening file in bytes.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// The extensions of compressed files.
const COMPRESSED: [&str; 2] = ["gz", "zst"];

const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTANDARD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
const ZIP: &[u8] = b"PK\x03\x04";
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The default length of book lines, in plies.
const BOOK_PLIES: usize = 8;

/// A file named by an opening source.
struct OpeningFile<'a> {
    path: &'a Path,
    content: Content,
    /// Number of plies per opening, if specified.
    plies: Option<usize>,
}

/// The type of a file's content, according to its extension.
enum Content {
    /// One position or one list of moves per line.
    Lines,
    /// Games; their first moves are the openings.
    Sheets(&'static dyn SheetFormat),
    /// Another program's book.
    Book(&'static BookFormat),
}

/// Reads the openings from the file named by `source`, such as "book.epd", "games.pdn" or "games.pgn.gz:6". Takes at
/// most `count` lines from a book.
///
/// # Errors
/// [`Failure`] if the file can't be used. If the number of plies is malformed, the failure kind is `of_file`.
pub(super) fn openings(
    game: &dyn TableGame,
    source: &str,
    count: usize,
    order: OpeningOrder,
    of_file: FailureKind,
) -> Result<Openings, Failure> {
    let OpeningFile { path, content, plies } = parse(game, source, of_file)?;
    let bytes = read(path).or_fail(FailureKind::Input)?;
    let found = match content {
        Content::Lines => {
            let text = text_of(path, bytes).or_fail(FailureKind::Input)?;
            Openings::from_text(game, &text, order)
        }
        Content::Sheets(format) => {
            let sheets = format.read(&bytes, Some(game.name()));
            Openings::from_sheets(game, sheets, plies, order)
        }
        Content::Book(format) => {
            let book = (format.read)(bytes)
                .map_err(|why| anyhow!("{}: not a {} book: {why}", path.display(), format.name))
                .or_fail(FailureKind::Input)?;
            let seed = order.seed.unwrap_or_default();
            Openings::from_book(game, &*book, plies.unwrap_or(BOOK_PLIES), count, seed)
        }
    };
    found.with_context(|| path.display().to_string()).or_fail(FailureKind::Input)
}

/// Parses an opening source.
fn parse<'a>(
    game: &dyn TableGame,
    source: &'a str,
    of_file: FailureKind,
) -> Result<OpeningFile<'a>, Failure> {
    let whole = content_of(game, source);
    if !matches!(whole, Content::Lines) {
        return Ok(OpeningFile { path: Path::new(source), content: whole, plies: None });
    }
    let lines = OpeningFile { path: Path::new(source), content: Content::Lines, plies: None };
    let Some((path, plies)) = source.rsplit_once(':') else { return Ok(lines) };
    let content = content_of(game, path);
    if matches!(content, Content::Lines) {
        return Ok(lines);
    }
    let parsed = plies.parse().ok().filter(|plies| (1..=1000).contains(plies));
    let wrong =
        || anyhow!("invalid openings \"{source}\": expected a number of plies from 1 to 1000");
    let plies = Some(parsed.ok_or_else(wrong).or_fail(of_file)?);
    Ok(OpeningFile { path: Path::new(path), content, plies })
}

/// The type of content in a file with this name.
fn content_of(game: &dyn TableGame, name: &str) -> Content {
    let mut path = Path::new(name).to_path_buf();
    let ending = |path: &Path| {
        path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase)
    };
    if ending(&path).is_some_and(|ending| COMPRESSED.contains(&ending.as_str())) {
        path.set_extension("");
    }
    let ending = ending(&path).unwrap_or_default();
    let book = opening_book(game.name()).ok().and_then(|book| book.format);
    if let Some(format) = sheet_formats().into_iter().find(|format| format.name() == ending) {
        Content::Sheets(format)
    } else if let Some(format) = book.filter(|format| format.is_of(&path)) {
        Content::Book(format)
    } else {
        Content::Lines
    }
}

/// Reads and unpacks a file, and removes a byte order mark.
fn read(path: &Path) -> Result<Vec<u8>> {
    let cant_read = || format!("can't read {}", path.display());
    let file = File::open(path).with_context(cant_read)?;
    let packed = read_up_to(file).with_context(cant_read)?;
    if is_book(&packed) {
        let source = path.display();
        bail!(
            "{source} is an opening book for the player option book={source}; generate match openings with \"rival-arena openings\""
        );
    }
    let begins_with = |mark: &[u8]| packed.starts_with(mark);
    let mut bytes = if begins_with(GZIP) {
        read_up_to(MultiGzDecoder::new(packed.as_slice())).with_context(cant_read)?
    } else if begins_with(ZSTANDARD) {
        let decoder = ruzstd::decoding::StreamingDecoder::new(packed.as_slice());
        let decoder = decoder.map_err(|error| anyhow!("{error}")).with_context(cant_read)?;
        read_up_to(decoder).with_context(cant_read)?
    } else if begins_with(ZIP) {
        bail!("{} is a zip archive; unpack it first", path.display());
    } else {
        packed
    };
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// Reads all bytes of `input`, up to the maximum size.
fn read_up_to(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        let why = format!("it is larger than {} MiB", FILE_BYTES_MAX >> 20);
        return Err(io::Error::other(why));
    }
    Ok(bytes)
}

/// Converts the bytes to text.
fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        anyhow!("can't read {}: line {line} is not UTF-8 text", path.display())
    })
}
