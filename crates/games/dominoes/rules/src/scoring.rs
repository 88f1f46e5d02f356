//! Counts points, and ends rounds and the game.

use board_engine::{Game, Outcome, Seat};

use crate::position::{Position, Stage};
use crate::tile::Tile;
use crate::variant::{Dominoes, Rules, TARGET_MAX};

/// Maximum score: the target, plus more points than a side can score in a round.
pub(crate) const SCORE_MAX: u16 = TARGET_MAX + 1_000;

/// The end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoundEnd {
    /// This player has played the last tile in hand.
    Out(Seat),
    /// No player can play.
    Blocked,
}

/// The unit of points in all-fives.
const FIVE: u16 = 5;

impl Dominoes {
    /// The pips at the ends of the line, as counted in all-fives: a double is laid crosswise, so both of its halves
    /// count. The first tile counts at both ends.
    pub fn ends_total(&self, position: &Position) -> u16 {
        let line = position.line();
        let (Some(ends), Some(first), Some(last)) = (position.ends(), line.first(), line.last())
        else {
            return 0;
        };
        let count = |pips: u8, tile: &Tile| {
            let is_crosswise = line.len() > 1 && tile.is_double();
            u16::from(pips) * if is_crosswise { 2 } else { 1 }
        };
        count(ends[0], first) + count(ends[1], last)
    }

    /// In all-fives, gives the mover points for the total pips at the ends of the line if the total is a multiple of
    /// five.
    pub(crate) fn score_ends(self, position: &mut Position) {
        let total = self.ends_total(position);
        if self.rules == Rules::AllFives && total.is_multiple_of(FIVE) {
            add(position, self.side(position.mover), total);
        }
    }

    /// Counts the points of a finished round.
    ///
    /// If a player goes out, its side gets the pips in all hands except its partner's. If no player can play, the side
    /// with the fewest pips gets the other sides' pips minus its own; if two sides tie for the fewest, no side scores.
    /// In all-fives, the points are rounded to the nearest multiple of five.
    pub(crate) fn end_round(self, position: &mut Position, end: RoundEnd) {
        position.stage = Stage::Over;
        let mut pips = [0_u16; 4];
        for seat in Seat::all(self.seats()) {
            pips[self.side(seat)] += position.hands[seat.index()].pips();
        }
        let pips = &pips[..self.sides()];
        let fewest = pips.iter().copied().min().unwrap_or(0);
        let all: u16 = pips.iter().sum();
        let (winner, points) = match end {
            RoundEnd::Out(seat) => {
                let winner = self.side(seat);
                (Some(winner), all - pips[winner])
            }
            RoundEnd::Blocked => {
                let mut lightest = (0..pips.len()).filter(|&side| pips[side] == fewest);
                let winner = lightest.next().filter(|_| lightest.next().is_none());
                // The total also includes the winner's own pips.
                (winner, all.saturating_sub(2 * fewest))
            }
        };
        let points = match self.rules {
            Rules::AllFives => (points + FIVE / 2) / FIVE * FIVE,
            Rules::Block | Rules::Draw => points,
        };
        if let Some(winner) = winner {
            add(position, winner, points);
        }
    }

    /// Returns `true` if a side has reached the target.
    pub(crate) fn has_reached_target(self, position: &Position) -> bool {
        let highest = position.scores.iter().copied().max().unwrap_or(0);
        self.target.is_some_and(|target| highest >= target)
    }

    /// The outcome at the end of a round, if it ends the game.
    pub(crate) fn outcome(self, position: &Position) -> Option<Outcome> {
        let scores = &position.scores[..self.sides()];
        let highest = scores.iter().copied().max().unwrap_or(0);
        let leaders = scores.iter().filter(|&&score| score == highest).count();
        let reason = match self.target {
            Some(_) if !self.has_reached_target(position) => return None,
            Some(_) => "the target is reached",
            None => "the round is over",
        };
        if leaders > 1 {
            return Some(Outcome::new(&[0; 4][..self.seats()], reason));
        }
        Some(self.outcome_of(|side| scores[side] == highest, reason))
    }

    /// The outcome if the sides for which `is_winner` returns `true` win.
    fn outcome_of(self, is_winner: impl Fn(usize) -> bool, reason: &'static str) -> Outcome {
        let payoff = |seat| if is_winner(self.side(seat)) { 1 } else { -1 };
        let payoffs: Vec<i16> = Seat::all(self.seats()).map(payoff).collect();
        Outcome::new(&payoffs, reason)
    }
}

fn add(position: &mut Position, side: usize, points: u16) {
    position.scores[side] = position.scores[side].saturating_add(points).min(SCORE_MAX);
}
