//! Moves that are forced: where nothing is chosen, a position is worth what comes after.
//!
//! A player whose only legal move is clear plays it without a thought, and has no analysis of the position. So the look goes
//! to where there is a choice, and what is found there is seen from before.

use std::time::Duration;

use board_engine::Turn;
use games_package::{MatchState, Thinking, Valuation};

use crate::advice::{Aftermath, aftermath};
use crate::analysis::Analysis;

/// At most so many moves in a row are taken for forced.
const MOVES_MAX: usize = 16;

/// The moves of a position up to the next choice; none if there is one already, or if it doesn't tell what the position is
/// worth: in games of more than two, and where chance comes next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forced {
    /// In the game's notation.
    moves: Vec<String>,
    /// How the worth of the position after each of them is seen before it.
    views: Vec<fn(Valuation) -> Valuation>,
    /// What the last of them is worth to its mover if it ends the game.
    end: Option<Valuation>,
}

impl Forced {
    /// Those from where the match stands, in a game of so many seats.
    pub(crate) fn from(state: &dyn MatchState, seat_count: usize) -> Self {
        let mut forced = Self::default();
        let mut state = state.fork();
        let mut legal_moves = Vec::new();
        while forced.end.is_none() && forced.moves.len() < MOVES_MAX {
            state.legal_moves(&mut legal_moves);
            let (mover, [only]) = (state.turn(), legal_moves.as_slice()) else { break };
            if mover == Turn::Chance || state.play(only).is_err() {
                break;
            }
            match aftermath(&*state, mover, seat_count) {
                Aftermath::Unknowable => break,
                Aftermath::Over(value) => forced.end = Some(value),
                Aftermath::Goes(view) => forced.views.push(view),
            }
            forced.moves.push(only.clone());
        }
        forced
    }

    /// The moves that lead to the choice.
    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// What is found where there is a choice, as it is seen before. Nothing is left of lines that are not the best: the
    /// first move of all is the same.
    pub(crate) fn before(&self, found: Thinking) -> Option<Thinking> {
        if self.moves.is_empty() {
            return Some(found);
        }
        let plies = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        let valuation = self.views.iter().rev().fold(found.valuation, |after, view| view(after));
        (found.rank == 1).then(|| Thinking {
            depth: found.depth.saturating_add(plies),
            selective_depth: found.selective_depth.map(|depth| depth.saturating_add(plies)),
            valuation,
            line: format!("{} {}", self.moves.join(" "), found.line).trim_end().into(),
            ..found
        })
    }

    /// What came of a look at the choice, as it is seen before.
    pub(crate) fn analysis_before(&self, found: Analysis) -> Analysis {
        let Some(first) = self.moves.first() else { return found };
        let before = |(elapsed, line)| Some((elapsed, self.before(line)?));
        let lines = found.lines.into_iter().filter_map(before).collect();
        Analysis { lines, chosen: first.clone(), is_forced: true, ..found }
    }

    /// What is known without a look, if the game ends before there is a choice.
    pub(crate) fn known(&self) -> Option<Analysis> {
        let end = Thinking { valuation: self.end?, ..Thinking::default() };
        let elapsed = Duration::ZERO;
        let lines = vec![(elapsed, self.before(end)?)];
        Some(Analysis { lines, chosen: self.moves.first()?.clone(), elapsed, is_forced: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is forced in English checkers, where the line 24-20 is found with this worth.
    fn seen(position: &str, worth: Valuation) -> (Vec<String>, Option<Thinking>, Option<Thinking>) {
        let game = house::game("checkers:english").expect("a game");
        let state = game.open(Some(position)).expect("a position");
        let forced = Forced::from(&*state, game.seat_count());
        let found =
            Thinking { depth: 5, valuation: worth, line: "24-20".into(), ..Thinking::default() };
        let known = forced.known().and_then(|known| known.lines.into_iter().next());
        (forced.moves().to_vec(), forced.before(found), known.map(|(_, line)| line))
    }

    #[test]
    fn where_there_is_a_choice_nothing_is_forced() {
        let (moves, before, known) = seen("B:W21-32:B1-12", Valuation::Centi(12));
        assert_eq!((moves.len(), known), (0, None));
        assert_eq!(
            before.map(|told| (told.valuation, told.depth)),
            Some((Valuation::Centi(12), 5))
        );
    }

    #[test]
    fn behind_a_forced_capture_the_other_side_s_worth_is_turned() {
        // Black has to capture, and White has several moves then.
        let (moves, before, known) = seen("B:W18,32,31:B14", Valuation::Centi(30));
        assert_eq!((moves, known), (vec!["14x23".to_owned()], None));
        let before = before.expect("the best line");
        assert_eq!((before.valuation, before.depth), (Valuation::Centi(-30), 6));
        assert_eq!(before.line, "14x23 24-20");
    }

    #[test]
    fn a_forced_capture_that_ends_the_game_needs_no_look() {
        let (moves, _, known) = seen("B:W18:B14", Valuation::Centi(0));
        assert_eq!(moves, ["14x23"]);
        let known = known.expect("the end");
        assert_eq!((known.valuation, known.depth), (Valuation::WinIn(1), 1));
        assert_eq!(known.line, "14x23");
    }
}
