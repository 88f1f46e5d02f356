//! A line of play in the table's texts and in those of Hub.

use board_engine::{Game, KeyHistory, Notation, NotationError, Seat, Status};
use checkers::{Checkers, Move, Position, Variant, VariantVisitor, hub, rules::Goal, with_variant};

/// The family of games that Hub is for.
const FAMILY: &str = "checkers";

/// A line of play of one variant.
pub(crate) trait Line: Send + Sync {
    /// What Hub calls the variant.
    fn variant(&self) -> &'static str;

    /// Goes to the position after `moves` from `start`, both in the table's texts.
    fn follow_table(&mut self, start: &str, moves: &str) -> Result<(), NotationError>;

    /// Goes to the position after `moves` from `start`, both in Hub's texts. `None` is the start of the game.
    fn follow_hub(&mut self, start: Option<&str>, moves: &str) -> Result<(), NotationError>;

    /// Start, moves and position as the table writes them.
    fn to_table(&self) -> TableTexts;

    /// A position before all that can come back, and the moves since then, as Hub writes them. Nothing is counted in that
    /// position, since Hub has no words for counts.
    fn to_hub(&self) -> (String, String);

    /// Forgets the way to the position if the rules have ended the game by that alone: the return of a position, or a
    /// count. Hub asks for a move where the rules of the other side go on.
    fn forget_if_over(&mut self);

    /// Whose turn it is.
    fn mover(&self) -> Seat;

    /// The legal move that a text means, as the table writes it.
    fn resolve(&self, text: &str) -> Result<String, NotationError>;

    /// The legal moves as the table writes them; none if the game is over by what is on the board.
    fn legal_moves(&self) -> Vec<String>;

    /// Moves of the table, from here on, as Hub writes them, up to the first that can't be played.
    fn moves_to_hub(&self, moves: &str) -> Vec<String>;

    /// Moves of Hub, from here on, as the table writes them.
    ///
    /// # Errors
    /// The first that can't be played, with those before it.
    fn moves_to_table(&self, moves: &str) -> (Vec<String>, Option<NotationError>);
}

/// A line of play as the table writes it.
pub(crate) struct TableTexts {
    pub(crate) start: String,
    pub(crate) moves: String,
    pub(crate) position: String,
}

/// The line at the start of a game with this name, "checkers:russian", if Hub can be spoken about it.
pub(crate) fn line_of(game: &str) -> Option<Box<dyn Line>> {
    struct Open;
    impl VariantVisitor for Open {
        type Output = Option<Box<dyn Line>>;

        fn visit<V: Variant>(self) -> Self::Output {
            // Hub has no word for a pass.
            let can_pass = matches!(V::RULES.goal, Goal::MorePieces);
            let line =
                || Box::new(Played::<V>::from(Checkers::<V>::new().start())) as Box<dyn Line>;
            (!can_pass).then(line)
        }
    }
    let variant = game.strip_prefix(FAMILY)?.strip_prefix(':')?;
    with_variant(variant, Open).flatten()
}

/// A move with the position before it.
type Ply<V> = (Position<<V as Variant>::Word>, Move<<V as Variant>::Word>);

struct Played<V: Variant> {
    start: Position<V::Word>,
    moves: Vec<Ply<V>>,
    position: Position<V::Word>,
}

impl<V: Variant> Played<V> {
    const GAME: Checkers<V> = Checkers::new();

    const fn from(start: Position<V::Word>) -> Self {
        Self { start, moves: Vec::new(), position: start }
    }

    fn play(&mut self, mv: Move<V::Word>) {
        self.moves.push((self.position, mv));
        Self::GAME.play(&mut self.position, mv);
    }

    /// The same after more moves, each read by `parse`, up to the first that can't be.
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

    /// What is left of the position when Hub has told it: all but what is counted.
    fn bare(position: Position<V::Word>) -> Option<Position<V::Word>> {
        hub::parse_position::<V>(&hub::format_position::<V>(&position)).ok()
    }

    fn table_moves(&self) -> Vec<String> {
        self.moves.iter().map(|(before, mv)| Self::GAME.format_move(before, *mv)).collect()
    }
}

impl<V: Variant> Line for Played<V> {
    fn variant(&self) -> &'static str {
        match V::RULES.name {
            "international" => "normal",
            "breakthrough" => "bt",
            // The same rules from another start, which is always said.
            "frysk" => "frisian",
            name => name,
        }
    }

    fn follow_table(&mut self, start: &str, moves: &str) -> Result<(), NotationError> {
        let (line, error) = Self::after_table(Self::GAME.parse_position(start)?, moves);
        *self = line;
        error.map_or(Ok(()), Err)
    }

    fn follow_hub(&mut self, start: Option<&str>, moves: &str) -> Result<(), NotationError> {
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

    fn forget_if_over(&mut self) {
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

    /// What Hub is told of the position after these moves, and how many moves with it.
    fn told(game: &str, start: &str, moves: &str) -> (String, usize) {
        let mut line = line_of(game).expect("a variant that Hub knows");
        line.follow_table(start, moves).expect("a line of the game");
        let (position, moves) = line.to_hub();
        (position, moves.split_ascii_whitespace().count())
    }

    #[test]
    fn moves_are_told_from_where_nothing_is_counted() {
        let start = "W:WK46,48:B20,K1";
        let international = told("checkers:international", start, "46-41 1-7 41-46 7-1 48-43");
        assert_eq!(international.1, 0, "nothing before a man's move comes back");
        let frisian = told("checkers:frisian", start, "46-41 20-25 41-46 1-7 46-41 7-1");
        assert_eq!(frisian.1, 6, "runs of kings are counted through the moves of men");
        assert_eq!(frisian.0.chars().next(), Some('W'));
    }

    #[test]
    fn a_line_that_counts_have_ended_goes_on_without_its_past() {
        let mut line = line_of("checkers:international").expect("a variant that Hub knows");
        let start = format!("WB{}W{}", "e".repeat(44), "e".repeat(4));
        let round = "46-41 1-7 41-46 7-1";
        line.follow_hub(Some(&start), round).expect("a line of the game");
        line.forget_if_over();
        assert_eq!(line.to_table().moves, round, "the second time ends nothing");
        line.follow_hub(Some(&start), &format!("{round} {round}")).expect("a line of the game");
        line.forget_if_over();
        assert_eq!(line.to_table().moves, "");
        assert_eq!(line.to_hub().0, start);
    }
}
