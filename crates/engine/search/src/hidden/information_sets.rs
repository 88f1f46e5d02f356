//! Information set Monte Carlo tree search.

use board_engine::{Game, HiddenInformation, SEATS_MAX, Seat, Status, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::no_choice;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Score, Statistics, Task, monte_carlo};

/// Monte Carlo tree search over the seats' knowledge (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
/// Search", 2012). Each playout uses a different deal that fits the mover's knowledge, but the playouts share
/// statistics per observed move. Deals that look the same therefore share one choice.
///
/// `limits.nodes` counts playouts; without it and without a stop signal, [`GAMES_DEFAULT`](Self::GAMES_DEFAULT)
/// playouts are made. The depth is not limited. The score is the mean payoff in hundredths. Each seat maximizes its own
/// payoff, for any number of seats: partners with equal payoffs cooperate. The evaluator is called only if it [ends a
/// playout early](Evaluator::ends_playout). Games without hidden information don't compile with this algorithm:
///
/// ```compile_fail,E0277
/// use search::{Algorithm, InformationSets};
/// use tic_tac_toe::TicTacToe;
///
/// fn fits(_: impl Algorithm<TicTacToe>) {}
/// fits(InformationSets::default());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InformationSets {
    /// The knowledge that each seat is assumed to have.
    pub observers: Observers,
    /// The exploration constant of UCB1; 0 or more. The paper's 0.7, for payoffs from 0 to 1, corresponds to 1.4 for
    /// payoffs from −1 to 1.
    pub exploration: f32,
    /// Maximum total memory of its trees, in MiB. When the memory is used up, the trees stop growing.
    pub memory_mib: usize,
    /// The seed for all random numbers.
    pub seed: u64,
}

/// The knowledge that each seat is assumed to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observers {
    /// One tree for the searching seat's observations. The other seats choose with the same knowledge (SO-ISMCTS).
    Single,
    /// One tree per seat: each seat chooses according to its own knowledge of the deal and its own observations
    /// (MO-ISMCTS).
    Multiple,
}

impl Default for InformationSets {
    fn default() -> Self {
        Self { observers: Observers::Multiple, exploration: 1.4, memory_mib: 64, seed: 0 }
    }
}

impl InformationSets {
    /// The number of playouts without a limit.
    pub const GAMES_DEFAULT: u64 = 10_000;
}

/// The number of playouts between two checks of the stop signal.
const GAMES_PER_POLL: u64 = 16;

/// A payoff of 1 in hundredths.
const HUNDREDTHS: i32 = 100;

/// The length, in plies, at which a playout is truncated and scored as zero for all seats.
const PLIES_MAX: usize = 1_000;

impl<G: HiddenInformation> Algorithm<G> for InformationSets {
    const HAS_DEPTH: bool = false;

    /// The listener is not called: it would receive hidden cards.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        _: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let Task { game, position, .. } = *task;
        let mut moves = Vec::new();
        let status = game.legal_moves(position, &mut moves);
        let (Status::Ongoing, Turn::Seat(seat)) = (status, game.turn(position)) else {
            return no_choice(status, game.turn(position));
        };
        let mut report = Report {
            best: None,
            score: Score::ZERO,
            line: Vec::new(),
            statistics: Statistics::default(),
            completed: true,
        };
        let mut playing = Playing::new(task, seat, self);
        let games_default = if limits.stop.is_some() { u64::MAX } else { Self::GAMES_DEFAULT };
        for played in 0..limits.nodes.unwrap_or(games_default) {
            if played % GAMES_PER_POLL == 0 && limits.stop.is_some_and(|stop| stop()) {
                report.completed = false;
                break;
            }
            playing.play_once(position);
            report.statistics += Statistics { nodes: 1, evaluations: 1, cutoffs: 0 };
        }
        let own = &playing.observers[0];
        let node = |mv: G::Move| {
            let sight = game.sight(position, mv, seat);
            own.nodes[ROOT]
                .children
                .iter()
                .find(|(seen, _)| *seen == sight)
                .map(|(_, node)| &own.nodes[*node])
        };
        let visits = |mv: G::Move| node(mv).map_or(0, |node| node.visits);
        // Of equally good moves, take the first.
        report.best = moves.iter().rev().copied().max_by_key(|&mv| visits(mv));
        if let Some(node) = report.best.and_then(node) {
            let mean = node.total / i64::from(node.visits.max(1));
            report.score = Score::new(i32::try_from(mean).unwrap_or_default());
        }
        report.line.extend(report.best);
        report
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// A hash of what this seat knows about the position. The hash seeds the deals, so the same knowledge always leads to
/// the same deals.
fn knowledge<G: HiddenInformation>(game: &G, position: &G::Position, seat: Seat) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let known = game.resample(position, seat, &mut |count| monte_carlo::below(count, &mut rng));
    game.key(&known)
}

/// Playout state.
struct Playing<'a, G: Game, E: ?Sized> {
    game: &'a G,
    evaluator: &'a E,
    exploration: f32,
    /// The searching seat's observer comes first.
    observers: Vec<Observer>,
    rng: Xoshiro256PlusPlus,
    /// The lowest and highest payoff in a playout so far, in hundredths. This range scales the bounds, because in a
    /// match over many hands each choice only changes the result a little.
    payoff_range: Option<(i32, i32)>,
    moves: Vec<G::Move>,
    /// Moves not yet tried from here.
    untried: Vec<G::Move>,
}

impl<'a, G: HiddenInformation, E: Evaluator<G> + ?Sized> Playing<'a, G, E> {
    fn new(task: &Task<'a, G, E>, seat: Seat, settings: &InformationSets) -> Self {
        let Task { game, evaluator, .. } = *task;
        let others = match settings.observers {
            Observers::Single => 0,
            Observers::Multiple => game.seats(),
        };
        let others = Seat::all(others).filter(|&other| other != seat);
        let seats: Vec<Seat> = [seat].into_iter().chain(others).collect();
        let bytes_max = settings.memory_mib.saturating_mul(1 << 20) / seats.len();
        Self {
            game,
            evaluator,
            exploration: settings.exploration,
            observers: seats.into_iter().map(|seat| Observer::new(seat, bytes_max)).collect(),
            rng: Xoshiro256PlusPlus::seed_from_u64(settings.seed),
            payoff_range: None,
            moves: Vec::new(),
            untried: Vec::new(),
        }
    }

    /// Plays one playout from a deal that fits the searching seat's knowledge: through the trees, one move beyond them,
    /// and then at random.
    fn play_once(&mut self, position: &G::Position) {
        let seat = self.observers[0].seat;
        let rng = &mut self.rng;
        let mut here =
            self.game.resample(position, seat, &mut |count| monte_carlo::below(count, rng));
        self.observers.iter_mut().for_each(Observer::go_to_root);
        for other in &mut self.observers[1..] {
            // The searching seat always starts with the same knowledge.
            other.see(knowledge(self.game, &here, other.seat), None, true);
        }
        let mut is_in_tree = true;
        for _ in 0..PLIES_MAX {
            if self.evaluator.ends_playout(self.game, &here) {
                break;
            }
            is_in_tree = match is_in_tree {
                true => match self.step(&mut here) {
                    Some(is_known) => is_known,
                    None => break,
                },
                false if self.step_at_random(&mut here) => false,
                false => break,
            };
        }
        let payoffs = self.payoffs(&here);
        for &payoff in &payoffs[..self.game.seats()] {
            let (lowest, highest) = self.payoff_range.unwrap_or((payoff, payoff));
            self.payoff_range = Some((lowest.min(payoff), highest.max(payoff)));
        }
        self.observers.iter_mut().for_each(|observer| observer.learn(&payoffs));
    }

    /// Plays one move in the trees. Returns whether the move was already in the trees, or `None` if the game is over.
    fn step(&mut self, here: &mut G::Position) -> Option<bool> {
        if self.game.legal_moves(here, &mut self.moves) != Status::Ongoing {
            return None;
        }
        let turn = self.game.turn(here);
        let (mv, is_new) = match turn {
            Turn::Seat(mover) => self.choose(here, mover),
            Turn::Chance => (self.draw(here), false),
        };
        let mover = if let Turn::Seat(mover) = turn { Some(mover) } else { None };
        for observer in &mut self.observers {
            let sight = self.game.sight(here, mv, observer.seat);
            observer.see(sight, mover, true);
        }
        self.game.play(here, mv);
        Some(!is_new)
    }

    /// Plays a random legal move, beyond the trees; `false` if the game is over.
    fn step_at_random(&mut self, here: &mut G::Position) -> bool {
        let Self { game, moves, rng, .. } = self;
        let status = game.play_random(here, moves, &mut |count| monte_carlo::below(count, rng));
        status == Status::Ongoing
    }

    /// The result for each seat, in hundredths: payoffs if the game is over, scores if the evaluator ended the playout,
    /// or zero.
    fn payoffs(&mut self, here: &G::Position) -> [i32; SEATS_MAX] {
        let mut payoffs = [0; SEATS_MAX];
        let Self { game, evaluator, moves, .. } = self;
        match game.status(here, moves) {
            Status::Over(outcome) => {
                for (total, payoff) in payoffs.iter_mut().zip(outcome.payoffs()) {
                    *total = i32::from(*payoff) * HUNDREDTHS;
                }
            }
            Status::Ongoing if evaluator.ends_playout(game, here) => {
                let limit = i32::from(game.payoff_max()) * HUNDREDTHS;
                for seat in Seat::all(game.seats()) {
                    let score = evaluator.evaluate(game, here, seat).value();
                    payoffs[seat.index()] = score.clamp(-limit, limit);
                }
            }
            Status::Ongoing => {}
        }
        payoffs
    }

    /// A random legal move.
    fn draw(&mut self, position: &G::Position) -> G::Move {
        let Self { game, moves, rng, .. } = self;
        let drawn = game.draw_move(position, moves, &mut |count| monte_carlo::below(count, rng));
        drawn.expect("an ongoing game has a move")
    }

    /// The move that `mover` should try next, given its observations: an untried move first, then the move with the
    /// highest upper bound, corrected for how often each move was legal. The second value is `true` if the move is new.
    #[expect(clippy::cast_precision_loss, reason = "bounds need no more digits")]
    fn choose(&mut self, position: &G::Position, mover: Seat) -> (G::Move, bool) {
        let of_mover = self.observers.iter().position(|observer| observer.seat == mover);
        let observer = &mut self.observers[of_mover.unwrap_or(0)];
        let seat = observer.seat;
        let (lowest, highest) = self.payoff_range.unwrap_or_default();
        // Bounds are for means from −1 to 1.
        let scale = 2.0 / (highest - lowest).max(1) as f32;
        self.untried.clear();
        let (mut best, mut highest) = (self.moves[0], f32::NEG_INFINITY);
        for &mv in &self.moves {
            let Some(child) = observer.child(self.game.sight(position, mv, seat)) else {
                self.untried.push(mv);
                continue;
            };
            let node = &mut observer.nodes[child];
            node.chances = node.chances.saturating_add(1);
            let visits = node.visits.max(1) as f32;
            let mean = node.total as f32 / visits * scale;
            let bound =
                mean + self.exploration * (monte_carlo::logarithm(node.chances) / visits).sqrt();
            if bound > highest {
                (best, highest) = (mv, bound);
            }
        }
        if self.untried.is_empty() {
            return (best, false);
        }
        let index = monte_carlo::below(
            u32::try_from(self.untried.len()).unwrap_or(u32::MAX),
            &mut self.rng,
        );
        (self.untried[index as usize], true)
    }
}

/// The index of a node.
pub(super) type NodeId = usize;

/// The index of the root.
pub(super) const ROOT: NodeId = 0;

/// The memory per node in bytes, including its entries in the tree's lists, which grow by doubling.
const NODE_BYTES: usize = 192;

/// A node: the sequence of a seat's observations since the root.
#[derive(Clone, Debug, Default)]
pub(super) struct ObserverNode {
    /// Possible next observations, each with its node.
    pub(super) children: Vec<(u64, NodeId)>,
    pub(super) visits: u32,
    /// The number of deals where this move was legal.
    pub(super) chances: u32,
    /// The sum of the payoffs for the seat that moved here, in hundredths.
    pub(super) total: i64,
}

/// One seat's observations, move by move.
#[derive(Clone, Debug)]
pub(super) struct Observer {
    /// The observing seat.
    pub(super) seat: Seat,
    pub(super) nodes: Vec<ObserverNode>,
    /// The current node; `None` once the game has left the tree.
    pub(super) here: Option<NodeId>,
    /// The nodes from the root to here, each with the seat that moved to it; `None` after a chance move.
    pub(super) path: Vec<(NodeId, Option<Seat>)>,
    /// Maximum number of nodes.
    nodes_max: usize,
}

impl Observer {
    /// A tree for a seat, without observations yet. The tree uses at most this many bytes.
    pub(super) fn new(seat: Seat, memory_bytes_max: usize) -> Self {
        let nodes = vec![ObserverNode::default()];
        let nodes_max = memory_bytes_max / NODE_BYTES;
        Self { seat, nodes, here: Some(ROOT), path: Vec::new(), nodes_max }
    }

    pub(super) fn go_to_root(&mut self) {
        self.here = Some(ROOT);
        self.path.clear();
        self.path.push((ROOT, None));
    }

    /// The node after this observation; `None` if it is not in the tree.
    pub(super) fn child(&self, sight: u64) -> Option<NodeId> {
        let here = &self.nodes[self.here?];
        here.children.iter().find(|(seen, _)| *seen == sight).map(|(_, node)| *node)
    }

    /// Observes a move by `mover`, or by chance. If `grows`, a new observation gets a node.
    pub(super) fn see(&mut self, sight: u64, mover: Option<Seat>, grows: bool) {
        let Some(here) = self.here else { return };
        self.here = self.child(sight).or_else(|| {
            let has_room = grows && self.nodes.len() < self.nodes_max;
            has_room.then(|| {
                let node = self.nodes.len();
                self.nodes.push(ObserverNode::default());
                self.nodes[here].children.push((sight, node));
                node
            })
        });
        self.path.extend(self.here.map(|node| (node, mover)));
    }

    /// Adds the payoffs of the playout, in hundredths, to all nodes on the path.
    pub(super) fn learn(&mut self, payoffs: &[i32]) {
        for (node, mover) in &self.path {
            let node = &mut self.nodes[*node];
            node.visits = node.visits.saturating_add(1);
            node.total += mover.map_or(0, |seat| i64::from(payoffs[seat.index()]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_stops_growing_at_its_memory_limit() {
        let mut observer = Observer::new(Seat::FIRST, 10 * NODE_BYTES);
        for sight in 0..100 {
            observer.go_to_root();
            observer.see(sight, None, true);
        }
        assert_eq!(observer.nodes.len(), 10);
        let node_bytes = size_of::<ObserverNode>() + size_of::<(u64, NodeId)>();
        assert!(2 * node_bytes <= NODE_BYTES, "a node has {node_bytes} bytes");
    }
}
