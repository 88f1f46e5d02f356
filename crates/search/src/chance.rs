//! Searches over games in which chance has turns.
//!
//! | module | what it does | from |
//! |---|---|---|
//! | `expectiminimax` | weighs everything that can be drawn | Michie, "Game-Playing and Game-Learning Automata", 1966 |
//! | `star1` | leaves out what can't matter, since payoffs are bounded | Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983 |
//! | `star2` | first looks at one answer to each draw | Ballard, 1983; Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", 2004 |
//!
//! All three give the same mean payoff of every position. They look from the first seat's side at every ply, since a
//! turn of chance is nobody's, and count in whole numbers, so that a bound is a bound.

mod decision;
mod expectiminimax;
mod mean_payoff;
mod star1;
mod star2;
mod walk;

pub use crate::chance::expectiminimax::Expectiminimax;
pub use crate::chance::star1::Star1;
pub use crate::chance::star2::Star2;
