//! The steps of plays: one checker moved by one die.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use board_engine::{
    Action, ActionSpace, AfterAction, LegalActions, Seat, Square, Step as ShownStep, Steps,
};

use crate::{BAR, Backgammon, Board, Move, Phase, Position, Roll, Step, diagram};

/// The steps in these plays, in every legal order. After each step, its die is spent and the pip counts are up to date.
/// From each place, the step with the higher die comes first.
pub(crate) fn of(game: Backgammon, position: &Position, moves: &[Move]) -> Steps {
    let mut steps = Steps::default();
    let Some(graph) = Graph::of(position, moves) else { return steps };
    for _ in 1..graph.nodes.len() {
        steps.add_node();
    }
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Some(mv) = node.mv {
            steps.end(index, mv);
        }
        let captions = captions(&position.board, &node.board);
        steps.describe(index, captions, spent(game, graph.roll, node.dice));
        for edge in graph.edges_of(node) {
            steps.link(index, edge.shown(game, position.mover), edge.next);
        }
    }
    steps
}

/// Fills in the actions that make up these plays.
pub(crate) fn fill_actions(
    game: Backgammon,
    space: &ActionSpace,
    position: &Position,
    moves: &[Move],
    legal: &mut LegalActions,
) {
    let Some(graph) = Graph::of(position, moves) else {
        return legal.fill(&game, space, position, moves);
    };
    legal.clear();
    for node in &graph.nodes {
        for edge in graph.edges_of(node) {
            let Some(action) = edge.action(game, space, position.mover) else { continue };
            let next = &graph.nodes[edge.next];
            let after = match next.mv {
                Some(mv) if next.edges.is_empty() => AfterAction::Move(mv),
                _ => AfterAction::Node(edge.next),
            };
            legal.add_action(action, after);
        }
        legal.end_node();
    }
}

/// The board after the first actions of a play, and the number on each of the [dice](diagram::DICE), 0 if it is spent.
pub(crate) fn after_actions(
    game: Backgammon,
    space: &ActionSpace,
    position: &Position,
    moves: &[Move],
    made: &[Action],
) -> Option<(Board, [u8; diagram::DICE])> {
    let graph = Graph::of(position, moves)?;
    let mut node = &graph.nodes[0];
    for &action in made {
        let is_made = |edge: &&Edge| edge.action(game, space, position.mover) == Some(action);
        node = &graph.nodes[graph.edges_of(node).iter().find(is_made)?.next];
    }
    let mut dice = diagram::dice(graph.roll);
    spent_dice(graph.roll, node.dice).for_each(|die| dice[die] = 0);
    Some((node.board, dice))
}

/// The pip counts that differ from the counts before the first step.
fn captions(before: &Board, board: &Board) -> Vec<(Seat, String)> {
    let has_changed = |seat: &Seat| board.pips(*seat) != before.pips(*seat);
    Seat::all(2).filter(has_changed).map(|seat| (seat, diagram::pips(board, seat))).collect()
}

/// The squares of the used dice if these dice are left.
fn spent(game: Backgammon, roll: Roll, left: Dice) -> Vec<Square> {
    spent_dice(roll, left).map(|die| diagram::die_square(game, die)).collect()
}

/// The indexes of the used dice if these dice are left.
fn spent_dice(roll: Roll, Dice([higher, lower]): Dice) -> impl Iterator<Item = usize> {
    let uses_up = move |die: &usize| match roll.dice().get(*die) {
        _ if roll.is_double() => *die < diagram::DICE - usize::from(higher),
        Some(number) => (if *number == roll.high() { higher } else { lower }) == 0,
        None => false,
    };
    (0..diagram::DICE).filter(uses_up)
}

/// The boards that plays lead through. Node 0 is the board before the roll is played.
struct Graph {
    roll: Roll,
    nodes: Vec<PlayNode>,
    edges: Vec<Edge>,
}

/// A board and the unused dice.
#[derive(Clone)]
struct PlayNode {
    board: Board,
    dice: Dice,
    /// The play that ends here.
    mv: Option<usize>,
    /// The steps that continue, in the graph's list.
    edges: Range<usize>,
}

/// One checker moved by one die.
#[derive(Clone, Copy)]
struct Edge {
    step: Step,
    hits: bool,
    next: usize,
}

impl Graph {
    /// The graph of these plays; `None` if the moves are not plays of a roll.
    fn of(position: &Position, moves: &[Move]) -> Option<Self> {
        let Phase::Moving(roll) = position.phase else { return None };
        let (board, seat) = (position.board, position.mover);
        let mut results = ByBoard::default();
        for (index, mv) in moves.iter().enumerate() {
            match mv {
                Move::Play(play) if !play.is_pass() => {
                    let mut after = board;
                    after.play(seat, *play);
                    results.insert(after, index);
                }
                _ => return None,
            }
        }
        let node = PlayNode { board, dice: Dice::of(roll), mv: None, edges: 0..0 };
        let graph = Self { roll, nodes: vec![node], edges: Vec::new() };
        let (seen, pending) = (ByBoard::default(), Vec::new());
        let mut search = Search { seat, results, seen, pending, graph };
        let start = search.node_at(&board, Dice::of(roll));
        search.graph.nodes[0] = start;
        Some(search.graph)
    }

    fn edges_of(&self, node: &PlayNode) -> &[Edge] {
        &self.edges[node.edges.clone()]
    }
}

impl Edge {
    fn action(&self, game: Backgammon, space: &ActionSpace, seat: Seat) -> Option<Action> {
        let [from, to] = [self.step.from(), self.step.to()];
        space.between(diagram::square(game, seat, from), diagram::square(game, seat, to))
    }

    /// The step on the diagram, with the checker that it hits.
    fn shown(&self, game: Backgammon, seat: Seat) -> ShownStep {
        let square = |seat, place| diagram::square(game, seat, place);
        let to = square(seat, self.step.to());
        let shown = ShownStep::new(square(seat, self.step.from()), to);
        if self.hits { shown.moving(to, square(seat.opponent(), BAR)) } else { shown }
    }
}

/// The remaining dice, as counts of the higher and the lower number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Dice([u8; 2]);

impl Dice {
    const fn of(roll: Roll) -> Self {
        Self(if roll.is_double() { [4, 0] } else { [1, 1] })
    }

    /// The dice without one of these numbers. `None` if none remains.
    fn without(mut self, index: usize) -> Option<Self> {
        self.0[index] = self.0[index].checked_sub(1)?;
        Some(self)
    }
}

/// A map whose keys are boards. The boards come from one position, so no opponent can choose colliding keys.
type ByBoard<K, V> = HashMap<K, V, BuildHasherDefault<BoardHasher>>;

/// Hashes boards eight bytes at a time. A double has hundreds of boards.
#[derive(Default)]
struct BoardHasher(u64);

impl Hasher for BoardHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.write_u64(rest);
    }

    fn write_u64(&mut self, word: u64) {
        // An odd number with random bits.
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

struct Search {
    seat: Seat,
    /// The boards after the legal plays, with the indexes of the plays.
    results: ByBoard<Board, usize>,
    /// The nodes for visited boards; `None` if no legal play leads to the board.
    seen: ByBoard<(Board, Dice), Option<usize>>,
    /// The edges of the nodes that are being searched.
    pending: Vec<Edge>,
    graph: Graph,
}

impl Search {
    /// The node for this board and these unused dice: the play that ends here, and the steps that continue.
    fn node_at(&mut self, board: &Board, dice: Dice) -> PlayNode {
        let first_pending = self.pending.len();
        let Graph { roll, .. } = self.graph;
        for (index, die) in [roll.high(), roll.low()].into_iter().enumerate() {
            let Some(rest) = dice.without(index) else { continue };
            for from in (1..=BAR).rev() {
                let Some(step) = board.step(self.seat, from, die) else { continue };
                let mut after = *board;
                let hits = after.make(self.seat, step);
                let Some(next) = self.reach(&after, rest) else { continue };
                // If either die bears off a checker, the rest of the play is the same.
                if !self.pending[first_pending..].iter().any(|other| other.step == step) {
                    self.pending.push(Edge { step, hits, next });
                }
            }
        }
        let first = self.graph.edges.len();
        self.graph.edges.extend_from_slice(&self.pending[first_pending..]);
        self.pending.truncate(first_pending);
        let edges = first..self.graph.edges.len();
        PlayNode { board: *board, dice, mv: self.results.get(board).copied(), edges }
    }

    /// The node index for a board with these dice left; `None` if the board doesn't lead to a legal play.
    fn reach(&mut self, board: &Board, dice: Dice) -> Option<usize> {
        if let Some(known) = self.seen.get(&(*board, dice)) {
            return *known;
        }
        let node = self.node_at(board, dice);
        let is_open = node.mv.is_some() || !node.edges.is_empty();
        let index = is_open.then(|| {
            self.graph.nodes.push(node);
            self.graph.nodes.len() - 1
        });
        self.seen.insert((*board, dice), index);
        index
    }
}
