//! The tree: selection, expansion, and reuse by the next search.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use board_engine::{Game, KeyHistory, Repetition, Status, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::priors::Priors;
use super::proof::{Proof, Verdict, Verdicts};
use super::{Payoffs, proof};

/// The index of a node in its tree.
pub(super) type NodeId = u32;

/// The index of the root.
pub(super) const ROOT: NodeId = 0;

/// A position's statistics. The position itself is replayed on the way down.
#[derive(Clone, Debug)]
pub(super) struct TreeNode<M> {
    /// The move that leads here; `None` at the root.
    pub(super) mv: Option<M>,
    /// The number of visits.
    pub(super) visits: u32,
    /// The sum of the payoffs for the seat that moved here.
    pub(super) total: i64,
    /// The children are contiguous; a node gets them at its second visit.
    pub(super) first_child: NodeId,
    pub(super) child_count: u16,
    pub(super) verdict: Verdict,
}

impl<M> TreeNode<M> {
    pub(super) const fn new(mv: Option<M>) -> Self {
        let verdict = Verdict::NONE;
        Self { mv, visits: 0, total: 0, first_child: 0, child_count: 0, verdict }
    }

    pub(super) fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.child_count)
    }

    /// Records a visit with these `payoffs`; `chooser` moved here.
    #[inline]
    fn add(&mut self, chooser: Option<Turn>, payoffs: &Payoffs) {
        self.visits = self.visits.saturating_add(1);
        if let Some(Turn::Seat(seat)) = chooser {
            self.total += i64::from(payoffs[seat.index()]);
        }
    }
}

/// A growing tree.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) nodes: Vec<TreeNode<G::Move>>,
    /// Maximum number of nodes.
    nodes_max: usize,
    pub(super) verdicts: Verdicts,
    pub(super) root: Option<TreeRoot<G>>,
    priors: Option<Arc<dyn Priors<G>>>,
    rng: Xoshiro256PlusPlus,
    /// The nodes from the root to the current one.
    path: Vec<PathStep>,
    moves: Vec<G::Move>,
}

/// The position at the root.
#[derive(Debug)]
pub(super) struct TreeRoot<G: Game> {
    pub(super) position: G::Position,
    /// The positions up to the current one, if repetition matters in the game.
    pub(super) history: Option<KeyHistory>,
}

/// A node on the path, with the seat that moved to it.
#[derive(Clone, Copy, Debug)]
struct PathStep {
    node: NodeId,
    chooser: Option<Turn>,
    /// A proven sibling that the mover prefers; the nodes above are credited with its payoff.
    better: Option<NodeId>,
}

/// The next step from a node.
#[derive(Clone, Copy, Debug)]
struct Choice {
    child: NodeId,
    /// A proven child that the mover prefers.
    known: Option<NodeId>,
}

impl<G: Game> Tree<G> {
    /// A tree whose nodes use at most this many bytes. Half of this memory is reserved for changing to a new root.
    pub(super) fn new(seed: u64, bytes: usize) -> Self {
        let nodes_max = bytes / 2 / size_of::<TreeNode<G::Move>>();
        Self {
            nodes: Vec::new(),
            nodes_max: nodes_max.min(NodeId::MAX as usize),
            verdicts: Verdicts::default(),
            root: None,
            priors: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Sets the move priors for nodes added from now on.
    pub(super) fn set_priors(&mut self, priors: Arc<dyn Priors<G>>) {
        self.priors = Some(priors);
    }

    /// Drops all nodes.
    pub(super) fn forget(&mut self) {
        self.nodes.clear();
        self.verdicts = Verdicts::default();
        self.root = None;
    }

    /// Draws all further random numbers from this seed.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// The used share of the node limit, in permille.
    pub(super) fn fill(&self) -> usize {
        (self.nodes.len() * 1_000 / self.nodes_max.max(1)).min(1_000)
    }

    /// Starts a new tree.
    pub(super) fn plant(&mut self, game: &G, position: &G::Position, history: &KeyHistory) {
        self.nodes.clear();
        self.nodes.push(TreeNode::new(None));
        self.set_root_position(game, position, history);
    }

    /// Sets the root position and lists its moves.
    pub(super) fn set_root_position(
        &mut self,
        game: &G,
        position: &G::Position,
        history: &KeyHistory,
    ) {
        let cares = game.repetition() != Repetition::Ignored;
        let outcome = if cares { history.outcome(game) } else { None };
        let history = cares.then(|| history.clone());
        self.root = Some(TreeRoot { position: position.clone(), history });
        if let Some(outcome) = outcome {
            // Nodes reused from an earlier search may have children.
            self.nodes[ROOT as usize].child_count = 0;
            self.prove(ROOT, Proof::over(super::payoffs(outcome.payoffs())));
        } else if self.nodes[ROOT as usize].child_count == 0 {
            self.expand(game, position, ROOT);
        }
    }

    /// A node's proof, if the node is proven.
    pub(super) fn proof(&self, node: usize) -> Option<Proof> {
        self.verdicts.proof(self.nodes[node].verdict)
    }

    fn prove(&mut self, node: NodeId, proof: Proof) {
        self.nodes[node as usize].verdict = self.verdicts.verdict(proof);
    }

    /// Descends once from the root to a node without children, adds children there, plays a random playout and records
    /// its result on the way back.
    pub(super) fn visit(&mut self, game: &G, exploration: f32) {
        let Some(TreeRoot { position, mut history }) = self.root.take() else { return };
        let mut here = position.clone();
        self.path.clear();
        self.path.push(PathStep { node: ROOT, chooser: None, better: None });
        let mut node = ROOT;
        while self.has_children(game, &here, node, history.as_ref()) {
            let turn = game.turn(&here);
            let choice = match turn {
                Turn::Seat(seat) => {
                    self.best_bound(node, seat.index(), game.payoff_max(), exploration)
                }
                Turn::Chance => Choice { child: self.draw(game, &here, node), known: None },
            };
            node = choice.child;
            let mv = self.nodes[node as usize].mv.expect("children have moves");
            match &mut history {
                Some(history) => history.play(game, &mut here, mv),
                None => game.play(&mut here, mv),
            }
            self.path.push(PathStep { node, chooser: Some(turn), better: choice.known });
        }
        let payoffs = self.outcome_at(game, here, node);
        if let Some(history) = &mut history {
            (1..self.path.len()).for_each(|_| history.take_back());
        }
        self.root = Some(TreeRoot { position, history });
        self.back_up(payoffs, game.payoff_max());
    }

    /// Returns `true` if the search continues below the node: the node is not proven, and it has children or is given
    /// children now. A node gets children at its second visit, unless repetition has ended the game there.
    #[inline]
    fn has_children(
        &mut self,
        game: &G,
        position: &G::Position,
        node: NodeId,
        history: Option<&KeyHistory>,
    ) -> bool {
        let seen = &self.nodes[node as usize];
        if seen.verdict.is_proven() {
            return false;
        }
        let lacks_children = seen.child_count == 0 && seen.visits > 0;
        // A node reused from an earlier search may have children although the game is over: the path up to the root is
        // longer now.
        if let Some(outcome) = history.and_then(|history| history.outcome(game)) {
            self.prove(node, Proof::over(super::payoffs(outcome.payoffs())));
            return false;
        }
        if lacks_children {
            self.expand(game, position, node);
        }
        self.nodes[node as usize].child_count > 0
    }

    /// Adds the node's children if there is room. The root always gets its children.
    fn expand(&mut self, game: &G, position: &G::Position, node: NodeId) {
        if let Status::Over(outcome) = game.legal_moves(position, &mut self.moves) {
            return self.prove(node, Proof::over(super::payoffs(outcome.payoffs())));
        }
        let has_room = node == ROOT || self.nodes.len() + self.moves.len() <= self.nodes_max;
        let (Ok(first), Ok(count)) =
            (NodeId::try_from(self.nodes.len()), u16::try_from(self.moves.len()))
        else {
            return;
        };
        if has_room {
            self.make_room(self.moves.len());
            self.nodes.extend(self.moves.iter().map(|&mv| TreeNode::new(Some(mv))));
            let parent = &mut self.nodes[node as usize];
            (parent.first_child, parent.child_count) = (first, count);
            self.apply_priors(game, position, first);
        }
    }

    /// Initializes the nodes from `first` on, the children of `position`, with their virtual playouts.
    fn apply_priors(&mut self, game: &G, position: &G::Position, first: NodeId) {
        let (Some(priors), Turn::Seat(_)) = (&self.priors, game.turn(position)) else { return };
        for node in &mut self.nodes[first as usize..] {
            if let Some(mv) = node.mv {
                (node.visits, node.total) = priors.prior(game, position, mv).counts();
            }
        }
    }

    /// Reserves memory for this many more nodes: doubles the memory within the tree's limit, unless the root's children
    /// need more.
    fn make_room(&mut self, more: usize) {
        let (capacity, needed) = (self.nodes.capacity(), self.nodes.len() + more);
        if needed > capacity {
            let wanted = (2 * capacity).min(self.nodes_max).max(needed);
            self.nodes.reserve_exact(wanted - self.nodes.len());
        }
    }

    /// The child to visit next: an untried child first, then the child with the highest upper
    /// confidence bound (UCB1; Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the
    /// Multiarmed Bandit Problem", 2002).
    ///
    /// A visit to a proven child yields no information. If a proven child has the highest bound, this node is credited
    /// with the child's payoff, but the best of the other children is visited.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "means and bounds need no more digits")]
    fn best_bound(&self, node: NodeId, seat: usize, payoff_max: i16, exploration: f32) -> Choice {
        let parent = &self.nodes[node as usize];
        let scale = 1.0 / f32::from(payoff_max.max(1));
        let reach = exploration * super::logarithm(parent.visits).sqrt();
        let mut open = (parent.first_child, f32::NEG_INFINITY);
        let mut known = (None, f32::NEG_INFINITY);
        for (child, id) in self.nodes[parent.children()].iter().zip(parent.first_child..) {
            let visits = child.visits as f32;
            if let Some(proof) = self.verdicts.proof(child.verdict) {
                let bound = f32::from(proof.payoffs[seat]) * scale + reach / visits.max(1.0).sqrt();
                if proof.payoffs[seat] > -payoff_max && bound > known.1 {
                    known = (Some(id), bound);
                }
                continue;
            }
            if child.visits == 0 {
                return Choice { child: id, known: None };
            }
            let bound = child.total as f32 / visits * scale + reach / visits.sqrt();
            if bound > open.1 {
                open = (id, bound);
            }
        }
        Choice { child: open.0, known: known.0.filter(|_| known.1 > open.1) }
    }

    /// The child that chance draws.
    fn draw(&mut self, game: &G, position: &G::Position, node: NodeId) -> NodeId {
        let parent = &self.nodes[node as usize];
        let (first, children) = (parent.first_child, parent.children());
        self.moves.clear();
        self.moves.extend(self.nodes[children].iter().filter_map(|child| child.mv));
        let drawn =
            game.draw_move(position, &self.moves, &mut |count| super::below(count, &mut self.rng));
        let chosen = self.moves.iter().zip(first..).find(|(mv, _)| Some(**mv) == drawn);
        chosen.map_or(first, |(_, id)| id)
    }

    /// This visit's payoffs at the node where the descent ended.
    fn outcome_at(&mut self, game: &G, position: G::Position, node: NodeId) -> Payoffs {
        if let Some(proof) = self.proof(node as usize) {
            return proof.payoffs;
        }
        let played = super::play(game, position, &mut self.moves, &mut self.rng);
        if played.was_over {
            self.prove(node, Proof::over(played.payoffs));
        }
        played.payoffs
    }

    /// Adds a visit's payoffs to all nodes on the path, from its end, and proves nodes if possible.
    fn back_up(&mut self, payoffs: Payoffs, payoff_max: i16) {
        let mut payoffs = payoffs;
        for PathStep { node, chooser, better } in self.path.iter().rev() {
            self.nodes[*node as usize].add(*chooser, &payoffs);
            if let Some(better) = better
                && let Some(proof) = self.verdicts.proof(self.nodes[*better as usize].verdict)
            {
                payoffs = proof.payoffs;
                self.nodes[*better as usize].add(*chooser, &payoffs);
            }
        }
        for index in (1..self.path.len()).rev() {
            let (parent, child) = (self.path[index - 1].node, self.path[index]);
            let verdict = self.nodes[child.node as usize].verdict;
            let (Some(turn), true) = (child.chooser, verdict.is_proven()) else { break };
            let siblings = self.nodes[self.nodes[parent as usize].children()].iter();
            let proofs = siblings.map(|sibling| self.verdicts.proof(sibling.verdict));
            match proof::back_up(turn, &proofs, payoff_max) {
                Some(proof) => self.prove(parent, proof),
                None => break,
            }
        }
    }
}

/// Maximum number of positions in the old tree to compare with the new root.
const POSITIONS_MAX: usize = 10_000;

impl<G: Game> Tree<G> {
    /// Makes `position` the root, reusing what the tree knows about it.
    pub(super) fn set_root(&mut self, game: &G, position: &G::Position, history: &KeyHistory) {
        match self.find(game, position) {
            Some(node) => {
                // A proof may depend on earlier positions, which may differ now.
                let is_same = node == ROOT as usize && self.has_history(history);
                let keeps_proofs = is_same || game.repetition() == Repetition::Ignored;
                if node != ROOT as usize || !keeps_proofs {
                    self.nodes = subtree(&self.nodes, node, keeps_proofs);
                }
                self.set_root_position(game, position, history);
            }
            None => self.plant(game, position, history),
        }
    }

    /// Returns `true` if these are the positions up to the root, in a game where repetition matters.
    fn has_history(&self, history: &KeyHistory) -> bool {
        let known = self.root.as_ref().and_then(|root| root.history.as_ref());
        known == Some(history)
    }

    /// The node nearest to the root with this position.
    fn find(&self, game: &G, position: &G::Position) -> Option<usize> {
        let root = self.root.as_ref()?;
        let mut open = VecDeque::from([(ROOT as usize, root.position.clone())]);
        let mut compared = 0;
        while let Some((node, here)) = open.pop_front() {
            if here == *position {
                return Some(node);
            }
            for child in self.nodes[node].children() {
                let TreeNode { mv: Some(mv), visits: 1.., .. } = self.nodes[child] else {
                    continue;
                };
                compared += 1;
                if compared > POSITIONS_MAX {
                    return None;
                }
                let mut below = here.clone();
                game.play(&mut below, mv);
                open.push_back((child, below));
            }
        }
        None
    }
}

/// A copy of `root` and the nodes below it, `root` first.
fn subtree<M: Copy>(nodes: &[TreeNode<M>], root: usize, keeps_proofs: bool) -> Vec<TreeNode<M>> {
    let mut kept = Vec::with_capacity(nodes.len());
    kept.push(TreeNode { mv: None, ..nodes[root].clone() });
    let mut index = 0;
    while index < kept.len() {
        let children = kept[index].children();
        // The copy is no larger than the original, so its indices fit too.
        kept[index].first_child = NodeId::try_from(kept.len()).unwrap_or(NodeId::MAX);
        if !keeps_proofs {
            kept[index].verdict = Verdict::NONE;
        }
        kept.extend_from_slice(&nodes[children]);
        index += 1;
    }
    kept
}

#[cfg(test)]
mod tests {
    use board_engine::{Game, KeyHistory};
    use connect_four::ConnectFour;

    use super::*;

    #[test]
    fn a_tree_respects_its_memory_limit_however_it_grows_and_is_pruned() {
        let game = ConnectFour::default();
        let size = size_of::<TreeNode<<ConnectFour as Game>::Move>>();
        // Not a power of two, because doubling the memory would reach a power of two exactly.
        let nodes_max = 5_000;
        let mut tree = Tree::<ConnectFour>::new(0, 2 * nodes_max * size);
        let mut position = game.start();
        let mut moves = Vec::new();
        for _ in 0..6 {
            let history = KeyHistory::starting_at(&game, &position);
            tree.set_root(&game, &position, &history);
            for _ in 0..20_000 {
                tree.visit(&game, 1.0);
            }
            assert!(tree.nodes.len() <= nodes_max && tree.nodes.capacity() <= nodes_max);
            assert!(tree.fill() > 900, "{}", tree.fill());
            game.legal_moves(&position, &mut moves);
            game.play(&mut position, moves[0]);
        }
    }
}
