//! The legal moves in a position, ranked by tablebase value.

use board_engine::{Game, Status};
use chess::{Chess, DrawRule, Move, Position};

use crate::probing::{distance_before, distance_of_zeroing};
use crate::tables::SyzygyTables;
use crate::wdl::Wdl;

/// The result of a move under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// 1 if the mover wins, 0 for a draw, −1 if the mover loses, under the move-counting rule.
    pub payoff: i16,
    /// The order of moves: higher is better. A win ranks higher the sooner it leads to a capture, a pawn move or mate;
    /// a loss ranks higher the later it does. Draws in which the opponent must defend rank above other draws.
    pub rank: i32,
    /// `true` if, after any losing move, the loss is still far from the limit of the move-counting rule, so the loser
    /// has time.
    pub is_far_from_draw: bool,
}

/// The rank of a decisive move at distance 0.
const DECIDED: i32 = 10_000;
/// The rank at distance 0 of a move that draws only because of the counting rule.
const BY_RULE: i32 = 5_000;
/// The assumed distance of a move without a DTZ table.
const DISTANCE_UNKNOWN: i32 = 50;

/// The number of plies without a capture or a pawn move that draws the game.
pub(crate) const fn quiet_plies_max(game: Chess) -> i32 {
    match game.draw_rule() {
        DrawRule::Claimed => 100,
        DrawRule::Automatic => 150,
    }
}

/// The payoff for a position reached after `quiet` plies without a capture or a pawn move, given its value and its
/// distance. 0 if the counting rule applies first, or might apply first.
pub(crate) const fn payoff(game: Chess, value: Wdl, distance: Option<i32>, quiet: i32) -> i16 {
    let of_winner = match value {
        Wdl::Loss => -1,
        Wdl::Win => 1,
        Wdl::Draw | Wdl::BlessedLoss | Wdl::CursedWin => return 0,
    };
    let is_in_time = match distance {
        // A distance can be one ply too small, unless the position has no quiet plies and its first ply is decisive.
        Some(distance) => {
            distance.abs() + quiet + (if quiet > 0 { 1 } else { 0 }) <= quiet_plies_max(game)
        }
        None => quiet == 0,
    };
    if is_in_time { of_winner } else { 0 }
}

impl SyzygyTables {
    /// The value of a legal move; `None` if a table is missing.
    pub fn move_value(&self, game: Chess, position: &Position, mv: Move) -> Option<MoveValue> {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let quiet = i32::from(position.quiet_plies());
        if let Status::Over(outcome) = game.status(&next, &mut Vec::new()) {
            let payoff = outcome.payoff(position.mover());
            return Some(MoveValue::new(payoff, i32::from(payoff), quiet));
        }
        let value = self.wdl(next.board())?.reverse();
        let is_zeroing = next.quiet_plies() == 0;
        let distance = if is_zeroing {
            distance_of_zeroing(self, next.board())
        } else {
            self.dtz(next.board()).map(|plies| distance_before(plies, next.board()))
        };
        let is_by_rule = matches!(value, Wdl::CursedWin | Wdl::BlessedLoss);
        if is_by_rule && game.draw_rule() == DrawRule::Automatic {
            return None;
        }
        // The fifty-move rule is part of the value after a capture or a pawn move.
        let payoff = payoff(game, value, distance, if is_zeroing { 0 } else { quiet });
        let known = distance.unwrap_or(value.sign() * DISTANCE_UNKNOWN);
        let is_by_wdl = distance.is_none() && !is_zeroing;
        let by_wdl = match value {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            _ => 0,
        };
        Some(MoveValue::new(if is_by_wdl { by_wdl } else { payoff }, known, quiet))
    }
}

impl MoveValue {
    /// The value of a move after `quiet` plies without a capture or a pawn move.
    fn new(payoff: i16, distance: i32, quiet: i32) -> Self {
        let total = (distance.abs() + quiet).min(BY_RULE - 1);
        let rank = match (payoff, distance) {
            (1.., _) => DECIDED - distance.abs().min(DECIDED - BY_RULE),
            (0, 1..) => BY_RULE - total,
            (0, 0) => 0,
            (0, _) => total - BY_RULE,
            _ => distance.abs().min(DECIDED - BY_RULE) - DECIDED,
        };
        Self { payoff, rank, is_far_from_draw: 2 * distance.abs() + quiet < 100 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_or_loss_counts_if_it_comes_before_the_rule() {
        let check = |value, distance, quiet, expected| {
            assert_eq!(
                payoff(Chess::default(), value, distance, quiet),
                expected,
                "{distance:?}, {quiet}"
            );
        };
        check(Wdl::Win, None, 0, 1);
        check(Wdl::Win, None, 1, 0);
        check(Wdl::Win, Some(100), 0, 1);
        check(Wdl::Win, Some(101), 0, 0);
        check(Wdl::Win, Some(60), 39, 1);
        check(Wdl::Win, Some(60), 40, 0);
        check(Wdl::Loss, Some(-60), 39, -1);
        check(Wdl::Loss, Some(-60), 40, 0);
        check(Wdl::CursedWin, Some(101), 0, 0);
        check(Wdl::BlessedLoss, Some(-120), 0, 0);
        check(Wdl::Draw, Some(0), 0, 0);
        let automatic = Chess::default().with_draw_rule(DrawRule::Automatic);
        assert_eq!(payoff(automatic, Wdl::Win, Some(60), 80), 1);
    }

    #[test]
    fn fast_wins_and_slow_losses_rank_first() {
        let rank = |payoff, distance, quiet| MoveValue::new(payoff, distance, quiet).rank;
        let order = [
            rank(1, 1, 0),
            rank(1, 40, 0),
            // Wins that the counting rule turns into draws.
            rank(0, 60, 50),
            rank(0, 101, 50),
            rank(0, 0, 50),
            // Losses that the counting rule turns into draws.
            rank(0, -90, 50),
            rank(0, -60, 50),
            rank(-1, -40, 0),
            rank(-1, -1, 0),
        ];
        assert!(order.is_sorted_by(|better, worse| better > worse), "{order:?}");
    }

    #[test]
    fn extreme_distances_keep_the_order() {
        let rank = |payoff, distance| MoveValue::new(payoff, distance, 150).rank;
        assert!(rank(1, 131_071) > rank(0, 1) && rank(0, -1) > rank(-1, -131_071));
    }
}
