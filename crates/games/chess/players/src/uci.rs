//! Formats and parses chess positions and moves as UCI engines do.

use board_engine::{Game, Notation, NotationError};
use chess::{Chess, Move, Position};
use notation::{Castling, Dialect, UciGame, protocol_line};

/// The game as a UCI game.
pub(crate) fn uci_game(game: Chess) -> UciGame {
    let is_usual = game.start_number() == Chess::default().start_number();
    let castling = if is_usual { Castling::KingMoves } else { Castling::KingTakesRook };
    UciGame::new(castling, move |castling| protocol_line(UciDialect { game, castling }))
}

#[derive(Clone)]
struct UciDialect {
    game: Chess,
    castling: Castling,
}

impl Dialect for UciDialect {
    type Game = Chess;

    fn game(&self) -> &Chess {
        &self.game
    }

    /// The `startpos` position, which is the usual start in every variant.
    fn start(&self) -> Position {
        Chess::default().start()
    }

    fn format_position(&self, position: &Position) -> String {
        self.game.format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.game.parse_position(text)
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        self.game.uci_move(position, mv, self.castling == Castling::KingTakesRook)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        self.game.parse_move(position, text)
    }

    fn bare(&self, position: &Position) -> Option<Position> {
        /// The index of the FEN field with the plies since the last capture or pawn move.
        const QUIET_PLIES: usize = 4;
        let text = self.game.format_position(position);
        let fields = text.split(' ').enumerate();
        let fields = fields.map(|(index, field)| if index == QUIET_PLIES { "0" } else { field });
        self.game.parse_position(&fields.collect::<Vec<_>>().join(" ")).ok()
    }
}

#[cfg(test)]
mod tests {
    use notation::ProtocolLine;

    use super::*;

    /// The variant as a UCI game.
    fn game(variant: &str) -> UciGame {
        uci_game(Chess::from_variant(variant).expect("a game of chess"))
    }

    fn started(variant: &str) -> Box<dyn ProtocolLine> {
        let game = game(variant);
        game.line(game.castling)
    }

    #[test]
    fn moves_are_written_from_square_to_square() {
        let mut line = started("standard");
        let start = line.to_table().start;
        line.set_from_table(&start, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O").expect("a line of the game");
        let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        assert_eq!(line.whole_to_protocol(), (None, moves.into()));
        line.set_from_protocol(None, moves).expect("the same");
        assert_eq!(line.to_table().moves, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
        let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        line.set_from_table(promotion, "a8=N").expect("a promotion");
        assert_eq!(line.whole_to_protocol(), (Some(promotion.into()), "a7a8n".into()));
    }

    #[test]
    fn castling_in_chess960_takes_the_rook() {
        let mut line = started("960,518");
        assert_eq!(game("960,518").castling, Castling::KingMoves);
        line.set_from_protocol(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1").expect("usual");
        assert_eq!(line.to_table().moves, "O-O");
        let mut line = started("960,0");
        let start = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
        line.set_from_protocol(Some(start), "e1g1").expect("the king takes its rook");
        assert_eq!(line.to_table().moves, "O-O");
        assert_eq!(line.whole_to_protocol().1, "e1g1");
    }

    #[test]
    fn a_line_ended_by_counts_continues_without_its_past() {
        let mut line = started("standard");
        let rounds = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        line.set_from_protocol(None, &rounds).expect("a line of the game");
        line.drop_history_if_over();
        assert_eq!(line.to_table().moves, "");
        line.set_from_protocol(Some("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"), "").expect("a position");
        line.drop_history_if_over();
        assert_eq!(line.to_table().position, "4k3/8/8/8/8/8/8/R3K3 w - - 0 90");
    }
}
