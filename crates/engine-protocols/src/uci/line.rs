//! Chess as UCI writes it.

use board_engine::{Game, Notation, NotationError};
use chess::{Chess, Move, Position};

use crate::played::{Dialect, Line, line};

/// The family of games that UCI supports.
const FAMILY: &str = "chess:";

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Castling {
    /// As the king's move of two squares, where kings and rooks stand as in chess.
    KingMoves,
    /// As the king taking its own rook: what the option `UCI_Chess960` asks for.
    KingTakesRook,
}

/// How castling is written in the game with this name, "chess:standard"; none if UCI doesn't support it.
pub(crate) fn castling_of(game: &str) -> Option<Castling> {
    let game = chess(game)?;
    let is_usual = game.start_number() == Chess::default().start_number();
    Some(if is_usual { Castling::KingMoves } else { Castling::KingTakesRook })
}

/// The line at the start of the game with this name, if UCI supports it.
pub(crate) fn line_of(game: &str, castling: Castling) -> Option<Box<dyn Line>> {
    Some(line(UciDialect { game: chess(game)?, castling }))
}

fn chess(game: &str) -> Option<Chess> {
    Chess::named(game.strip_prefix(FAMILY)?)
}

struct UciDialect {
    game: Chess,
    castling: Castling,
}

impl Dialect for UciDialect {
    type Game = Chess;

    fn game(&self) -> &Chess {
        &self.game
    }

    /// `startpos`, the usual start in every variant.
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
        /// The field of a FEN with the plies since the last capture or pawn move.
        const QUIET_PLIES: usize = 4;
        let text = self.game.format_position(position);
        let fields = text.split(' ').enumerate();
        let fields = fields.map(|(index, field)| if index == QUIET_PLIES { "0" } else { field });
        self.game.parse_position(&fields.collect::<Vec<_>>().join(" ")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(game: &str) -> Box<dyn Line> {
        line_of(game, castling_of(game).expect("a game of chess")).expect("a game of chess")
    }

    #[test]
    fn moves_are_written_from_square_to_square() {
        let mut line = started("chess:standard");
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
        let mut line = started("chess:960,518");
        assert_eq!(castling_of("chess:960,518"), Some(Castling::KingMoves));
        line.set_from_protocol(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1").expect("usual");
        assert_eq!(line.to_table().moves, "O-O");
        let mut line = started("chess:960,0");
        let start = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
        line.set_from_protocol(Some(start), "e1g1").expect("the king takes its rook");
        assert_eq!(line.to_table().moves, "O-O");
        assert_eq!(line.whole_to_protocol().1, "e1g1");
    }

    #[test]
    fn a_line_that_counts_have_ended_goes_on_without_its_past() {
        let mut line = started("chess:standard");
        let rounds = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        line.set_from_protocol(None, &rounds).expect("a line of the game");
        line.drop_history_if_over();
        assert_eq!(line.to_table().moves, "");
        line.set_from_protocol(Some("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"), "").expect("a position");
        line.drop_history_if_over();
        assert_eq!(line.to_table().position, "4k3/8/8/8/8/8/8/R3K3 w - - 0 90");
    }

    #[test]
    fn other_games_are_not_supported() {
        for game in ["checkers:english", "chess", "chess:960,960", "chess:blitz"] {
            assert_eq!(castling_of(game), None, "{game}");
        }
    }
}
