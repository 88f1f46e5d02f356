//! The actions of moves, from their steps.

use super::Notation;
use crate::{Action, ActionSpace, AfterAction, Diagram, LegalActions, Steps, Viewer};

/// The actions of any game.
impl LegalActions {
    /// Replaces the content with the actions of `moves`, the legal moves in an unfinished position.
    pub fn fill<G: Notation + ?Sized>(
        &mut self,
        game: &G,
        space: &ActionSpace,
        position: &G::Position,
        moves: &[G::Move],
    ) {
        self.clear();
        let mut in_steps = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            match game.action(space, position, mv) {
                Some(action) => self.add_action(action, AfterAction::Move(index)),
                None => in_steps.push(index),
            }
        }
        if in_steps.is_empty() {
            self.end_node();
        } else {
            let others: Vec<G::Move> = in_steps.iter().map(|&index| moves[index]).collect();
            let steps = game.steps(position, &others);
            self.add_node(space, &steps, 0, &in_steps);
            for node in 1..steps.nodes().len() {
                self.add_node(space, &steps, node, &in_steps);
            }
        }
    }

    /// Adds the actions for a node of `steps`. `moves` are the indexes of the moves that the steps make up.
    fn add_node(&mut self, space: &ActionSpace, steps: &Steps, node: usize, moves: &[usize]) {
        let nodes = steps.nodes();
        for (step, next) in &nodes[node].steps {
            let Some(action) = space.of_step(step) else { continue };
            let after = match (nodes[*next].moves.as_slice(), nodes[*next].steps.as_slice()) {
                (&[mv], []) => AfterAction::Move(moves[mv]),
                _ => AfterAction::Node(*next),
            };
            self.add_action(action, after);
        }
        self.end_node();
    }
}

/// An unfinished move: only its first actions have been taken.
#[derive(Debug)]
pub struct UnfinishedMove<'a, G: Notation + ?Sized> {
    /// The position before the move.
    pub position: &'a G::Position,
    /// The legal moves in that position.
    pub moves: &'a [G::Move],
    /// The actions so far.
    pub made: &'a [Action],
}

impl<G: Notation + ?Sized> UnfinishedMove<'_, G> {
    /// The diagram after the steps so far.
    pub fn diagram(&self, game: &G, space: &ActionSpace, viewer: Viewer) -> Diagram {
        let mut diagram = game.diagram(self.position, viewer);
        let (steps, mut node) = (game.steps(self.position, self.moves), 0);
        for &action in self.made {
            let mut next = steps.nodes()[node].steps.iter();
            let Some((step, after)) = next.find(|(step, _)| space.of_step(step) == Some(action))
            else {
                break;
            };
            step.make(&mut diagram);
            node = *after;
        }
        steps.nodes()[node].show(&mut diagram);
        diagram
    }
}
