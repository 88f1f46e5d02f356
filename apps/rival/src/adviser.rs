//! Advice on a match, from the default player for analysis.

use std::sync::Arc;
use std::time::Duration;

use analysis::{Advice, AdviceError, EndgameTables, Question, References};
use games_package::{TableGame, TimeControl};
use house::{
    CommandResult, Failure, FailureKind, House, Limits, endgame_tables, opening_book, openings,
};

/// Answers a question about a match of `game`. `deliver` is called once, usually on another thread.
///
/// # Errors
/// If the analysis can't be set up. If it finds nothing, the advice says so.
pub(crate) fn advise(
    house: &House,
    game: &Arc<dyn TableGame>,
    question: Question,
    deliver: impl FnOnce(Advice) + Send + 'static,
) -> CommandResult {
    let player = house.analyst(game.name());
    let setup = |time: Duration| {
        let limits = Limits { time: Some(TimeControl::PerMove(time)), ..Limits::default() };
        house.analysis_setup(game, &player, limits, 0)
    };
    analysis::advise(game, question, &references(game.name()), setup, deliver).map_err(|error| {
        match error {
            AdviceError::Setup(failure) => failure,
            error => Failure::new(FailureKind::Failed, error),
        }
    })
}

/// What there is to be quoted on a game: the user's endgame tables, an opening book, and the names of openings.
pub(crate) fn references(game: &str) -> References {
    References {
        tables: EndgameTables::new(endgame_tables(game)),
        book: opening_book(game),
        openings: openings(game),
        matches: None,
    }
}
