//! The searches as their users see them.

mod agreement;
mod chance;
mod deepening;
mod graph;
mod hidden;
mod limits;
mod lines;
mod many_hands;
mod monte_carlo;
mod paranoid;
mod pvs;
mod reference;
mod solving;
mod tree;
