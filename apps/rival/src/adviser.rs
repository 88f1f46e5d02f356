//! Advice on a match, from the default player for analysis.

use std::sync::Arc;
use std::time::Duration;

use analysis::{Advice, AdviceError, EndgameTables, Question, References};
use games_package::{TableGame, TimeControl};
use house::{
    CommandResult, Failure, FailureKind, House, Limits, PlayerSpec, endgame_tables, openings,
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
    let references = references(house, game.name(), &player);
    analysis::advise(game, question, &references, setup, deliver).map_err(|error| match error {
        AdviceError::Setup(failure) => failure,
        error => Failure::new(FailureKind::Failed, error),
    })
}

/// What there is to be quoted on a game beside what this player finds: the user's endgame tables, an opening book, and the
/// names of openings.
pub(crate) fn references(house: &House, game: &str, player: &PlayerSpec) -> References {
    References {
        tables: EndgameTables::new(endgame_tables(game)),
        book: house.quoted_book(game, player),
        openings: openings(game),
        matches: None,
    }
}
