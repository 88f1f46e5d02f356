use board_engine::{
    Diagram, Game, Notation, NotationError, Outcome, Repetition, Seat, Status, Turn, Viewer,
    zobrist,
};

pub(super) struct Race;

const GOAL: u8 = 12;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    sums: [u8; 2],
    mover: usize,
    /// The roll; 0 before the dice are rolled.
    rolled: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Move {
    Rolled(u8),
    Add,
    Pass,
}

impl Game for Race {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { sums: [0; 2], mover: 0, rolled: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.rolled == 0 { Turn::Chance } else { Turn::Seat(Seat::new(position.mover)) }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let Some(winner) = Seat::all(2).find(|seat| position.sums[seat.index()] >= GOAL) {
            return Status::Over(Outcome::win(winner, "twelve is reached"));
        }
        match position.rolled {
            0 => moves.extend((1..=6).map(Move::Rolled)),
            _ => moves.extend([Move::Add, Move::Pass]),
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Rolled(eyes) => position.rolled = eyes,
            Move::Add | Move::Pass => {
                if mv == Move::Add {
                    position.sums[position.mover] += position.rolled;
                }
                position.mover = 1 - position.mover;
                position.rolled = 0;
            }
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.sums.map(u64::from);
        zobrist::mix(&[first, second, position.mover as u64, position.rolled.into()])
    }

    fn irreversible(&self, _: &Position, _: Move) -> bool {
        false
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// A loaded die.
    fn weight(&self, _: &Position, mv: Move) -> u32 {
        if mv == Move::Rolled(1) { 2 } else { 1 }
    }
}

/// Positions are `sum,sum/mover/rolled`, with the mover numbered from 1.
impl Notation for Race {
    fn seat_name(&self, seat: Seat) -> String {
        ["Red", "Blue"][seat.index()].into()
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Rolled(eyes) => format!("rolled-{eyes}"),
            Move::Add => "add".into(),
            Move::Pass => "pass".into(),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        super::find(&moves, text, |mv| self.format_move(position, mv))
    }

    fn format_position(&self, position: &Position) -> String {
        let Position { sums: [first, second], mover, rolled } = position;
        format!("{first},{second}/{}/{rolled}", mover + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = || NotationError::malformed_position(text, 0, "sum,sum/mover/rolled");
        let numbers: Option<Vec<u8>> =
            text.split([',', '/']).map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[first, second, mover @ 1..=2, rolled @ 0..=6]) => {
                Ok(Position { sums: [first, second], mover: usize::from(mover) - 1, rolled })
            }
            _ => Err(wrong()),
        }
    }

    fn diagram(&self, _: &Position, _: Viewer) -> Diagram {
        super::board()
    }
}
