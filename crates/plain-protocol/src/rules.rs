//! What the rules of a game say, for programs that don't have them.

use std::fmt;
use std::sync::Arc;

use board_engine::{NotationError, Viewer, excerpt};
use games_package::{EndReason, MatchState, TableGame};
use match_json::Turn;

use crate::message::{FoundPosition, Question, RulesAnswer};

/// The most moves of one question.
const MOVES_MAX: usize = 1000;

/// Answers questions about the rules of one game. It knows no match: what a seat can't see can't be asked for.
pub struct Answerer {
    game: Arc<dyn TableGame>,
    /// The newest position that was asked about, by its text: questions in a row are often about one position.
    newest: Option<(Option<String>, Box<dyn MatchState>)>,
}

impl Answerer {
    /// For this game.
    pub fn new(game: Arc<dyn TableGame>) -> Self {
        Self { game, newest: None }
    }

    /// The answer to one question; `here` is the position that it is about if it names none. Without either it is
    /// about the start of the game.
    pub fn answer(&mut self, question: &Question, here: Option<&str>) -> RulesAnswer {
        match self.found(question, here) {
            Ok(found) => RulesAnswer::Found(found),
            Err(error) => RulesAnswer::Refused { error },
        }
    }

    fn found(&mut self, question: &Question, here: Option<&str>) -> Result<FoundPosition, String> {
        if question.moves.len() > MOVES_MAX {
            let count = question.moves.len();
            return Err(format!("{count} moves in one question: at most {MOVES_MAX} are allowed"));
        }
        let position = question.position.as_deref().or(here);
        let state = self.state(position).map_err(|error| excerpt(&error.to_string()))?;
        for mv in &question.moves {
            state.play(mv).map_err(|error| excerpt(&error.to_string()))?;
        }
        let mut legal_moves = Vec::new();
        state.legal_moves(&mut legal_moves);
        let ending = state.ending();
        let reason = ending.as_ref().map(|ending| match &ending.reason {
            EndReason::Rules(rule) => rule.clone(),
            other => other.name().into(),
        });
        Ok(FoundPosition {
            position: state.position(Viewer::Arbiter),
            turn: ending.is_none().then(|| Turn::from(state.turn())),
            legal_moves,
            weights: state.weights(),
            payoffs: ending.and_then(|ending| ending.payoffs),
            reason,
        })
    }

    /// The game at this position, without moves.
    fn state(&mut self, position: Option<&str>) -> Result<&mut dyn MatchState, NotationError> {
        let kept = self.newest.take().filter(|(text, _)| text.as_deref() == position);
        let (text, mut state) = match kept {
            Some(kept) => kept,
            None => (position.map(String::from), self.game.open(position)?),
        };
        while state.take_back() {}
        Ok(&mut *self.newest.insert((text, state)).1)
    }
}

/// The game.
impl fmt::Debug for Answerer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answerer").field("game", &self.game).finish_non_exhaustive()
    }
}
