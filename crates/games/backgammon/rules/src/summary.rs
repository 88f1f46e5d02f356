//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Bear off your 15 checkers first. They move from high points to low ones; both sides count from their own ace point.
Each number of a roll moves one checker that many points. Doubles are played twice. Play as many numbers as possible.
A point with two opposing checkers is blocked. A single checker is hit and goes to the bar.
Checkers on the bar enter in the opposing home, points 24 to 19, before any other checker moves.
Bear off once all checkers are in your home, points 6 to 1. A higher number bears off from the highest point.
A win counts double if the loser has borne off no checker (gammon), triple with a checker in the winner's home or on the bar.
With the cube, a side may double the stake before its roll. The other side takes and owns the cube, or drops and loses.
Moves: paths of checkers, like 8/5,6/5 or 13/7, with bar and off; 8/5(2) for two checkers; pass if nothing can be played.
Cube: roll, double, take and drop.";
