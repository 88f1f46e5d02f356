//! Searches over games in which something is hidden. They see a position as its mover does: all that the mover can't
//! know is drawn anew by [`HiddenInformation::resample`](board_engine::HiddenInformation::resample) before they look at
//! it.
//!
//! | module | what it does | from |
//! |---|---|---|
//! | `determinized` | solves many deals with open hands, and takes what is best on average | Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", 2001 |
//! | `information_sets` | grows trees whose nodes are what a seat knows | Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012 |
//! | `open` | a game with open hands | |

mod determinized;
mod information_sets;
mod observer;
mod open;

use board_engine::{Seat, Status, Turn};

pub use crate::hidden::determinized::Determinized;
pub use crate::hidden::information_sets::{InformationSets, Observers};
pub use crate::hidden::open::{Deal, Open};
use crate::{Report, Score, Statistics};

/// Whose score a search reports here.
fn viewer(turn: Turn) -> Seat {
    match turn {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

/// What is said where no seat has to choose.
fn no_choice<M>(status: Status, turn: Turn) -> Report<M> {
    let payoff = status.outcome().map_or(0, |outcome| outcome.payoff(viewer(turn)));
    Report {
        best: None,
        score: Score::new(i32::from(payoff) * 100),
        line: Vec::new(),
        statistics: Statistics::default(),
        completed: true,
    }
}
