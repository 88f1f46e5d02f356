//! Answers questions about a game's rules, for programs without rules.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board_engine::{NotationError, Viewer, excerpt};
use games_package::deadline::{self, OutOfTime};
use games_package::{EndReason, MatchState, TableGame};
use notation::json::Turn;

use crate::message::{FoundPosition, Question, RulesAnswer};

/// Maximum number of moves in one question.
const MOVES_MAX: usize = 1000;

/// Time limit for all questions in one message. A thousand typical questions take milliseconds.
const ANSWERS_TIME_MAX: Duration = Duration::from_secs(10);

/// Answers questions about the rules of one game. This object can't access the match, so it can't reveal hidden
/// information.
pub struct Answerer {
    game: Arc<dyn TableGame>,
    /// The newest question's position, as a string and as a state, because consecutive questions are often about the
    /// same position.
    newest: Option<(Option<String>, Box<dyn MatchState>)>,
}

impl Answerer {
    /// Creates an answerer for this game.
    pub fn new(game: Arc<dyn TableGame>) -> Self {
        Self { game, newest: None }
    }

    /// Answers one question. A question without a position refers to `here`, or else to the start of the game.
    pub fn answer(&mut self, question: &Question, here: Option<&str>) -> RulesAnswer {
        self.answer_until(Instant::now() + ANSWERS_TIME_MAX, question, here)
    }

    /// Answers the questions in one message in order. After a total of ten seconds, or after `end`, refuses the
    /// remaining questions.
    pub fn answers(
        &mut self,
        questions: &[Question],
        here: Option<&str>,
        end: Option<Instant>,
    ) -> Vec<RulesAnswer> {
        let latest = Instant::now() + ANSWERS_TIME_MAX;
        let end = end.map_or(latest, |end| end.min(latest));
        questions.iter().map(|question| self.answer_until(end, question, here)).collect()
    }

    fn answer_until(
        &mut self,
        end: Instant,
        question: &Question,
        here: Option<&str>,
    ) -> RulesAnswer {
        let found = if Instant::now() < end {
            deadline::until(end, || self.found(question, here))
        } else {
            Err(OutOfTime)
        };
        match found.unwrap_or_else(|late| Err(late.to_string())) {
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
        let mut state = self.state(position).map_err(|error| excerpt(&error.to_string()))?;
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

    /// The game in this position, without earlier moves.
    fn state(&mut self, position: Option<&str>) -> Result<Box<dyn MatchState>, NotationError> {
        let newest = self.newest.take().filter(|(text, _)| text.as_deref() == position);
        let newest = match newest {
            Some(newest) => newest,
            None => (position.map(String::from), self.game.open(position)?),
        };
        Ok(self.newest.insert(newest).1.fork())
    }
}

/// Shows the game.
impl fmt::Debug for Answerer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answerer").field("game", &self.game).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_take_too_long_are_refused_and_the_next_one_is_answered() {
        let mut answerer = Answerer::new(game_catalog::table_game("tic-tac-toe").unwrap());
        let question = Question { position: None, moves: vec!["a1".into()] };
        let questions = [question.clone(), question.clone()];
        let error = || "the computation took too long and was stopped".into();
        let late = answerer.answers(&questions, None, Some(Instant::now()));
        assert_eq!(late, [error(), error()].map(|error| RulesAnswer::Refused { error }));
        assert!(matches!(answerer.answer(&question, None), RulesAnswer::Found(_)));
    }
}
