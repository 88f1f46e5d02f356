//! A line of play in the table's texts and in those of Hub.

use board_engine::{Game, Notation, NotationError, Seat};
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

    /// The position after the last move that can't be undone, and the moves since then, as Hub writes them.
    fn to_hub(&self) -> (String, String);

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
        let cuts = |(before, mv): &(_, _)| Self::GAME.irreversible(before, *mv);
        let since = self.moves.iter().rposition(cuts).map_or(0, |index| index + 1);
        let start = self.moves.get(since).map_or(&self.position, |(before, _)| before);
        let moves: Vec<String> =
            self.moves[since..].iter().map(|(_, mv)| hub::format_move::<V>(*mv)).collect();
        (hub::format_position::<V>(start), moves.join(" "))
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
