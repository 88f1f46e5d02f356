//! An attempt at a puzzle. The server doesn't store the attempt: with each move, the client sends the solution moves
//! played so far.

use std::sync::Arc;

use analysis::puzzles::{Goal, Puzzle, Rating, Solving, Tried};
use board_engine::Turn;
use games_package::{MatchState, TableGame};
use match_library::KeptPuzzle;
use notation::json::SeatNumber;
use serde::Serialize;

use crate::error::Refused;
use crate::frames::View;
use crate::study::{route_of, view_of};

/// A puzzle with some of the solution moves played.
#[derive(Debug)]
pub(crate) struct PuzzleAttempt {
    game: Arc<dyn TableGame>,
    state: Box<dyn MatchState>,
    solving: Solving,
}

/// A puzzle as displayed, without the solution.
#[derive(Debug, Serialize)]
pub(crate) struct ShownPuzzle {
    /// Its number.
    puzzle: i64,
    game: String,
    /// The position to solve.
    start: String,
    view: View,
    /// The seat to find moves for.
    solver: SeatNumber,
    /// The number of moves to find.
    move_count: usize,
    rating: Rating,
    /// The number of attempts.
    attempts: u32,
}

/// The verdict on a tried move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// The move is the solution move. The reply was played, and the next move must be found.
    GoesOn,
    /// The move ends the solution or the game.
    Solved,
    /// Another winning move, according to a search. This move doesn't count as an attempt.
    AlsoWins,
    /// The move doesn't win.
    Wrong,
    /// The user requested the solution.
    Shown,
}

/// A played puzzle move, with the resulting position.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleStep {
    #[serde(rename = "move")]
    mv: String,
    view: View,
}

/// The effect of trying a move or giving up.
#[derive(Debug)]
pub(crate) struct Judgment {
    pub(crate) verdict: Verdict,
    /// The played moves.
    pub(crate) steps: Vec<PuzzleStep>,
    /// `true` if this solves the puzzle, `false` if it fails. `None` if the attempt is still open, or if it was already
    /// decided.
    pub(crate) is_solved: Option<bool>,
}

/// A tried move.
#[derive(Debug)]
pub(crate) enum TriedMove {
    /// The verdict on the move is known.
    Judged(Judgment),
    /// A search must decide.
    Unknown(UnknownMove),
}

/// A move outside the solution that might also win.
#[derive(Debug)]
pub(crate) struct UnknownMove {
    attempt: PuzzleAttempt,
    mv: String,
}

/// Facts about a finished puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleFacts {
    solution: Vec<String>,
    motif: String,
    /// The number of plies until a proven win ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<u32>,
    /// Without a proven win, the advantage in the game's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// The puzzle's source match; null if unknown, and for visitors.
    source: Option<String>,
}

impl ShownPuzzle {
    /// The puzzle at its start.
    ///
    /// # Errors
    /// See [`PuzzleAttempt::open`].
    pub(crate) fn new(kept: &KeptPuzzle) -> Result<Self, Refused> {
        let KeptPuzzle { id, puzzle, attempts, .. } = kept;
        let PuzzleAttempt { game, state, .. } = PuzzleAttempt::open(puzzle, &[])?;
        let Turn::Seat(solver) = state.turn() else { return Err(unshowable()) };
        Ok(Self {
            puzzle: *id,
            game: puzzle.game.clone(),
            start: puzzle.position.clone(),
            view: view_of(&*game, &*state, Vec::new()),
            solver: solver.into(),
            move_count: puzzle.move_count(),
            rating: puzzle.rating,
            attempts: *attempts,
        })
    }
}

impl PuzzleFacts {
    /// Facts about a puzzle, without player names.
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let (win_in, score) = match puzzle.goal {
            Goal::Win(plies) => (Some(plies), None),
            Goal::Lead(centi) => (None, Some(f64::from(centi) / 100.0)),
        };
        let motif = puzzle.motif.name().to_owned();
        Self { solution: puzzle.solution.clone(), motif, win_in, score, source: None }
    }

    /// Adds the puzzle's source match.
    pub(crate) fn with_source(self, puzzle: &Puzzle) -> Self {
        let source = Some(puzzle.source.clone()).filter(|source| !source.is_empty());
        Self { source, ..self }
    }
}

impl PuzzleAttempt {
    /// The puzzle after these solution moves, alternating between the solver's moves and the replies.
    ///
    /// # Errors
    /// [`Refused`] if the puzzle can't be shown, or the moves are not part of its solution.
    pub(crate) fn open(puzzle: &Puzzle, moves: &[String]) -> Result<Self, Refused> {
        let game = app_context::game(&puzzle.game).map_err(|_unknown| unshowable())?;
        let mut state = puzzle.open(&*game).map_err(|_wrong| unshowable())?;
        let mut solving = Solving::new(puzzle.solution.clone());
        for pair in moves.chunks(2) {
            let [mv, reply] = pair else { return Err(astray()) };
            if solving.try_move(&*state, mv) != Tried::GoesOn(reply.clone()) {
                return Err(astray());
            }
            for mv in pair {
                state.play(mv).map_err(|_illegal| astray())?;
            }
        }
        Ok(Self { game, state, solving })
    }

    /// Tries a move.
    ///
    /// # Errors
    /// [`Refused`] if the move is not legal.
    pub(crate) fn try_move(mut self, typed: &str) -> Result<TriedMove, Refused> {
        let resolved = self.state.resolve_typed(typed);
        let mv = resolved.map_err(|error| Refused::bad(error.reason()))?;
        Ok(match self.solving.try_move(&*self.state, &mv) {
            Tried::GoesOn(reply) => TriedMove::Judged(self.judged(Verdict::GoesOn, &[mv, reply])),
            Tried::Solves => TriedMove::Judged(self.judged(Verdict::Solved, &[mv])),
            Tried::Unknown => TriedMove::Unknown(UnknownMove { attempt: self, mv }),
        })
    }

    /// Plays the rest of the solution. Counts as a failed attempt, unless the puzzle is over.
    pub(crate) fn give_up(mut self) -> Judgment {
        let rest = self.solving.give_up();
        self.judged(Verdict::Shown, &rest)
    }

    /// The solution move's start square, if the move touches a square.
    pub(crate) fn hint(&self) -> Option<usize> {
        let mv = self.solving.expected_move()?;
        route_of(&*self.state, mv).first().copied()
    }

    fn judged(mut self, verdict: Verdict, moves: &[String]) -> Judgment {
        let mut steps = Vec::with_capacity(moves.len());
        for mv in moves {
            let squares = route_of(&*self.state, mv);
            // The moves were just resolved, or belong to the solution, which was legal when the puzzle was opened.
            if self.state.play(mv).is_err() {
                break;
            }
            let view = view_of(&*self.game, &*self.state, squares);
            steps.push(PuzzleStep { mv: mv.clone(), view });
        }
        Judgment { verdict, steps, is_solved: self.solving.take_verdict() }
    }
}

impl UnknownMove {
    /// Searches whether the move also wins.
    pub(crate) fn search(self) -> Judgment {
        let Self { mut attempt, mv } = self;
        if app_context::wins(&*attempt.game, &*attempt.state, &mv) {
            return attempt.judged(Verdict::AlsoWins, &[]);
        }
        attempt.solving.miss();
        attempt.judged(Verdict::Wrong, &[])
    }
}

/// The refusal for a puzzle from another program or for an unknown game.
fn unshowable() -> Refused {
    Refused::conflict("this puzzle cannot be shown")
}

fn astray() -> Refused {
    Refused::bad("moves: these are not the puzzle's moves")
}

#[cfg(test)]
mod tests {
    use analysis::puzzles::Motif;

    use super::*;

    /// A mate in two with only one defense.
    fn mate() -> Puzzle {
        Puzzle {
            game: "chess:standard".into(),
            position: "2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1".into(),
            solution: ["Rd8+", "Rxd8", "Rxd8#"].map(str::to_owned).to_vec(),
            goal: Goal::Win(3),
            motif: Motif::Finish,
            rating: Rating::default(),
            source: "Ada against Bob, 3 plies".into(),
        }
    }

    fn attempt(moves: &[&str]) -> Result<PuzzleAttempt, String> {
        let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        PuzzleAttempt::open(&mate(), &moves).map_err(|refused| refused.why().to_owned())
    }

    /// The verdict on a move, the played moves, and the result to record.
    fn tried(attempt: PuzzleAttempt, typed: &str) -> (Verdict, Vec<String>, Option<bool>) {
        let Judgment { verdict, steps, is_solved } = match attempt.try_move(typed).unwrap() {
            TriedMove::Judged(judgment) => judgment,
            TriedMove::Unknown(unknown) => unknown.search(),
        };
        (verdict, steps.into_iter().map(|step| step.mv).collect(), is_solved)
    }

    #[test]
    fn the_solution_moves_lead_to_its_end() {
        let played = vec!["Rd8+".to_owned(), "Rxd8".to_owned()];
        assert_eq!(tried(attempt(&[]).unwrap(), "d2d8"), (Verdict::GoesOn, played, None));
        let last = vec!["Rxd8#".to_owned()];
        assert_eq!(
            tried(attempt(&["Rd8+", "Rxd8"]).unwrap(), "Rxd8"),
            (Verdict::Solved, last, Some(true))
        );
    }

    #[test]
    fn a_move_that_does_not_win_misses_the_puzzle() {
        assert_eq!(tried(attempt(&[]).unwrap(), "h3"), (Verdict::Wrong, Vec::new(), Some(false)));
        let illegal = attempt(&[]).unwrap().try_move("Rd9");
        assert!(illegal.is_err());
    }

    #[test]
    fn another_winning_move_does_not_count() {
        let position = "6k1/8/6K1/8/8/8/8/R7 w - - 0 1".to_owned();
        let puzzle = Puzzle { position, solution: vec!["Ra8#".into()], ..mate() };
        let attempt = PuzzleAttempt::open(&puzzle, &[]).unwrap();
        assert_eq!(tried(attempt, "Rb1"), (Verdict::AlsoWins, Vec::new(), None));
    }

    #[test]
    fn giving_up_shows_the_rest_of_the_solution() {
        let shown = attempt(&["Rd8+", "Rxd8"]).unwrap().give_up();
        assert_eq!((shown.verdict, shown.is_solved), (Verdict::Shown, Some(false)));
        let moves: Vec<String> = shown.steps.into_iter().map(|step| step.mv).collect();
        assert_eq!(moves, ["Rxd8#"]);
    }

    #[test]
    fn a_hint_is_the_square_of_the_moving_piece() {
        let attempt = attempt(&[]).unwrap();
        let from = attempt.hint().unwrap();
        let view = view_of(&*attempt.game, &*attempt.state, Vec::new());
        assert_eq!(view.diagram.squares[from].name, "d2");
    }

    #[test]
    fn a_wrong_move_does_not_continue_the_puzzle() {
        for moves in
            [&["Rd8+"][..], &["h3", "Rc7"], &["Rd8+", "Qc8"], &["Rd8+", "Rxd8", "Rxd8#", "h6"]]
        {
            assert_eq!(
                attempt(moves).err().as_deref(),
                Some("moves: these are not the puzzle's moves")
            );
        }
        let unknown = Puzzle { game: "nothing".into(), ..mate() };
        assert!(PuzzleAttempt::open(&unknown, &[]).is_err());
    }

    #[test]
    fn a_puzzles_match_is_named_only_on_request() {
        let facts = PuzzleFacts::new(&mate());
        assert_eq!((facts.win_in, facts.score, facts.source.as_deref()), (Some(3), None, None));
        let facts = facts.with_source(&mate());
        assert_eq!(facts.source.as_deref(), Some("Ada against Bob, 3 plies"));
    }
}
