//! What a side threatens: what it would play if the mover passed.

use board_engine::{Board, Glyph, Turn, Viewer};
use games_package::{MatchState, TableGame};

/// The position with the same pieces in which the opponent of the mover is to move; none where that is no position in which the
/// game goes on, or in games whose positions are more than their pieces and the mover.
///
/// It is a position that was [set up](TableGame::format_set_up): what the pieces don't show, such as counters of draw rules, is as
/// at the start of a game.
pub(crate) fn passed(game: &dyn TableGame, state: &dyn MatchState) -> Option<String> {
    let Turn::Seat(mover) = state.turn() else { return None };
    let offered = game.pieces_to_set_up();
    if game.seat_count() != 2 || offered.is_empty() || state.outcome().is_some() {
        return None;
    }
    let opponent = mover.opponent();
    let diagram = state.diagram(Viewer::Arbiter);
    let mut board = Board::empty(diagram.geometry().square_count());
    for square in diagram.geometry().squares() {
        let Some(shown) = diagram.pieces(square).first() else { continue };
        let is_same = |piece: &Glyph| piece.owner == shown.owner && piece.kind == shown.kind;
        board.put(square, offered.iter().position(is_same)?);
    }
    let position = game.format_set_up(&board, opponent);
    let passed = game.open(Some(&position)).ok()?;
    let goes_on = passed.outcome().is_none() && passed.turn() == Turn::Seat(opponent);
    goes_on.then(|| passed.position(Viewer::Arbiter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(game: &str, position: &str, expected: Option<&str>) {
        let game = game_catalog::table_game(game).unwrap();
        let state = game.open(Some(position)).unwrap();
        assert_eq!(passed(&*game, &*state).as_deref(), expected, "{position}");
    }

    #[test]
    fn the_opponent_is_to_move_with_the_same_pieces() {
        check("checkers", "W:W22,K18:B9,K1", Some("B:W22,K18:B9,K1"));
        check(
            "chess",
            "4k3/8/8/8/8/8/4P3/R3K3 w Q - 3 9",
            Some("4k3/8/8/8/8/8/4P3/R3K3 b Q - 0 1"),
        );
    }

    #[test]
    fn nobody_passes_where_the_game_has_no_such_position() {
        // White is in check.
        check("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", None);
        // Cards and dice are more than pieces.
        let game = game_catalog::table_game("backgammon").unwrap();
        assert_eq!(passed(&*game, &*game.open(None).unwrap()), None);
    }
}
