//! Forced moves: a position without a choice has the score of the position after it.
//!
//! A player with a single legal move plays it without a search, so there is no analysis of the position. Therefore the
//! next position with a choice is analyzed, and its result is propagated back through the forced moves.

use std::time::Duration;

use board_engine::Turn;
use games_package::{MatchState, Thinking, Valuation};

use crate::consequence::{Consequence, Conversion, consequence};
use crate::result::{Analysis, Lines};

/// Maximum number of consecutive forced moves.
const MOVES_MAX: usize = 16;

/// The forced moves from a position to the next choice. Empty if the position offers a choice, or if the score after
/// these moves can't be converted to a score for the position: with more than two seats, or if chance is next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forced {
    /// The moves, in the game's notation.
    moves: Vec<String>,
    /// For each move, the conversion from the score after it to the move's score.
    conversions: Vec<Conversion>,
    /// The last move's score for its mover, if the move ends the game.
    end: Option<Valuation>,
}

impl Forced {
    /// The forced moves from the newest position of a match.
    pub(crate) fn new(state: &dyn MatchState, seat_count: usize) -> Self {
        let mut forced = Self::default();
        let mut state = state.fork();
        let mut legal_moves = Vec::new();
        while forced.end.is_none() && forced.moves.len() < MOVES_MAX {
            state.legal_moves(&mut legal_moves);
            let (mover, [only]) = (state.turn(), legal_moves.as_slice()) else { break };
            if mover == Turn::Chance || state.play(only).is_err() {
                break;
            }
            match consequence(&*state, mover, seat_count) {
                Consequence::Unknown => break,
                Consequence::Over(value) => forced.end = Some(value),
                Consequence::Next(conversion) => forced.conversions.push(conversion),
            }
            forced.moves.push(only.clone());
        }
        forced
    }

    /// The moves up to the next choice.
    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Converts a report about the position with a choice to a report about the original position. `None` for all lines
    /// except the best one, because all lines begin with the same move.
    pub(crate) fn before(&self, found: Thinking) -> Option<Thinking> {
        if self.moves.is_empty() {
            return Some(found);
        }
        let plies = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        let conversions = self.conversions.iter().rev();
        let valuation =
            conversions.fold(found.valuation, |after, conversion| conversion.of_valuation(after));
        (found.rank == 1).then(|| Thinking {
            depth: found.depth.saturating_add(plies),
            selective_depth: found.selective_depth.map(|depth| depth.saturating_add(plies)),
            valuation,
            line: format!("{} {}", self.moves.join(" "), found.line).trim_end().into(),
            ..found
        })
    }

    /// Converts the analysis of the position with a choice to an analysis of the original position. The tables and the
    /// book are queried separately.
    pub(crate) fn analysis_before(&self, found: Analysis) -> Analysis {
        let Some(first) = self.moves.first() else { return found };
        let before =
            |(elapsed, line): &(Duration, Thinking)| Some((*elapsed, self.before(line.clone())?));
        let lines = found.lines.iter().filter_map(before).collect();
        Analysis {
            lines,
            chosen: first.clone(),
            is_forced: true,
            table: None,
            book: Vec::new(),
            ..found
        }
    }

    /// The analysis of the position if the game ends before the next choice, so no search is needed.
    pub(crate) fn analysis(&self) -> Option<Analysis> {
        let end = Thinking { valuation: self.end?, ..Thinking::default() };
        let elapsed = Duration::ZERO;
        let lines = Lines::from_iter([(elapsed, self.before(end)?)]);
        let chosen = self.moves.first()?.clone();
        Some(Analysis { lines, chosen, elapsed, is_forced: true, table: None, book: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forced moves in an English checkers position, if the search finds the line 24-20 with this score.
    fn forced_in(
        position: &str,
        valuation: Valuation,
    ) -> (Vec<String>, Option<Thinking>, Option<Thinking>) {
        let game = game_catalog::table_game("checkers:english").expect("a game");
        let state = game.open(Some(position)).expect("a position");
        let forced = Forced::new(&*state, game.seat_count());
        let found = Thinking { depth: 5, valuation, line: "24-20".into(), ..Thinking::default() };
        let known = forced.analysis().and_then(|known| known.lines.best().cloned());
        (forced.moves().to_vec(), forced.before(found), known.map(|(_, line)| line))
    }

    #[test]
    fn a_choice_of_moves_is_not_forced() {
        let (moves, before, known) = forced_in("B:W21-32:B1-12", Valuation::Centi(12));
        assert_eq!((moves.len(), known), (0, None));
        let before = before.map(|report| (report.valuation, report.depth));
        assert_eq!(before, Some((Valuation::Centi(12), 5)));
    }

    #[test]
    fn before_a_forced_capture_the_other_side_s_score_is_negated() {
        // Black must capture, and White then has several moves.
        let (moves, before, known) = forced_in("B:W18,32,31:B14", Valuation::Centi(30));
        assert_eq!((moves, known), (vec!["14x23".to_owned()], None));
        let before = before.expect("the best line");
        assert_eq!((before.valuation, before.depth), (Valuation::Centi(-30), 6));
        assert_eq!(before.line, "14x23 24-20");
    }

    #[test]
    fn a_forced_capture_that_ends_the_game_needs_no_search() {
        let (moves, _, known) = forced_in("B:W18:B14", Valuation::Centi(0));
        assert_eq!(moves, ["14x23"]);
        let known = known.expect("the end");
        assert_eq!((known.valuation, known.depth), (Valuation::WinIn(1), 1));
        assert_eq!(known.line, "14x23");
    }
}
