use board_engine::{
    Diagram, Game, Notation, NotationError, Outcome, Repetition, Seat, Status, Turn, Viewer,
    zobrist,
};

pub(super) struct Rolls {
    pub(super) count: u16,
    pub(super) weight: u32,
    /// The number of plies at the start during which the first seat speaks.
    pub(super) spoken: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    rolled: u16,
}

/// Chance rolls `count` times; then the first seat ends the game.
impl Game for Rolls {
    type Position = Position;
    type Move = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { rolled: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        if (self.spoken..self.count).contains(&position.rolled) {
            Turn::Chance
        } else {
            Turn::Seat(Seat::FIRST)
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<()>) -> Status {
        moves.clear();
        if position.rolled > self.count {
            return Status::Over(Outcome::draw("it is over"));
        }
        moves.push(());
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, (): ()) {
        position.rolled = position.rolled.wrapping_add(1);
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::mix(&[position.rolled.into()])
    }

    fn irreversible(&self, _: &Position, (): ()) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    fn weight(&self, _: &Position, (): ()) -> u32 {
        self.weight
    }
}

impl Notation for Rolls {
    fn seat_name(&self, seat: Seat) -> String {
        seat.to_string()
    }

    fn format_move(&self, _: &Position, (): ()) -> String {
        "on".into()
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<(), NotationError> {
        super::find(&[()], text, |()| "on".into())
    }

    fn format_position(&self, position: &Position) -> String {
        position.rolled.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let rolled = text.parse();
        rolled
            .map(|rolled| Position { rolled })
            .map_err(|_error| NotationError::malformed_position(text, 0, "the number of rolls"))
    }

    fn diagram(&self, _: &Position, _: Viewer) -> Diagram {
        super::board()
    }
}
