//! Reads match files.

use std::iter;
use std::path::{Path, PathBuf};

use game_catalog::{sheet_format, sheet_formats, table_game};
use games_package::Record;
use notation::{RecordFile, Sheet, SheetFormat, read_match_file};

use crate::entry::{Entry, LoadedMatch};
use crate::error::{EntryError, MatchFileError};
use crate::player_lines::player_lines;

/// The matches in a file, in order.
pub type Entries<'a> = Box<dyn Iterator<Item = Entry> + 'a>;

/// The content of a match file.
#[derive(Debug)]
pub struct MatchFile {
    path: PathBuf,
    bytes: Vec<u8>,
    /// The full name of the game for matches that don't name their game.
    game: Option<String>,
    /// Whether to refuse damaged matches instead of salvaging them.
    is_strict: bool,
}

impl MatchFile {
    /// Reads the file. `game` is used for matches that don't name their game.
    ///
    /// # Errors
    /// [`MatchFileError`] if there is no such game, or if the file can't be read.
    pub fn open(path: &Path, game: Option<&str>) -> Result<Self, MatchFileError> {
        let game = game.map(table_game).transpose()?.map(|game| game.name().to_owned());
        Ok(Self { path: path.into(), bytes: read_match_file(path)?, game, is_strict: false })
    }

    /// Creates a file from text that was sent from another computer. `game` is used for matches that don't name their
    /// game.
    ///
    /// # Errors
    /// [`MatchFileError`] if there is no such game.
    pub fn from_text(text: String, game: Option<&str>) -> Result<Self, MatchFileError> {
        let game = game.map(table_game).transpose()?.map(|game| game.name().to_owned());
        Ok(Self {
            path: PathBuf::from("the file"),
            bytes: text.into_bytes(),
            game,
            is_strict: false,
        })
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
    /// [`MatchFileError`] if there is no such match, if there are several and no number is given, or if the match is
    /// invalid.
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

    /// Validates a match of the file by the rules of its game.
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
        entries_of(&self.path, &self.bytes, self.game.as_deref())
    }

    /// The game for matches that don't name their game.
    pub(crate) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Sets the full name of the game for matches that don't name their game.
    pub(crate) fn with_game(self, game: Option<String>) -> Self {
        Self { game, ..self }
    }
}

/// All matches in a file with this content, not yet validated. `game` is the full name of the game for matches that
/// don't name their game.
pub(crate) fn entries_of<'a>(path: &Path, bytes: &'a [u8], game: Option<&'a str>) -> Entries<'a> {
    if let Some(format) = format_of(path, bytes, game) {
        let sheet =
            |read: Result<Sheet, _>| read.map(Box::new).map_or_else(Entry::Damaged, Entry::Sheet);
        let read = format.read(bytes, game);
        let is_match = |read: &Result<Sheet, _>| !read.as_ref().is_ok_and(Sheet::is_blank);
        return Box::new(read.filter(is_match).map(sheet));
    }
    let record = Record::from_bytes(bytes).map(Box::new);
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    Box::new(iter::once(Entry::Record(record, player_lines(text, "seat"))))
}

/// Returns `true` if a file name has the extension of a notation file or a record.
pub fn is_match_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_named =
        |name: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    path.is_file()
        && (is_named("toml") || sheet_formats().iter().any(|format| is_named(format.name())))
}

/// The notation of a file, according to its extension or else to its first bytes; `None` if the file is not in a
/// notation. `game` is the full name of the game for matches that don't name their game.
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
            let name = text
                .iter()
                .skip(1)
                .skip_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            let mut after = name.skip_while(|byte| byte.is_ascii_whitespace());
            after.next() == Some(&b'"')
        }
        Some(first) => first.is_ascii_digit() || matches!(first, b'{' | b'%'),
        None => false,
    }
}
