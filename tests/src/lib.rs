//! Helpers for whole-tree tests.
//!
//! This package has two kinds of tests. The *laws* (`tests/laws`) read manifests, sources and pages, and check
//! properties that the compiler doesn't: dependencies between crates, which code starts threads, and dead links on
//! pages. The *system tests* (`tests/system`) run the built program the way users do. Both kinds of tests need the
//! source tree and the built program, which this library locates once.
//!
//! This code runs only in tests, so errors are panics with a reason.
//!
//! ```
//! use integration_tests::{Scope, Source};
//!
//! let source = Source::parse("src/lib.rs", "fn f() { /* thread::spawn */ std::thread::spawn(|| 1); }");
//! assert_eq!(source.lines_with("thread::spawn", Scope::Everything), [1]);
//! ```

#![forbid(unsafe_code)]

mod power_cut;
mod process;
mod program;
mod run;
mod source;
mod terminal;
mod workspace;

pub use crate::power_cut::{Trace, can_cut_power, recorded, trace_time};
pub use crate::process::{Process, free_port};
pub use crate::program::{
    Program, can_mount, faulty_plugin, program, scratch, uci_script, weights_maker, write_script,
};
pub use crate::run::{Finished, Rival, Running};
pub use crate::source::{Scope, Source};
pub use crate::terminal::Terminal;
pub use crate::workspace::{Page, members, metadata, pages, root, sources};

/// Fails with one line per violation of `law`.
///
/// # Panics
/// If there is a violation.
pub fn assert_none(law: &str, violations: &[String]) {
    assert!(
        violations.is_empty(),
        "{law}\n{} violations:\n  {}",
        violations.len(),
        violations.join("\n  ")
    );
}
