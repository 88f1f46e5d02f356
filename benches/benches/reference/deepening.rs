//! Rival's principal variation search.

use board_engine::{Deterministic, Game, PerfectInformation, Seat, Status, ZeroSum, zobrist};
use checkers::{Checkers, English, International};
use checkers_players::CheckersEntry;
use connect_four::{ConnectFour, Move, Position};
use game_family::CatalogEntry;
use search::{
    Algorithm, Depth, Evaluator, Hints, Limits, MoveIndex, Pvs, PvsOptions, Score, Task, Technique,
    Techniques,
};

use crate::heuristic::{self, heuristic};

/// The same heuristic as in the `minimax` crate's search.
struct Heuristic;

impl Evaluator<ConnectFour> for Heuristic {
    fn evaluate(&self, _: &ConnectFour, position: &Position<u64>, seat: Seat) -> Score {
        let other = Seat::new(1 - seat.index());
        Score::new(heuristic(position.stones(seat).0, position.stones(other).0).into())
    }
}

/// A history indexed by column.
struct Columns;

impl Hints<ConnectFour> for Columns {
    fn move_index(&self, _: &ConnectFour, _: &Position<u64>, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.column().into())
    }
}

/// The techniques that neither prune speculatively nor extend. With only these techniques, a depth means the same as in
/// any full-width search.
const FULL_WIDTH: Techniques = Techniques::NONE
    .with(Technique::TranspositionTable)
    .with(Technique::EnhancedCutoffs)
    .with(Technique::Aspiration)
    .with(Technique::History)
    .with(Technique::Sharing);

/// Searches the empty board at full width.
pub(crate) fn connect_four(depth: u32, threads: usize) -> u64 {
    let game = ConnectFour::default();
    let mut search = Pvs::with_hints(options(FULL_WIDTH, threads), Columns);
    let score = deepen(&mut search, &game, &Heuristic, &game.start(), depth);
    heuristic::check(depth, score.value());
    1
}

/// The number of openings to search one after another.
const OPENINGS: u64 = 8;
const OPENING_PLIES: u64 = 8;

/// Searches some international draughts openings with all techniques.
pub(crate) fn international(depth: u32, threads: usize) -> u64 {
    openings::<CheckersEntry<International>>(&Checkers::<International>::new(), depth, threads)
}

/// Searches some English draughts openings.
pub(crate) fn english(depth: u32, threads: usize) -> u64 {
    openings::<CheckersEntry<English>>(&Checkers::<English>::new(), depth, threads)
}

fn openings<E>(game: &E::Game, depth: u32, threads: usize) -> u64
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let (_, evaluator) = &E::EVALUATORS[0];
    let mut search = Pvs::with_hints(options(Techniques::ALL, threads), E::Hints::default());
    for number in 0..OPENINGS {
        search.forget();
        deepen(&mut search, game, evaluator, &opening(game, number), depth);
    }
    OPENINGS
}

/// The position after some random moves.
fn opening<G: Game>(game: &G, number: u64) -> G::Position {
    let (mut position, mut moves) = (game.start(), Vec::new());
    for ply in 0..OPENING_PLIES {
        assert_eq!(game.legal_moves(&position, &mut moves), Status::Ongoing, "it is early");
        let place = zobrist::mix(&[number, ply]) % moves.len() as u64;
        game.play(&mut position, moves[usize::try_from(place).expect("a place of the list")]);
    }
    position
}

/// The table is small because allocating it is part of the measured time.
fn options(techniques: Techniques, threads: usize) -> PvsOptions {
    PvsOptions { hash_mebibytes: 16, techniques, threads, ..PvsOptions::DEFAULT }
}

fn deepen<G, E, H>(
    search: &mut Pvs<H>,
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> Score
where
    G: ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G>,
    H: Hints<G>,
{
    let task = Task { game, evaluator, position, history: None };
    let limits = Limits::to_depth(Depth::new(depth));
    search.search(&task, &limits).score
}
