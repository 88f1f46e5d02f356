//! No code, only a manifest: the union of the third-party crate features that the packages of this workspace need.
//!
//! Cargo compiles a dependency with the features requested by the packages being built. `cargo run` builds fewer
//! packages than `cargo build --workspace`. Without this crate, alternating between the two would recompile most
//! dependencies and everything above them. The programs depend on this crate, which requests the larger set. A law in
//! `tests/tests/laws/features.rs` prints the lines that are missing here.

#![forbid(unsafe_code)]
