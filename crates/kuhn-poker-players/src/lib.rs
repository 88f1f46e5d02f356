//! The players of Kuhn poker: its entry in the catalog.

#![forbid(unsafe_code)]

mod family;

pub use crate::family::{FAMILY, KuhnPokerEntry};
