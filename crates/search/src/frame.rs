//! What a search keeps of each ply.

use crate::{Depth, Score};

/// One ply of the line that is being searched. There is one frame per ply, reused by all positions of the ply, so
/// that nothing is allocated once the lists have grown.
#[derive(Clone, Debug)]
pub(crate) struct PlyFrame<M> {
    /// The legal moves of the current position.
    pub(crate) moves: Vec<M>,
    /// The best of them so far.
    pub(crate) best: Best<M>,
}

/// The best line found so far from one position.
#[derive(Clone, Debug)]
pub(crate) struct Best<M> {
    pub(crate) score: Score,
    pub(crate) line: Vec<M>,
}

impl<M: Copy> Best<M> {
    /// Nothing was found yet.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.score = Score::MIN;
        self.line.clear();
    }

    /// Takes `mv`, and the best line after it, if its score is better than what was found before. Returns whether it was.
    #[inline]
    pub(crate) fn offer(&mut self, mv: M, score: Score, below: &[PlyFrame<M>]) -> bool {
        let is_better = score > self.score;
        if is_better {
            self.score = score;
            self.line.clear();
            self.line.push(mv);
            if let Some(next) = below.first() {
                self.line.extend_from_slice(&next.best.line);
            }
        }
        is_better
    }
}

/// One frame per ply, and one for the positions where the search ends.
pub(crate) fn frames<M: Copy>(depth: Depth) -> Vec<PlyFrame<M>> {
    let frame = PlyFrame { moves: Vec::new(), best: Best { score: Score::MIN, line: Vec::new() } };
    vec![frame; depth.plies() + 1]
}

/// The current ply's frame and those of the plies below.
#[inline]
pub(crate) fn split<M>(frames: &mut [PlyFrame<M>]) -> (&mut PlyFrame<M>, &mut [PlyFrame<M>]) {
    frames.split_first_mut().expect("the search ends at the last frame")
}
