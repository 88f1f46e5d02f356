//! A game generated from a seed, so search results can't depend on the peculiarities of a real game.

use board_engine::{
    Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
    zobrist,
};
use search::{Evaluator, Score};

/// A random tree for any number of seats. Branching, movers (who may move several times in a row),
/// ends and payoffs all come from the seed.
#[derive(Debug)]
pub(crate) struct Tree<const SEATS: usize> {
    pub(crate) seed: u64,
    pub(crate) plies_max: u8,
}

/// Maximum payoff.
pub(crate) const PAYOFF_MAX: i16 = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) number: u64,
    pub(crate) ply: u8,
}

impl Position {
    /// A random number below `count`, determined by the position and the purpose.
    fn draw(&self, purpose: u64, count: u64) -> u64 {
        zobrist::mix(&[self.number, purpose]) % count
    }

    fn payoff(&self, seat: usize) -> i16 {
        i16::try_from(self.draw(10 + seat as u64, 7)).expect("below 7") - PAYOFF_MAX
    }
}

impl<const SEATS: usize> Game for Tree<SEATS> {
    type Position = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        SEATS
    }

    fn payoff_max(&self) -> i16 {
        PAYOFF_MAX
    }

    fn start(&self) -> Position {
        Position { number: zobrist::scramble(self.seed), ply: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        let seat = position.draw(0, SEATS as u64);
        Turn::Seat(Seat::new(usize::try_from(seat).expect("a seat")))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.ply == self.plies_max || (position.ply > 0 && position.draw(1, 6) == 0) {
            let mut payoffs: Vec<i16> = (0..SEATS).map(|seat| position.payoff(seat)).collect();
            if SEATS == 2 {
                payoffs[1] = -payoffs[0];
            }
            return Status::Over(Outcome::new(&payoffs, "a leaf"));
        }
        moves.extend(0..=u8::try_from(position.draw(2, 4)).expect("below 4"));
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: u8) {
        *position = Position {
            number: zobrist::mix(&[position.number, mv.into(), 99]),
            ply: position.ply + 1,
        };
    }

    fn key(&self, position: &Position) -> u64 {
        position.number
    }

    fn irreversible(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl<const SEATS: usize> Deterministic for Tree<SEATS> {}
impl<const SEATS: usize> PerfectInformation for Tree<SEATS> {}
impl ZeroSum for Tree<2> {}

/// Random scores derived from the position's key. There are few distinct values, so many moves have the same score.
#[derive(Debug)]
pub(crate) struct RandomScores;

impl<G: Game> Evaluator<G> for RandomScores {
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score {
        let random = |purpose| {
            let number = zobrist::mix(&[game.key(position), 77, purpose]) % 9;
            Score::new(i32::try_from(number).expect("below 9") - 4)
        };
        match (game.seats(), seat) {
            (2, Seat::FIRST) => random(0),
            (2, _) => -random(0),
            _ => random(seat.index() as u64),
        }
    }
}

/// A walk between a few numbered places along random one-way paths. The walk ends at the last place, or by repetition.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) seed: u64,
    pub(crate) occurrences: u8,
}

const PLACES: u8 = 7;

impl Graph {
    fn draw(&self, place: u8, purpose: u64, count: u64) -> u8 {
        let number = zobrist::mix(&[self.seed, place.into(), purpose]) % count;
        u8::try_from(number).expect("small counts")
    }
}

impl Game for Graph {
    type Position = u8;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, place: &u8) -> Turn {
        Turn::Seat(Seat::new(self.draw(*place, 0, 2).into()))
    }

    fn legal_moves(&self, place: &u8, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if *place == PLACES - 1 {
            return Status::Over(Outcome::win(Seat::new(self.draw(0, 1, 2).into()), "arrived"));
        }
        let leads_to = |&next: &u8| self.draw(*place, 10 + u64::from(next), 3) == 0;
        moves.extend((0..PLACES).filter(leads_to));
        if moves.is_empty() {
            moves.push((place + 1) % PLACES);
        }
        Status::Ongoing
    }

    fn play(&self, place: &mut u8, mv: u8) {
        *place = mv;
    }

    fn key(&self, place: &u8) -> u64 {
        zobrist::mix(&[(*place).into()])
    }

    fn irreversible(&self, _: &u8, _: u8) -> bool {
        false
    }

    fn repetition(&self) -> Repetition {
        // Not a draw, so the test detects a search that misses the repetition.
        let outcome = Outcome::win(Seat::SECOND, "repetition");
        Repetition::Ends { occurrences: self.occurrences, outcome }
    }
}

impl ZeroSum for Graph {}
impl Deterministic for Graph {}
impl PerfectInformation for Graph {}
