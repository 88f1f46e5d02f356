//! The variants of draughts as Hub writes them.

use board_engine::{Game, NotationError, Word};
use checkers::{AnyVariant, AnyVariantVisitor, Move, Position, rules::Goal, with_any_variant};

use crate::played::{Dialect, Line, line};

/// The family of games that Hub supports.
const FAMILY: &str = "checkers";

/// The name in Hub of the game with this name, "checkers:russian", and the line at its start, if Hub supports it.
pub(crate) fn line_of(game: &str) -> Option<(&'static str, Box<dyn Line>)> {
    struct NewLine;
    impl AnyVariantVisitor for NewLine {
        type Output = Option<(&'static str, Box<dyn Line>)>;

        fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output {
            // Hub can't express a pass.
            let can_pass = matches!(game.rules().goal, Goal::MorePieces);
            (!can_pass).then(|| (hub_name(game.rules().name), line(HubDialect(game))))
        }
    }
    let variant = game.strip_prefix(FAMILY)?.strip_prefix(':')?;
    with_any_variant(variant, NewLine).flatten()
}

/// What Hub calls the variant of this name.
fn hub_name(variant: &'static str) -> &'static str {
    match variant {
        "international" => "normal",
        "breakthrough" => "bt",
        // The same rules from another start, which is always sent.
        "frysk" => "frisian",
        name => name,
    }
}

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

    /// Hub expresses no counters.
    fn bare(&self, position: &Position<W>) -> Option<Position<W>> {
        self.0.parse_hub_position(&self.0.format_hub_position(position)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position that is sent to Hub after these moves, and the number of moves with it.
    fn position_for_hub(game: &str, start: &str, moves: &str) -> (String, usize) {
        let mut line = line_of(game).expect("a variant that Hub knows").1;
        line.set_from_table(start, moves).expect("a line of the game");
        let (position, moves) = line.to_protocol();
        (position, moves.split_ascii_whitespace().count())
    }

    #[test]
    fn moves_are_sent_from_the_last_irreversible_one() {
        let start = "W:WK46,48:B20,K1";
        let international =
            position_for_hub("checkers:international", start, "46-41 1-7 41-46 7-1 48-43");
        assert_eq!(international.1, 0, "nothing before a man's move comes back");
        let frisian =
            position_for_hub("checkers:frisian", start, "46-41 20-25 41-46 1-7 46-41 7-1");
        assert_eq!(frisian.1, 6, "runs of kings are counted through the moves of men");
        assert_eq!(frisian.0.chars().next(), Some('W'));
    }

    #[test]
    fn a_line_that_counts_have_ended_goes_on_without_its_past() {
        let mut line = line_of("checkers:international").expect("a variant that Hub knows").1;
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
