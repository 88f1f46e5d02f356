//! Positions beyond normal play: regular grids and crowds of pieces, which are the hardest for move generators.

use std::time::{Duration, Instant};

use board_engine::{Board, Glyph, Notation, Place, Seat, Square, Viewer};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Effort;

/// Maximum time for one position; longer in test builds, which are many times slower.
const TIME_MAX: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 });

/// Maximum number of legal moves in a position, far beyond real game positions.
const MOVES_MAX: usize = 1 << 12;

/// Maximum number of move strings to parse back.
const READ_MAX: usize = 16;

/// Crafted positions per playout of an [`Effort`].
const POSITIONS_PER_PLAYOUT: u64 = 4;

/// Maximum number of attempts to make a position possible by removing a quarter of its pieces.
const THINNINGS_MAX: usize = 8;

/// An approximate number of pieces of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    None,
    One,
    Many,
}

/// Checks crafted positions for everything that a table does with a position: listing the moves, writing and parsing
/// them, their routes, and the diagram. Returns the number of crafted positions that were possible.
///
/// # Panics
/// If a position takes too long, has too many moves, or has a move that is not parsed back. The message names the
/// position.
pub(crate) fn check<G: Notation>(game: &G, effort: Effort) -> usize {
    let (pieces, mut checked) = (game.pieces_to_set_up(), 0);
    for seed in effort.seeds().filter(|_| !pieces.is_empty()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..POSITIONS_PER_PLAYOUT {
            if let Some(text) = set_up(game, &pieces, &mut rng) {
                check_position(game, &text);
                checked += 1;
            }
        }
    }
    checked
}

/// A random position as a string; `None` if the position is still impossible with fewer pieces. In two out of three
/// positions, a few of the mover's pieces face many opposing pieces.
fn set_up<G: Notation>(game: &G, pieces: &[Glyph], rng: &mut ChaCha8Rng) -> Option<String> {
    let diagram = game.diagram(&game.start(), Viewer::Arbiter);
    let geometry = diagram.geometry();
    let mover = Seat::all(game.seats()).nth(rng.random_range(0..game.seats()));
    let mover = mover.unwrap_or(Seat::FIRST);
    let is_hunt = rng.random_range(0..3) > 0;
    let numbers: Vec<Number> = pieces
        .iter()
        .map(|piece| match (is_hunt, piece.owner == Some(mover)) {
            (false, _) => [Number::None, Number::One, Number::Many][rng.random_range(0..3)],
            (true, true) => [Number::None, Number::One, Number::One][rng.random_range(0..3)],
            (true, false) => [Number::None, Number::Many, Number::Many][rng.random_range(0..3)],
        })
        .collect();
    let of = |number| {
        let kinds = numbers.iter().enumerate();
        kinds.filter(move |(_, other)| **other == number).map(|(piece, _)| piece)
    };
    let many: Vec<usize> = of(Number::Many).collect();
    let (is_in_grid, count) = (grid(geometry.height() - 1, rng), geometry.square_count());
    let in_grid = geometry.squares().filter(|&square| is_in_grid(geometry.place(square)));
    let mut crowd: Vec<Square> = in_grid.filter(|_| !many.is_empty()).collect();
    crowd.shuffle(rng);
    let kinds: Vec<usize> = crowd.iter().map(|_| rng.random_range(0..many.len())).collect();
    let singles: Vec<(Square, usize)> =
        of(Number::One).map(|piece| (Square::new(rng.random_range(0..count)), piece)).collect();
    let possible = |crowd: &[Square]| {
        let crowd = crowd.iter().zip(&kinds).map(|(&square, &kind)| (square, many[kind]));
        let mut board = Board::empty(count);
        for (square, piece) in crowd.chain(singles.iter().copied()) {
            board.put(square, piece);
        }
        let text = game.format_set_up(&board, mover);
        game.parse_position(&text).is_ok().then_some(text)
    };
    let fewer = |size: &usize| Some(size - size.div_ceil(4));
    let mut sizes = std::iter::successors(Some(crowd.len()), fewer).take(THINNINGS_MAX);
    sizes.find_map(|size| possible(&crowd[..size]))
}

/// Part of the board: every place, every second row or column, or every second place in both directions. This part
/// excludes the first and last rows, where some pieces are not allowed.
fn grid(last_row: u8, rng: &mut ChaCha8Rng) -> impl Fn(Place) -> bool + use<> {
    let kind = rng.random_range(0..6);
    let (column, row) = (rng.random_range(0..2_u8), rng.random_range(0..2_u8));
    move |place: Place| {
        let (is_column, is_row) = (place.column % 2 == column, place.row % 2 == row);
        let is_inside = 0 < place.row && place.row < last_row;
        is_inside
            && match kind {
                0 => true,
                1 => is_row,
                2 => is_column,
                _ => is_row && is_column,
            }
    }
}

fn check_position<G: Notation>(game: &G, text: &str) {
    let begun = Instant::now();
    let Ok(position) = game.parse_position(text) else { return };
    let mut moves = Vec::new();
    let status = game.legal_moves(&position, &mut moves);
    assert!(moves.len() <= MOVES_MAX, "{} moves in {text}", moves.len());
    let count = game.count_moves(&position, &mut Vec::new());
    assert_eq!(count, moves.len() as u64, "the count of the moves in {text}");
    game.diagram(&position, Viewer::Arbiter);
    if status.outcome().is_some() {
        return;
    }
    let mut texts = vec![String::new(); moves.len()];
    for (text, &mv) in texts.iter_mut().zip(&moves) {
        game.push_move_among(&position, &moves, mv, text);
        game.route(&position, mv);
    }
    game.steps(&position, &moves);
    let step = moves.len().div_ceil(READ_MAX).max(1);
    for (&mv, written) in moves.iter().zip(&texts).step_by(step) {
        let read = game.parse_move_among(&position, &moves, written);
        assert_eq!(read.as_ref(), Ok(&mv), "{written} in {text}");
        let _refused = game.parse_move(&position, &reverse(written));
    }
    let time = begun.elapsed();
    assert!(time <= TIME_MAX, "{} moves took {time:?} in {text}", moves.len());
}

/// A string with the same letters that is probably not a move, for parsers that search for a match.
fn reverse(text: &str) -> String {
    let parts: Vec<&str> = text.split_inclusive(['x', ':', '-']).rev().collect();
    parts.concat()
}
