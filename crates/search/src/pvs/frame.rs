//! What the search keeps of each ply.

use std::collections::VecDeque;

/// One ply of the line that is being searched, reused by all positions of the ply, so that nothing is allocated once
/// the lists have grown.
#[derive(Clone, Debug)]
pub(super) struct PvsFrame<M> {
    /// The legal moves of the current position, in the order of the rules.
    pub(super) moves: Vec<M>,
    /// The keys of the positions after them, where these were looked up all together.
    pub(super) keys: Vec<u64>,
    /// The moves that are left to be searched.
    pub(super) order: Vec<ScoredIndex>,
    /// The indices in `moves` of those that were searched.
    pub(super) tried: Vec<usize>,
    /// How many of the moves were taken from their order.
    pub(super) taken: usize,
    /// Those of them that another thread was searching.
    pub(super) put_off: VecDeque<Candidate<M>>,
    /// Quiet moves that were refutations in sister positions, the newest first.
    pub(super) killers: [Option<M>; 2],
    /// The best line from here; empty where only a bound was found.
    pub(super) line: Vec<M>,
}

/// A move that is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Its index in the list of legal moves.
    pub(super) index: usize,
    /// How many moves of the node come before it in the order.
    pub(super) moves_before: usize,
}

/// A move's index in the list of legal moves and its score in the order, in one number: the move that comes first is the
/// greatest, and of equals the first in the order of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoredIndex(i64);

impl ScoredIndex {
    /// Scores are numbers of 47 bits. Indices from 65,535 on, which no game has, are taken for that one.
    #[inline]
    pub(super) fn new(score: i64, index: usize) -> Self {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        Self(score << u16::BITS | i64::from(!index))
    }

    /// The only legal move.
    #[inline]
    pub(super) fn only() -> Self {
        Self::new(0, 0)
    }

    #[inline]
    fn index(self) -> usize {
        let [low, high, ..] = self.0.to_le_bytes();
        usize::from(!u16::from_le_bytes([low, high]))
    }
}

/// The most plies that a line can have. The position at the end of such a line is evaluated.
pub(super) const PLIES_MAX: usize = 255;

/// A frame for each ply, and one for the positions where the longest lines end.
pub(super) fn frames<M: Copy>() -> Vec<PvsFrame<M>> {
    let frame = PvsFrame {
        moves: Vec::new(),
        keys: Vec::new(),
        order: Vec::new(),
        tried: Vec::new(),
        taken: 0,
        put_off: VecDeque::new(),
        killers: [None; 2],
        line: Vec::new(),
    };
    vec![frame; PLIES_MAX + 1]
}

/// How many plies the current ply is below the root if these are the frames below it.
#[inline]
pub(super) const fn ply<M>(below: &[PvsFrame<M>]) -> usize {
    PLIES_MAX - below.len()
}

/// The current ply's frame and those of the plies below.
#[inline]
pub(super) fn split<M>(frames: &mut [PvsFrame<M>]) -> (&mut PvsFrame<M>, &mut [PvsFrame<M>]) {
    frames.split_first_mut().expect("the search ends at the last frame")
}

impl<M: Copy + Eq> PvsFrame<M> {
    /// None of the moves is searched yet.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.line.clear();
        self.tried.clear();
        self.order.clear();
        self.put_off.clear();
        self.taken = 0;
    }

    /// Takes the move that comes first of those that are left in the order, and returns its index.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        let (&first, rest) = self.order.split_first()?;
        let (mut at, mut best) = (0, first);
        for (left, &scored) in (1..).zip(rest) {
            if scored > best {
                (at, best) = (left, scored);
            }
        }
        self.order.swap_remove(at);
        Some(best.index())
    }

    /// The best line is `mv`, followed by that of the ply below.
    #[inline]
    pub(super) fn set_line(&mut self, mv: M, below: &[Self]) {
        self.line.clear();
        self.line.push(mv);
        if let Some(next) = below.first() {
            self.line.extend_from_slice(&next.line);
        }
    }
}
