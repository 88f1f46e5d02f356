//! Ends games by the arena's adjudication rules.

use std::sync::Arc;

use board_engine::Seat;
use games_package::{EndReason, Ending, MatchState, Record, Thinking, Valuation};

use super::Played;
use crate::journal::Thought;
use crate::settings::{Adjudication, WinRule};
use crate::tournament::{Job, TableJudge, TablesClosed, Tournament};

/// Follows a game: records the players' reports on their moves, and decides when to end the game.
#[derive(Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    seats: usize,
    /// The latest report from the player to move.
    newest: Option<Thinking>,
    thoughts: Vec<Option<Thought>>,
    /// The principal variation for each move; `None` if not recorded.
    lines: Option<Vec<String>>,
    /// For each seat, why its player's first illegal line is illegal.
    line_errors: Vec<Option<String>>,
    /// For each seat, the largest node count that its player reported for one move.
    nodes: Vec<u64>,
    /// For each seat, how many of the latest consecutive moves its player evaluated as even, won or lost.
    streaks: Vec<Streak>,
    /// The tablebase adjudicator.
    tables: Option<Arc<TableJudge>>,
    /// The game so far, needed if irreversible moves reset the count of even moves.
    replayed: Option<Box<dyn MatchState>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    even: u32,
    won: u32,
    lost: u32,
    /// Consecutive moves evaluated as lost by the margin for a one-sided resignation.
    resigning: u32,
}

impl Adjudicator {
    /// The adjudicator for a game in this tournament.
    ///
    /// # Errors
    /// [`TablesClosed`] if the tournament needs tablebases and none are open.
    pub(crate) fn of(tournament: &Tournament, job: &Job) -> Result<Self, TablesClosed> {
        let tables = tournament.table_judge()?.cloned();
        let rules = tournament.settings().adjudication;
        let resets = rules.draw.is_some_and(|rule| rule.resets);
        let replayed = resets.then(|| opened(tournament, job)).flatten();
        let lines = tournament.settings().pv.then(Vec::new);
        Ok(Self { lines, tables, replayed, ..Self::new(rules, tournament.game().seat_count()) })
    }

    fn new(rules: Adjudication, seats: usize) -> Self {
        let streaks = vec![Streak::default(); seats];
        let (nodes, line_errors) = (vec![0; seats], vec![None; seats]);
        let (newest, thoughts, tables, replayed) = (None, Vec::new(), None, None);
        let lines = None;
        Self {
            rules,
            seats,
            newest,
            thoughts,
            lines,
            line_errors,
            nodes,
            streaks,
            tables,
            replayed,
        }
    }

    /// Records a report from the mover in this seat.
    pub(crate) fn report(&mut self, seat: Seat, thinking: &Thinking) {
        let nodes = &mut self.nodes[seat.index()];
        *nodes = thinking.nodes.max(*nodes);
        if let Some(error) = &thinking.line_error {
            self.line_errors[seat.index()].get_or_insert_with(|| error.clone());
        }
        if thinking.rank == 1 {
            self.newest = Some(thinking.clone());
        }
    }

    /// Processes the move `mv` by a seat or by chance, as ply number `ply`, counted from 1. Calls `position` if the
    /// ending can depend on the position after the move.
    pub(crate) fn move_played(
        &mut self,
        mover: Option<Seat>,
        (ply, mv): (usize, &str),
        position: impl FnOnce() -> Option<String>,
    ) -> Option<Ending> {
        let thinking = self.newest.take();
        self.thoughts.resize(ply.saturating_sub(1), None);
        self.thoughts.push(thinking.as_ref().map(|it| Thought {
            depth: it.depth,
            score: it.valuation.to_string(),
            nodes: it.nodes,
        }));
        if let Some(lines) = &mut self.lines {
            lines.resize(ply.saturating_sub(1), String::new());
            lines.push(thinking.as_ref().map(|it| beginning(&it.line)).unwrap_or_default());
        }
        if self.is_irreversible(mv) {
            self.streaks.iter_mut().for_each(|streak| streak.even = 0);
        }
        if let (Some(seat), Some(thinking)) = (mover, thinking) {
            let score = units(thinking.valuation);
            let streak = &mut self.streaks[seat.index()];
            let count = |holds: bool, before: u32| if holds { before + 1 } else { 0 };
            let even = self.rules.draw.is_some_and(|rule| score.abs() <= rule.score);
            let reaches =
                |rule: Option<WinRule>, score: f64| rule.is_some_and(|rule| score >= rule.score);
            *streak = Streak {
                even: count(even, streak.even),
                won: count(reaches(self.rules.win, score), streak.won),
                lost: count(reaches(self.rules.win, -score), streak.lost),
                resigning: count(reaches(self.rules.resign, -score), streak.resigning),
            };
        }
        let by_tables = self.tables.as_ref().and_then(|tables| tables.ending(&position()?));
        by_tables.or_else(|| self.verdict(u32::try_from(ply).unwrap_or(u32::MAX)))
    }

    /// Returns `true` if this move resets the count of even moves.
    fn is_irreversible(&mut self, mv: &str) -> bool {
        let Some(state) = &mut self.replayed else { return false };
        // The match continues after a draw under a rule that the arena ignores.
        state.play_on(mv).is_ok() && state.reversible_plies() == 0
    }

    fn verdict(&self, ply: u32) -> Option<Ending> {
        let draw = |why: &str| Ending {
            payoffs: Some(vec![0; self.seats]),
            reason: EndReason::Adjudicated(why.into()),
        };
        if self.rules.draw.is_some_and(|rule| {
            ply >= rule.after && self.streaks.iter().all(|streak| streak.even >= rule.moves)
        }) {
            return Some(draw("no side is ahead"));
        }
        if let (Some(rule), [first, second]) = (self.rules.win, self.streaks.as_slice()) {
            for (winner, loser, payoffs) in [(first, second, [1, -1]), (second, first, [-1, 1])] {
                if winner.won >= rule.moves && loser.lost >= rule.moves {
                    return Some(won(payoffs, "both see the same winner"));
                }
            }
        }
        if let (Some(rule), [first, second]) = (self.rules.resign, self.streaks.as_slice()) {
            for (loser, payoffs) in [(second, [1, -1]), (first, [-1, 1])] {
                if loser.resigning >= rule.moves {
                    return Some(won(payoffs, "the loser sees its loss"));
                }
            }
        }
        self.rules
            .plies_max
            .filter(|&most| ply >= most)
            .map(|_| draw("the limit of plies is reached"))
    }

    /// Converts to the finished game with this record and the reports so far.
    pub(super) fn into_played(self, record: Record) -> Played {
        let Self { thoughts, lines, line_errors, nodes, .. } = self;
        Played { record, thoughts, lines: lines.unwrap_or_default(), line_errors, nodes }
    }
}

/// Maximum number of moves in a recorded line.
const LINE_MOVES_MAX: usize = 64;

/// The first moves of a line, separated by spaces.
fn beginning(line: &str) -> String {
    line.split_ascii_whitespace().take(LINE_MOVES_MAX).collect::<Vec<_>>().join(" ")
}

/// The game state after a job's opening. `None` if the position can't be set up.
fn opened(tournament: &Tournament, job: &Job) -> Option<Box<dyn MatchState>> {
    let opening = tournament.opening(job);
    let mut state = tournament.game().open(opening.position.as_deref()).ok()?;
    opening.moves.iter().try_for_each(|mv| state.play_on(mv).map(drop)).ok()?;
    Some(state)
}

fn won(payoffs: [i16; 2], why: &str) -> Ending {
    Ending { payoffs: Some(payoffs.to_vec()), reason: EndReason::Adjudicated(why.into()) }
}

/// Converts a valuation to the game's units. A proven win is infinite.
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
    use crate::openings::Openings;
    use crate::settings::{DrawRule, Settings};

    /// Checks when and why the game ends if the players report these scores in turn.
    fn check(rules: Adjudication, scores: &[i32], expected: Option<(usize, &str, [i16; 2])>) {
        let mut adjudicator = Adjudicator::new(rules, 2);
        let found = scores.iter().enumerate().find_map(|(index, &score)| {
            let (seat, valuation) = (Seat::new(index % 2), Valuation::Centi(score));
            adjudicator.report(seat, &Thinking { valuation, ..Thinking::default() });
            let ending = adjudicator.move_played(Some(seat), (index + 1, "e2e4"), || None)?;
            Some((index + 1, ending))
        });
        let found = found.map(|(ply, ending)| (ply, ending.reason, ending.payoffs.unwrap()));
        let expected = expected
            .map(|(ply, why, payoffs)| (ply, EndReason::Adjudicated(why.into()), payoffs.to_vec()));
        assert_eq!(found, expected, "{scores:?}");
    }

    #[test]
    fn a_draw_needs_both_players_and_enough_moves() {
        let draw = Some(DrawRule { score: 0.1, moves: 2, after: 6, resets: false });
        let rules = Adjudication { draw, ..Adjudication::default() };
        check(rules, &[0, 0, 0, 0, 0, 0], Some((6, "no side is ahead", [0, 0])));
        check(rules, &[0, 0, 0, 50, 0, 10, 0, -10], Some((8, "no side is ahead", [0, 0])));
        check(rules, &[0, 20, 0, 20, 0, 20, 0, 20], None);
    }

    #[test]
    fn a_win_needs_the_losers_agreement() {
        let rules =
            Adjudication { win: Some(WinRule { score: 3.0, moves: 2 }), ..Adjudication::default() };
        let why = "both see the same winner";
        check(rules, &[300, -300, 400, -500], Some((4, why, [1, -1])));
        check(rules, &[-300, 300, -400, 500], Some((4, why, [-1, 1])));
        check(rules, &[300, 300, 400, 300], None);
        check(rules, &[300, -300, 200, -500, 300, -500], None);
    }

    #[test]
    fn a_player_resigns_by_its_own_score() {
        let resign = Some(WinRule { score: 3.0, moves: 2 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let why = "the loser sees its loss";
        check(rules, &[0, -300, 0, -500], Some((4, why, [1, -1])));
        check(rules, &[-300, 300, -400], Some((3, why, [-1, 1])));
        check(rules, &[900, -300, 900, -200, 900, -300], None);
    }

    /// Checks after which ply a chess game is drawn if both players always report 0.
    fn check_reset(moves: &str, resets: bool, expected: Option<usize>) {
        let game = game_catalog::table_game("chess").unwrap();
        let mut settings = Settings::new("chess", ["one".into(), "two".into()]);
        settings.adjudication.draw = Some(DrawRule { score: 0.1, moves: 2, after: 0, resets });
        let tournament = Tournament::new(settings, game, Openings::start()).unwrap();
        let job = Job { round: 0, number: 0, set: 0, players: vec![0, 1] };
        let mut adjudicator = Adjudicator::of(&tournament, &job).unwrap();
        let found = moves.split(' ').enumerate().find_map(|(index, mv)| {
            let seat = Seat::new(index % 2);
            adjudicator.report(seat, &Thinking::default());
            adjudicator.move_played(Some(seat), (index + 1, mv), || None)?;
            Some(index + 1)
        });
        assert_eq!(found, expected, "{moves}");
    }

    #[test]
    fn an_irreversible_move_resets_the_draw_count() {
        let quiet = "Nf3 Nf6 Nc3 Nc6 Nb1 Nb8";
        check_reset(quiet, true, Some(4));
        let pushed = "Nf3 Nf6 e4 Nc6 Nc3 Nb8 Nb1 Nc6";
        check_reset(pushed, false, Some(4));
        check_reset(pushed, true, Some(6));
        check_reset("Nf3 e5 Nxe5 Nf6 e3 Nc6", true, None);
    }

    #[test]
    fn the_ply_limit_is_a_draw() {
        let rules = Adjudication { plies_max: Some(3), ..Adjudication::default() };
        check(rules, &[900, -900, 900], Some((3, "the limit of plies is reached", [0, 0])));
        check(rules, &[900, -900], None);
    }
}
