//! The searches as their users see them.

mod agreement;
mod deepening;
mod graph;
mod limits;
mod lines;
mod monte_carlo;
mod pvs;
mod reference;
mod tree;
