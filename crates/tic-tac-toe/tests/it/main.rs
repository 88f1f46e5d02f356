//! The public interface of the m,n,k games.

mod counts;
mod laws;
mod parameters;
mod texts;
