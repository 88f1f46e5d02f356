//! A position in a study: the initial position and the moves from there.

use std::sync::Arc;

use board_engine::{NotationError, Square, Viewer};
use games_package::{MatchState, TableGame};
use match_view::sentences::ending_sentence;
use notation::json::{Opening, Position, Turn, step_nodes};
use serde::{Deserialize, Serialize};

use crate::error::Refused;
use crate::frames::View;

/// The maximum number of moves in a line.
pub(super) const MOVES_MAX: usize = 10_000;

/// A line of play, as requested by a client.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StudyLine {
    /// The game.
    pub(crate) game: String,
    /// The initial position; `None` for the game's own position.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves from the initial position, including chance moves.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A line of play that was validated by the rules.
#[derive(Debug)]
pub(crate) struct PlayedLine {
    pub(crate) game: Arc<dyn TableGame>,
    pub(super) start: String,
    pub(crate) state: Box<dyn MatchState>,
    /// The seat to move, or chance, before each move.
    turns: Vec<Turn>,
    /// The squares touched by the last move.
    route: Vec<usize>,
}

/// The position at the end of a line.
#[derive(Debug, Serialize)]
pub(crate) struct StudyPosition {
    game: String,
    start: String,
    /// The moves in the game's notation.
    moves: Vec<String>,
    /// Each move's mover.
    turns: Vec<Turn>,
    view: View,
    /// A sentence about the seat to move or the end of the game.
    say: String,
    /// The line's opening; null if it is unnamed.
    opening: Option<Opening>,
}

impl StudyLine {
    /// Plays the line.
    ///
    /// # Errors
    /// [`Refused`] with the first move that can't be played.
    pub(crate) fn play(&self) -> Result<PlayedLine, Refused> {
        if self.moves.len() > MOVES_MAX {
            return Err(Refused::bad(format!("moves: at most {MOVES_MAX}")));
        }
        let game = app_context::game(&self.game)?;
        let mut state = game.open(self.start.as_deref()).map_err(|error| wrong_start(&error))?;
        let start = state.position(Viewer::Arbiter);
        let (mut turns, mut route) = (Vec::with_capacity(self.moves.len()), Vec::new());
        for (index, mv) in self.moves.iter().enumerate() {
            turns.push(state.turn().into());
            let mut standard = mv.clone();
            if index + 1 == self.moves.len() {
                route = route_of(&*state, mv);
                // The newest move can be in any typed form.
                standard = state.resolve_typed(mv).unwrap_or(standard);
            }
            state.play_on(&standard).map_err(|error| {
                Refused::bad(format!("move {}: {mv}: {}", index + 1, error.reason()))
            })?;
        }
        Ok(PlayedLine { game, start, state, turns, route })
    }

    /// The position at the end of the line.
    ///
    /// # Errors
    /// [`Refused`] with the first move that can't be played.
    pub(crate) fn position(&self) -> Result<StudyPosition, Refused> {
        let PlayedLine { game, start, state, turns, route } = self.play()?;
        Ok(StudyPosition {
            game: game.name().into(),
            start,
            moves: state.moves(Viewer::Arbiter),
            turns,
            opening: opening_of(&*game, &*state),
            view: view_of(&*game, &*state, route),
            say: sentence(&*game, &*state),
        })
    }
}

/// The opening for the line that led to this state.
fn opening_of(game: &dyn TableGame, state: &dyn MatchState) -> Option<Opening> {
    let opening = app_context::openings(game.name())?.of_match(state)?;
    Some(Opening::new(opening.code, opening.name))
}

/// The refusal for an invalid initial position.
pub(super) fn wrong_start(error: &NotationError) -> Refused {
    Refused::bad(format!("position: {}", error.reason()))
}

/// The newest position with everything visible, because a study has no opponents.
pub(crate) fn view_of(game: &dyn TableGame, state: &dyn MatchState, squares: Vec<usize>) -> View {
    let Position { position, turn, legal_moves, diagram, outcome, .. } =
        Position::new(game, state, Viewer::Arbiter);
    let steps = step_nodes(&state.steps());
    View { position, turn, legal_moves, steps, diagram, squares, outcome, round_end: None }
}

/// Formats "White to move.", or the game's result.
fn sentence(game: &dyn TableGame, state: &dyn MatchState) -> String {
    match (state.ending(), state.turn()) {
        (Some(ending), _) => format!("{}.", ending_sentence(game, &ending)),
        (None, board_engine::Turn::Seat(seat)) => format!("{} to move.", game.seat_name(seat)),
        (None, board_engine::Turn::Chance) => "Chance decides: choose the outcome.".into(),
    }
}

/// The squares touched by a move; empty if the move is illegal.
pub(crate) fn route_of(state: &dyn MatchState, mv: &str) -> Vec<usize> {
    let route = state.resolve_typed(mv).and_then(|mv| state.route(&mv));
    route.unwrap_or_default().into_iter().map(Square::index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(game: &str, moves: &[&str]) -> Result<StudyPosition, String> {
        let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
        let line = StudyLine { game: game.into(), start: None, moves };
        line.position().map_err(|refused| refused.why().to_owned())
    }

    #[test]
    fn a_position_includes_the_moves_to_it_in_the_games_notation() {
        let position = line("chess", &["e2e4", "e7e5"]).unwrap();
        assert_eq!(
            (position.game.as_str(), position.say.as_str()),
            ("chess:standard", "White to move.")
        );
        assert_eq!(position.moves, ["e4", "e5"]);
        assert_eq!((position.view.legal_moves.len(), position.view.squares.len()), (29, 2));
        let thrown = line("pig", &["roll"]).unwrap();
        assert_eq!(thrown.say, "Chance decides: choose the outcome.");
        assert_eq!(thrown.view.legal_moves.len(), 6);
    }

    #[test]
    fn a_line_includes_its_opening_name() {
        let named = |game: &str, moves: &[&str]| line(game, moves).unwrap().opening;
        let sicilian = Some(Opening::new("B20", "Sicilian Defense"));
        assert_eq!(named("chess", &["e4", "c5"]), sicilian);
        assert_eq!(named("chess", &["e4", "c5", "Ba6", "bxa6"]), sicilian);
        assert_eq!((named("chess", &[]), named("checkers", &["11-15"])), (None, None));
    }

    #[test]
    fn the_illegal_move_is_named() {
        let wrong = line("checkers", &["11-15", "15-18"]).unwrap_err();
        assert!(wrong.starts_with("move 2: 15-18: "), "{wrong}");
    }
}
