//! A game in which positions come back.

use board_engine::{
    Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
    zobrist,
};

/// A walk on a few numbered places with random one-way paths. The walk ends at the last place, or by repetition.
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
        // Not a draw, so that a search that misses it is seen to.
        let outcome = Outcome::win(Seat::SECOND, "repetition");
        Repetition::Ends { occurrences: self.occurrences, outcome }
    }
}

impl ZeroSum for Graph {}
impl Deterministic for Graph {}
impl PerfectInformation for Graph {}
