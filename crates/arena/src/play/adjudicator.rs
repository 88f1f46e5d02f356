//! Adjudication: how the arena ends games.

use std::sync::Arc;

use board_engine::Seat;
use games_package::{EndReason, Ending, Thinking, Valuation};

use crate::journal::Thought;
use crate::settings::Adjudication;
use crate::table_judge::TableJudge;
use crate::tournament::{TablesClosed, Tournament};

/// Follows a game: keeps the players' reports on their moves, and decides when the arena ends it.
#[derive(Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    seats: usize,
    /// The newest report of the player to move.
    newest: Option<Thinking>,
    thoughts: Vec<Option<Thought>>,
    /// For each seat, how many of its newest moves it evaluated as even, won and lost.
    streaks: Vec<Streak>,
    /// What ends the game by endgame tables.
    tables: Option<Arc<TableJudge>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    even: u32,
    won: u32,
    lost: u32,
}

impl Adjudicator {
    /// What ends a game of this tournament.
    ///
    /// # Errors
    /// [`TablesClosed`] if that takes endgame tables and none are open.
    pub(crate) fn of(tournament: &Tournament) -> Result<Self, TablesClosed> {
        let tables = tournament.table_judge()?.cloned();
        let rules = tournament.settings().adjudication;
        Ok(Self { tables, ..Self::new(rules, tournament.game().seat_count()) })
    }

    fn new(rules: Adjudication, seats: usize) -> Self {
        let streaks = vec![Streak::default(); seats];
        Self { rules, seats, newest: None, thoughts: Vec::new(), streaks, tables: None }
    }

    /// A report of the mover.
    pub(crate) fn report(&mut self, thinking: &Thinking) {
        if thinking.rank == 1 {
            self.newest = Some(thinking.clone());
        }
    }

    /// A move was made, ply number `ply` from 1, by a seat or by chance. `position` is called if the ending may depend on the
    /// position after it.
    pub(crate) fn move_played(
        &mut self,
        mover: Option<Seat>,
        ply: usize,
        position: impl FnOnce() -> Option<String>,
    ) -> Option<Ending> {
        let thinking = self.newest.take();
        self.thoughts.resize(ply.saturating_sub(1), None);
        self.thoughts.push(thinking.as_ref().map(|it| Thought {
            depth: it.depth,
            score: it.valuation.to_string(),
            nodes: it.nodes,
        }));
        if let (Some(seat), Some(thinking)) = (mover, thinking) {
            let score = units(thinking.valuation);
            let streak = &mut self.streaks[seat.index()];
            let count = |holds: bool, before: u32| if holds { before + 1 } else { 0 };
            let even = self.rules.draw.is_some_and(|rule| score.abs() <= rule.score);
            let margin = self.rules.win.map_or(f64::INFINITY, |rule| rule.score);
            *streak = Streak {
                even: count(even, streak.even),
                won: count(score >= margin, streak.won),
                lost: count(score <= -margin, streak.lost),
            };
        }
        let by_tables = self.tables.as_ref().and_then(|tables| tables.ending(&position()?));
        by_tables.or_else(|| self.verdict(u32::try_from(ply).unwrap_or(u32::MAX)))
    }

    fn verdict(&self, ply: u32) -> Option<Ending> {
        let draw = |why: &str| Ending {
            payoffs: Some(vec![0; self.seats]),
            reason: EndReason::Adjudicated(why.into()),
        };
        if self.rules.draw.is_some_and(|rule| {
            ply >= rule.after && self.streaks.iter().all(|streak| streak.even >= rule.moves)
        }) {
            return Some(draw("nobody is ahead"));
        }
        if let (Some(rule), [first, second]) = (self.rules.win, self.streaks.as_slice()) {
            for (winner, loser, payoffs) in [(first, second, [1, -1]), (second, first, [-1, 1])] {
                if winner.won >= rule.moves && loser.lost >= rule.moves {
                    let reason = EndReason::Adjudicated("both see the same winner".into());
                    return Some(Ending { payoffs: Some(payoffs.to_vec()), reason });
                }
            }
        }
        self.rules
            .plies_max
            .filter(|&most| ply >= most)
            .map(|_| draw("the limit of plies is reached"))
    }

    /// The report on each move.
    pub(crate) fn into_thoughts(self) -> Vec<Option<Thought>> {
        self.thoughts
    }
}

/// A valuation in the game's unit; a proven win is infinite.
fn units(valuation: Valuation) -> f64 {
    match valuation {
        Valuation::Centi(value) => f64::from(value) / 100.0,
        Valuation::WinIn(_) => f64::INFINITY,
        Valuation::LossIn(_) => f64::NEG_INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{DrawRule, WinRule};

    /// Checks at which ply and why a game ends in which the players report these scores in turn.
    fn check(rules: Adjudication, scores: &[i32], expected: Option<(usize, &str, [i16; 2])>) {
        let mut adjudicator = Adjudicator::new(rules, 2);
        let found = scores.iter().enumerate().find_map(|(index, &score)| {
            adjudicator
                .report(&Thinking { valuation: Valuation::Centi(score), ..Thinking::default() });
            let ending = adjudicator.move_played(Some(Seat::new(index % 2)), index + 1, || None)?;
            Some((index + 1, ending))
        });
        let found = found.map(|(ply, ending)| (ply, ending.reason, ending.payoffs.unwrap()));
        let expected = expected
            .map(|(ply, why, payoffs)| (ply, EndReason::Adjudicated(why.into()), payoffs.to_vec()));
        assert_eq!(found, expected, "{scores:?}");
    }

    #[test]
    fn a_draw_takes_both_players_and_time() {
        let draw = Some(DrawRule { score: 0.1, moves: 2, after: 6 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        check(rules, &[0, 0, 0, 0, 0, 0], Some((6, "nobody is ahead", [0, 0])));
        check(rules, &[0, 0, 0, 50, 0, 10, 0, -10], Some((8, "nobody is ahead", [0, 0])));
        check(rules, &[0, 20, 0, 20, 0, 20, 0, 20], None);
    }

    #[test]
    fn a_win_takes_the_word_of_the_loser() {
        let rules =
            Adjudication { win: Some(WinRule { score: 3.0, moves: 2 }), ..Adjudication::default() };
        let why = "both see the same winner";
        check(rules, &[300, -300, 400, -500], Some((4, why, [1, -1])));
        check(rules, &[-300, 300, -400, 500], Some((4, why, [-1, 1])));
        check(rules, &[300, 300, 400, 300], None);
        check(rules, &[300, -300, 200, -500, 300, -500], None);
    }

    #[test]
    fn a_limit_of_plies_draws() {
        let rules = Adjudication { plies_max: Some(3), ..Adjudication::default() };
        check(rules, &[900, -900, 900], Some((3, "the limit of plies is reached", [0, 0])));
        check(rules, &[900, -900], None);
    }
}
