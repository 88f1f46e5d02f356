//! Validates search requests, and finds the matches.

use board_engine::Seat;
use games_package::TableGame;
use match_library::{
    FileFormat, Found, FoundCount, FoundMatch, KeptMatch, Library, LoadedMatch, MatchFilter,
    MatchResult, Page, Pattern, Search,
};
use serde::{Deserialize, Serialize};

use super::WrittenMatches;
use crate::error::Refused;
use crate::library::failed;
use crate::study::StudyLine;
use crate::visitor::Visitor;

/// The maximum and default number of matches in an answer.
const PAGE_MAX: usize = 100;
const PAGE: usize = 20;

/// The maximum number of matches per file, and the maximum file size in bytes for adding another match.
const WRITTEN_MAX: usize = 1_000;
const WRITTEN_BYTES_MAX: usize = 16 << 20;

/// The maximum length of a name in a search, in bytes.
const NAME_BYTES_MAX: usize = 200;

/// The program name for matches that this server saves in the library.
pub(in crate::api) const OWN_PROGRAM: &str = "rival-web";

/// The body of `POST /api/library/search`.
#[derive(Debug, Deserialize)]
pub(in crate::api) struct SearchRequest {
    /// A game or a game family.
    #[serde(default)]
    game: Option<String>,
    /// Part of a player's name.
    #[serde(default)]
    player: Option<String>,
    /// Part of the opponent's name.
    #[serde(default)]
    opponent: Option<String>,
    #[serde(default)]
    result: Option<ResultText>,
    /// The first day, "1998-07-24".
    #[serde(default)]
    from: Option<String>,
    /// The last day.
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    pattern: Option<PatternRequest>,
    /// An opening in the game, by its code or part of its name.
    #[serde(default)]
    opening: Option<String>,
    #[serde(default)]
    offset: usize,
    #[serde(default)]
    limit: Option<usize>,
}

/// A result. The first number belongs to the side that moves first.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum ResultText {
    #[serde(rename = "1-0")]
    First,
    #[serde(rename = "0-1")]
    Second,
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// A pattern to search for: the position at the end of a line, or its material.
#[derive(Debug, Deserialize)]
struct PatternRequest {
    kind: PatternKind,
    /// `true` to also find the position with colors reversed.
    #[serde(default)]
    reversed: bool,
    #[serde(flatten)]
    line: StudyLine,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PatternKind {
    Position,
    Material,
}

/// A validated search.
#[derive(Clone, Debug)]
pub(super) struct CheckedSearch {
    game: Option<String>,
    player: Option<String>,
    opponent: Option<String>,
    result: Option<MatchResult>,
    from: Option<String>,
    to: Option<String>,
    pattern: Option<Pattern>,
    opening: Option<Pattern>,
    page: Page,
}

/// The answer.
#[derive(Debug, Serialize)]
pub(in crate::api) struct FoundMatches {
    count: usize,
    /// `true` if there are more than `count` matches. The remaining matches were not counted.
    has_more: bool,
    matches: Vec<FoundItem>,
}

/// A found match.
#[derive(Debug, Serialize)]
pub(in crate::api) struct FoundItem {
    /// The match name in library requests: "match-3".
    id: String,
    /// The name for opening and deleting one of this server's matches; null for other matches.
    #[serde(rename = "match")]
    name: Option<String>,
    game: String,
    players: Vec<FoundPlayer>,
    plies: usize,
    /// The number of moves, as players count them; null if unknown.
    moves: Option<usize>,
    result: Option<ResultText>,
    state: FoundState,
    /// The date and the event from the file; null if the match is not from a file, or if the file lacks them.
    date: Option<String>,
    event: Option<String>,
    /// The time when the match began on this server, in milliseconds since 1970; null for a match from a file.
    began: Option<i64>,
    /// The number of plies before the pattern first occurs; null without a pattern.
    ply: Option<usize>,
    /// The number of moves before the pattern first occurs; null if unknown, or without a pattern.
    moves_before: Option<usize>,
}

#[derive(Debug, Serialize)]
struct FoundPlayer {
    player: String,
    name: String,
}

/// A match state.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum FoundState {
    /// The match is in progress.
    Played,
    /// The match is unfinished and can be continued.
    Left,
    /// The match is over.
    Over,
}

impl SearchRequest {
    /// # Errors
    /// [`Refused`] with the invalid field.
    pub(super) fn check(self) -> Result<CheckedSearch, Refused> {
        let game = non_empty(self.game);
        let rules = game.as_deref().map(app_context::game).transpose()?;
        let name = |field: &str, text: Option<String>| match non_empty(text) {
            Some(text) if text.len() > NAME_BYTES_MAX => {
                Err(Refused::bad(format!("{field}: at most {NAME_BYTES_MAX} bytes")))
            }
            text => Ok(text),
        };
        let opening = name("opening", self.opening)?;
        let opening = opening.map(|text| opening_pattern(rules.as_deref(), &text)).transpose()?;
        Ok(CheckedSearch {
            game,
            opening,
            player: name("player", self.player)?,
            opponent: name("opponent", self.opponent)?,
            result: self.result.map(ResultText::result),
            from: non_empty(self.from).map(|day| checked_day("from", &day)).transpose()?,
            to: non_empty(self.to).map(|day| checked_day("to", &day)).transpose()?,
            pattern: self.pattern.as_ref().map(PatternRequest::pattern).transpose()?,
            page: Page { offset: self.offset, limit: self.limit.unwrap_or(PAGE).min(PAGE_MAX) },
        })
    }
}

/// The positions in the opening with this code or name.
fn opening_pattern(game: Option<&dyn TableGame>, text: &str) -> Result<Pattern, Refused> {
    let game =
        game.ok_or_else(|| Refused::bad("Choose a game first: each game has its own openings."))?;
    Pattern::opening(game, text).map_err(|error| Refused::bad(error.to_string()))
}

/// A non-empty string.
fn non_empty(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Checks a date in the format used in files.
fn checked_day(field: &str, day: &str) -> Result<String, Refused> {
    let is_right = day.len() == 10
        && day.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if is_right {
        return Ok(day.replace('-', "."));
    }
    Err(Refused::bad(format!("{field}: expected a date like 1998-07-24, not \"{day}\"")))
}

impl PatternRequest {
    fn pattern(&self) -> Result<Pattern, Refused> {
        let played = self.line.play()?;
        let (game, state) = (&*played.game, &*played.state);
        if self.kind == PatternKind::Position {
            return Ok(Pattern::position(game, state, self.reversed));
        }
        Pattern::material(game, state).ok_or_else(|| {
            Refused::bad(format!("material search is not available for {}", game.name()))
        })
    }
}

impl ResultText {
    const fn result(self) -> MatchResult {
        match self {
            Self::First => MatchResult::Win(Seat::FIRST),
            Self::Second => MatchResult::Win(Seat::SECOND),
            Self::Draw => MatchResult::Draw,
        }
    }

    /// The result for a two-player match with these payoffs.
    fn of(payoffs: &[i16]) -> Option<Self> {
        let &[first, second] = payoffs else { return None };
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Self::First,
            std::cmp::Ordering::Equal => Self::Draw,
            std::cmp::Ordering::Less => Self::Second,
        })
    }
}

impl CheckedSearch {
    fn found(&self, library: &Library, visitor: Visitor) -> Result<Found, Refused> {
        let filter = MatchFilter {
            game: self.game.as_deref(),
            result: self.result,
            from: self.from.as_deref(),
            to: self.to.as_deref(),
            ..MatchFilter::default()
        };
        let search = Search {
            filter: visitor.restrict(filter),
            player: self.player.as_deref(),
            seat: None,
            opponent: self.opponent.as_deref(),
            pattern: self.pattern.clone(),
            opening: self.opening.clone(),
        };
        library.search(&search, self.page).map_err(|error| failed(&error))
    }

    /// Finds the matches for the requested page.
    ///
    /// # Errors
    /// [`Refused`] if the library can't be read.
    pub(super) fn find(
        &self,
        library: &Library,
        visitor: Visitor,
    ) -> Result<FoundMatches, Refused> {
        let Found { count, matches } = self.found(library, visitor)?;
        let (count, has_more) = match count {
            FoundCount::Exactly(count) => (count, false),
            FoundCount::AtLeast(count) => (count, true),
        };
        let matches = matches.into_iter().map(FoundItem::new).collect();
        Ok(FoundMatches { count, has_more, matches })
    }
}

/// Converts a listed match that was found without a pattern.
impl From<KeptMatch> for FoundItem {
    fn from(kept: KeptMatch) -> Self {
        Self::new(FoundMatch { kept, ply: None })
    }
}

impl FoundItem {
    fn new(FoundMatch { kept, ply }: FoundMatch) -> Self {
        let is_own = kept.program == OWN_PROGRAM && kept.imported.is_none();
        let state = match (kept.is_finished(), kept.is_being_played) {
            (true, _) => FoundState::Over,
            (false, true) => FoundState::Played,
            (false, false) => FoundState::Left,
        };
        let (moves, moves_before) = (kept.move_count(), ply.and_then(|ply| kept.moves_after(ply)));
        let KeptMatch { id, name, game, players, ply_count, created_ms, payoffs, imported, .. } =
            kept;
        let players = players
            .into_iter()
            .map(|player| FoundPlayer { player: player.spec, name: player.name });
        Self {
            id: id.to_string(),
            name: is_own.then_some(name),
            game,
            players: players.collect(),
            plies: ply_count,
            moves,
            result: payoffs.as_deref().and_then(ResultText::of),
            state,
            began: imported.is_none().then_some(created_ms),
            date: imported.as_ref().and_then(|imported| imported.date.clone()),
            event: imported.and_then(|imported| imported.event),
            ply,
            moves_before,
        }
    }
}

/// The body of `POST /api/library/file`.
#[derive(Debug, Deserialize)]
pub(in crate::api) struct WriteRequest {
    /// The notation.
    format: String,
    search: SearchRequest,
}

/// A validated request for matches to write.
#[derive(Clone, Debug)]
pub(super) struct CheckedWrite {
    format: FileFormat,
    extension: String,
    search: CheckedSearch,
}

/// The matches to write, and the number of omitted matches.
pub(super) struct MatchesToWrite {
    matches: Vec<LoadedMatch>,
    left_out: usize,
}

impl WriteRequest {
    /// # Errors
    /// [`Refused`] with the invalid field.
    pub(super) fn check(self) -> Result<CheckedWrite, Refused> {
        let Self { format: extension, search } = self;
        let format = FileFormat::named(&extension);
        let Some(format @ FileFormat::Sheet(_)) = format else {
            let why = "to save several matches, use a notation such as pdn or pgn";
            return Err(Refused::bad(format!("format: {why}, not \"{extension}\"")));
        };
        let search = SearchRequest { offset: 0, limit: None, ..search }.check()?;
        let page = Page { offset: 0, limit: WRITTEN_MAX };
        Ok(CheckedWrite { format, extension, search: CheckedSearch { page, ..search } })
    }
}

impl CheckedWrite {
    /// Finds the matches to write: the newest finished or paused matches.
    ///
    /// # Errors
    /// [`Refused`] if the library can't be read.
    pub(super) fn find(
        &self,
        library: &Library,
        visitor: Visitor,
    ) -> Result<MatchesToWrite, Refused> {
        let Found { count, matches } = self.search.found(library, visitor)?;
        let (FoundCount::Exactly(count) | FoundCount::AtLeast(count)) = count;
        let load = |found: FoundMatch| super::shown(library.load_checked(found.kept.id).ok()?).ok();
        let matches: Vec<LoadedMatch> = matches.into_iter().filter_map(load).collect();
        let left_out = count.saturating_sub(matches.len());
        Ok(MatchesToWrite { matches, left_out })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Refused`] if no match can be written in this notation.
    pub(super) fn write(self, found: MatchesToWrite) -> Result<WrittenMatches, Refused> {
        let MatchesToWrite { matches, mut left_out } = found;
        let (mut text, mut written, mut refused) = (String::new(), 0, None);
        for LoadedMatch { record, game, .. } in matches {
            match self.format.text(&record, &*game) {
                Ok(one) if text.len() + one.len() <= WRITTEN_BYTES_MAX => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(&one);
                    written += 1;
                }
                Ok(_) => left_out += 1,
                Err(error) => {
                    left_out += 1;
                    refused.get_or_insert(error);
                }
            }
        }
        match (written, refused) {
            (0, Some(error)) => Err(Refused::bad(error.to_string())),
            (0, None) => Err(Refused::bad("no matches found to save")),
            (matches, _) => {
                Ok(WrittenMatches { text, extension: self.extension, matches, left_out })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_converted_to_the_date_format_in_files() {
        assert_eq!(checked_day("from", "1998-07-24").as_deref(), Ok("1998.07.24"));
        for wrong in ["1998", "1998.07.24", "24-07-1998", "1998-07-2x"] {
            let refused = checked_day("from", wrong).unwrap_err();
            assert!(refused.why().starts_with("from: expected a date"), "{}", refused.why());
        }
    }
}
