//! Checks tables against each other and against the rules.

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square, get_king_moves};

use crate::material::Material;
use crate::probing::{after, is_zeroing, legal_moves};
use crate::tables::SyzygyTables;
use crate::wdl::Wdl;

/// The result of a sample check.
pub(crate) struct Verification {
    pub(crate) checked: u64,
    pub(crate) wrong: Vec<Mismatch>,
    pub(crate) unchecked: u64,
}

/// A position whose value differs from the value of its best move.
pub(crate) struct Mismatch {
    /// The position in FEN.
    pub(crate) position: String,
    pub(crate) stored: Option<Wdl>,
    pub(crate) searched: Option<Wdl>,
}

/// Maximum number of attempts to place the pieces of a sample.
const ATTEMPTS: usize = 1_000;

/// Compares the values of random positions with the values after their moves. All material is sampled equally often.
pub(crate) fn verify(
    tables: &SyzygyTables,
    samples: u64,
    draw: &mut dyn FnMut(u64) -> u64,
    is_wanted: &mut dyn FnMut(u64) -> bool,
) -> Verification {
    let materials = tables.materials();
    let mut found = Verification { checked: 0, wrong: Vec::new(), unchecked: 0 };
    for sample in 0..samples {
        if materials.is_empty() || !is_wanted(sample) {
            break;
        }
        let index = usize::try_from(draw(materials.len() as u64)).unwrap_or(0);
        let Some(board) = materials.get(index).and_then(|material| placed(*material, draw)) else {
            continue;
        };
        let (stored, searched) = (tables.wdl(&board), by_moves(tables, &board));
        if stored.is_none() || searched.is_none() {
            found.unchecked += 1;
            continue;
        }
        found.checked += 1;
        if !is_same(tables, &board, stored, searched) {
            found.wrong.push(Mismatch { position: board.to_string(), stored, searched });
        }
    }
    found
}

/// Returns `true` if the values agree. The fifty-move count can start between a position and the next one, so the
/// searched value can be the stronger of two values with the same sign. The distance must agree with the value.
fn is_same(
    tables: &SyzygyTables,
    board: &Board,
    stored: Option<Wdl>,
    searched: Option<Wdl>,
) -> bool {
    let sign = |value: Option<Wdl>| value.map(Wdl::sign);
    let distance = tables.dtz(board);
    let is_in_time = |distance: i32| match stored {
        Some(Wdl::Win | Wdl::Loss) => distance.abs() <= 100,
        Some(Wdl::CursedWin | Wdl::BlessedLoss) => distance.abs() > 100,
        _ => distance == 0,
    };
    sign(stored) == sign(searched)
        && distance.is_none_or(is_in_time)
        && distance.map(i32::signum).is_none_or(|distance| Some(distance) == sign(stored))
}

/// A position's value, computed from the values after its moves; `None` if one is unknown.
fn by_moves(tables: &SyzygyTables, board: &Board) -> Option<Wdl> {
    let moves = legal_moves(board);
    if moves.is_empty() {
        return Some(if board.checkers().is_empty() { Wdl::Draw } else { Wdl::Loss });
    }
    let values = moves.into_iter().map(|mv| {
        let next = after(board, mv);
        let is_over = next.occupied().len() == 2 && is_zeroing(board, mv);
        if is_over { Some(Wdl::Draw) } else { Some(tables.wdl(&next)?.reverse()) }
    });
    values.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// A random legal position with this material, with either color as the first-named side.
fn placed(material: Material, draw: &mut dyn FnMut(u64) -> u64) -> Option<Board> {
    (0..ATTEMPTS).find_map(|_attempt| {
        let mut builder = BoardBuilder::empty();
        let is_reversed = draw(2) == 1;
        builder.side_to_move = Color::ALL[usize::from(draw(2) == 1)];
        for side in 0..2 {
            let color = Color::ALL[usize::from((side == 1) != is_reversed)];
            for piece in Piece::ALL {
                for _piece in 0..material.of(side, piece) {
                    let is_pawn = piece == Piece::Pawn;
                    let (first, count) = if is_pawn { (8, 48) } else { (0, 64) };
                    let square = usize::try_from(draw(count)).unwrap_or(0) + first;
                    let square = Square::try_index(square)?;
                    if builder.square(square).is_some() {
                        return None;
                    }
                    *builder.square_mut(square) = Some((piece, color));
                }
            }
        }
        let board = builder.build().ok()?;
        let are_apart = !get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
        are_apart.then_some(board)
    })
}
