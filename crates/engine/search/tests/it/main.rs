//! Tests for the searches through the public interface.

mod agreement;
mod chance;
mod hidden;
mod limits;
mod lines;
mod many_hands;
mod monte_carlo;
mod own_knowledge;
mod pvs;
mod solving;
mod tree;
