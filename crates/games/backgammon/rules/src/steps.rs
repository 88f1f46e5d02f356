//! The steps of plays: one checker moved by one die.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use board_engine::{
    Action, ActionSpace, AfterAction, LegalActions, Seat, Step as ShownStep, Steps,
};

use crate::{BAR, Backgammon, Board, Move, Phase, Position, Roll, Step, diagram};

/// The steps in these plays, in every legal order. Each die disappears when it is used up. From each place, the step
/// with the higher die comes first.
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

/// The board and the unused dice after the first actions of a play: the number on each die, 0 if it is used up.
pub(crate) fn after_actions(
    game: Backgammon,
    space: &ActionSpace,
    position: &Position,
    moves: &[Move],
    made: &[Action],
) -> Option<(Board, [u8; 2])> {
    let Phase::Moving(roll) = position.phase else { return None };
    let graph = Graph::of(position, moves)?;
    let (mut board, mut dice, mut node) = (position.board, roll.dice(), 0);
    for &action in made {
        let is_made = |edge: &&Edge| edge.action(game, space, position.mover) == Some(action);
        let edge = graph.edges_of(&graph.nodes[node]).iter().find(is_made)?;
        board.make(position.mover, edge.step);
        if let Some(die) = edge.used_up {
            dice[die] = 0;
        }
        node = edge.next;
    }
    Some((board, dice))
}

/// The boards that plays lead through. Node 0 is the board before the roll is played.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// A board and the unused dice.
#[derive(Clone, Default)]
struct Node {
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
    /// The die that the step uses up.
    used_up: Option<usize>,
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
        let graph = Self { nodes: vec![Node::default()], edges: Vec::new() };
        let (seen, pending) = (ByBoard::default(), Vec::new());
        let mut search = Search { seat, roll, results, seen, pending, graph };
        let start = search.node_at(&board, Dice::of(roll));
        search.graph.nodes[0] = start;
        Some(search.graph)
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.edges.clone()]
    }
}

impl Edge {
    fn action(&self, game: Backgammon, space: &ActionSpace, seat: Seat) -> Option<Action> {
        let [from, to] = [self.step.from(), self.step.to()];
        space.between(diagram::square(game, seat, from), diagram::square(game, seat, to))
    }

    /// The step on the diagram, with the checker that it hits and the die that it uses up.
    fn shown(&self, game: Backgammon, seat: Seat) -> ShownStep {
        let square = |seat, place| diagram::square(game, seat, place);
        let to = square(seat, self.step.to());
        let mut shown = ShownStep::new(square(seat, self.step.from()), to);
        if self.hits {
            shown = shown.moving(to, square(seat.opponent(), BAR));
        }
        match self.used_up {
            Some(die) => shown.taking(diagram::die_square(game, die)),
            None => shown,
        }
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

/// A map whose keys are boards. They come from one position, so no opponent can choose colliding keys.
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
    roll: Roll,
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
    fn node_at(&mut self, board: &Board, dice: Dice) -> Node {
        let first_pending = self.pending.len();
        for (index, die) in [self.roll.high(), self.roll.low()].into_iter().enumerate() {
            let Some(rest) = dice.without(index) else { continue };
            for from in (1..=BAR).rev() {
                let Some(step) = board.step(self.seat, from, die) else { continue };
                let mut after = *board;
                let hits = after.make(self.seat, step);
                let Some(next) = self.reach(&after, rest) else { continue };
                // If either die bears off a checker, the rest of the play is the same.
                if !self.pending[first_pending..].iter().any(|other| other.step == step) {
                    let used_up = self.used_up(index, rest);
                    self.pending.push(Edge { step, hits, used_up, next });
                }
            }
        }
        let first = self.graph.edges.len();
        self.graph.edges.extend_from_slice(&self.pending[first_pending..]);
        self.pending.truncate(first_pending);
        Node { mv: self.results.get(board).copied(), edges: first..self.graph.edges.len() }
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

    /// The die that a step with the higher (0) or the lower (1) number uses up, if these dice remain.
    fn used_up(&self, index: usize, rest: Dice) -> Option<usize> {
        let number = if index == 0 { self.roll.high() } else { self.roll.low() };
        match rest.0[index] {
            // Each die of a double counts twice.
            2 => Some(1),
            0 if self.roll.is_double() => Some(0),
            0 => self.roll.dice().iter().position(|&die| die == number),
            _ => None,
        }
    }
}
