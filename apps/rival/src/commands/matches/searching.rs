//! `rival matches search` and `rival matches explore`.

use std::io::{Write, stderr, stdout};

use anyhow::anyhow;
use board_engine::{Seat, Viewer};
use games_package::{MatchState, TableGame};
use house::{CommandResult, Failure, FailureKind};
use match_library::{
    ExploredMove, Found, FoundCount, FoundMatch, Library, MatchFilter, MatchResult, Pattern, Search,
};
use serde_json::{Value, json};

use super::exporting;
use super::{full_name, object, page, write_page};
use crate::arguments::{ExploreArguments, PlaceArguments, ResultArgument, SearchArguments};
use crate::boards;
use crate::commands::moves::open_after;
use crate::match_files::library;

pub(super) fn search(arguments: &SearchArguments) -> CommandResult {
    let library = up_to_date()?;
    let game = arguments.game.as_deref().map(full_name).transpose()?;
    let filter = MatchFilter {
        game: game.as_deref(),
        result: arguments.result.map(MatchResult::from),
        ..MatchFilter::default()
    };
    let seat = arguments.seat.map(|number| if number == 1 { Seat::FIRST } else { Seat::SECOND });
    let search = Search {
        filter,
        player: arguments.player.as_deref(),
        seat,
        opponent: arguments.opponent.as_deref(),
        pattern: pattern(arguments)?,
    };
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
        return Ok(writeln!(out, "No match was found.")?);
    }
    let kept: Vec<_> = matches.into_iter().map(|found| found.kept).collect();
    Ok(write_page(&mut out, &kept, page, count)?)
}

/// What is to occur in the matches; none if no position is named.
fn pattern(arguments: &SearchArguments) -> Result<Option<Pattern>, Failure> {
    let PlaceArguments { position, after } = &arguments.place;
    let is_named = position.is_some() || after.is_some();
    let usage = |why: &str| Failure::new(FailureKind::Usage, anyhow!("{why}"));
    if !is_named {
        if arguments.material || arguments.reversed {
            return Err(usage("--material and --reversed need --position or --after"));
        }
        return Ok(None);
    }
    let game = arguments.game.as_deref();
    let game = house::game(game.ok_or_else(|| usage("a position needs --game GAME"))?)?;
    let state = state(&*game, &arguments.place)?;
    if !arguments.material {
        return Ok(Some(Pattern::position(&*game, &*state, arguments.reversed)));
    }
    let none = || usage(&format!("in {} material is not counted", game.name()));
    Pattern::material(&*game, &*state).map(Some).ok_or_else(none)
}

fn state(game: &dyn TableGame, place: &PlaceArguments) -> Result<Box<dyn MatchState>, Failure> {
    open_after(game, place.position.as_deref(), place.after.as_deref().unwrap_or_default())
}

/// The library, of which the index knows all finished matches.
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

/// So many matches take a while to be added to the index.
const MANY: usize = 1000;

fn found_object(found: &FoundMatch) -> Value {
    let mut object = object(&found.kept);
    object["ply"] = json!(found.ply);
    object
}

pub(super) fn explore(arguments: &ExploreArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let state = state(&*game, &arguments.place)?;
    let moves = up_to_date()?.explore(&*game, &*state)?;
    let mut out = stdout().lock();
    if arguments.json {
        return Ok(moves
            .iter()
            .try_for_each(|explored| writeln!(out, "{}", move_object(explored)))?);
    }
    write!(out, "{}", boards::picture(&state.diagram(Viewer::Arbiter)))?;
    writeln!(out, "{}\n", state.position(Viewer::Arbiter))?;
    if moves.is_empty() {
        return Ok(writeln!(out, "No match of the library went on from here.")?);
    }
    let wins = |seat| format!("{} wins", game.seat_name(seat));
    let (first, second) = (wins(Seat::FIRST), wins(Seat::SECOND));
    writeln!(
        out,
        "{:<12} {:>9} {first:>12} {:>8} {second:>12} {:>7}",
        "move", "matches", "draws", "rating"
    )?;
    Ok(moves.iter().try_for_each(|explored| writeln!(out, "{}", row(explored)))?)
}

fn row(explored: &ExploredMove) -> String {
    let ExploredMove { mv, matches, first_wins, draws, second_wins, rating } = explored;
    let percent = |count: &usize| format!("{} %", (100 * count + matches / 2) / matches.max(&1));
    let (first, draws, second) = (percent(first_wins), percent(draws), percent(second_wins));
    let rating = rating.map_or_else(String::new, |rating| rating.to_string());
    format!("{mv:<12} {matches:>9} {first:>12} {draws:>8} {second:>12} {rating:>7}")
        .trim_end()
        .into()
}

fn move_object(explored: &ExploredMove) -> Value {
    let ExploredMove { mv, matches, first_wins, draws, second_wins, rating } = explored;
    json!({
        "move": mv,
        "matches": matches,
        "first_wins": first_wins,
        "draws": draws,
        "second_wins": second_wins,
        "rating": rating,
    })
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
