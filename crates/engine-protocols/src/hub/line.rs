//! A line of play in the notations of the table and of Hub.

use board_engine::{Game, KeyHistory, Notation, NotationError, Seat, Status};
use checkers::{Checkers, Move, Position, Variant, VariantVisitor, hub, rules::Goal, with_variant};

/// The family of games that Hub supports.
const FAMILY: &str = "checkers";

/// A line of play in one variant.
pub(crate) trait Line: Send + Sync {
    /// The name of the variant in Hub.
    fn variant(&self) -> &'static str;

    /// Sets the position after `moves` from `start`, both in the table's notation.
    fn set_from_table(&mut self, start: &str, moves: &str) -> Result<(), NotationError>;

    /// Sets the position after `moves` from `start`, both in Hub's notation. `None` is the start of the game.
    fn set_from_hub(&mut self, start: Option<&str>, moves: &str) -> Result<(), NotationError>;

    /// Start, moves and position in the table's notation.
    fn to_table(&self) -> TableTexts;

    /// A position before which no position can be repeated, and the moves since then, in Hub's notation. Counters are
    /// zero in that position, since Hub can't express them.
    fn to_hub(&self) -> (String, String);

    /// Drops the history if the rules have ended the game because of it: by repetition or by a counter. Hub asks for a
    /// move if the other program's rules don't end the game.
    fn drop_history_if_over(&mut self);

    /// The side to move.
    fn mover(&self) -> Seat;

    /// The legal move that a text means, in the table's notation.
    fn resolve(&self, text: &str) -> Result<String, NotationError>;

    /// The legal moves in the table's notation; none if the game is over regardless of its history.
    fn legal_moves(&self) -> Vec<String>;

    /// Converts the table's moves from the current position to Hub's notation, up to the first illegal one.
    fn moves_to_hub(&self, moves: &str) -> Vec<String>;

    /// Converts Hub's moves from the current position to the table's notation.
    ///
    /// # Errors
    /// The error of the first illegal move, with the moves before it.
    fn moves_to_table(&self, moves: &str) -> (Vec<String>, Option<NotationError>);
}

/// A line of play in the table's notation.
pub(crate) struct TableTexts {
    pub(crate) start: String,
    pub(crate) moves: String,
    pub(crate) position: String,
}

/// The line at the start of the game with this name, "checkers:russian", if Hub supports it.
pub(crate) fn line_of(game: &str) -> Option<Box<dyn Line>> {
    struct NewLine;
    impl VariantVisitor for NewLine {
        type Output = Option<Box<dyn Line>>;

        fn visit<V: Variant>(self) -> Self::Output {
            // Hub can't express a pass.
            let can_pass = matches!(V::RULES.goal, Goal::MorePieces);
            let line =
                || Box::new(PlayedLine::<V>::from(Checkers::<V>::new().start())) as Box<dyn Line>;
            (!can_pass).then(line)
        }
    }
    let variant = game.strip_prefix(FAMILY)?.strip_prefix(':')?;
    with_variant(variant, NewLine).flatten()
}

/// A move with the position before it.
type Ply<V> = (Position<<V as Variant>::Word>, Move<<V as Variant>::Word>);

struct PlayedLine<V: Variant> {
    start: Position<V::Word>,
    moves: Vec<Ply<V>>,
    position: Position<V::Word>,
}

impl<V: Variant> PlayedLine<V> {
    const GAME: Checkers<V> = Checkers::new();

    const fn from(start: Position<V::Word>) -> Self {
        Self { start, moves: Vec::new(), position: start }
    }

    fn play(&mut self, mv: Move<V::Word>) {
        self.moves.push((self.position, mv));
        Self::GAME.play(&mut self.position, mv);
    }

    /// The same after more moves, each parsed by `parse`, up to the first error.
    fn after(
        start: Position<V::Word>,
        moves: &str,
        parse: impl Fn(&Position<V::Word>, &str) -> Result<Move<V::Word>, NotationError>,
    ) -> (Self, Option<NotationError>) {
        let mut line = Self::from(start);
        for text in moves.split_ascii_whitespace() {
            match parse(&line.position, text) {
                Ok(mv) => line.play(mv),
                Err(error) => return (line, Some(error)),
            }
        }
        (line, None)
    }

    fn after_table(start: Position<V::Word>, moves: &str) -> (Self, Option<NotationError>) {
        Self::after(start, moves, |position, text| Self::GAME.parse_move(position, text))
    }

    fn after_hub(start: Position<V::Word>, moves: &str) -> (Self, Option<NotationError>) {
        Self::after(start, moves, |position, text| hub::parse_move::<V>(position, text))
    }

    /// The position as Hub can express it: without counters.
    fn bare(position: Position<V::Word>) -> Option<Position<V::Word>> {
        hub::parse_position::<V>(&hub::format_position::<V>(&position)).ok()
    }

    fn table_moves(&self) -> Vec<String> {
        self.moves.iter().map(|(before, mv)| Self::GAME.format_move(before, *mv)).collect()
    }
}

impl<V: Variant> Line for PlayedLine<V> {
    fn variant(&self) -> &'static str {
        match V::RULES.name {
            "international" => "normal",
            "breakthrough" => "bt",
            // The same rules from another start, which is always sent.
            "frysk" => "frisian",
            name => name,
        }
    }

    fn set_from_table(&mut self, start: &str, moves: &str) -> Result<(), NotationError> {
        let (line, error) = Self::after_table(Self::GAME.parse_position(start)?, moves);
        *self = line;
        error.map_or(Ok(()), Err)
    }

    fn set_from_hub(&mut self, start: Option<&str>, moves: &str) -> Result<(), NotationError> {
        let start = start.map_or_else(|| Ok(Self::GAME.start()), hub::parse_position::<V>)?;
        let (line, error) = Self::after_hub(start, moves);
        *self = line;
        error.map_or(Ok(()), Err)
    }

    fn to_table(&self) -> TableTexts {
        TableTexts {
            start: Self::GAME.format_position(&self.start),
            moves: self.table_moves().join(" "),
            position: Self::GAME.format_position(&self.position),
        }
    }

    fn to_hub(&self) -> (String, String) {
        let before = |index| self.moves.get(index).map_or(self.position, |(before, _)| *before);
        let cuts = |(before, mv): &(_, _)| Self::GAME.irreversible(before, *mv);
        let cut = self.moves.iter().rposition(cuts).map_or(0, |index| index + 1);
        let is_told = |index: &usize| Self::bare(before(*index)) == Some(before(*index));
        let since = (0..=cut).rev().find(is_told).unwrap_or(0);
        let moves: Vec<String> =
            self.moves[since..].iter().map(|(_, mv)| hub::format_move::<V>(*mv)).collect();
        (hub::format_position::<V>(&before(since)), moves.join(" "))
    }

    fn drop_history_if_over(&mut self) {
        let (mut position, mut moves) = (self.start, Vec::new());
        let mut history = KeyHistory::starting_at(&Self::GAME, &position);
        for (_, mv) in &self.moves {
            history.play(&Self::GAME, &mut position, *mv);
        }
        let is_counted_out = Self::GAME.legal_moves(&position, &mut moves) != Status::Ongoing;
        if !moves.is_empty()
            && (is_counted_out || history.outcome(&Self::GAME).is_some())
            && let Some(bare) = Self::bare(position)
        {
            *self = Self::from(bare);
        }
    }

    fn mover(&self) -> Seat {
        Checkers::<V>::seat_of(self.position.turn())
    }

    fn resolve(&self, text: &str) -> Result<String, NotationError> {
        let mv = Self::GAME.parse_move(&self.position, text)?;
        Ok(Self::GAME.format_move(&self.position, mv))
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        Self::GAME.legal_moves(&self.position, &mut moves);
        moves.into_iter().map(|mv| Self::GAME.format_move(&self.position, mv)).collect()
    }

    fn moves_to_hub(&self, moves: &str) -> Vec<String> {
        let (line, _) = Self::after_table(self.position, moves);
        line.moves.iter().map(|(_, mv)| hub::format_move::<V>(*mv)).collect()
    }

    fn moves_to_table(&self, moves: &str) -> (Vec<String>, Option<NotationError>) {
        let (line, error) = Self::after_hub(self.position, moves);
        (line.table_moves(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position that is sent to Hub after these moves, and the number of moves with it.
    fn position_for_hub(game: &str, start: &str, moves: &str) -> (String, usize) {
        let mut line = line_of(game).expect("a variant that Hub knows");
        line.set_from_table(start, moves).expect("a line of the game");
        let (position, moves) = line.to_hub();
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
        let mut line = line_of("checkers:international").expect("a variant that Hub knows");
        let start = format!("WB{}W{}", "e".repeat(44), "e".repeat(4));
        let round = "46-41 1-7 41-46 7-1";
        line.set_from_hub(Some(&start), round).expect("a line of the game");
        line.drop_history_if_over();
        assert_eq!(line.to_table().moves, round, "the second time ends nothing");
        line.set_from_hub(Some(&start), &format!("{round} {round}")).expect("a line of the game");
        line.drop_history_if_over();
        assert_eq!(line.to_table().moves, "");
        assert_eq!(line.to_hub().0, start);
    }
}
