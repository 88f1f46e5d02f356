//! Board symmetries that leave a game unchanged, with or without swapping the sides.

use board_engine::{Board, Diagram, Geometry, Notation, Place, Seat, Square, Status, Turn};
use board_engine::{Glyph, Viewer};

use super::probe;

/// Maximum number of won positions to compare.
const POSITIONS_MAX: usize = 12;
/// Maximum number of other positions to compare.
const OTHERS_MAX: usize = 60;

/// A turn of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardTurn {
    Same,
    /// A half turn.
    Rotated,
    /// The rows in reverse order.
    Flipped,
    /// Columns and rows swapped.
    Transposed,
    /// The columns in reverse order.
    Mirrored,
    /// Columns and rows swapped, both in reverse order.
    Antitransposed,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
}

impl BoardTurn {
    /// The turns that can swap the sides.
    const OF_SIDES: [Self; 4] = [Self::Same, Self::Rotated, Self::Flipped, Self::Transposed];
    /// All turns that move squares.
    const OF_BOARD: [Self; 7] = [
        Self::Rotated,
        Self::Flipped,
        Self::Transposed,
        Self::Mirrored,
        Self::Antitransposed,
        Self::Left,
        Self::Right,
    ];

    /// The square that `square` becomes; `None` if the board has no such square.
    pub(super) fn square(self, geometry: &Geometry, square: Square) -> Option<Square> {
        let Place { column, row } = geometry.place(square);
        let (last_column, last_row) = (geometry.width() - 1, geometry.height() - 1);
        let place = match self {
            Self::Same => return Some(square),
            Self::Rotated => Place { column: last_column - column, row: last_row - row },
            Self::Flipped => Place { column, row: last_row - row },
            Self::Transposed => Place { column: row, row: column },
            Self::Mirrored => Place { column: last_column - column, row },
            Self::Antitransposed => {
                Place { column: last_row.checked_sub(row)?, row: last_column - column }
            }
            Self::Left => Place { column: row, row: last_column - column },
            Self::Right => Place { column: last_row - row, row: column },
        };
        geometry.square_at(place)
    }
}

/// The board turn that leaves the game unchanged if the seats are swapped too; `None` if there is no such turn.
///
/// The start must look the same to both seats. Positions that one seat has won must be won by the other seat after the
/// swap. If the board is empty at the start, at least one such position must confirm it.
pub(super) fn of_sides<G: Notation>(game: &G, start: &Diagram) -> Option<BoardTurn> {
    let won = won_positions(game);
    let is_empty = start.glyphs().next().is_none();
    BoardTurn::OF_SIDES.into_iter().find(|&turn| {
        if !is_start_symmetric(start, turn, is_exchanged) {
            return false;
        }
        let confirmed = won.iter().filter_map(|position| confirm(game, position, turn));
        let confirmed: Vec<bool> = confirmed.collect();
        confirmed.iter().all(|&holds| holds) && !(is_empty && confirmed.is_empty())
    })
}

/// The turns of the board that leave the game unchanged.
///
/// The start must look the same. Positions from random games must have the same number of legal moves and the same
/// result after the turn. At least one of the positions must change; a game whose positions can't be set up therefore
/// has no turns.
pub(super) fn of_board<G: Notation>(game: &G, start: &Diagram) -> Vec<BoardTurn> {
    let mut positions = won_positions(game);
    let mut others = Vec::new();
    probe::each_position(game, &mut |position| others.push(position.clone()));
    let step = others.len().div_ceil(OTHERS_MAX).max(1);
    positions.extend(others.into_iter().step_by(step));
    let fits = |turn: &BoardTurn| {
        let is_same =
            |one: &Glyph, other: &Glyph| one.kind == other.kind && one.owner == other.owner;
        let found: Vec<Option<bool>> =
            positions.iter().map(|position| holds(game, position, *turn)).collect();
        is_start_symmetric(start, *turn, is_same) && found.iter().all(|holds| *holds == Some(true))
    };
    BoardTurn::OF_BOARD.into_iter().filter(fits).collect()
}

/// Returns whether the position has the same status and as many moves after a board turn. `None` if the turned position
/// can't be set up.
fn holds<G: Notation>(game: &G, position: &G::Position, turn: BoardTurn) -> Option<bool> {
    let pieces = game.pieces_to_set_up();
    let diagram = game.diagram(position, Viewer::Arbiter);
    let Turn::Seat(mover) = game.turn(position) else { return None };
    let geometry = diagram.geometry();
    let mut board = Board::empty(geometry.square_count());
    for square in geometry.squares() {
        let Some(glyph) = diagram.glyph(square) else { continue };
        let is_same = |piece: &Glyph| piece.kind == glyph.kind && piece.owner == glyph.owner;
        board.put(turn.square(geometry, square)?, pieces.iter().position(is_same)?);
    }
    let turned = game.parse_position(&game.format_set_up(&board, mover)).ok()?;
    // A set-up has no pieces in zones, such as pieces in hand.
    let of_zones = |diagram: &Diagram| -> Vec<Vec<Glyph>> {
        let squares = diagram.squares().skip(geometry.square_count());
        squares.map(|square| diagram.pieces(square).to_vec()).collect()
    };
    if of_zones(&diagram) != of_zones(&game.diagram(&turned, Viewer::Arbiter)) {
        return None;
    }
    let (mut moves, mut turned_moves) = (Vec::new(), Vec::new());
    let status = game.legal_moves(position, &mut moves);
    let turned_status = game.legal_moves(&turned, &mut turned_moves);
    Some(status == turned_status && moves.len() == turned_moves.len())
}

/// Positions where the rules have ended the game with a winner.
fn won_positions<G: Notation>(game: &G) -> Vec<G::Position> {
    let (mut won, mut moves) = (Vec::new(), Vec::new());
    probe::each_position(game, &mut |position| {
        let status = game.legal_moves(position, &mut moves);
        let is_won = status.outcome().is_some_and(|outcome| outcome.payoff(Seat::FIRST) != 0);
        if is_won && won.len() < POSITIONS_MAX {
            won.push(position.clone());
        }
    });
    won
}

/// Returns whether swapping the sides swaps the result of a won position. `None` if the swapped position is impossible:
/// because the seats alternate, the loser might need one piece fewer.
fn confirm<G: Notation>(game: &G, position: &G::Position, turn: BoardTurn) -> Option<bool> {
    let pieces = game.pieces_to_set_up();
    let diagram = game.diagram(position, Viewer::Arbiter);
    let outcome = game.legal_moves(position, &mut Vec::new()).outcome()?;
    let loser = if outcome.payoff(Seat::FIRST) < 0 { Seat::FIRST } else { Seat::SECOND };
    let Turn::Seat(mover) = game.turn(position) else { return None };
    let geometry = diagram.geometry();
    let mut board = Board::empty(geometry.square_count());
    let mut of_loser = Vec::new();
    for square in geometry.squares() {
        let Some(glyph) = diagram.glyph(square) else { continue };
        let exchanged = pieces.iter().position(|piece| is_exchanged(piece, glyph))?;
        let place = turn.square(geometry, square)?;
        board.put(place, exchanged);
        if glyph.owner == Some(loser) {
            of_loser.push(place);
        }
    }
    let read =
        |board: &Board<usize>, mover| game.parse_position(&game.format_set_up(board, mover)).ok();
    let whole = read(&board, mover.opponent());
    let exchanged = whole.or_else(|| {
        of_loser.iter().find_map(|&square| {
            let mut fewer = board.clone();
            fewer.remove(square);
            read(&fewer, mover.opponent())
        })
    })?;
    let status = game.legal_moves(&exchanged, &mut Vec::new());
    Some(match status {
        Status::Over(found) => {
            found.payoff(loser).signum() == outcome.payoff(loser.opponent()).signum()
        }
        Status::Ongoing => false,
    })
}

/// Returns `true` if the pieces differ only by their owner.
fn is_exchanged(one: &Glyph, other: &Glyph) -> bool {
    one.kind == other.kind && one.owner.map(Seat::opponent) == other.owner
}

/// Returns `true` if each part of the start `fits` the part on its square after this board turn.
fn is_start_symmetric(
    start: &Diagram,
    turn: BoardTurn,
    fits: impl Fn(&Glyph, &Glyph) -> bool,
) -> bool {
    let geometry = start.geometry();
    geometry.squares().all(|square| {
        let Some(opposite) = turn.square(geometry, square) else { return false };
        let (here, there) = (start.pieces(square), start.pieces(opposite));
        here.len() == there.len() && here.iter().zip(there).all(|(one, other)| fits(one, other))
    })
}

#[cfg(test)]
mod tests {
    use board_engine::Coordinates;
    use checkers::any_size::CheckersAnySize;

    use super::*;

    fn check<G: Notation>(game: &G, expected: BoardTurn) {
        let start = game.diagram(&game.start(), Viewer::Arbiter);
        assert_eq!(of_sides(game, &start), Some(expected));
    }

    fn check_board<G: Notation>(game: &G, expected: &[BoardTurn]) {
        let start = game.diagram(&game.start(), Viewer::Arbiter);
        assert_eq!(of_board(game, &start), expected);
    }

    #[test]
    fn the_board_symmetries_are_found_for_each_game() {
        use BoardTurn::{Antitransposed, Mirrored, Rotated, Transposed};
        check_board(&tic_tac_toe::TicTacToe::default(), &BoardTurn::OF_BOARD);
        check_board(&connect_four::ConnectFour::default(), &[Mirrored]);
        check_board(&othello::Othello::default(), &[Rotated, Transposed, Antitransposed]);
        check_board(&hex_game::Hex::default(), &[Rotated]);
        check_board(&breakthrough::Breakthrough::default(), &[Mirrored]);
        check_board(&CheckersAnySize::new(8, 8, 3).unwrap(), &[]);
    }

    #[test]
    fn the_side_swap_symmetry_is_found_for_each_game() {
        check(&tic_tac_toe::TicTacToe::default(), BoardTurn::Same);
        check(&connect_four::ConnectFour::default(), BoardTurn::Same);
        check(&othello::Othello::default(), BoardTurn::Flipped);
        check(&chess::Chess::default(), BoardTurn::Flipped);
        check(&CheckersAnySize::new(8, 8, 3).unwrap(), BoardTurn::Rotated);
    }

    #[test]
    fn turning_a_square_there_and_back_restores_it() {
        let geometry = Geometry::rectangle(4, 4);
        let diagram = Diagram::new(geometry.clone(), Coordinates::AtEdges, |_| String::new());
        for turn in BoardTurn::OF_BOARD {
            let back = match turn {
                BoardTurn::Left => BoardTurn::Right,
                BoardTurn::Right => BoardTurn::Left,
                itself => itself,
            };
            for square in diagram.geometry().squares() {
                let there = turn.square(&geometry, square).unwrap();
                assert_eq!(back.square(&geometry, there), Some(square));
            }
        }
    }
}
