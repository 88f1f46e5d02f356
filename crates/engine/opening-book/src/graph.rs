//! The position graph, and scores backed up through it.

use std::collections::{BTreeSet, HashMap, VecDeque};

use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, TableGame, Valuation};

use crate::search::{Searched, of_payoff, one_ply_farther, preference};

/// A book's positions, in the order they were added. No line returns to one of its own positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    positions: Vec<BookPosition>,
    by_key: HashMap<u64, usize>,
}

/// A position of a book.
#[derive(Clone, Debug)]
pub(crate) struct BookPosition {
    /// The position, with the counters from the line where it was added.
    pub(crate) text: String,
    /// The side to move.
    pub(crate) seat: Seat,
    /// The result of the position's own search.
    pub(crate) searched: Searched,
    /// The index of the settings used to search the position.
    pub(crate) searching: usize,
    /// `true` if the game is over.
    pub(crate) is_over: bool,
    /// The score for the side to move: initially from a search of the position, and backed up from the moves once the
    /// position is expanded.
    pub(crate) valuation: Valuation,
    /// The moves; empty until the position is expanded.
    pub(crate) moves: Vec<Edge>,
    parents: Vec<usize>,
}

impl BookPosition {
    /// Returns `true` if the position's moves are in the book.
    pub(crate) const fn is_expanded(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// A move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub(crate) mv: String,
    /// The position after the move.
    pub(crate) to: usize,
    pub(crate) course: Course,
}

/// The direction of a move in the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    /// Forward.
    Onward,
    /// The line returns to an earlier position that leads to this one. Both sides can repeat the line, so it counts as
    /// a draw.
    Back,
}

/// The position after a move, not yet in a book.
#[derive(Clone, Debug)]
pub(crate) struct Successor {
    pub(crate) mv: String,
    pub(crate) position: KeyedPosition,
}

/// A position that may be in a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeyedPosition {
    pub(crate) key: u64,
    pub(crate) text: String,
    pub(crate) seat: Seat,
    /// The score for the side to move if the game is over.
    pub(crate) end: Option<Valuation>,
}

impl KeyedPosition {
    /// The position of `state`; `None` if chance is to move.
    pub(crate) fn of(state: &dyn MatchState) -> Option<Self> {
        let Turn::Seat(seat) = state.turn() else { return None };
        let end = state.outcome().map(|outcome| of_payoff(outcome.payoff(seat)));
        Some(Self { key: state.key(), text: state.position(Viewer::Arbiter), seat, end })
    }
}

/// The positions after each move from this one; `None` if the string is not a position, or if chance is to move in any
/// of them.
pub(crate) fn successors(game: &dyn TableGame, position: &str) -> Option<Vec<Successor>> {
    let state = game.open(Some(position)).ok()?;
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let after = |mv: String| {
        let mut next = state.fork();
        next.play(&mv).ok()?;
        Some(Successor { mv, position: KeyedPosition::of(&*next)? })
    };
    moves.into_iter().map(after).collect()
}

impl Graph {
    /// All positions, in the order they were added. The first position is the start.
    pub(crate) fn positions(&self) -> &[BookPosition] {
        &self.positions
    }

    /// The position with this key.
    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    /// Adds a new position and returns its index.
    pub(crate) fn add(
        &mut self,
        position: KeyedPosition,
        searched: Searched,
        searching: usize,
    ) -> usize {
        let KeyedPosition { key, text, seat, end } = position;
        let index = self.positions.len();
        let searched = end.map_or(searched, |valuation| Searched { valuation, depth: 0 });
        self.positions.push(BookPosition {
            text,
            seat,
            searched,
            searching,
            is_over: end.is_some(),
            valuation: searched.valuation,
            moves: Vec::new(),
            parents: Vec::new(),
        });
        self.by_key.insert(key, index);
        index
    }

    /// Sets a position's moves, each with the index of the position after it, and backs up the scores.
    pub(crate) fn expand(&mut self, index: usize, moves: Vec<(String, usize)>) {
        let ancestors = self.ancestors(index);
        let mut edges = Vec::with_capacity(moves.len());
        for (mv, to) in moves {
            let course = if ancestors.contains(&to) { Course::Back } else { Course::Onward };
            if course == Course::Onward {
                self.positions[to].parents.push(index);
            }
            edges.push(Edge { mv, to, course });
        }
        self.positions[index].moves = edges;
        self.back_up(index);
    }

    /// The score of a move for the side that makes it.
    pub(crate) fn valuation_of(&self, seat: Seat, edge: &Edge) -> Valuation {
        if edge.course == Course::Back {
            return Valuation::Centi(0);
        }
        let after = &self.positions[edge.to];
        let valuation = one_ply_farther(after.valuation);
        if after.seat == seat { valuation } else { valuation.for_other() }
    }

    /// A position's moves with their scores, best first; among equal scores, the more deeply searched move comes first.
    pub(crate) fn valued_moves(&self, index: usize) -> Vec<(&Edge, Valuation)> {
        let BookPosition { seat, moves, .. } = &self.positions[index];
        let mut valued: Vec<_> =
            moves.iter().map(|edge| (edge, self.valuation_of(*seat, edge))).collect();
        valued.sort_by_key(|(_, valuation)| std::cmp::Reverse(preference(*valuation)));
        valued
    }

    /// The number of expanded positions reachable from this one, including itself.
    pub(crate) fn expanded_from(&self, index: usize) -> usize {
        self.reachable(index, |position| {
            position.moves.iter().filter(|edge| edge.course == Course::Onward).map(|edge| edge.to)
        })
        .into_iter()
        .filter(|&index| self.positions[index].is_expanded())
        .count()
    }

    /// The positions from which this one is reachable, including itself.
    fn ancestors(&self, index: usize) -> BTreeSet<usize> {
        self.reachable(index, |position| position.parents.iter().copied())
    }

    fn reachable<'a, I: Iterator<Item = usize> + 'a>(
        &'a self,
        index: usize,
        next: impl Fn(&'a BookPosition) -> I,
    ) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([index]);
        let mut left = vec![index];
        while let Some(index) = left.pop() {
            left.extend(next(&self.positions[index]).filter(|&index| found.insert(index)));
        }
        found
    }

    /// Backs up the scores from a newly expanded position.
    fn back_up(&mut self, index: usize) {
        let mut left = VecDeque::from([index]);
        while let Some(index) = left.pop_front() {
            let BookPosition { seat, moves, .. } = &self.positions[index];
            let valuations = moves.iter().map(|edge| self.valuation_of(*seat, edge));
            let Some(best) = valuations.max_by_key(|&valuation| preference(valuation)) else {
                continue;
            };
            let position = &mut self.positions[index];
            if position.valuation != best {
                position.valuation = best;
                left.extend(&position.parents);
            }
        }
    }
}
