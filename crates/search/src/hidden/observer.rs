//! A tree whose nodes are what one seat has seen.

use board_engine::Seat;

/// The number of a node.
pub(super) type NodeId = usize;

/// The number of the root.
pub(super) const ROOT: NodeId = 0;

/// No node is added beyond this number.
const NODES_MAX: usize = 1_000_000;

/// All that a seat has seen since the root, and how it went on from there.
#[derive(Clone, Debug, Default)]
pub(super) struct ObserverNode {
    /// What may be seen next, each with the node after it.
    pub(super) children: Vec<(u64, NodeId)>,
    pub(super) visits: u32,
    /// How often it could have been chosen: in another deal other moves are legal.
    pub(super) chances: u32,
    /// What the visits brought to the seat that moved here, in hundredths of a payoff of 1.
    pub(super) total: i64,
}

/// What one seat has seen, move by move.
#[derive(Clone, Debug)]
pub(super) struct Observer {
    /// Whose eyes it sees with.
    pub(super) seat: Seat,
    pub(super) nodes: Vec<ObserverNode>,
    /// The node in which the game stands; `None` once it has left the tree.
    pub(super) here: Option<NodeId>,
    /// The nodes from the root to here, each with the seat that moved to it, if it was one.
    pub(super) path: Vec<(NodeId, Option<Seat>)>,
}

impl Observer {
    pub(super) fn new(seat: Seat) -> Self {
        Self { seat, nodes: vec![ObserverNode::default()], here: Some(ROOT), path: Vec::new() }
    }

    pub(super) fn go_to_root(&mut self) {
        self.here = Some(ROOT);
        self.path.clear();
        self.path.push((ROOT, None));
    }

    /// The node after this sight, if it is in the tree.
    pub(super) fn child(&self, sight: u64) -> Option<NodeId> {
        let here = &self.nodes[self.here?];
        here.children.iter().find(|(seen, _)| *seen == sight).map(|(_, node)| *node)
    }

    /// Sees a move of `mover`, or of chance. `grows` says whether a sight that is new gets a node.
    pub(super) fn see(&mut self, sight: u64, mover: Option<Seat>, grows: bool) {
        let Some(here) = self.here else { return };
        self.here = self.child(sight).or_else(|| {
            let has_room = grows && self.nodes.len() < NODES_MAX;
            has_room.then(|| {
                let node = self.nodes.len();
                self.nodes.push(ObserverNode::default());
                self.nodes[here].children.push((sight, node));
                node
            })
        });
        self.path.extend(self.here.map(|node| (node, mover)));
    }

    /// Adds what the game brought, in hundredths, to all nodes on the way.
    pub(super) fn learn(&mut self, payoffs: &[i32]) {
        for (node, mover) in &self.path {
            let node = &mut self.nodes[*node];
            node.visits = node.visits.saturating_add(1);
            node.total += mover.map_or(0, |seat| i64::from(payoffs[seat.index()]));
        }
    }
}
