//! Advice during a match: the best move, and the last move's loss.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::Turn;
use games_package::{MatchError, MatchSetup, MatchState, TableGame, Valuation};
use thiserror::Error;

use crate::appraisal::Appraisal;
use crate::consequence::{Consequence, Conversion, consequence};
use crate::references::References;
use crate::result::{Analysis, AnalysisError};
use crate::running::{AnalysisPosition, PreparedAnalysis};
use crate::text::{appraisal_sentence, hint_sentence, refusal_sentence};

/// Search time for the best move.
pub const HINT_TIME: Duration = Duration::from_secs(1);

/// Search time for each of the two positions needed to compute a move's loss.
pub const COACH_TIME: Duration = Duration::from_millis(500);

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The best move.
    BestMove,
    /// The last move's loss.
    LastMove,
}

impl Topic {
    /// Search time per position.
    const fn time(self) -> Duration {
        match self {
            Self::BestMove => HINT_TIME,
            Self::LastMove => COACH_TIME,
        }
    }
}

/// A question during a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The position where the match started.
    pub start: String,
    /// The moves since the start.
    pub moves: Vec<String>,
    /// The topic.
    pub topic: Topic,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The question.
    pub question: Question,
    /// The best move, if requested and found.
    pub best: Option<String>,
    /// The answer as a sentence: "The best move is 22x15 (+1.00, depth 9)."
    pub sentence: String,
}

/// The reason why a question can't be answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AdviceError<E> {
    /// The player could not be set up.
    #[error("{0}")]
    Setup(E),
    /// The visible moves can't be played because something is hidden.
    #[error("advice is not available in games with hidden hands")]
    Hidden,
    /// No move has been played.
    #[error("no move has been played")]
    NothingPlayed,
    /// The position can't be analyzed.
    #[error("the position can't be analyzed")]
    Match(#[from] MatchError),
    /// A thread can't be started.
    #[error("cannot start a thread")]
    Thread(#[from] io::Error),
}

/// Answers a question about a match in `game`. `setup` creates the match that analyzes one position, with the given
/// time and the analyzing player in every seat. Quotes the `references` that contain the position. Calls `deliver`
/// once, usually on another thread.
///
/// # Errors
/// [`AdviceError`] if the analysis can't start. If the analysis fails later, the advice reports the failure.
pub fn advise<E>(
    game: &Arc<dyn TableGame>,
    question: Question,
    references: &References,
    setup: impl Fn(Duration) -> Result<MatchSetup, E>,
    deliver: impl FnOnce(Advice) + Send + 'static,
) -> Result<(), AdviceError<E>> {
    let (state, mover) = replay(&**game, &question).ok_or(AdviceError::Hidden)?;
    let time = question.topic.time();
    let prepare = |moves: &[String]| {
        let setup = setup(time).map_err(AdviceError::Setup)?;
        let position = AnalysisPosition { start: Some(&question.start), moves };
        PreparedAnalysis::with_references(setup, position, references).map_err(AdviceError::Match)
    };
    match question.topic {
        Topic::BestMove => {
            let prepared = prepare(&question.moves)?;
            spawn("hint", move || deliver(hint_advice(question, prepared)))?;
        }
        Topic::LastMove => {
            let Some((last, earlier)) = question.moves.split_last() else {
                return Err(AdviceError::NothingPlayed);
            };
            let played = last.clone();
            let after = match consequence(&*state, mover, game.seat_count()) {
                Consequence::Unknown => {
                    deliver(loss_unknown(question));
                    return Ok(());
                }
                Consequence::Over(value) => AfterMove::Over(value),
                Consequence::Next(conversion) => {
                    AfterMove::Next(Box::new(prepare(&question.moves)?), conversion)
                }
            };
            let judgment = MoveJudgment { played, before: prepare(earlier)?, after };
            spawn("coach", move || deliver(coach_advice(question, judgment)))?;
        }
    }
    Ok(())
}

/// The match after all moves, and the mover of the last move; `None` if the moves can't be played.
fn replay(game: &dyn TableGame, question: &Question) -> Option<(Box<dyn MatchState>, Turn)> {
    let mut state = game.open(Some(&question.start)).ok()?;
    let mut mover = state.turn();
    for mv in &question.moves {
        mover = state.turn();
        state.play_on(mv).ok()?;
    }
    Some((state, mover))
}

/// Starts a thread that ends when the advice is delivered.
fn spawn(name: &str, advise: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(advise).map(drop)
}

fn hint_advice(question: Question, prepared: PreparedAnalysis) -> Advice {
    match prepared.finish() {
        Ok(found) => {
            let sentence = hint_sentence(&found);
            Advice { question, best: Some(found.chosen), sentence }
        }
        Err(why) => Advice { question, best: None, sentence: refusal_sentence(&why) },
    }
}

/// The analyses needed to compute a move's loss.
struct MoveJudgment {
    played: String,
    /// The position before the move.
    before: PreparedAnalysis,
    after: AfterMove,
}

/// The result of a move.
enum AfterMove {
    Over(Valuation),
    /// A position, with the conversion from its score to the move's score.
    Next(Box<PreparedAnalysis>, Conversion),
}

impl MoveJudgment {
    /// Judges the last move. `None` if the player doesn't report scores.
    fn appraisal(self) -> Result<Option<Appraisal>, AnalysisError> {
        let Self { played, before, after } = self;
        let best = before.finish()?;
        let (value, table) = match after {
            AfterMove::Over(value) => (Some(value), None),
            AfterMove::Next(..) if best.chosen == played => (best.valuation(), best.table),
            AfterMove::Next(prepared, conversion) => {
                let reply = prepared.finish()?;
                let value = reply.valuation().map(|after| conversion.of_valuation(after));
                (value, reply.table.map(|after| conversion.of_table(after)))
            }
        };
        let values = value.zip(best.valuation());
        let Analysis { chosen: best, table: best_table, .. } = best;
        Ok(values.map(|(value, best_value)| Appraisal {
            played,
            value,
            table,
            best,
            best_value,
            best_table,
        }))
    }
}

fn coach_advice(question: Question, judgment: MoveJudgment) -> Advice {
    match judgment.appraisal() {
        Ok(None) => loss_unknown(question),
        Ok(Some(appraisal)) => {
            Advice { question, best: None, sentence: appraisal_sentence(&appraisal) }
        }
        Err(why) => Advice { question, best: None, sentence: refusal_sentence(&why) },
    }
}

/// The advice if the loss is unknown: in games with more than two seats, if chance is next, or if the player doesn't
/// report scores.
fn loss_unknown(question: Question) -> Advice {
    Advice { question, best: None, sentence: "The loss of that move is unknown.".into() }
}
