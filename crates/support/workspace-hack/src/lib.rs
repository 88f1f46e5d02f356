//! No code, only a manifest: the union of the third-party crate features that the workspace packages need.
//!
//! Cargo compiles a dependency with the features that the packages being built request, and `cargo run` builds fewer
//! packages than `cargo build --workspace`. Without this crate, alternating between the two would recompile most
//! dependencies and everything that depends on them. The programs depend on this crate, which requests the larger
//! feature set. A test in `tests/tests/laws/features.rs` prints the lines that are missing here.

#![forbid(unsafe_code)]
