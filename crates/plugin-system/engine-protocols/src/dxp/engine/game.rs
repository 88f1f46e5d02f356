//! The state of a game on our side.

use std::time::Duration;

use board_engine::Color;

use crate::dxp::notation::turn;
use crate::level::{Clock, Level};

/// The time for a move in an untimed game.
const UNLIMITED: Duration = Duration::from_secs(1);

/// The minimum planned time. A player whose time is up moves immediately.
const TIME_MIN: Duration = Duration::from_millis(50);

/// A game in progress.
#[derive(Debug)]
pub(super) struct Game {
    /// Our player's color.
    pub(super) color: Color,
    /// The starting position, in Hub notation.
    pub(super) start: String,
    /// The moves since the start, in Hub notation.
    pub(super) moves: Vec<String>,
    /// The time for all moves, or for `moves_max` moves; zero in an untimed game.
    pub(super) time: Duration,
    /// Number of our moves after which the game ends; 0 for no limit.
    pub(super) moves_max: u16,
    /// The time that our moves have taken.
    pub(super) used: Duration,
    /// Whether we have ended the game and are waiting for the acknowledgment.
    pub(super) is_ended: bool,
}

impl Game {
    pub(super) fn turn(&self) -> Color {
        turn(&self.start, self.moves.len())
    }

    /// Number of moves that our side has made.
    fn our_moves(&self) -> usize {
        let begins = turn(&self.start, 0) == self.color;
        self.moves.len().midpoint(usize::from(begins))
    }

    /// Returns `true` if the agreed number of moves has been played.
    pub(super) fn is_at_limit(&self) -> bool {
        self.moves_max > 0 && self.our_moves() >= usize::from(self.moves_max)
    }

    /// The limits for our next move.
    pub(super) fn level(&self) -> Level {
        if self.time.is_zero() {
            return Level { move_time: Some(UNLIMITED), ..Level::default() };
        }
        let left = self.time.saturating_sub(self.used).max(TIME_MIN);
        let moves = usize::from(self.moves_max).saturating_sub(self.our_moves());
        let moves = u32::try_from(moves).ok().filter(|_| self.moves_max > 0);
        let clock = Clock { time: left, base: left, increment: Duration::ZERO, moves };
        Level { clock: Some(clock), ..Level::default() }
    }

    /// The number of moves left after taking back to move `number` (from 1) of `turn`. `None` if the game never reached
    /// that move.
    pub(super) fn back_to(&self, number: u16, turn: Color) -> Option<usize> {
        let black_began = usize::from(self.start.starts_with('B'));
        let plies = (usize::from(number).checked_sub(1)? * 2 + usize::from(turn == Color::Black))
            .checked_sub(black_began)?;
        (plies <= self.moves.len()).then_some(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dxp::notation::usual_start;

    fn game(color: Color, start: &str, moves: usize) -> Game {
        Game {
            color,
            start: start.into(),
            moves: vec!["32-28".into(); moves],
            time: Duration::from_mins(1),
            moves_max: 2,
            used: Duration::ZERO,
            is_ended: false,
        }
    }

    #[test]
    fn a_takeback_restores_an_earlier_point_of_the_game() {
        let white = game(Color::White, &usual_start(), 4);
        assert_eq!(white.back_to(1, Color::White), Some(0));
        assert_eq!(white.back_to(2, Color::Black), Some(3));
        assert_eq!(white.back_to(3, Color::White), Some(4));
        assert_eq!(white.back_to(3, Color::Black), None, "it has not come so far");
        assert_eq!(white.back_to(0, Color::White), None);
        let black = game(Color::White, "Bww", 2);
        assert_eq!(black.back_to(1, Color::White), None, "Black has begun");
        assert_eq!(black.back_to(1, Color::Black), Some(0));
        assert_eq!(black.back_to(2, Color::White), Some(1));
    }

    #[test]
    fn moves_are_counted_up_to_the_limit() {
        let is_at_limit = |color, moves| game(color, &usual_start(), moves).is_at_limit();
        assert!(!is_at_limit(Color::White, 2));
        assert!(is_at_limit(Color::White, 4));
        assert!(!is_at_limit(Color::Black, 3));
        assert!(is_at_limit(Color::Black, 4));
    }
}
