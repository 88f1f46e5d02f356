//! An attempt at a puzzle.

use board_engine::Turn;
use games_package::MatchState;

/// An attempt at a puzzle, from the first position to the end of the solution. The caller shows the position and plays
/// the moves.
///
/// An attempt counts once, as solved or missed, by its first verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solving {
    /// The solver's moves and the replies, alternating.
    solution: Vec<String>,
    /// Number of played moves.
    played: usize,
    /// The verdict; `None` while undecided.
    verdict: Option<bool>,
    is_reported: bool,
}

/// The result of trying a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// The solution's move. This reply follows, and then the solver must find the next move.
    GoesOn(String),
    /// The solution's last move, or another move that immediately wins the game.
    Solves,
    /// Another move. A search must decide whether this move also wins; if not, the puzzle is [missed](Solving::miss).
    Unknown,
}

impl Solving {
    /// An attempt at the puzzle with this solution; the solver plays its first and last moves.
    pub const fn new(solution: Vec<String>) -> Self {
        Self { solution, played: 0, verdict: None, is_reported: false }
    }

    /// The move to find; `None` at the end.
    pub fn expected_move(&self) -> Option<&str> {
        self.solution.get(self.played).map(String::as_str)
    }

    /// Tries a legal move by the solver. `state` is the position before the move.
    pub fn try_move(&mut self, state: &dyn MatchState, mv: &str) -> Tried {
        if self.expected_move() != Some(mv) {
            if !wins_at_once(state, mv) {
                return Tried::Unknown;
            }
            self.played = self.solution.len();
            self.decide(true);
            return Tried::Solves;
        }
        let reply = self.solution.get(self.played + 1).cloned();
        self.played += 1 + usize::from(reply.is_some());
        match reply {
            Some(reply) if self.expected_move().is_some() => Tried::GoesOn(reply),
            _ => {
                self.decide(true);
                Tried::Solves
            }
        }
    }

    /// Records a tried move that doesn't win.
    pub const fn miss(&mut self) {
        self.decide(false);
    }

    /// Gives up. Returns the solution's remaining moves; empty if the puzzle is over.
    pub fn give_up(&mut self) -> Vec<String> {
        let rest = self.solution.split_off(self.played.min(self.solution.len()));
        if !rest.is_empty() {
            self.decide(false);
        }
        rest
    }

    /// Takes the verdict: whether the puzzle was solved. `None` if the verdict is undecided or was already taken.
    pub const fn take_verdict(&mut self) -> Option<bool> {
        if self.is_reported {
            return None;
        }
        self.is_reported = self.verdict.is_some();
        self.verdict
    }

    const fn decide(&mut self, is_solved: bool) {
        if self.verdict.is_none() {
            self.verdict = Some(is_solved);
        }
    }
}

/// Returns `true` if the move ends the game and its mover wins.
fn wins_at_once(state: &dyn MatchState, mv: &str) -> bool {
    let Turn::Seat(mover) = state.turn() else { return false };
    let mut after = state.fork();
    after.play(mv).is_ok() && after.outcome().is_some_and(|outcome| outcome.payoff(mover) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position where X is to move and wins with a2, b2 or c1, among others.
    fn state() -> Box<dyn MatchState> {
        game_catalog::table_game("tic-tac-toe").unwrap().open(None).unwrap()
    }

    fn solving(solution: &[&str]) -> Solving {
        Solving::new(solution.iter().map(|mv| (*mv).to_owned()).collect())
    }

    #[test]
    fn the_solutions_moves_solve_the_puzzle() {
        let (state, mut solving) = (state(), solving(&["a1", "b1", "c1"]));
        assert_eq!(solving.try_move(&*state, "a1"), Tried::GoesOn("b1".into()));
        assert_eq!(solving.take_verdict(), None);
        assert_eq!(solving.expected_move(), Some("c1"));
        assert_eq!(solving.try_move(&*state, "c1"), Tried::Solves);
        assert_eq!((solving.take_verdict(), solving.take_verdict()), (Some(true), None));
        assert!(solving.give_up().is_empty());
    }

    #[test]
    fn an_immediate_win_also_solves_the_puzzle() {
        let mut state = state();
        for mv in ["a1", "a3", "b1", "b3"] {
            state.play(mv).unwrap();
        }
        let mut solving = solving(&["a2"]);
        assert_eq!(solving.try_move(&*state, "c2"), Tried::Unknown);
        assert_eq!(solving.try_move(&*state, "c1"), Tried::Solves);
        assert_eq!(solving.take_verdict(), Some(true));
    }

    #[test]
    fn a_missed_puzzle_stays_missed() {
        let (state, mut solving) = (state(), solving(&["a1", "b1", "c1"]));
        assert_eq!(solving.try_move(&*state, "b2"), Tried::Unknown);
        solving.miss();
        assert_eq!(solving.take_verdict(), Some(false));
        solving.try_move(&*state, "a1");
        assert_eq!(solving.give_up(), ["c1"]);
        assert_eq!(solving.take_verdict(), None);
        assert_eq!(solving.expected_move(), None);
    }
}
