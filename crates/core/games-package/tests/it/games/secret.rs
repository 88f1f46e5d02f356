use board_engine::{
    Diagram, Game, Notation, NotationError, Outcome, Repetition, Seat, Status, Turn, Viewer,
    zobrist,
};

pub(super) struct Secret;

/// The cards: words that don't appear in other strings by accident.
const CARDS: [&str; 4] = ["badger", "falcon", "lynx", "otter"];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    cards: [Option<u8>; 2],
    says: Option<Move>,
    over: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Move {
    Deal(u8),
    Higher,
    Lower,
}

impl Secret {
    fn is_dealt(position: &Position) -> bool {
        position.cards.iter().all(Option::is_some)
    }

    fn mover(position: &Position) -> usize {
        usize::from(position.says.is_some())
    }
}

impl Game for Secret {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { cards: [None; 2], says: None, over: None }
    }

    fn turn(&self, position: &Position) -> Turn {
        if Self::is_dealt(position) {
            Turn::Seat(Seat::new(Self::mover(position)))
        } else {
            Turn::Chance
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let Some(first_is_right) = position.over {
            let winner = if first_is_right { Seat::FIRST } else { Seat::SECOND };
            return Status::Over(Outcome::win(winner, "both have spoken"));
        }
        if Self::is_dealt(position) {
            moves.extend([Move::Higher, Move::Lower]);
        } else {
            let free = (0..4).filter(|&card| position.cards[0] != Some(card));
            moves.extend(free.map(Move::Deal));
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match (mv, position.says) {
            (Move::Deal(card), _) => {
                let seat = usize::from(position.cards[0].is_some());
                position.cards[seat] = Some(card);
            }
            (_, None) => position.says = Some(mv),
            (_, Some(said)) => {
                let higher = position.cards[0] > position.cards[1];
                position.over = Some((said == Move::Higher) == higher);
            }
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.cards.map(|card| card.map_or(9, u64::from));
        zobrist::mix(&[first, second, Self::mover(position) as u64])
    }

    fn irreversible(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

/// Positions are `card,card/said/over`; unknown cards are question marks.
impl Notation for Secret {
    fn seat_name(&self, seat: Seat) -> String {
        ["Ann", "Ben"][seat.index()].into()
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Deal(card) => format!("deal-{}", CARDS[usize::from(card)]),
            Move::Higher => "higher".into(),
            Move::Lower => "lower".into(),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let mover = Viewer::Seat(Seat::new(Self::mover(position)));
        super::find(&moves, text, |mv| self.format_move(position, mv)).map_err(|_error| {
            NotationError::Refused {
                text: text.into(),
                position: self.format_position(position),
                why: format!("your hand is {}", self.format_position_for(position, mover)),
            }
        })
    }

    fn format_position(&self, position: &Position) -> String {
        self.format_position_for(position, Viewer::Arbiter)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let card = |text: &str| {
            let index = CARDS.iter().position(|card| *card == text);
            index.map(|index| u8::try_from(index).unwrap())
        };
        match text.split([',', '/']).collect::<Vec<_>>().as_slice() {
            [first, second, "-"] => {
                Ok(Position { cards: [card(first), card(second)], says: None, over: None })
            }
            _ => Err(NotationError::malformed_position(text, 0, "card,card/-")),
        }
    }

    fn push_move_for(&self, position: &Position, mv: Move, viewer: Viewer, text: &mut String) {
        let receiver = Seat::new(usize::from(position.cards[0].is_some()));
        match mv {
            Move::Deal(_) if viewer != Viewer::Arbiter && viewer != Viewer::Seat(receiver) => {
                text.push_str("deal-?");
            }
            _ => self.push_move(position, mv, text),
        }
    }

    fn format_position_for(&self, position: &Position, viewer: Viewer) -> String {
        let card = |seat: usize| match position.cards[seat] {
            None => "none",
            Some(card) if viewer == Viewer::Arbiter || viewer == Viewer::Seat(Seat::new(seat)) => {
                CARDS[usize::from(card)]
            }
            Some(_) => "?",
        };
        let said = match (position.says, position.over) {
            (None, _) => "-",
            (Some(Move::Higher), None) => "higher",
            (Some(_), None) => "lower",
            (Some(_), Some(_)) => "over",
        };
        format!("{},{}/{said}", card(0), card(1))
    }

    fn diagram(&self, _: &Position, _: Viewer) -> Diagram {
        super::board()
    }
}
