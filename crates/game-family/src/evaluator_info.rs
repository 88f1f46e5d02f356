//! The names of evaluators.

/// An evaluator's name, and what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatorInfo {
    /// Lower case, no blanks.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
}

/// The entry of [`Zero`](search::Zero) in the list of evaluators of a game that has no other one.
pub const NO_EVALUATOR: EvaluatorInfo =
    EvaluatorInfo { name: "zero", description: "no evaluation: only the ends of the game count" };
