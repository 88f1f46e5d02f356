//! The m,n,k games as their users see them.

mod counts;
mod laws;
mod parameters;
mod texts;
