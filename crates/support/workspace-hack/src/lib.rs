//! No code, only a manifest: the features of other people's crates that the packages of this workspace need together.
//!
//! Cargo compiles a dependency with the features that the packages being built ask for. `cargo run` builds fewer packages
//! than `cargo build --workspace`, so without this crate most dependencies, and everything above them, would be compiled
//! again at each change from one to the other. The programs depend on this crate, which asks for the larger set. A law
//! in `tests/tests/laws/features.rs` prints the lines that are missing here.

#![forbid(unsafe_code)]
