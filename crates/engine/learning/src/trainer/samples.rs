//! Positions with their targets, and their symmetries.

use board_engine::zobrist;

/// The mover's probabilities of winning, drawing and losing in a position. The probabilities sum to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target(pub [f32; 3]);

/// Many positions with their targets.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    inputs: Vec<u16>,
    /// The end of each sample's inputs.
    ends: Vec<usize>,
    targets: Vec<Target>,
}

impl Samples {
    /// Adds a position with these inputs.
    pub fn push(&mut self, inputs: &[u16], target: Target) {
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len());
        self.targets.push(target);
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns `true` if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The inputs and the target of a position.
    #[inline]
    pub(super) fn get(&self, index: u32) -> (&[u16], Target) {
        let index = index as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        (&self.inputs[start..self.ends[index]], self.targets[index])
    }
}

/// The choice of a symmetry for each sample in an epoch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns<'a> {
    pub(super) symmetries: &'a [Vec<u16>],
    pub(super) seed: u64,
}

impl Turns<'_> {
    /// The symmetry for a sample; `None` if the sample isn't transformed.
    #[inline]
    pub(super) fn of(&self, sample: u32) -> Option<&[u16]> {
        if self.symmetries.is_empty() {
            return None;
        }
        let number = zobrist::mix(&[self.seed, sample.into()]) % (self.symmetries.len() as u64 + 1);
        let turned = usize::try_from(number).ok()?.checked_sub(1)?;
        self.symmetries.get(turned).map(Vec::as_slice)
    }
}
