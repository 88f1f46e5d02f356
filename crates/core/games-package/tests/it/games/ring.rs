use board_engine::{
    Diagram, Game, Notation, NotationError, Outcome, Repetition, Seat, Status, Turn, Viewer,
    zobrist,
};

pub(super) struct Ring;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    place: u8,
    mover: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Move {
    Left,
    Right,
}

impl Game for Ring {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { place: 0, mover: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(Seat::new(position.mover))
    }

    fn legal_moves(&self, _: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        moves.extend([Move::Left, Move::Right]);
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let step = if mv == Move::Left { 3 } else { 1 };
        position.place = (position.place + step) % 4;
        position.mover = 1 - position.mover;
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::mix(&[position.place.into(), position.mover as u64])
    }

    fn irreversible(&self, _: &Position, _: Move) -> bool {
        false
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ends { occurrences: 3, outcome: Outcome::draw("the third time") }
    }
}

/// Positions are `place/mover`, with the mover numbered from 1.
impl Notation for Ring {
    fn seat_name(&self, seat: Seat) -> String {
        ["Left", "Right"][seat.index()].into()
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        if mv == Move::Left { "left" } else { "right" }.into()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        super::find(&[Move::Left, Move::Right], text, |mv| self.format_move(position, mv))
    }

    fn format_position(&self, position: &Position) -> String {
        format!("{}/{}", position.place, position.mover + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        match text.as_bytes() {
            &[place @ b'0'..=b'3', b'/', mover @ b'1'..=b'2'] => {
                Ok(Position { place: place - b'0', mover: usize::from(mover - b'1') })
            }
            _ => Err(NotationError::malformed_position(text, 0, "place/mover")),
        }
    }

    fn diagram(&self, _: &Position, _: Viewer) -> Diagram {
        super::board()
    }
}
