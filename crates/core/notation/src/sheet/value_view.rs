//! The point of view of evaluations in files.

use board_engine::{Seat, Turn};
use games_package::{TableGame, Thought, Valuation};

/// The seat that a two-player game calls White; `None` if there is none.
pub(super) fn white_seat(game: &dyn TableGame) -> Option<Seat> {
    let is_white = |seat: &Seat| game.seat_name(*seat) == "White";
    (game.seat_count() == 2).then(|| Seat::all(2).find(is_white)).flatten()
}

/// The point of view used for evaluations in files.
#[derive(Clone, Copy)]
pub(super) struct ValueView {
    /// The seat whose view is used; `None` if each value is from the mover's view.
    white: Option<Seat>,
}

impl ValueView {
    /// The view used for values in a game. In two-player games, values are from White's view, or from the first seat's
    /// if no seat is called White.
    pub(super) fn of(game: &dyn TableGame) -> Self {
        let white = || white_seat(game).unwrap_or(Seat::FIRST);
        Self { white: (game.seat_count() == 2).then(white) }
    }

    /// The mover's evaluation as written: it counts the winner's moves.
    pub(super) fn written(self, thought: Thought, mover: Turn) -> Thought {
        let valuation = match thought.valuation {
            Valuation::WinIn(plies) => Valuation::WinIn(plies.div_ceil(2)),
            Valuation::LossIn(plies) => Valuation::LossIn(plies.div_ceil(2)),
            centi @ Valuation::Centi(_) => centi,
        };
        Thought { valuation: self.turned(valuation, mover), ..thought }
    }

    /// The mover's evaluation. The winner's last move ends the game, so the mover wins after an odd number of plies.
    pub(super) fn read(self, thought: Thought, mover: Turn) -> Thought {
        let valuation = match self.turned(thought.valuation, mover) {
            Valuation::WinIn(moves) => Valuation::WinIn(moves.saturating_mul(2).saturating_sub(1)),
            Valuation::LossIn(moves) => Valuation::LossIn(moves.saturating_mul(2)),
            centi @ Valuation::Centi(_) => centi,
        };
        Thought { valuation, ..thought }
    }

    /// Converts between the mover's view and the written view, in either direction.
    fn turned(self, valuation: Valuation, mover: Turn) -> Valuation {
        match (mover, self.white) {
            (Turn::Seat(seat), Some(white)) if seat != white => valuation.for_other(),
            _ => valuation,
        }
    }
}
