//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Bear off your 15 checkers first. They move from high points to low ones.
Each die moves a checker that many points. Doubles are played twice.
Play as many numbers as possible. Two opposing checkers block a point.
A single checker is hit and goes to the bar. It enters in the opposing home, \
points 24 to 19, before any other checker moves.
Bear off once all are on points 6 to 1; a high number takes the highest.
A win counts double if the loser has borne off no checker (gammon), triple \
with a checker in the winner's home or on the bar.
Cube: roll, or double the stake; the other side takes it, or drops and loses.
Moves: 8/5,6/5 or 13/7, with bar and off; 8/5(2) for two checkers; pass.";
