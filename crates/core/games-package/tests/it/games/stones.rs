use board_engine::{
    Diagram, Game, Notation, NotationError, Outcome, Repetition, SEATS_MAX, Seat, Status, Turn,
    Viewer, zobrist,
};

pub(super) struct Stones {
    pub(super) seats: usize,
    pub(super) heap: u32,
    /// The seat that can no longer win, if any.
    pub(super) hopeless: Option<Seat>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    left: u32,
    mover: usize,
}

impl Game for Stones {
    type Position = Position;
    type Move = u32;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Position {
        Position { left: self.heap, mover: 0 }
    }

    fn can_win(&self, _: &Position, seat: Seat) -> bool {
        self.hopeless != Some(seat)
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(Seat::new(position.mover))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u32>) -> Status {
        moves.clear();
        moves.extend(1..=position.left.min(3));
        if !moves.is_empty() {
            return Status::Ongoing;
        }
        let mut payoffs = [-1; SEATS_MAX];
        payoffs[(position.mover + self.seats - 1) % self.seats] =
            i16::try_from(self.seats - 1).expect("few seats");
        Status::Over(Outcome::new(&payoffs[..self.seats], "the last stone is taken"))
    }

    fn play(&self, position: &mut Position, taken: u32) {
        position.left -= taken;
        position.mover = (position.mover + 1) % self.seats;
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::mix(&[position.left.into(), position.mover as u64])
    }

    fn irreversible(&self, _: &Position, _: u32) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

/// Moves are numbers; positions are `left/mover`, with the mover numbered from 1.
impl Notation for Stones {
    fn seat_name(&self, seat: Seat) -> String {
        ["North", "East", "South"][seat.index()].into()
    }

    fn format_move(&self, _: &Position, taken: u32) -> String {
        taken.to_string()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
        let taken = text
            .trim()
            .parse()
            .map_err(|_error| NotationError::malformed_move(text, 0, "the number of stones"))?;
        if (1..=position.left.min(3)).contains(&taken) {
            return Ok(taken);
        }
        let why = format!("1 to {} stones may be taken", position.left.min(3));
        let (text, position) = (text.into(), self.format_position(position));
        Err(NotationError::Refused { text, position, why })
    }

    fn format_position(&self, position: &Position) -> String {
        format!("{}/{}", position.left, position.mover + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = || NotationError::malformed_position(text, 0, "stones/mover");
        let (left, mover) = text.split_once('/').ok_or_else(wrong)?;
        let (left, mover) = left.parse().ok().zip(mover.parse::<usize>().ok()).ok_or_else(wrong)?;
        if !(1..=self.seats).contains(&mover) {
            return Err(wrong());
        }
        Ok(Position { left, mover: mover - 1 })
    }

    /// With four stones left, the last round begins, which the side to move loses.
    fn describe_round_end(&self, position: &Position) -> Option<String> {
        (position.left == 4).then(|| "four are left".into())
    }

    fn diagram(&self, _: &Position, _: Viewer) -> Diagram {
        super::board()
    }
}
