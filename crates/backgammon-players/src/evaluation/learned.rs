//! The networks that were learned.
//!
//! `examples/train` learned the weights in games of the networks against themselves and wrote the file beside this one
//! ([`Networks::to_bytes`]).

use std::sync::LazyLock;

use super::networks::Networks;

/// The weights, as `examples/train` writes them.
const WEIGHTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"));

static NETWORKS: LazyLock<Networks> =
    LazyLock::new(|| Networks::from_bytes(WEIGHTS).expect("the file belongs to these networks"));

/// What was learned.
pub(super) fn networks() -> &'static Networks {
    &NETWORKS
}
