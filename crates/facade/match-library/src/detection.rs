//! Detects the game of matches that don't name it, by replaying their moves.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use game_catalog::{explore, games};
use notation::{SheetFormat, TextFile};

use crate::entry::Entry;
use crate::error::MatchFileError;
use crate::file::{MatchFile, begin_of, entries_of, format_of};
use crate::transcript::begins_with_move;

/// Maximum number of matches to replay to detect a file's game.
const MATCHES_MAX: usize = 4;

/// Minimum number of plies that identify a game. Fewer plies would fit many variants of draughts.
const PLIES_MIN: usize = 4;

/// The part of a file's first matches that is legal in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Played {
    plies: usize,
    /// Whether a match can be parsed.
    has_match: bool,
    /// The number of moves as written.
    moves: usize,
    /// `true` if everything is legal without repairs.
    is_whole: bool,
    /// `true` if the file's moves are written in the game's own notation, apart from case and spaces.
    is_literal: bool,
}

impl MatchFile {
    /// Opens a file. `game` is used for matches that don't name their game.
    ///
    /// # Errors
    /// [`MatchFileError`] if there is no such game or the file can't be read.
    pub fn open(path: &Path, game: Option<&str>) -> Result<Self, MatchFileError> {
        Self::new(path.into(), None, game).map(Self::with_game_of_moves)
    }

    /// Creates a file from bytes sent from another computer, in any [encoding](TextFile). `game` is used for matches
    /// that don't name their game.
    ///
    /// # Errors
    /// [`MatchFileError`] if there is no such game.
    pub fn from_bytes(
        bytes: impl Into<Vec<u8>>,
        game: Option<&str>,
    ) -> Result<Self, MatchFileError> {
        let file = Self::new(PathBuf::from("the file"), Some(bytes.into()), game);
        file.map(Self::with_game_of_moves)
    }

    /// Sets the game for a file that begins with moves.
    fn with_game_of_moves(self) -> Self {
        let game = game_of_moves(self.path(), self.begin(), self.game().map(str::to_owned));
        self.with_game(game)
    }

    /// Sets the game of matches that don't name theirs to the first game that fits: the given game, the notation's
    /// game, or any other game. Otherwise the given game remains.
    #[must_use]
    pub fn detecting(self) -> Self {
        let others = games().into_iter().map(|info| info.name);
        let game = detect(self.path(), self.begin(), self.game(), others);
        self.with_game(game)
    }
}

/// Detects the game of matches that don't name it, as [`MatchFile::detecting`] does.
///
/// # Errors
/// If the file can't be read.
pub fn detected_game(file: &Path, game: Option<&str>) -> io::Result<Option<String>> {
    let begin = begin_of(&mut TextFile::new(BufReader::new(File::open(file)?))?)?;
    Ok(detect(file, &begin, game, games().into_iter().map(|info| info.name)))
}

/// A file's game: `game`, or the game that fits the moves if the file begins with a move. `begin` is the start of the
/// file's text.
pub(crate) fn game_of_moves(path: &Path, begin: &[u8], game: Option<String>) -> Option<String> {
    if game.is_some() || !begins_with_move(begin) {
        return game;
    }
    detect(path, begin, None, games().into_iter().map(|info| info.name))
}

/// A position's game: `game` if it can parse the position, otherwise the first game that can.
pub fn game_of_position(text: &str, game: Option<&str>) -> Option<String> {
    let others = games().into_iter().map(|info| info.name);
    let mut candidates = game.map(str::to_owned).into_iter().chain(others);
    candidates.find(|name| explore(name, Some(text)).is_ok())
}

/// Finds the game that fits the matches: `game` (if `None`, the notation's default game) or one of `others`. The first
/// two take precedence over `others` even if they fit only part of the moves, at least half of them: a wrong move is
/// more likely than a wrong game.
pub(crate) fn detect(
    path: &Path,
    begin: &[u8],
    game: Option<&str>,
    others: impl Iterator<Item = String>,
) -> Option<String> {
    let [given, own] = [game, None].map(|game| played_by(path, begin, game));
    if given.is_whole {
        return game.map(str::to_owned);
    }
    if own.is_whole {
        return None;
    }
    let best = if given.plies >= own.plies { given } else { own };
    let better = || game.filter(|_| given.plies >= own.plies).map(str::to_owned);
    if best.plies > 0 && 2 * best.plies >= best.moves {
        return better();
    }
    let mut fitting = Vec::new();
    for other in others {
        let played = played_by(path, begin, Some(other.as_str()));
        if played.is_whole && played.plies >= PLIES_MIN {
            // Connect Four, for example, accepts any row after a column.
            if played.is_literal {
                return Some(other);
            }
            fitting.push(other);
        }
    }
    if !fitting.is_empty() {
        return Some(fitting.swap_remove(0));
    }
    if best.plies > 0 {
        return better();
    }
    // Tags without moves belong to the notation's game, not to a game with another notation.
    let notation_of = |game| format_of(path, begin, game).map(SheetFormat::name);
    let is_other = own.has_match && own.moves == 0 && notation_of(game) != notation_of(None);
    game.filter(|_| !is_other).map(str::to_owned)
}

/// Replays the first matches by the game's rules.
fn played_by(path: &Path, begin: &[u8], game: Option<&str>) -> Played {
    let mut played = Played { is_whole: true, is_literal: true, ..Played::default() };
    for entry in entries_of(path, begin, Box::new(begin), game).take(MATCHES_MAX) {
        let mut written = String::new();
        if let Entry::Sheet(sheet) = &entry {
            played.moves += sheet.moves.len();
            written = sheet.moves.iter().map(|mv| mv.text.as_str()).collect();
        }
        match entry.check() {
            Ok(loaded) => {
                played.has_match = true;
                played.plies += loaded.record.plies.len();
                played.is_whole &= loaded.repairs.is_empty();
                let moves: String = loaded.record.moves().collect();
                played.is_literal &= moves.eq_ignore_ascii_case(&written);
            }
            Err(_) => played.is_whole = false,
        }
    }
    Played { is_whole: played.is_whole && played.plies > 0, ..played }
}

/// Returns `true` if a text begins with a tag, a comment or a move number.
pub fn begins_like_game(text: &str) -> bool {
    let behind_number = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    text.starts_with(['[', '{'])
        || (behind_number.len() < text.len() && behind_number.starts_with('.'))
}
