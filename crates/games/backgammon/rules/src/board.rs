//! The board: both sides' checkers.

use board_engine::Seat;

use crate::{BAR, CHECKERS, Checkers, OFF, POINTS, Play, Step};

const START: Checkers = {
    let mut start = [0; POINTS + 2];
    start[24] = 2;
    start[13] = 5;
    start[8] = 3;
    start[6] = 5;
    start
};

/// The board: both sides' checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) checkers: [Checkers; 2],
}

/// The usual start.
impl Default for Board {
    fn default() -> Self {
        Self { checkers: [START; 2] }
    }
}

impl Board {
    /// A board with these checkers on the points and on the bar, each side's from its own ace point; the rest of its 15
    /// checkers are borne off. `None` if a side has more than 15, or if both have checkers on one point.
    pub fn new(mut checkers: [Checkers; 2]) -> Option<Self> {
        for side in &mut checkers {
            let on_board: u32 = side[1..].iter().map(|&count| u32::from(count)).sum();
            side[usize::from(OFF)] = u8::try_from(15_u32.checked_sub(on_board)?).ok()?;
        }
        let is_shared = |point: usize| checkers[0][point] > 0 && checkers[1][25 - point] > 0;
        (!(1..=POINTS).any(is_shared)).then_some(Self { checkers })
    }

    /// A side's checkers, from its own ace point.
    ///
    /// # Panics
    /// If the seat is neither of the two.
    #[inline]
    pub const fn checkers(&self, seat: Seat) -> &Checkers {
        &self.checkers[seat.index()]
    }

    /// The pips that a side needs to bear off all its checkers.
    pub fn pips(&self, seat: Seat) -> u32 {
        let counts = self.checkers(seat).iter().enumerate();
        counts.map(|(point, &count)| u32::try_from(point).unwrap_or(0) * u32::from(count)).sum()
    }

    /// The side that has borne off all its checkers, if any.
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.checkers(seat)[usize::from(OFF)] == CHECKERS)
    }

    /// The multiple of the cube that the winner scores: 1; 2 for a gammon, if the loser has not borne off any checkers;
    /// or 3 for a backgammon, if the loser also has a checker on the bar or in the winner's home.
    pub fn factor(&self, winner: Seat) -> u8 {
        let loser = self.checkers(winner.opponent());
        match loser[usize::from(OFF)] {
            0 if loser[19..].iter().any(|&count| count > 0) => 3,
            0 => 2,
            _ => 1,
        }
    }

    /// The step of one checker by one die from this point or the bar, if legal. A checker on the bar moves first, and a
    /// point with two opposing checkers is closed. Checkers are borne off once all are at home. A checker on a point
    /// lower than the die is borne off only if no checker is on a higher point.
    #[inline]
    pub fn step(&self, seat: Seat, from: u8, die: u8) -> Option<Step> {
        let own = self.checkers(seat);
        if own[usize::from(from)] == 0 || (own[usize::from(BAR)] > 0 && from != BAR) {
            return None;
        }
        if from > die {
            let to = from - die;
            let is_open = self.checkers(seat.opponent())[usize::from(25 - to)] < 2;
            return is_open.then_some(Step { from, to });
        }
        let rear = self.rear(seat);
        (rear <= 6 && (from == die || from == rear)).then_some(Step { from, to: OFF })
    }

    /// The highest place on which the side has a checker; [`OFF`] if it has none left.
    pub fn rear(&self, seat: Seat) -> u8 {
        let highest = self.checkers(seat).iter().rposition(|&count| count > 0);
        highest.and_then(|place| u8::try_from(place).ok()).unwrap_or(OFF)
    }

    /// Returns `true` if the sides have passed each other, so no checker can be hit.
    pub fn is_race(&self) -> bool {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| self.rear(seat));
        first + second < 25
    }

    /// Makes a step. Returns `true` if the play hits a checker.
    #[inline]
    pub fn make(&mut self, seat: Seat, step: Step) -> bool {
        let Step { from, to } = step;
        let own = &mut self.checkers[seat.index()];
        own[usize::from(from)] = own[usize::from(from)].saturating_sub(1);
        own[usize::from(to)] = own[usize::from(to)].saturating_add(1);
        if to == OFF {
            return false;
        }
        let other = &mut self.checkers[seat.opponent().index()];
        let hit = &mut other[usize::from(25 - to)];
        let is_hit = *hit == 1;
        if is_hit {
            *hit = 0;
            other[usize::from(BAR)] = other[usize::from(BAR)].saturating_add(1);
        }
        is_hit
    }

    /// Makes a whole play.
    #[inline]
    pub fn play(&mut self, seat: Seat, play: Play) {
        for &step in play.steps() {
            self.make(seat, step);
        }
    }

    /// The checkers packed into words, for keys.
    pub(crate) fn words(&self) -> [u64; 4] {
        let pack =
            |places: &[u8]| places.iter().fold(0, |word, &count| word << 4 | u64::from(count));
        let [first, second] = &self.checkers;
        [pack(&first[1..14]), pack(&first[14..]), pack(&second[1..14]), pack(&second[14..])]
    }
}
