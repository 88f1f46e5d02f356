//! Searches over games in which chance has turns.
//!
//! | module | what it does | from |
//! |---|---|---|
//! | `expectiminimax` | weighs everything that can be drawn | Michie, "Game-Playing and Game-Learning Automata", 1966 |
//! | `max_n` | the same for any number of seats, each of which takes what is best for itself | Luckhart and Irani, "An Algorithmic Solution of N-Person Games", 1986 |
//! | `star1` | leaves out what can't matter, since payoffs are bounded | Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983 |
//! | `star2` | first looks at one answer to each draw | Ballard, 1983; Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", 2004 |
//!
//! Of two seats whose payoffs cancel all four give the same mean payoff of every position. They count in whole numbers, so
//! that a bound is a bound. Those for two look from the first seat's side at every ply, since a turn of chance is
//! nobody's.

mod decision;
mod expectiminimax;
mod max_n;
mod mean_payoff;
mod star1;
mod star2;
mod walk;

pub use crate::chance::expectiminimax::Expectiminimax;
pub use crate::chance::max_n::ExpectiMaxN;
pub use crate::chance::star1::Star1;
pub use crate::chance::star2::Star2;
