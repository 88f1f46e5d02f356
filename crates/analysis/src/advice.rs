//! Advice on a match that is being played: the best move, and what the last move has lost.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::Turn;
use games_package::{MatchError, MatchSetup, MatchState, TableGame, Valuation};
use thiserror::Error;

use crate::appraisal::Appraisal;
use crate::consequence::{Consequence, consequence};
use crate::result::{Analysis, AnalysisError};
use crate::running::{PositionOf, PreparedAnalysis};
use crate::text::{appraisal_sentence, hint_sentence, refusal_sentence};

/// How long the best move is searched for.
pub const HINT_TIME: Duration = Duration::from_secs(1);

/// How long each of the two positions is searched by which a move is judged.
pub const COACH_TIME: Duration = Duration::from_millis(500);

/// What advice is wanted about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The best move.
    BestMove,
    /// What the last move has lost.
    LastMove,
}

impl Topic {
    /// How long one position is searched.
    const fn time(self) -> Duration {
        match self {
            Self::BestMove => HINT_TIME,
            Self::LastMove => COACH_TIME,
        }
    }
}

/// A question about a match that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The position in which the match started.
    pub start: String,
    /// All moves since then.
    pub moves: Vec<String>,
    /// What is asked.
    pub topic: Topic,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The question.
    pub question: Question,
    /// The best move, if it was asked for and found.
    pub best: Option<String>,
    /// The answer as a sentence: "The best move is 22x15 (+1.00, depth 9)."
    pub sentence: String,
}

/// Why a question can't be answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AdviceError<E> {
    /// There is no player to ask.
    #[error("{0}")]
    Setup(E),
    /// Something is hidden, so the moves that can be seen can't be played.
    #[error("there is no advice where something is hidden")]
    Hidden,
    /// There is no last move.
    #[error("nothing has been played")]
    NothingPlayed,
    /// The player can't be asked about the position.
    #[error("the position can't be analyzed")]
    Match(#[from] MatchError),
    /// No thread can be started.
    #[error("no thread can be started")]
    Thread(#[from] io::Error),
}

/// Answers a question about a match of `game`. `setup` makes the match by which one position is analyzed, with the given
/// time and the analyzing player in every seat. `deliver` is called once, in most cases on another thread.
///
/// # Errors
/// [`AdviceError`] if the analysis can't begin. If it begins and finds nothing, the advice says so.
pub fn advise<E>(
    game: &Arc<dyn TableGame>,
    question: Question,
    setup: impl Fn(Duration) -> Result<MatchSetup, E>,
    deliver: impl FnOnce(Advice) + Send + 'static,
) -> Result<(), AdviceError<E>> {
    let (state, mover) = opened(&**game, &question).ok_or(AdviceError::Hidden)?;
    let time = question.topic.time();
    let prepare = |moves: &[String]| {
        let setup = setup(time).map_err(AdviceError::Setup)?;
        let position = PositionOf { start: Some(&question.start), moves };
        PreparedAnalysis::new(setup, position).map_err(AdviceError::Match)
    };
    match question.topic {
        Topic::BestMove => {
            let prepared = prepare(&question.moves)?;
            start("hint", move || deliver(hint(question, prepared)))?;
        }
        Topic::LastMove => {
            let Some((last, earlier)) = question.moves.split_last() else {
                return Err(AdviceError::NothingPlayed);
            };
            let played = last.clone();
            let after = match consequence(&*state, mover, game.seat_count()) {
                Consequence::Unknown => {
                    deliver(unknown(question));
                    return Ok(());
                }
                Consequence::Over(value) => After::Over(value),
                Consequence::Next(view) => After::Next(Box::new(prepare(&question.moves)?), view),
            };
            let judgement = Judgement { played, before: prepare(earlier)?, after };
            start("coach", move || deliver(judged(question, judgement)))?;
        }
    }
    Ok(())
}

/// The match with all its moves, and who made the last one; none if the moves can't be played.
fn opened(game: &dyn TableGame, question: &Question) -> Option<(Box<dyn MatchState>, Turn)> {
    let mut state = game.open(Some(&question.start)).ok()?;
    let mut mover = state.turn();
    for mv in &question.moves {
        mover = state.turn();
        state.play_on(mv).ok()?;
    }
    Some((state, mover))
}

/// Starts a thread, which ends when the advice is given.
fn start(name: &str, advise: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(advise).map(drop)
}

fn hint(question: Question, prepared: PreparedAnalysis) -> Advice {
    match prepared.finish() {
        Ok(found) => {
            let sentence = hint_sentence(&found);
            Advice { question, best: Some(found.chosen), sentence }
        }
        Err(why) => Advice { question, best: None, sentence: refusal_sentence(&why) },
    }
}

/// Two positions by which a move is judged.
struct Judgement {
    played: String,
    /// The position in which it was played.
    before: PreparedAnalysis,
    after: After,
}

/// What came of a move.
enum After {
    Over(Valuation),
    /// A position, and how the score of the move follows from its score.
    Next(Box<PreparedAnalysis>, fn(Valuation) -> Valuation),
}

impl Judgement {
    /// None if the player reports no scores.
    fn appraisal(self) -> Result<Option<Appraisal>, AnalysisError> {
        let Self { played, before, after } = self;
        let best = before.finish()?;
        let value = match after {
            After::Over(value) => Some(value),
            After::Next(..) if best.chosen == played => best.valuation(),
            After::Next(prepared, view) => prepared.finish()?.valuation().map(view),
        };
        let values = value.zip(best.valuation());
        let Analysis { chosen: best, .. } = best;
        Ok(values.map(|(value, best_value)| Appraisal { played, value, best, best_value }))
    }
}

fn judged(question: Question, judgement: Judgement) -> Advice {
    match judgement.appraisal() {
        Ok(None) => unknown(question),
        Ok(Some(appraisal)) => {
            Advice { question, best: None, sentence: appraisal_sentence(&appraisal) }
        }
        Err(why) => Advice { question, best: None, sentence: refusal_sentence(&why) },
    }
}

/// In games of more than two seats, where chance is next, and where the player reports no scores.
fn unknown(question: Question) -> Advice {
    Advice { question, best: None, sentence: "The loss of that move is not known.".into() }
}
