//! The exchange of sides: the turn of the board that gives both seats the same view.

use board_engine::{Board, Diagram, Geometry, Notation, Place, Seat, Square, Status, Turn};
use board_engine::{Glyph, Viewer};

use super::probe;

/// Maximum number of won positions to compare.
const POSITIONS_MAX: usize = 12;

/// The change of squares between the views of the two seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardTurn {
    Same,
    Rotated,
    Flipped,
    Transposed,
}

impl BoardTurn {
    const ALL: [Self; 4] = [Self::Same, Self::Rotated, Self::Flipped, Self::Transposed];

    /// The square that `square` becomes in the second seat's view.
    pub(super) fn square(self, geometry: &Geometry, square: Square) -> Option<Square> {
        let Place { column, row } = geometry.place(square);
        let (last_column, last_row) = (geometry.width() - 1, geometry.height() - 1);
        let place = match self {
            Self::Same => return Some(square),
            Self::Rotated => Place { column: last_column - column, row: last_row - row },
            Self::Flipped => Place { column, row: last_row - row },
            Self::Transposed => Place { column: row, row: column },
        };
        geometry.square_at(place)
    }
}

/// The turn of the board that, with an exchange of the seats, leaves the game unchanged; `None` if there is none.
///
/// The start must look the same to both seats. Positions that one seat has won must be won by the other seat after the
/// exchange. If the board is empty at the start, at least one such position must confirm it.
pub(super) fn find<G: Notation>(game: &G, start: &Diagram) -> Option<BoardTurn> {
    let won = won_positions(game);
    let is_empty = start.glyphs().next().is_none();
    BoardTurn::ALL.into_iter().find(|&turn| {
        if !is_start_symmetric(start, turn) {
            return false;
        }
        let confirmed = won.iter().filter_map(|position| confirm(game, position, turn));
        let confirmed: Vec<bool> = confirmed.collect();
        confirmed.iter().all(|&holds| holds) && !(is_empty && confirmed.is_empty())
    })
}

/// Positions in which the rules have ended the game with a winner.
fn won_positions<G: Notation>(game: &G) -> Vec<G::Position> {
    let (mut won, mut moves) = (Vec::new(), Vec::new());
    probe::each_position(game, |position| {
        let status = game.legal_moves(position, &mut moves);
        let is_won = status.outcome().is_some_and(|outcome| outcome.payoff(Seat::FIRST) != 0);
        if is_won && won.len() < POSITIONS_MAX {
            won.push(position.clone());
        }
    });
    won
}

/// Whether the exchange of sides exchanges the results of a won position. `None` if the exchanged position is
/// impossible: since the seats alternate, the loser may need to have one piece fewer.
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

/// Returns `true` if the start looks the same to both seats after this turn of the board.
fn is_start_symmetric(start: &Diagram, turn: BoardTurn) -> bool {
    let geometry = start.geometry();
    geometry.squares().all(|square| {
        let Some(opposite) = turn.square(geometry, square) else { return false };
        let (here, there) = (start.pieces(square), start.pieces(opposite));
        here.len() == there.len()
            && here.iter().zip(there).all(|(one, other)| is_exchanged(one, other))
    })
}

#[cfg(test)]
mod tests {
    use board_engine::Coordinates;
    use checkers::any_size::CheckersAnySize;

    use super::*;

    fn check<G: Notation>(game: &G, expected: BoardTurn) {
        let start = game.diagram(&game.start(), Viewer::Arbiter);
        assert_eq!(find(game, &start), Some(expected));
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
    fn turning_a_square_twice_restores_it() {
        let geometry = Geometry::rectangle(4, 4);
        let diagram = Diagram::new(geometry.clone(), Coordinates::AtEdges, |_| String::new());
        for turn in BoardTurn::ALL {
            for square in diagram.geometry().squares() {
                let there = turn.square(&geometry, square).unwrap();
                assert_eq!(turn.square(&geometry, there), Some(square));
            }
        }
    }
}
