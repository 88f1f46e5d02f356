//! Explores a position: its moves and their consequences, random playouts, perft, and search by each algorithm.
//!
//! Static types are erased here, so programs that explore positions don't need to be compiled for every game.

mod exploring;

use board_engine::{
    Action, ActionSpace, Diagram, Leaves, LegalActions, NotationError, Outcome, Turn, Viewer,
};
use games_package::CatalogError;
use search::{Known, Score, Statistics, StopSignal};

use crate::classic::EvaluatorInfo;
use crate::playout::Playout;
use crate::solution::{Solution, SolveError, SolveWanted};

pub(crate) use self::exploring::Exploring;

/// A position in some game. Strings are in the game's notation.
///
/// Moves are also identified by their index in the list of legal moves, so a search or a playout in any game needs no
/// strings. [`fork`](Self::fork) and [`play`](Self::play) produce the next position.
pub trait Explorer: Send + Sync {
    /// The game with its variant: "checkers:english".
    fn game(&self) -> &str;

    /// The number of seats.
    fn seat_count(&self) -> usize;

    /// The position.
    fn position(&self) -> String;

    /// The position as seen by `viewer`.
    fn position_for(&self, viewer: Viewer) -> String;

    /// The diagram of the position as seen by `viewer`.
    fn diagram(&self, viewer: Viewer) -> Diagram;

    /// The position's Zobrist key: see [`Game::key`](board_engine::Game::key).
    fn key(&self) -> u64;

    /// Returns `true` if `other` is an equal position in the same game. The histories of the positions are not
    /// compared.
    fn is_same(&self, other: &dyn Explorer) -> bool;

    /// The seat to act, or chance. If the game is over, the seat that would act otherwise.
    fn turn(&self) -> Turn;

    /// The outcome, if the rules have ended the game: by the position, or by its repetition since the exploration
    /// began.
    fn outcome(&self) -> Option<Outcome>;

    /// The reason why the game is over, with the numbers that decided it: see
    /// [`Notation::describe_outcome`](board_engine::Notation::describe_outcome).
    fn ending(&self) -> Option<String>;

    /// The legal moves. If a rule that counts moves or positions has ended the game, the list still contains the
    /// pieces' moves; check [`outcome`](Self::outcome) before playing on.
    fn moves(&self) -> Vec<String>;

    /// The number of legal moves.
    fn move_count(&self) -> usize;

    /// Appends the legal move number `index` to `text`.
    ///
    /// # Panics
    /// If the index is out of range.
    fn push_move(&self, index: usize, text: &mut String);

    /// Appends the legal move number `index` to `text`, as seen by `viewer`.
    ///
    /// # Panics
    /// If the index is out of range.
    fn push_move_for(&self, index: usize, viewer: Viewer, text: &mut String);

    /// The index of the legal move that `text` represents.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move, with the rule that forbids it.
    fn parse_move(&self, text: &str) -> Result<usize, NotationError>;

    /// The weight of the legal move number `index` at a chance turn: the number of equally likely draws that give it.
    /// See [`Game::weight`](board_engine::Game::weight).
    ///
    /// # Panics
    /// If the index is out of range.
    fn weight(&self, index: usize) -> u32;

    /// Returns `true` if the payoffs of all seats sum to zero at the end of every game.
    fn payoffs_cancel(&self) -> bool;

    /// The game's actions: see [`Notation::action_space`](board_engine::Notation::action_space).
    fn action_space(&self) -> &ActionSpace;

    /// Replaces the content of `legal` with the actions of the legal moves; none if the game is over.
    fn fill_actions(&self, legal: &mut LegalActions);

    /// Returns `true` if every legal move is a single action. Then [`action_of`](Self::action_of),
    /// [`move_of`](Self::move_of) and [`mark_actions`](Self::mark_actions) describe all legal actions, and are much
    /// faster than [`fill_actions`](Self::fill_actions). `false` if the game is over.
    fn has_only_single_actions(&self) -> bool;

    /// The action that makes up the legal move number `index`; `None` if it takes several actions.
    ///
    /// # Panics
    /// If the index is out of range.
    fn action_of(&self, index: usize) -> Option<Action>;

    /// The index of the legal move that this action alone makes up; `None` if there is no such move.
    fn move_of(&self, action: Action) -> Option<usize>;

    /// Sets `mask` to 1 at the number of each action that alone makes up a legal move.
    ///
    /// # Panics
    /// If `mask` is shorter than the action space.
    fn mark_actions(&self, mask: &mut [u8]);

    /// The numbers of planes, rows and columns of an observation. There is a plane for each
    /// [feature](board_engine::Notation::features) of the game, and a last plane that is 1 if the viewer is to move.
    fn observation_shape(&self) -> [usize; 3];

    /// The plane names: "White king".
    fn plane_names(&self) -> Vec<String>;

    /// Writes what `viewer` sees, plane by plane and row by row. Board squares keep their places; zones follow in rows
    /// below. `made` contains the actions of an unfinished move; the planes show the position after them.
    ///
    /// # Panics
    /// If `planes` doesn't have the length of the [shape](Self::observation_shape).
    fn observe(&self, viewer: Viewer, made: &[Action], planes: &mut [f32]);

    /// Plays the legal move number `index`.
    ///
    /// # Panics
    /// If the index is out of range.
    fn play(&mut self, index: usize);

    /// An independent copy.
    fn fork(&self) -> Box<dyn Explorer>;

    /// Plays random moves, uniform or by weight at chance turns, until the game is over or `plies_max` moves have been
    /// played. `draw(n)` returns a uniform number in `0..n`. Repeated positions don't end a playout.
    fn play_out(&self, plies_max: u32, draw: &mut dyn FnMut(u32) -> u32) -> Playout;

    /// The number of leaves `depth` plies below the position, as counted by [`perft`](board_engine::perft).
    fn leaves(&self, depth: u32, leaves: Leaves) -> u64;

    /// [`leaves`](Self::leaves) for the position after move number `index` of [`moves`](Self::moves).
    ///
    /// # Panics
    /// If the index is out of range.
    fn leaves_after(&self, index: usize, depth: u32, leaves: Leaves) -> u64;

    /// The puzzle's theme with these moves from the position, if it is one of the game's own themes: "fork". `None` if
    /// a move is illegal.
    fn motif(&self, solution: &[String]) -> Option<&'static str>;

    /// The game's evaluators; the first one is the default.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// The algorithms of [`search`](Self::search), from simple to advanced.
    fn algorithms(&self) -> &'static [&'static str];

    /// Searches the position to `depth` with the named algorithm and evaluator.
    ///
    /// # Errors
    /// [`CatalogError`] if the evaluator or algorithm does not exist.
    fn search(
        &self,
        algorithm: &str,
        evaluator: &str,
        depth: u32,
    ) -> Result<SearchResult, CatalogError>;

    /// The value of the position under perfect play and, if requested, the values of its moves.
    ///
    /// # Errors
    /// [`SolveError`] if the game is over, has no solver, or is too large for the solver. A solver stopped by `stop`
    /// reports the position as too large.
    fn solve(
        &self,
        wanted: SolveWanted,
        known: &mut dyn FnMut(Known),
        stop: StopSignal<'_>,
    ) -> Result<Solution, SolveError>;
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; `None` if the game is over.
    pub best: Option<String>,
    /// The score for the side to move, in hundredths of the game's unit.
    pub score: Score,
    /// The search statistics.
    pub statistics: Statistics,
}
