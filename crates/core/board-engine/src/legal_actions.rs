//! The actions that make up the legal moves in a position.

use std::collections::VecDeque;

use crate::Action;

/// The state after an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterAction {
    /// The legal move with this index is complete.
    Move(usize),
    /// The move continues at this node of the [`LegalActions`].
    Node(usize),
}

/// The actions that make up the legal moves in a position. Node 0 is the position itself; other nodes are states within
/// a move. At a chance turn the actions are draws.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LegalActions {
    edges: Vec<(Action, AfterAction)>,
    /// The end of each node's edges, where the next node's edges begin.
    ends: Vec<usize>,
}

impl LegalActions {
    /// The actions at a node, each with the state after it.
    #[inline]
    pub fn at(&self, node: usize) -> &[(Action, AfterAction)] {
        let first = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[first..self.ends.get(node).copied().unwrap_or(first)]
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.ends.len()
    }

    /// The state after an action at a node; `None` if the action is not legal there.
    #[inline]
    pub fn after(&self, node: usize, action: Action) -> Option<AfterAction> {
        self.at(node).iter().find(|(legal, _)| *legal == action).map(|(_, after)| *after)
    }

    /// The shortest sequence of actions that makes up the legal move with this index; `None` if there is no such move.
    pub fn way_to(&self, mv: usize) -> Option<Vec<Action>> {
        // For each node, its predecessor and the action that leads from there.
        let mut before: Vec<Option<(usize, Action)>> = vec![None; self.node_count()];
        let mut waiting = VecDeque::from([0]);
        while let Some(node) = waiting.pop_front() {
            for &(action, after) in self.at(node) {
                match after {
                    AfterAction::Move(index) if index == mv => {
                        let mut way = vec![action];
                        let mut at = node;
                        while let Some((earlier, action)) = before[at] {
                            way.push(action);
                            at = earlier;
                        }
                        way.reverse();
                        return Some(way);
                    }
                    AfterAction::Node(next) if next != 0 && before[next].is_none() => {
                        before[next] = Some((node, action));
                        waiting.push_back(next);
                    }
                    AfterAction::Move(_) | AfterAction::Node(_) => {}
                }
            }
        }
        None
    }

    /// Removes all actions.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.ends.clear();
    }

    /// Adds an action to the current node. Nodes are numbered from 0 in the order in which
    /// [`end_node`](Self::end_node) ends them.
    pub fn add_action(&mut self, action: Action, after: AfterAction) {
        self.edges.push((action, after));
    }

    /// Ends the current node, which may have no actions.
    pub fn end_node(&mut self) {
        self.ends.push(self.edges.len());
    }
}
