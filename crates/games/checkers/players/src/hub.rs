//! Names, positions and moves of draughts variants in the Hub protocol.

use board_engine::{Game, NotationError, Word};
use checkers::{AnyVariant, Move, Position, rules::Goal};
use notation::{Dialect, HubGame, protocol_line};

/// The variant with this name in Hub; `None` for a variant with passes, which Hub can't express.
pub(crate) fn hub_game<W: Word>(variant: &str) -> Option<HubGame> {
    let game = AnyVariant::<W>::named(variant)?;
    let rules = game.rules();
    let can_pass = matches!(rules.goal, Goal::MorePieces);
    (!can_pass)
        .then(|| HubGame { variant: hub_name(rules.name), line: protocol_line(HubDialect(game)) })
}

/// Hub's name for the variant with this name.
fn hub_name(variant: &'static str) -> &'static str {
    match variant {
        "international" => "normal",
        "breakthrough" => "bt",
        // The same rules from another starting position, which is always sent.
        "frysk" => "frisian",
        name => name,
    }
}

#[derive(Clone)]
struct HubDialect<W: Word>(AnyVariant<W>);

impl<W: Word> Dialect for HubDialect<W> {
    type Game = AnyVariant<W>;

    fn game(&self) -> &AnyVariant<W> {
        &self.0
    }

    fn start(&self) -> Position<W> {
        self.0.start()
    }

    fn format_position(&self, position: &Position<W>) -> String {
        self.0.format_hub_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        self.0.parse_hub_position(text)
    }

    fn format_move(&self, _: &Position<W>, mv: Move<W>) -> String {
        self.0.format_hub_move(mv)
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Move<W>, NotationError> {
        self.0.parse_hub_move(position, text)
    }

    /// The position without its draw counters, which Hub can't express.
    fn bare(&self, position: &Position<W>) -> Option<Position<W>> {
        self.0.parse_hub_position(&self.0.format_hub_position(position)).ok()
    }
}

#[cfg(test)]
mod tests {
    use checkers::{Frisian, International, Variant};
    use notation::ProtocolLine;

    use super::*;

    fn line_of<V: Variant>() -> Box<dyn ProtocolLine> {
        hub_game::<V::Word>(V::RULES.name).expect("a variant that Hub knows").line
    }

    /// The position sent to Hub after these moves, and the number of moves sent with it.
    fn position_for_hub<V: Variant>(start: &str, moves: &str) -> (String, usize) {
        let mut line = line_of::<V>();
        line.set_from_table(start, moves).expect("a line of the game");
        let (position, moves) = line.to_protocol();
        (position, moves.split_ascii_whitespace().count())
    }

    #[test]
    fn moves_are_sent_since_the_last_irreversible_move() {
        let start = "W:WK46,48:B20,K1";
        let international = position_for_hub::<International>(start, "46-41 1-7 41-46 7-1 48-43");
        assert_eq!(international.1, 0, "nothing before a man's move comes back");
        let frisian = position_for_hub::<Frisian>(start, "46-41 20-25 41-46 1-7 46-41 7-1");
        assert_eq!(frisian.1, 6, "runs of kings are counted through the moves of men");
        assert_eq!(frisian.0.chars().next(), Some('W'));
    }

    #[test]
    fn a_line_ended_by_counts_continues_without_its_past() {
        let mut line = line_of::<International>();
        let start = format!("WB{}W{}", "e".repeat(44), "e".repeat(4));
        let round = "46-41 1-7 41-46 7-1";
        line.set_from_protocol(Some(&start), round).expect("a line of the game");
        line.drop_history_if_over();
        assert_eq!(line.to_table().moves, round, "the second time ends nothing");
        line.set_from_protocol(Some(&start), &format!("{round} {round}"))
            .expect("a line of the game");
        line.drop_history_if_over();
        assert_eq!(line.to_table().moves, "");
        assert_eq!(line.to_protocol().0, start);
    }
}
