//! A validated request for an analysis.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use analysis::{EndgameTables, References};
use app_context::{AppContext, Limits, PlayerSpec, endgame_tables};
use board_engine::{Square, Turn, Viewer};
use games_package::{PlayerInfo, TableGame, TimeControl};
use match_view::deals_hidden_hands;
use notation::json::{BookMove, TableValue};
use opening_book::Book;

use super::line::PlayedLine;
use super::messages::AnalysisRequest;
use super::review::Review;
use crate::error::Refused;
use crate::share::shared;
use crate::visitor::Visitor;

/// The time limit for analyzing a displayed position.
const POSITION_TIME_MAX: Duration = Duration::from_mins(1);

/// The maximum and default time per position in a review.
const REVIEW_TIME_MAX: Duration = Duration::from_secs(2);
const REVIEW_TIME: Duration = Duration::from_millis(300);

/// The maximum number of lines.
const LINES_MAX: u8 = 5;

/// The name of the option for the number of lines.
const LINES: &str = "lines";

/// A position or a line, and the player that analyzes it.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) id: u64,
    pub(super) game: Arc<dyn TableGame>,
    pub(super) start: String,
    /// The moves before the next position to search.
    pub(super) moves: Vec<String>,
    pub(super) player: PlayerSpec,
    pub(super) limits: Limits,
    /// The position's tablebase value; `None` in a review, which queries the tablebases itself.
    pub(super) table: Option<TableValue>,
    /// The book moves for the position, best first; empty in a review.
    pub(super) book: Vec<BookMove>,
    pub(super) goal: Goal,
}

/// The analysis purpose.
#[derive(Debug)]
pub(super) enum Goal {
    /// Find the best lines in one position. The map contains the squares that each legal move touches.
    Position(HashMap<String, Vec<usize>>),
    /// Assess all moves.
    Review(Box<Review>),
}

/// The client that requests an analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker<'a> {
    /// The app with the players that can analyze.
    pub(super) app: &'a AppContext,
    pub(super) visitor: Visitor,
}

impl Task {
    /// An analysis of the position at the end of a line.
    ///
    /// # Errors
    /// [`Refused`] if the position can't be analyzed.
    pub(super) fn position(request: &AnalysisRequest, asker: Asker<'_>) -> Result<Self, Refused> {
        let line = visible(request.line.play()?)?;
        if line.state.outcome().is_some() {
            return Err(Refused::conflict("the game is over in this position"));
        }
        if line.state.turn() == Turn::Chance {
            return Err(Refused::conflict(
                "this position can't be analyzed: chance decides what happens next",
            ));
        }
        let lines = request.lines.unwrap_or(1).clamp(1, LINES_MAX);
        let player = player(request, &line, asker, lines)?;
        let time = time(request.seconds, POSITION_TIME_MAX, POSITION_TIME_MAX)?;
        let mut texts = Vec::new();
        line.state.legal_moves(&mut texts);
        let routes = line.state.routes().into_iter();
        let routes = routes.map(|route| route.into_iter().map(Square::index).collect());
        let goal = Goal::Position(texts.into_iter().zip(routes).collect());
        let moves = line.state.moves(Viewer::Arbiter);
        let table = tables(&*line.game).value(&*line.state).map(TableValue::from);
        let book = asker.app.quoted_book(line.game.name(), &player);
        let book = book.map_or_else(Vec::new, |book| book_moves(&line, &book));
        Ok(Self { table, book, ..Self::new(request.id, line, moves, player, time, goal) })
    }

    /// A review of a line.
    ///
    /// # Errors
    /// [`Refused`] if the line has no moves or can't be reviewed.
    pub(super) fn review(request: &AnalysisRequest, asker: Asker<'_>) -> Result<Self, Refused> {
        let line = visible(request.line.play()?)?;
        let moves = line.state.moves(Viewer::Arbiter);
        if moves.is_empty() {
            return Err(Refused::conflict("there are no moves to review"));
        }
        let player = player(request, &line, asker, 1)?;
        let time = time(request.seconds, REVIEW_TIME, REVIEW_TIME_MAX)?;
        let review = Review::new(&line, moves, References::of_tables(tables(&*line.game)));
        let review = review.map_err(|error| Refused::bad(error.to_string()))?;
        let goal = Goal::Review(Box::new(review));
        Ok(Self::new(request.id, line, Vec::new(), player, time, goal))
    }

    fn new(
        id: u64,
        line: PlayedLine,
        moves: Vec<String>,
        player: PlayerSpec,
        time: Duration,
        goal: Goal,
    ) -> Self {
        let limits = Limits { time: Some(TimeControl::PerMove(time)), ..Limits::default() };
        let (game, start) = (line.game, line.start);
        Self { id, game, start, moves, player, limits, table: None, book: Vec::new(), goal }
    }
}

/// The book moves for the position at the end of the line.
fn book_moves(line: &PlayedLine, book: &Book) -> Vec<BookMove> {
    let known = book.moves(&*line.state).unwrap_or_default();
    let as_json = |known: opening_book::BookMove| {
        let opening_book::BookMove { mv, valuation, depth, positions, line } = known;
        BookMove { mv, score: valuation.into(), depth, positions, line }
    };
    known.into_iter().map(as_json).collect()
}

/// The game's tablebases in the folder of the server's user.
fn tables(game: &dyn TableGame) -> EndgameTables {
    EndgameTables::new(endgame_tables(game.name()))
}

/// Returns the line if its game has no hidden information.
fn visible(line: PlayedLine) -> Result<PlayedLine, Refused> {
    if deals_hidden_hands(&*line.game) {
        let why =
            "analysis is not available in games with hidden hands: the engine would see all hands";
        return Err(Refused::conflict(why));
    }
    Ok(line)
}

/// The requested player or the default player. Sets the number of lines if the player supports several.
fn player(
    request: &AnalysisRequest,
    line: &PlayedLine,
    Asker { app, visitor }: Asker<'_>,
    lines: u8,
) -> Result<PlayerSpec, Refused> {
    let game = line.game.name();
    let mut player = match request.player.as_deref() {
        None | Some("") => app.analyst(game),
        Some(text) => PlayerSpec::from_network(text),
    };
    if visitor == Visitor::Stranger {
        player = shared(player, game, app)?;
    }
    let asked = player.request()?;
    if app.is_person(player.text()) {
        return Err(Refused::bad("a person cannot analyze; choose an engine"));
    }
    let is_set = asked.options.to_string().split(',').any(|option| option.starts_with(LINES));
    // Load plugins only if the player might come from a plugin.
    let has_lines = if asked.is_from_plugin() {
        let players = app.players(Some(game))?;
        players.iter().any(|(name, info)| *name == asked.name && shows_lines(info))
    } else {
        let players = game_catalog::player_infos_for(game).unwrap_or_default();
        players.iter().any(|info| info.name == asked.name && shows_lines(info))
    };
    Ok(if has_lines && !is_set { player.with_option(&format!("{LINES}={lines}")) } else { player })
}

/// Returns `true` if the player supports several lines.
fn shows_lines(player: &PlayerInfo) -> bool {
    player.options.iter().any(|option| option.name == LINES)
}

/// The time per position.
fn time(seconds: Option<f64>, usual: Duration, max: Duration) -> Result<Duration, Refused> {
    let Some(seconds) = seconds else { return Ok(usual) };
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    let time =
        time.ok_or_else(|| Refused::bad(format!("seconds: {seconds} is not a valid time")))?;
    Ok(time.min(max))
}

#[cfg(test)]
mod tests {
    use app_context::CommonArguments;
    use opening_book::{BookSettings, BuildOptions, PlayerSearch, Search, build, save};

    use super::*;
    use crate::study::StudyLine;

    const GAME: &str = "tic-tac-toe";

    /// An opening book for the game.
    fn book() -> Book {
        let game = game_catalog::table_game(GAME).unwrap();
        let mut book = Book::new(game, BookSettings::default());
        let searches = || -> Result<Box<dyn Search>, String> {
            let player = game_catalog::new_player(GAME, "pvs", &"hash=1".parse().unwrap());
            Ok(Box::new(PlayerSearch::new(player.unwrap(), 100, 0)))
        };
        let options = BuildOptions { positions: Some(10), ..BuildOptions::new(100, 0, "test") };
        build(&mut book, &options, &searches, &|| false, &mut |_| Ok(())).unwrap();
        book
    }

    /// The number of book moves quoted in the initial position for this player.
    fn quoted(app: &AppContext, player: &str) -> usize {
        let line = StudyLine { game: GAME.into(), start: None, moves: Vec::new() };
        let player = Some(player.to_owned());
        let request = AnalysisRequest { id: 1, line, player, lines: None, seconds: None };
        let asker = Asker { app, visitor: Visitor::Owner };
        Task::position(&request, asker).unwrap().book.len()
    }

    #[test]
    fn the_book_of_a_configured_player_is_quoted_but_not_a_requested_one() {
        let folder = tempfile::tempdir().unwrap();
        let (config, file) = (folder.path().join("rival.toml"), folder.path().join("own.book"));
        save(&book(), &file).unwrap();
        let options = format!("options = {{ book = '{}' }}", file.display());
        let text = format!("[players]\nmine = {{ player = 'pvs', {options} }}\n");
        std::fs::write(&config, text).unwrap();
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let app = AppContext::open(&common).unwrap();
        assert_eq!(quoted(&app, "mine"), 9);
        let named = format!("pvs:book={}", file.display());
        assert_eq!(quoted(&app, &named), quoted(&app, "pvs"));
    }
}
