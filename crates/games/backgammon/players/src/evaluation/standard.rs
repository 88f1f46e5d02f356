//! Estimates the chances with formulas.
//!
//! Both sides' remaining pips decide a race. While checkers can be hit, expected losses are added to the pips, for
//! blots within reach and for checkers behind a prime or on the bar. Points made at home are subtracted.

use backgammon::{BAR, Board, OFF};
use board_engine::Seat;

use super::features::{hitting_rolls, longest_prime_before};
use super::network::logistic;
use crate::chances::Chances;

/// The pips in an average roll.
const ROLL: f32 = 49.0 / 6.0;

/// The chances of `roller`, who is about to roll.
pub(super) fn chances(board: &Board, roller: Seat) -> Chances {
    if let Some(winner) = board.winner() {
        let won = Chances::won(board.factor(winner));
        return if winner == roller { won } else { won.turned() };
    }
    let other = roller.opponent();
    let is_race = board.is_race();
    let burden = |seat: Seat, is_roller: bool| {
        if is_race { race_burden(board, seat) } else { contact_burden(board, seat, is_roller) }
    };
    let lead = burden(other, false) - burden(roller, true) + ROLL / 2.0;
    let sum = pips(board, roller) + pips(board, other);
    // Kleinman's formula for races; pips decide positions with contact less reliably.
    let spread = if is_race { (sum - 4.0).max(4.0) } else { sum + 160.0 };
    let win = normal(lead * (2.0 / spread).sqrt());
    let win_gammon = win * gammon(board, roller, other);
    let lose_gammon = (1.0 - win) * gammon(board, other, roller);
    Chances { win, win_gammon, lose_gammon, ..Chances::default() }
}

fn pips(board: &Board, seat: Seat) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most 375")]
    let pips = board.pips(seat) as f32;
    pips
}

/// The pips in a race, plus expected wastage for stacks on low points and gaps (Keith count, simplified).
fn race_burden(board: &Board, seat: Seat) -> f32 {
    let own = board.checkers(seat);
    let above = |point: usize, most: u8| f32::from(own[point].saturating_sub(most));
    let gaps = [4, 5, 6].into_iter().filter(|&point| own[point] == 0).count();
    let gaps = f32::from(u8::try_from(gaps).unwrap_or(0));
    pips(board, seat) + 2.0 * above(1, 1) + above(2, 1) + above(3, 3) + gaps
}

/// The pips, plus the expected cost of blots, primes and the bar, minus the value of points at home.
fn contact_burden(board: &Board, seat: Seat, is_roller: bool) -> f32 {
    let other = seat.opponent();
    let own = board.checkers(seat);
    let opposing = board.checkers(other);
    let home = opposing[1..=6].iter().filter(|&&count| count >= 2).count();
    let closed = f32::from(u8::try_from(home).unwrap_or(6));
    // The number of hitting rolls, times their approximate cost. The roller can still cover its blots.
    let shots = if is_roller { 0.35 } else { 1.0 };
    #[expect(clippy::cast_precision_loss, reason = "at most 36")]
    let hit = hitting_rolls(board, other) as f32 / 36.0 * shots;
    let lost_pips = own[1..=24].iter().zip(1_u8..).filter(|&(&count, _)| count == 1);
    let lost_pips = lost_pips.map(|(_, point)| 25.0 - f32::from(point)).fold(0.0, f32::max);
    let rear = board.rear(seat).min(25);
    let prime = longest_prime_before(opposing, 25 - rear);
    let prime = f32::from(u8::try_from(prime).unwrap_or(6));
    let bar = f32::from(own[usize::from(BAR)]);
    let own_home = own[1..=6].iter().filter(|&&count| count >= 2).count();
    let own_home = f32::from(u8::try_from(own_home).unwrap_or(6));
    let anchor = own[19..=24].iter().any(|&count| count >= 2);
    pips(board, seat)
        + hit * (lost_pips + 3.0 * closed)
        + if prime >= 4.0 { 5.0 * (prime - 3.0) } else { 0.0 }
        + bar * (2.0 + 2.0 * closed)
        - 2.5 * own_home
        - if anchor { 3.0 } else { 0.0 }
}

/// The share of gammons among `winner`'s wins. The share depends on whether the loser can bring its checkers home and
/// bear one off in the number of rolls that the winner needs.
fn gammon(board: &Board, winner: Seat, loser: Seat) -> f32 {
    let behind = board.checkers(loser);
    if behind[usize::from(OFF)] > 0 {
        return 0.0;
    }
    let to_home = behind.iter().zip(0_u8..).skip(7);
    let to_home: f32 = to_home.map(|(&count, point)| f32::from(count) * f32::from(point - 6)).sum();
    let needed = to_home + 7.0 + 10.0 * f32::from(behind[usize::from(BAR)]);
    logistic((needed - pips(board, winner) + 10.0) / 18.0 - 0.8)
}

/// The normal distribution function, approximated by the logistic function with an error below 0.01.
fn normal(x: f32) -> f32 {
    logistic(1.702 * x)
}
