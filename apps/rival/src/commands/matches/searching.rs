//! `rival matches search` and `rival matches explore`.

use std::io::{Write, stderr, stdout};
use std::path::Path;

use app_context::{CommandResult, Failure, FailureKind, open_after, openings};
use board_engine::{Seat, Viewer};
use games_package::MatchState;
use match_library::{
    ExploredMove, Found, FoundCount, FoundMatch, Library, MatchResult, SearchError, SearchTerms,
};
use opening_book::{Opening, Openings};
use serde_json::{Value, json};
use tui::kept_matches::library;
use tui::plain_text;

use super::exporting;
use super::{object, page, write_page};
use crate::arguments::{ExploreArguments, PlaceArguments, ResultArgument, SearchArguments};
use crate::commands::opening_json;

pub(super) fn search(arguments: &SearchArguments) -> CommandResult {
    let library = up_to_date()?;
    let terms = SearchTerms::from(arguments);
    let wanted = terms.resolved().map_err(failure)?;
    let search = wanted.search();
    if let Some(file) = &arguments.export {
        return exporting::run(&library, &search, file);
    }
    let page = page(&arguments.page);
    let Found { count, matches } = library.search(&search, page)?;
    let mut out = stdout().lock();
    if arguments.json {
        return Ok(matches
            .iter()
            .try_for_each(|found| writeln!(out, "{}", found_object(found)))?);
    }
    if count == FoundCount::Exactly(0) {
        return Ok(writeln!(out, "No matches found.")?);
    }
    let kept: Vec<_> = matches.into_iter().map(|found| found.kept).collect();
    Ok(write_page(&mut out, &kept, page, count)?)
}

/// Writes all matches of a game, or of all games, to a file.
pub(super) fn export_all(game: Option<&str>, file: &Path) -> CommandResult {
    let terms = SearchTerms { game: game.map(String::from), ..SearchTerms::default() };
    let wanted = terms.resolved().map_err(failure)?;
    exporting::run(&up_to_date()?, &wanted.search(), file)
}

impl From<&SearchArguments> for SearchTerms {
    fn from(arguments: &SearchArguments) -> Self {
        let SearchArguments { game, player, seat, opponent, result, opening, place, .. } =
            arguments;
        let seat_of = |number| if number == 1 { Seat::FIRST } else { Seat::SECOND };
        Self {
            game: game.clone(),
            player: player.clone(),
            seat: seat.map(seat_of),
            opponent: opponent.clone(),
            result: result.map(MatchResult::from),
            opening: opening.clone(),
            position: place.position.clone(),
            after: place.after.clone(),
            reversed: arguments.reversed,
            material: arguments.material,
        }
    }
}

impl From<ResultArgument> for MatchResult {
    fn from(argument: ResultArgument) -> Self {
        match argument {
            ResultArgument::FirstWins => Self::Win(Seat::FIRST),
            ResultArgument::SecondWins => Self::Win(Seat::SECOND),
            ResultArgument::Draw => Self::Draw,
        }
    }
}

/// Converts a search error to a failure that names the missing options.
fn failure(error: SearchError) -> Failure {
    let usage = |why: &str| Failure::message(FailureKind::Usage, why);
    match error {
        SearchError::NoPosition => usage("--material and --reversed require --position or --after"),
        SearchError::NoGame => usage("a position requires --game GAME"),
        error => error.into(),
    }
}

/// The library after all finished matches have been added to its index.
fn up_to_date() -> Result<Library, Failure> {
    let library = library()?;
    let mut is_said = false;
    library.update_index(|left| {
        if left > MANY && !is_said {
            let _closed = writeln!(stderr(), "rival: adding {left} matches to the index");
            is_said = true;
        }
        true
    })?;
    Ok(library)
}

/// Prints a message if more than this number of unindexed matches must be added.
const MANY: usize = 1000;

fn found_object(found: &FoundMatch) -> Value {
    let mut object = object(&found.kept);
    object["ply"] = json!(found.ply);
    object
}

pub(super) fn explore(arguments: &ExploreArguments) -> CommandResult {
    let game = app_context::game(&arguments.game)?;
    let PlaceArguments { position, after } = &arguments.place;
    let state = open_after(&*game, position.as_deref(), after.as_deref().unwrap_or_default())?;
    let moves = up_to_date()?.explore(&*game, &*state)?;
    let names = Names { openings: openings(game.name()), state: &*state };
    let mut out = stdout().lock();
    if arguments.json {
        return Ok(moves
            .iter()
            .try_for_each(|explored| writeln!(out, "{}", move_object(explored, &names)))?);
    }
    write!(out, "{}", plain_text::picture(&state.diagram(Viewer::Arbiter)))?;
    writeln!(out, "{}", state.position(Viewer::Arbiter))?;
    if let Some(opening) = names.here() {
        writeln!(out, "{opening}")?;
    }
    writeln!(out)?;
    if moves.is_empty() {
        return Ok(writeln!(out, "No saved match continues from here.")?);
    }
    let wins = |seat| format!("{} wins", game.seat_name(seat));
    let (first, second) = (wins(Seat::FIRST), wins(Seat::SECOND));
    writeln!(
        out,
        "{:<12} {:>9} {first:>12} {:>8} {second:>12} {:>7}",
        "move", "matches", "draws", "rating"
    )?;
    Ok(moves.iter().try_for_each(|explored| writeln!(out, "{}", row(explored, &names)))?)
}

/// The opening names for a position and for its moves.
struct Names<'a> {
    openings: Option<&'static Openings>,
    state: &'a dyn MatchState,
}

impl Names<'_> {
    /// The opening to which the position belongs.
    fn here(&self) -> Option<&'static Opening> {
        self.openings?.of_match(self.state)
    }

    /// The opening after this move.
    fn after(&self, mv: &str) -> Option<&'static Opening> {
        let openings = self.openings?;
        let mut next = self.state.fork();
        next.play(mv).ok()?;
        openings.at(&next.position(Viewer::Arbiter))
    }
}

fn row(explored: &ExploredMove, names: &Names<'_>) -> String {
    let ExploredMove { mv, matches, first_wins, draws, second_wins, rating } = explored;
    let percent = |count: &usize| format!("{} %", (100 * count + matches / 2) / matches.max(&1));
    let (first, draws, second) = (percent(first_wins), percent(draws), percent(second_wins));
    let rating = rating.map_or_else(String::new, |rating| rating.to_string());
    let opening = names.after(mv).map_or_else(String::new, |opening| format!("  {opening}"));
    format!("{mv:<12} {matches:>9} {first:>12} {draws:>8} {second:>12} {rating:>7}{opening}")
        .trim_end()
        .into()
}

fn move_object(explored: &ExploredMove, names: &Names<'_>) -> Value {
    let ExploredMove { mv, matches, first_wins, draws, second_wins, rating } = explored;
    json!({
        "move": mv,
        "matches": matches,
        "first_wins": first_wins,
        "draws": draws,
        "second_wins": second_wins,
        "rating": rating,
        "opening": names.after(mv).map(opening_json),
    })
}
