//! The names of evaluators.

/// An evaluator's name, and what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatorInfo {
    /// Lower case, no blanks.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
}
