//! Measures the speed of draughts: perft of flying-king endgames, and fixed-depth searches.
//!
//! ```text
//! cargo bench -p benches --bench draughts
//! cargo bench -p benches --bench draughts -- search
//! ```
//!
//! All leaf and node counts are asserted. Pure speedups don't change the counts. Update the counts here when the search
//! or the evaluation changes. Each task runs several times, and the minimum CPU time counts, because other programs on
//! the machine can slow a task down but never speed it up.

#![expect(clippy::print_stdout, reason = "the measurements are the output of this program")]

mod measure;
mod perfts;
mod searches;

fn main() {
    // Cargo adds "--bench".
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_wanted =
        |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    println!("{:<104} {:>11} {:>8} {:>8}", "", "count", "ms", "M/s");
    perfts::measure(&is_wanted);
    searches::measure(&is_wanted);
}
