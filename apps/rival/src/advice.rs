//! Advice to who plays: the best move, and what the last move has lost.
//!
//! What a move loses is measured in expected points, from 0 (lost) to 1 (won), not in the game's units: half a man
//! matters much in an even position and not at all in one that is won anyhow.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use board_engine::{Outcome, Seat, Turn};
use games_package::{Mark, MatchState, TableGame, TimeControl, Valuation};
use house::{CommandResult, Failure, FailureKind, House, Limits, OrFail};

use crate::analysis::{Analysis, AnalysisError, PreparedAnalysis, Question};

/// How long somebody looks for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// How long a coach looks at each of two positions.
const COACH_TIME: Duration = Duration::from_millis(500);

/// Each mark of a bad move with the least loss that earns it, in expected points. In an even position they are about a
/// quarter of a man, half a man and a whole one.
const THRESHOLDS: [(Mark, f64); 3] =
    [(Mark::Blunder, 0.25), (Mark::Mistake, 0.15), (Mark::Dubious, 0.08)];

/// The mark for a move that loses so many expected points; none if it is good enough.
pub(crate) fn mark_of_loss(loss: f64) -> Option<Mark> {
    THRESHOLDS.iter().find(|(_, least)| loss >= *least).map(|(mark, _)| *mark)
}

/// The word for a mark, without its article: "mistake".
pub(crate) const fn name_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Brilliant => "brilliant move",
        Mark::Good => "good move",
        Mark::Interesting => "interesting move",
        Mark::Dubious => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

/// The points that the mover can expect: 0 for a loss, 1 for a win. A side that is a unit of the game ahead wins three
/// times as often as it loses; two units, nine times. (The logistic curve of Elo ratings; the steepness is a choice,
/// not a measurement, and it is the same for every game.)
pub(crate) fn expected_points(valuation: Valuation) -> f64 {
    match valuation {
        Valuation::Centi(value) => 1.0 / (1.0 + 3_f64.powf(-f64::from(value) / 100.0)),
        Valuation::WinIn(_) => 1.0,
        Valuation::LossIn(_) => 0.0,
    }
}

/// What a valuation of the position after a move says of the move, where the other one of two is to move then.
pub(crate) const fn before_the_move(after: Valuation) -> Valuation {
    match after {
        Valuation::Centi(value) => Valuation::Centi(value.saturating_neg()),
        Valuation::WinIn(plies) => Valuation::LossIn(plies.saturating_add(1)),
        Valuation::LossIn(plies) => Valuation::WinIn(plies.saturating_add(1)),
    }
}

/// What a move is worth to its mover that ends the game so.
fn of_outcome(outcome: &Outcome, mover: Seat) -> Valuation {
    match outcome.payoff(mover) {
        1.. => Valuation::WinIn(1),
        0 => Valuation::Centi(0),
        _ => Valuation::LossIn(1),
    }
}

/// What a move was worth beside the best one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Appraisal {
    /// The move, in the game's notation.
    pub(crate) played: String,
    /// What it is worth to its mover.
    pub(crate) value: Valuation,
    /// The best move, which may be the same.
    pub(crate) best: String,
    /// What that is worth to the mover.
    pub(crate) best_value: Valuation,
}

impl Appraisal {
    /// What the move loses, in expected points: 0 to 1.
    pub(crate) fn loss(&self) -> f64 {
        if self.played == self.best {
            return 0.0;
        }
        (expected_points(self.best_value) - expected_points(self.value)).max(0.0)
    }

    /// How bad the move was, if it was bad.
    pub(crate) fn mark(&self) -> Option<Mark> {
        mark_of_loss(self.loss())
    }
}

/// "The best move is 9-14 (+0.12, depth 11): 9-14 22x15 11x18".
pub(crate) fn hint_sentence(analysis: &Analysis) -> String {
    let chosen = &analysis.chosen;
    let known = analysis.valuation().zip(analysis.depth());
    let worth = known.map(|(value, depth)| format!(" ({value}, depth {depth})"));
    let line = shortened(analysis.line());
    format!("The best move is {chosen}{}{line}", worth.unwrap_or_default())
}

/// How many moves of a line are told.
const LINE_LEN_MAX: usize = 8;

/// ": 9-14 22x15 …", or the end of the sentence where there is but one move.
fn shortened(line: &str) -> String {
    let moves: Vec<&str> = line.split(' ').collect();
    match moves.get(..LINE_LEN_MAX) {
        _ if moves.len() < 2 => ".".into(),
        Some(first) if moves.len() > LINE_LEN_MAX => format!(": {} …", first.join(" ")),
        _ => format!(": {line}"),
    }
}

/// "9-13 is a mistake (?): -0.40. Better was 9-14: +0.12."
pub(crate) fn appraisal_sentence(appraisal: &Appraisal) -> String {
    let Appraisal { played, value, best, best_value } = appraisal;
    match appraisal.mark() {
        None if played == best => format!("{played} is the best move ({value})."),
        None => format!("{played} is good ({value}); {best} is about as good ({best_value})."),
        Some(mark) => {
            let article = if mark == Mark::Dubious { "an" } else { "a" };
            let (name, sign) = (name_of(mark), mark.sign());
            format!(
                "{played} is {article} {name} ({sign}): {value}. Better was {best}: {best_value}."
            )
        }
    }
}

/// Why there is no advice, as a sentence.
pub(crate) fn refusal_sentence(why: &AnalysisError) -> String {
    match why {
        AnalysisError::Withdrawn => "The advice is not wanted any more.".into(),
        AnalysisError::Person => "There is nobody here who could give advice.".into(),
        AnalysisError::Failed(why) => format!("There is no advice: {why}."),
    }
}

/// A match as it stands, for advice on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurrentMatch<'a> {
    pub(crate) game: &'a Arc<dyn TableGame>,
    /// Where it started.
    pub(crate) start: &'a str,
    /// What has been played.
    pub(crate) moves: &'a [String],
}

impl CurrentMatch<'_> {
    /// The match with all its moves, and who made the last one.
    fn opened(&self) -> Result<(Box<dyn MatchState>, Turn), Failure> {
        let hidden = |_hidden| {
            let why = "there is no advice where something is hidden";
            Failure::new(FailureKind::Failed, anyhow!(why))
        };
        let mut state = self.game.open(Some(self.start)).map_err(hidden)?;
        let mut mover = state.turn();
        for mv in self.moves {
            mover = state.turn();
            state.play_on(mv).map_err(hidden)?;
        }
        Ok((state, mover))
    }
}

/// Looks for the best move, for a second. `deliver` is called once, on another thread.
///
/// # Errors
/// If nobody can look. That nobody has an analysis is delivered.
pub(crate) fn hint(
    house: &House,
    standing: CurrentMatch<'_>,
    deliver: impl FnOnce(Result<Analysis, AnalysisError>) + Send + 'static,
) -> CommandResult {
    standing.opened()?;
    let look = look(house, standing, HINT_TIME)?;
    beside("hint", move || deliver(look.ask()))
}

/// Finds out what the last move has lost, in a second. `deliver` is called once, on another thread; with nothing where
/// that can't be said: in games of more than two, where chance comes next, and where the player gives no values.
///
/// # Errors
/// If nobody can look, or if the match has no last move. That nobody has an analysis is delivered.
pub(crate) fn appraise(
    house: &House,
    standing: CurrentMatch<'_>,
    deliver: impl FnOnce(Option<Result<Appraisal, AnalysisError>>) + Send + 'static,
) -> CommandResult {
    let Some((last, earlier)) = standing.moves.split_last() else {
        return Err(Failure::new(FailureKind::Failed, anyhow!("nothing has been played")));
    };
    let played = last.clone();
    let (state, mover) = standing.opened()?;
    let aftermath = aftermath(&*state, mover, standing.game.seat_count());
    let before = look(house, CurrentMatch { moves: earlier, ..standing }, COACH_TIME)?;
    let reply = match aftermath {
        Aftermath::Unknowable => {
            deliver(None);
            return Ok(());
        }
        Aftermath::Over(value) => Reply::Known(value),
        Aftermath::Goes(view) => Reply::Asked(Box::new(look(house, standing, COACH_TIME)?), view),
    };
    beside("coach", move || deliver(appraisal(played, before, reply).transpose()))
}

fn look(
    house: &House,
    standing: CurrentMatch<'_>,
    time: Duration,
) -> Result<PreparedAnalysis, Failure> {
    let CurrentMatch { game, start, moves } = standing;
    let player = house.analyst(game.name());
    let limits = Limits { time: Some(TimeControl::PerMove(time)), ..Limits::default() };
    let question = Question { game, start: Some(start), moves, player: &player, limits, seed: 0 };
    PreparedAnalysis::prepare(house, &question)
}

/// On a thread of its own, which ends when the advice is given.
fn beside(name: &str, advise: impl FnOnce() + Send + 'static) -> CommandResult {
    let thread = thread::Builder::new().name(name.into()).spawn(advise);
    thread.map(|_left_alone| ()).or_fail(FailureKind::Failed)
}

/// What a move has led to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aftermath {
    /// Nothing that tells the move's worth.
    Unknowable,
    /// The end, worth so much to the mover.
    Over(Valuation),
    /// Another turn, from which the mover's worth is seen so.
    Goes(fn(Valuation) -> Valuation),
}

/// What a move by `mover` has led to, which left the match in this state, in a game of so many.
pub(crate) fn aftermath(state: &dyn MatchState, mover: Turn, seat_count: usize) -> Aftermath {
    match (mover, state.turn(), state.outcome()) {
        (Turn::Seat(seat), _, Some(outcome)) => Aftermath::Over(of_outcome(&outcome, seat)),
        (Turn::Seat(seat), Turn::Seat(next), None) if seat == next => Aftermath::Goes(|same| same),
        (Turn::Seat(_), Turn::Seat(_), None) if seat_count == 2 => Aftermath::Goes(before_the_move),
        _ => Aftermath::Unknowable,
    }
}

/// Where the worth of the position after a move comes from.
enum Reply {
    Known(Valuation),
    Asked(Box<PreparedAnalysis>, fn(Valuation) -> Valuation),
}

fn appraisal(
    played: String,
    before: PreparedAnalysis,
    reply: Reply,
) -> Result<Option<Appraisal>, AnalysisError> {
    let best = before.ask()?;
    let value = match reply {
        Reply::Known(value) => Some(value),
        Reply::Asked(..) if best.chosen == played => best.valuation(),
        Reply::Asked(look, view) => look.ask()?.valuation().map(view),
    };
    let values = value.zip(best.valuation());
    Ok(values.map(|(value, best_value)| Appraisal { played, value, best: best.chosen, best_value }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appraisal_of(value: Valuation, best_value: Valuation) -> Appraisal {
        Appraisal { played: "b2".into(), value, best: "a1".into(), best_value }
    }

    #[test]
    fn expected_points_lie_between_a_loss_and_a_win() {
        let check = |valuation, points: f64| {
            let expected = expected_points(valuation);
            assert!((expected - points).abs() < 1e-9, "{valuation}: {expected}");
        };
        check(Valuation::Centi(0), 0.5);
        check(Valuation::Centi(100), 0.75);
        check(Valuation::Centi(i32::MIN), 0.0);
        check(Valuation::WinIn(9), 1.0);
        check(Valuation::LossIn(9), 0.0);
    }

    #[test]
    fn a_man_matters_in_an_even_position_only() {
        let even = appraisal_of(Valuation::Centi(-100), Valuation::Centi(0));
        assert_eq!(even.mark(), Some(Mark::Blunder));
        let won = appraisal_of(Valuation::Centi(700), Valuation::Centi(800));
        assert_eq!(won.mark(), None);
        let half = appraisal_of(Valuation::Centi(-60), Valuation::Centi(0));
        assert_eq!(half.mark(), Some(Mark::Mistake));
        let quarter = appraisal_of(Valuation::Centi(-30), Valuation::Centi(0));
        assert_eq!(quarter.mark(), Some(Mark::Dubious));
    }

    #[test]
    fn the_best_move_loses_nothing() {
        let best = Appraisal {
            best: "b2".into(),
            ..appraisal_of(Valuation::Centi(-300), Valuation::Centi(0))
        };
        assert!(best.loss() <= 0.0);
        assert_eq!(appraisal_sentence(&best), "b2 is the best move (-3.00).");
        let better = appraisal_of(Valuation::Centi(50), Valuation::Centi(0));
        assert!(better.loss() <= 0.0);
    }

    #[test]
    fn advice_is_given_in_sentences() {
        let lost = appraisal_of(Valuation::LossIn(4), Valuation::Centi(12));
        assert_eq!(
            appraisal_sentence(&lost),
            "b2 is a blunder (??): loss in 4. Better was a1: +0.12."
        );
        let silent = Analysis {
            lines: Vec::new(),
            chosen: "a1".into(),
            elapsed: Duration::ZERO,
            is_forced: false,
        };
        assert_eq!(hint_sentence(&silent), "The best move is a1.");
    }

    #[test]
    fn a_win_after_the_move_is_a_loss_a_ply_longer() {
        assert_eq!(before_the_move(Valuation::WinIn(3)), Valuation::LossIn(4));
        assert_eq!(before_the_move(Valuation::LossIn(u32::MAX)), Valuation::WinIn(u32::MAX));
        assert_eq!(before_the_move(Valuation::Centi(i32::MIN)), Valuation::Centi(i32::MAX));
    }
}
