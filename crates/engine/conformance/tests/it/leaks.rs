//! A game with one hidden number that can leak in many ways.

use board_engine::{
    Diagram, Game, Glyph, HiddenInformation, Notation, NotationError, Outcome, Rank, Repetition,
    Seat, Status, Turn, Viewer, zobrist,
};
use conformance::{Effort, Law, first_leak};

/// The single fault of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leak {
    None,
    ViewCannotBeRead,
    ViewChangesWhenRead,
    ResamplingShows,
    ResamplingPeeks,
    SightShows,
    SightBlinds,
    PictureShows,
    PictureOfTheMoveShows,
    PublicViewShows,
    ListShows,
    RefusalShows,
    EndShows,
}

/// Chance draws a number that the second seat sees and the first seat guesses.
struct Guessing(Leak);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    /// The hidden number, 0 to 3; 4 if unknown, 5 before it is drawn.
    number: u8,
    guess: Option<u8>,
}

const UNKNOWN: u8 = 4;
const UNDRAWN: u8 = 5;

impl Game for Guessing {
    type Position = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { number: UNDRAWN, guess: None }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.number == UNDRAWN { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.guess.is_some() {
            return Status::Over(Outcome::draw("the guess is made"));
        }
        match self.0 {
            Leak::ListShows if position.number == 2 => moves.extend(0..3),
            Leak::EndShows if position.number == 1 => {
                return Status::Over(Outcome::draw("the number is 1"));
            }
            _ => moves.extend(0..4),
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: u8) {
        if position.number == UNDRAWN {
            position.number = mv;
        } else {
            position.guess = Some(mv);
        }
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::mix(&[position.number.into(), position.guess.map_or(9, u64::from)])
    }

    fn irreversible(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl HiddenInformation for Guessing {
    fn sight(&self, position: &Position, mv: u8, seat: Seat) -> u64 {
        let is_hidden = position.number == UNDRAWN && seat == Seat::FIRST;
        match self.0 {
            Leak::SightShows => mv.into(),
            Leak::SightBlinds => 0,
            _ if is_hidden => 7,
            _ => mv.into(),
        }
    }

    fn resample(
        &self,
        position: &Position,
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Position {
        let drawn = u8::try_from(draw(4)).expect("below 4");
        let number = match self.0 {
            Leak::ResamplingShows if position.number < UNKNOWN => drawn,
            Leak::ResamplingPeeks if position.number == 2 => 2,
            _ if seat == Seat::FIRST && position.number != UNDRAWN => drawn,
            _ => position.number,
        };
        Position { number, ..position.clone() }
    }
}

impl Notation for Guessing {
    fn seat_name(&self, seat: Seat) -> String {
        seat.to_string()
    }

    fn format_move(&self, _: &Position, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        if self.0 == Leak::RefusalShows && position.number == 3 {
            return Err(NotationError::malformed_move(text, 0, "3"));
        }
        text.parse().map_err(|_error| NotationError::malformed_move(text, 0, "0 to 3"))
    }

    fn format_position(&self, position: &Position) -> String {
        self.format_position_for(position, Viewer::Arbiter)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = || NotationError::malformed_position(text, 0, "number and guess");
        let mut signs = text.chars();
        let number = match signs.next() {
            Some('?') if self.0 == Leak::ViewCannotBeRead => return Err(wrong()),
            Some('?') if self.0 == Leak::ViewChangesWhenRead => UNDRAWN,
            Some('?') => UNKNOWN,
            Some('-') => UNDRAWN,
            Some(digit) => u8::try_from(digit.to_digit(4).ok_or_else(wrong)?).expect("a digit"),
            None => return Err(wrong()),
        };
        let guess = signs.next().and_then(|sign| sign.to_digit(4));
        Ok(Position { number, guess: guess.map(|digit| u8::try_from(digit).expect("a digit")) })
    }

    fn push_move_for(&self, position: &Position, mv: u8, viewer: Viewer, text: &mut String) {
        let is_hidden = position.number == UNDRAWN && viewer == Viewer::Seat(Seat::FIRST);
        text.push_str(&if is_hidden { "?".into() } else { mv.to_string() });
    }

    fn format_position_for(&self, position: &Position, viewer: Viewer) -> String {
        let number = match position.number {
            UNDRAWN => "-".into(),
            number if self.0 == Leak::PublicViewShows && viewer == Viewer::Public => {
                number.to_string()
            }
            number if number == UNKNOWN || !sees(viewer) => "?".into(),
            number => number.to_string(),
        };
        format!("{number}{}", position.guess.map_or("-".into(), |guess| guess.to_string()))
    }

    fn diagram(&self, position: &Position, viewer: Viewer) -> Diagram {
        self.picture(position.number, sees(viewer) || self.0 == Leak::PictureShows)
    }

    fn diagram_after(&self, _: &Position, _: u8, after: &Position, viewer: Viewer) -> Diagram {
        match self.0 {
            Leak::PictureOfTheMoveShows => self.picture(after.number, true),
            _ => self.diagram(after, viewer),
        }
    }
}

/// Returns `true` if this viewer sees the number.
fn sees(viewer: Viewer) -> bool {
    viewer != Viewer::Public && viewer != Viewer::Seat(Seat::FIRST)
}

impl Guessing {
    fn picture(&self, number: u8, is_seen: bool) -> Diagram {
        let mut diagram = Diagram::without_board();
        let hand = diagram.add_zone_of(Seat::SECOND, self.seat_name(Seat::SECOND), "number", 1);
        match number {
            UNDRAWN => {}
            number if number < UNKNOWN && is_seen => {
                diagram.put(hand[0], Glyph::card(Rank::ALL[usize::from(number)], None));
            }
            _ => diagram.put(hand[0], Glyph::hidden_card()),
        }
        diagram
    }
}

#[test]
fn every_leak_is_found_by_the_law_that_forbids_it() {
    let check = |leak| first_leak(&Guessing(leak), Effort::QUICK).map_err(|broken| broken.law);
    assert_eq!(check(Leak::None), Ok(()));
    for (leak, law) in [
        (Leak::ViewCannotBeRead, Law::ViewIsReadBack),
        (Leak::ViewChangesWhenRead, Law::ViewIsReadBack),
        (Leak::ResamplingShows, Law::ResampledLooksTheSame),
        (Leak::ResamplingPeeks, Law::ResamplingIsBlind),
        (Leak::SightShows, Law::SightIsText),
        (Leak::SightBlinds, Law::SightIsText),
        (Leak::PictureShows, Law::DiagramKeepsSecrets),
        (Leak::PictureOfTheMoveShows, Law::DiagramKeepsSecrets),
        (Leak::PublicViewShows, Law::TableKeepsSecrets),
        (Leak::ListShows, Law::TableKeepsSecrets),
        (Leak::RefusalShows, Law::TableKeepsSecrets),
        (Leak::EndShows, Law::TableKeepsSecrets),
    ] {
        assert_eq!(check(leak), Err(law), "{leak:?}");
    }
}
