//! The parts of the search that can be switched off.

use std::fmt;

/// A part of the search. Each can be switched off to measure its effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Technique {
    /// Positions that were searched before are looked up in the [`TranspositionTable`](super::TranspositionTable).
    TranspositionTable,
    /// Positions are cut off if the table knows enough of a position after one of their moves.
    EnhancedCutoffs,
    /// Each depth begins with a narrow window around the score of the depth before.
    Aspiration,
    /// Moves that did well in other positions come first.
    History,
    /// Moves that come late in the order are searched less deeply.
    LateMoveReductions,
    /// Positions that a shallow search finds far too good are cut off.
    Probcut,
    /// Lines are followed until nothing is left to capture.
    Quiescence,
    /// A single legal move costs no depth where that matters.
    SingleReply,
    /// A move that is better than all others costs no depth.
    Singular,
    /// Threads that meet at a node share out its moves.
    Sharing,
    /// Positions near the end are probed in endgame tables or solved by the game, if possible.
    Endgames,
    /// A position that comes back within the search counts as if it had come back as often as the rules ask for.
    EarlyRepetition,
    /// Positions that stay good enough after a pass are cut off.
    NullMove,
    /// Positions and moves near the leaves are pruned by the static evaluation.
    Futility,
    /// Quiet moves late in the order are pruned near the leaves.
    LateMovePruning,
    /// Moves that lose an exchange are pruned near the leaves.
    Exchanges,
    /// Quiet moves that refuted sister positions come before other quiet moves.
    Killers,
    /// A node without a hash move is searched one ply shallower.
    InternalReduction,
    /// Moves come first that did well after the moves that led to the position.
    Continuations,
    /// Static evaluations are corrected by what searches found in positions of the same structure.
    Corrections,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::TranspositionTable,
        Self::EnhancedCutoffs,
        Self::Aspiration,
        Self::History,
        Self::LateMoveReductions,
        Self::Probcut,
        Self::Quiescence,
        Self::SingleReply,
        Self::Singular,
        Self::Sharing,
        Self::Endgames,
        Self::EarlyRepetition,
        Self::NullMove,
        Self::Futility,
        Self::LateMovePruning,
        Self::Exchanges,
        Self::Killers,
        Self::InternalReduction,
        Self::Continuations,
        Self::Corrections,
    ];

    /// The name on the command line: lower case, hyphens between words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TranspositionTable => "table",
            Self::EnhancedCutoffs => "enhanced-cutoffs",
            Self::Aspiration => "aspiration",
            Self::History => "history",
            Self::LateMoveReductions => "late-move-reductions",
            Self::Probcut => "probcut",
            Self::Quiescence => "quiescence",
            Self::SingleReply => "single-reply",
            Self::Singular => "singular",
            Self::Sharing => "sharing",
            Self::Endgames => "endgames",
            Self::EarlyRepetition => "early-repetition",
            Self::NullMove => "null-move",
            Self::Futility => "futility",
            Self::LateMovePruning => "late-move-pruning",
            Self::Exchanges => "exchanges",
            Self::Killers => "killers",
            Self::InternalReduction => "internal-reduction",
            Self::Continuations => "continuations",
            Self::Corrections => "corrections",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|technique| technique.name() == name)
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of [`Technique`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Techniques(u32);

impl Techniques {
    /// None: plain principal variation search by iterative deepening.
    pub const NONE: Self = Self(0);
    /// All.
    pub const ALL: Self = {
        let mut all = Self::NONE;
        let mut index = 0;
        while index < Technique::ALL.len() {
            all = all.with(Technique::ALL[index]);
            index += 1;
        }
        all
    };

    /// These and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }

    /// Returns `true` if it is among them.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// The techniques in the set.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.into_iter().filter(move |&technique| self.has(technique))
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
