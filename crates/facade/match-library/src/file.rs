//! Reads match files.

use std::io::{self, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};

use game_catalog::{sheet_format, sheet_formats, table_game};
use games_package::Record;
use notation::{
    GameText, PlaceInText, RecordError, RecordFile, SheetFormat, TextFile, is_tag_name_byte,
    open_match_file, read_record,
};

use crate::chunks::{Chunk, Chunks, is_too_large};
use crate::entry::{Entry, LoadedMatch};
use crate::error::{EntryError, MatchFileError};
use crate::player_lines::player_lines;
use crate::transcript::{begins_with_move, sheets_in};

/// The matches in a file, in order.
pub type Entries<'a> = Box<dyn Iterator<Item = Entry> + 'a>;

/// A file with matches, which is read match by match.
#[derive(Debug)]
pub struct MatchFile {
    path: PathBuf,
    /// The content of a file sent from another computer; `None` for a file on this computer.
    sent: Option<Vec<u8>>,
    /// The text at the start of the file.
    begin: Vec<u8>,
    /// The full name of the game for matches that don't name their game.
    game: Option<String>,
    /// Whether to refuse damaged matches instead of salvaging them.
    is_strict: bool,
}

impl MatchFile {
    /// The file before its game is detected from its moves.
    pub(crate) fn new(
        path: PathBuf,
        sent: Option<Vec<u8>>,
        game: Option<&str>,
    ) -> Result<Self, MatchFileError> {
        let game = game.map(table_game).transpose()?.map(|game| game.name().to_owned());
        let file = Self { path, sent, begin: Vec::new(), game, is_strict: false };
        let begin = begin_of(&mut file.text()?);
        let begin = begin.map_err(|error| read_error(&file.path, error))?;
        Ok(Self { begin, ..file })
    }

    /// The file's text, from its start.
    fn text(&self) -> Result<Box<dyn Read + '_>, RecordError> {
        let file: Box<dyn Read> = match &self.sent {
            Some(bytes) => Box::new(bytes.as_slice()),
            None => Box::new(BufReader::new(open_match_file(&self.path)?)),
        };
        let text = TextFile::new(file).map_err(|error| read_error(&self.path, error))?;
        Ok(Box::new(text))
    }

    /// Sets whether to refuse damaged matches instead of salvaging them.
    #[must_use]
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Loads the match with this number, from 1, or the only match.
    ///
    /// # Errors
    /// [`MatchFileError`] if there is no such match, if there are several matches and no number is given, or if the
    /// match is invalid.
    pub fn load(&self, number: Option<usize>) -> Result<LoadedMatch, MatchFileError> {
        number.map_or_else(|| self.load_only(), |number| self.load_number(number))
    }

    fn load_number(&self, number: usize) -> Result<LoadedMatch, MatchFileError> {
        let mut count = 0;
        for entry in self.entries() {
            count += 1;
            if count == number {
                return self.check_number(entry, Some(number));
            }
        }
        Err(MatchFileError::Number { file: self.path.clone(), number, count })
    }

    fn load_only(&self) -> Result<LoadedMatch, MatchFileError> {
        let (file, mut entries) = (self.path.clone(), self.entries());
        let Some(first) = entries.next() else { return Err(MatchFileError::Empty { file }) };
        match entries.count() {
            0 => self.check_number(first, None),
            others => Err(MatchFileError::Several { file, count: 1 + others }),
        }
    }

    /// Validates a match in the file by its game's rules.
    ///
    /// # Errors
    /// [`EntryError`] for the first problem.
    pub fn check(&self, entry: Entry) -> Result<LoadedMatch, EntryError> {
        if self.is_strict { entry.check_strictly() } else { entry.check() }
    }

    fn check_number(
        &self,
        entry: Entry,
        number: Option<usize>,
    ) -> Result<LoadedMatch, MatchFileError> {
        let file = self.path.clone();
        self.check(entry).map_err(|error| MatchFileError::Entry {
            file,
            number,
            error: Box::new(error),
        })
    }

    /// All matches in the file, not yet validated.
    pub fn entries(&self) -> Entries<'_> {
        match self.text() {
            Ok(text) => entries_of(&self.path, &self.begin, text, self.game.as_deref()),
            Err(error) => Box::new(iter::once(Entry::Record(Err(error), Vec::new()))),
        }
    }

    /// The game for matches that don't name their game.
    pub(crate) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The text at the start of the file.
    pub(crate) fn begin(&self) -> &[u8] {
        &self.begin
    }

    /// Sets the full name of the game for matches that don't name their game.
    pub(crate) fn with_game(self, game: Option<String>) -> Self {
        Self { game, ..self }
    }
}

/// Number of bytes at the start of a file that determine its notation and its game.
pub(crate) const BEGIN_BYTES: u64 = 1 << 16;

/// Reads the start of a text.
pub(crate) fn begin_of(text: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut begin = Vec::new();
    text.take(BEGIN_BYTES).read_to_end(&mut begin)?;
    Ok(begin)
}

pub(crate) fn read_error(path: &Path, error: io::Error) -> RecordError {
    RecordError::Io { action: "read", path: path.into(), error }
}

/// All matches in a file with this text, not yet validated. `begin` is the start of the text, and `game` is the full
/// name of the game for matches that don't name their own.
pub(crate) fn entries_of<'a>(
    path: &'a Path,
    begin: &[u8],
    text: Box<dyn Read + 'a>,
    game: Option<&'a str>,
) -> Entries<'a> {
    let Some(format) = format_of(path, begin, game) else {
        return Box::new(iter::once_with(move || record_in(path, text)));
    };
    Box::new(Chunks::new(text).flat_map(move |chunk| match chunk {
        Ok(chunk) => entries_in(&chunk, format, game),
        Err(error) => vec![Entry::Record(Err(read_error(path, error)), Vec::new())],
    }))
}

/// The record in a file.
fn record_in(path: &Path, text: Box<dyn Read + '_>) -> Entry {
    let bytes = match read_record(path, text) {
        Ok(bytes) => bytes,
        Err(error) => return Entry::Record(Err(error), Vec::new()),
    };
    let record = Record::from_bytes(&bytes).map(Box::new);
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    Entry::Record(record, player_lines(text, "seat"))
}

/// The matches in a file part. Skips blank sheets.
fn entries_in(chunk: &Chunk, format: &dyn SheetFormat, game: Option<&str>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for part in chunk.matches() {
        if is_too_large(part.text) {
            entries.push(Entry::TooLarge(Box::new(too_large(part, format, game))));
            continue;
        }
        entries.extend(sheets_in(part, format, game).into_iter().filter_map(|read| match read {
            Ok(sheet) if sheet.is_blank() => None,
            Ok(sheet) => Some(Entry::Sheet(Box::new(sheet))),
            Err(error) => Some(Entry::Damaged(error)),
        }));
    }
    entries
}

/// The error for a match that is too large.
pub(crate) fn too_large(
    part: GameText<'_>,
    format: &dyn SheetFormat,
    game: Option<&str>,
) -> EntryError {
    let mut place = PlaceInText::START;
    place.move_down(part.lines_before);
    let begin = part.text.len().min(TITLE_BYTES);
    let players = format.read(&part.text[..begin], game).next().and_then(Result::ok);
    let players = players.map(|sheet| sheet.players).unwrap_or_default();
    let named = |player: &String| if player.is_empty() { "?".into() } else { player.clone() };
    let title = if players.iter().all(String::is_empty) {
        "the match".into()
    } else {
        let names: Vec<String> = players.iter().map(named).collect();
        format!("the match {}", names.join(" against "))
    };
    EntryError::TooLarge { place, title }
}

/// Number of bytes to search for the players' names at the start of a match.
const TITLE_BYTES: usize = 1 << 14;

/// Returns `true` if a file name has the extension of a notation file or a record.
pub fn is_match_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_named =
        |name: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    path.is_file()
        && (is_named("toml") || sheet_formats().iter().any(|format| is_named(format.name())))
}

/// A file's notation, according to its extension or else its first bytes; `None` if the file is not in a notation.
/// `game` is the full name of the game for matches that don't name their game.
pub(crate) fn format_of(
    path: &Path,
    bytes: &[u8],
    game: Option<&str>,
) -> Option<&'static dyn SheetFormat> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let by_name = |format: &&'static dyn SheetFormat| {
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(format.name()))
    };
    let formats = sheet_formats();
    let named = formats.iter().find(|format| by_name(format));
    let found = named.or_else(|| formats.iter().find(|format| format.recognizes(bytes)));
    let found = found.copied();
    found.or_else(|| looks_like_sheet(bytes).then(|| format_of_first(bytes, game)))
}

/// The notation for the first match's game.
fn format_of_first(bytes: &[u8], game: Option<&str>) -> &'static dyn SheetFormat {
    let game_in = |format: &&'static dyn SheetFormat| {
        let first = format.read(bytes, game).next()?.ok()?;
        sheet_format(&first.game?).ok()
    };
    let formats = sheet_formats();
    formats.iter().find_map(game_in).unwrap_or(formats[0])
}

/// Returns `true` if a text begins like a notation file, that is, with a tag, a move or a comment. A record begins with
/// a key.
fn looks_like_sheet(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    match text.first() {
        Some(b'[') => {
            let name = text.iter().skip(1).skip_while(|byte| is_tag_name_byte(**byte));
            let mut after = name.skip_while(|byte| byte.is_ascii_whitespace());
            after.next() == Some(&b'"')
        }
        Some(first) => {
            first.is_ascii_digit() || matches!(first, b'{' | b'%') || begins_with_move(text)
        }
        None => false,
    }
}
