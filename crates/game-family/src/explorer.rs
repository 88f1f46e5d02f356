//! Exploring a position: perft, and search by each algorithm.
//!
//! Static types are erased here, so that programs that explore positions are not compiled for every game.

use std::cmp::Reverse;

use board_engine::{Game, Leaves, Notation, NotationError, Status, Turn, perft};
use games_package::suggestion;
use search::{Depth, Evaluator, Known, Score, Solved, Solver, Statistics, Task, TooLarge};

use crate::entry::{CatalogEntry, Kind};
use crate::error::CatalogError;
use crate::evaluator_info::EvaluatorInfo;
use crate::solution::{Solution, SolveError, SolveWanted};

/// A position of some game. Texts are in the game's notation.
pub trait Explorer: Send + Sync {
    /// The game with its variant: "checkers:english".
    fn game(&self) -> &str;

    /// The position.
    fn position(&self) -> String;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// The number of leaves `depth` plies below the position, as [`perft`] counts them.
    fn leaves(&self, depth: u32, leaves: Leaves) -> u64;

    /// The same for the position after move number `index` of [`moves`](Self::moves).
    ///
    /// # Panics
    /// If there is no such move.
    fn leaves_after(&self, index: usize, depth: u32, leaves: Leaves) -> u64;

    /// The game's evaluators; the first one is the default.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// The algorithms of [`search`](Self::search), from simple to advanced.
    fn algorithms(&self) -> &'static [&'static str];

    /// Searches the position to `depth` by the algorithm with this name, using the evaluator with this name.
    ///
    /// # Errors
    /// [`CatalogError`] if there is no such evaluator or algorithm.
    fn search(
        &self,
        algorithm: &str,
        evaluator: &str,
        depth: u32,
    ) -> Result<SearchResult, CatalogError>;

    /// The value of the position under perfect play and, if they are wanted, those of its moves.
    ///
    /// # Errors
    /// [`SolveError`] if the game is over, has no solver, or is too large for it.
    fn solve(
        &self,
        wanted: SolveWanted,
        known: &mut dyn FnMut(Known),
    ) -> Result<Solution, SolveError>;
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; none if the game is over.
    pub best: Option<String>,
    /// Its score for the side to move, in hundredths of the game's unit.
    pub score: Score,
    /// The statistics of the search.
    pub statistics: Statistics,
}

/// A position with the static type of its game.
pub(crate) struct Exploring<E: CatalogEntry> {
    name: String,
    game: E::Game,
    position: <E::Game as Game>::Position,
}

impl<E: CatalogEntry> Exploring<E> {
    /// The position with this text, or the start.
    pub(crate) fn new(
        name: String,
        game: E::Game,
        position: Option<&str>,
    ) -> Result<Self, NotationError> {
        let position =
            position.map_or_else(|| Ok(game.start()), |text| game.parse_position(text))?;
        Ok(Self { name, game, position })
    }

    fn legal_moves(&self) -> Vec<<E::Game as Game>::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.position, &mut moves);
        moves
    }
}

impl<E: CatalogEntry> Explorer for Exploring<E> {
    fn game(&self) -> &str {
        &self.name
    }

    fn position(&self) -> String {
        self.game.format_position(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|mv| self.game.format_move(&self.position, mv)).collect()
    }

    fn leaves(&self, depth: u32, leaves: Leaves) -> u64 {
        perft(&self.game, &self.position, depth, leaves)
    }

    fn leaves_after(&self, index: usize, depth: u32, leaves: Leaves) -> u64 {
        let mut child = self.position.clone();
        self.game.play(&mut child, self.legal_moves()[index]);
        perft(&self.game, &child, depth, leaves)
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        E::evaluator_infos()
    }

    fn algorithms(&self) -> &'static [&'static str] {
        E::Kind::ALGORITHMS
    }

    fn search(
        &self,
        algorithm: &str,
        evaluator: &str,
        depth: u32,
    ) -> Result<SearchResult, CatalogError> {
        let Self { game, position, .. } = self;
        let no_algorithm = || unknown("algorithm", algorithm, E::Kind::ALGORITHMS.iter().copied());
        if !E::Kind::ALGORITHMS.contains(&algorithm) {
            return Err(no_algorithm());
        }
        let evaluator = &E::evaluator(evaluator).ok_or_else(|| {
            unknown("evaluator", evaluator, E::EVALUATORS.iter().map(|(info, _)| info.name))
        })?;
        let task = Task { game, evaluator, position, history: None };
        let report = E::Kind::search(&task, algorithm, Depth::new(depth));
        let report = report.ok_or_else(no_algorithm)?;
        let best = report.best.map(|mv| game.format_move(position, mv));
        let score = report.score.in_units(evaluator.unit());
        Ok(SearchResult { best, score, statistics: report.statistics })
    }

    fn solve(
        &self,
        wanted: SolveWanted,
        known: &mut dyn FnMut(Known),
    ) -> Result<Solution, SolveError> {
        let Self { name, game, position } = self;
        if let Status::Over(outcome) = game.legal_moves(position, &mut Vec::new()) {
            return Err(SolveError::Over { why: outcome.reason().to_owned() });
        }
        let none = || SolveError::NoSolver { game: name.clone() };
        let mut solver = E::Kind::solver(game).ok_or_else(none)?;
        let too_large = |error: TooLarge| SolveError::TooLarge {
            game: name.clone(),
            positions: error.positions,
        };
        let value = solver.solve(game, position, known).map_err(too_large)?;
        let mut moves = Vec::new();
        if wanted == SolveWanted::EachMove {
            for mv in self.legal_moves() {
                let value = value_of_move(&mut *solver, game, position, mv).map_err(too_large)?;
                moves.push((game.format_move(position, mv), value));
            }
            moves.sort_by_key(|(_, value)| Reverse(value.preference()));
        }
        Ok(Solution { value, moves, positions: solver.positions() })
    }
}

/// What a move is worth to the side that makes it.
fn value_of_move<G: Game>(
    solver: &mut dyn Solver<G>,
    game: &G,
    position: &G::Position,
    mv: G::Move,
) -> Result<Solved, TooLarge> {
    let mut after = position.clone();
    game.play(&mut after, mv);
    if let (Status::Over(outcome), Turn::Seat(mover)) =
        (game.legal_moves(&after, &mut Vec::new()), game.turn(position))
    {
        let payoff = outcome.payoff(mover);
        return Ok(Solved { payoff, plies: (payoff != 0).then_some(1) });
    }
    let value = solver.solve(game, &after, &mut |_| {})?.one_ply_farther();
    Ok(if game.turn(&after) == game.turn(position) { value } else { value.reversed() })
}

fn unknown<'a>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> CatalogError {
    let (suggestion, known) =
        (suggestion(name, names.clone()), names.collect::<Vec<_>>().join(", "));
    CatalogError::Unknown { what, name: name.into(), suggestion, known }
}
