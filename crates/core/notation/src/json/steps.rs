//! The steps of legal moves.

use board_engine::{Seat, Square};
use serde::{Deserialize, Serialize};

use super::diagram::{Caption, Piece};

/// A state between two steps of a move. A list of nodes represents the graph of all legal moves' steps; the first node
/// is the initial state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StepNode {
    /// The legal moves that can end here, as indexes in the move list; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<usize>,
    /// The possible next steps; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// The captions that differ from the diagram's captions; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captions: Vec<Caption>,
    /// The numbers of the squares whose pieces the steps so far have used up, such as dice; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<usize>,
}

/// A step: the source square (null if only one square is touched), the target square, and the index of the next node.
/// A step is a short array, because a double in backgammon can have a thousand steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// One piece moves.
    Plain(Option<usize>, usize, usize),
    /// The step also moves the topmost pieces on other squares to another square, or off the board (null).
    WithOthers(Option<usize>, usize, usize, Vec<(usize, Option<usize>)>),
    /// The user chooses the piece that the piece on the second square becomes.
    Choice(Option<usize>, usize, usize, Vec<(usize, Option<usize>)>, Piece),
}

/// The graph of these steps; empty if no move has steps.
pub fn step_nodes(steps: &board_engine::Steps) -> Vec<StepNode> {
    if steps.nodes().iter().all(|node| node.steps.is_empty()) {
        return Vec::new();
    }
    let nodes = steps.nodes().iter().map(|node| StepNode {
        moves: node.moves.clone(),
        steps: node.steps.iter().map(|(step, next)| step_to(step, *next)).collect(),
        captions: node.captions.iter().map(caption).collect(),
        spent: node.spent.iter().copied().map(Square::index).collect(),
    });
    nodes.collect()
}

fn caption((seat, text): &(Seat, String)) -> Caption {
    Caption { seat: (*seat).into(), text: text.clone() }
}

fn step_to(step: &board_engine::Step, next: usize) -> Step {
    let (from, to) = (step.from.map(Square::index), step.to.index());
    let others = step.others.iter();
    let others = others.map(|(from, to)| (from.index(), to.map(Square::index))).collect();
    match &step.becomes {
        Some(glyph) => Step::Choice(from, to, next, others, glyph.into()),
        None if step.others.is_empty() => Step::Plain(from, to, next),
        None => Step::WithOthers(from, to, next, others),
    }
}
