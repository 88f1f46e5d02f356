//! Parts of the search that can be switched off.

use std::fmt;

/// A part of the search, which can be switched off to measure its effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Technique {
    /// Looks up positions in the [`TranspositionTable`](super::TranspositionTable) that were searched before.
    TranspositionTable,
    /// Cuts off a position if the table entry for one of its successors suffices.
    EnhancedCutoffs,
    /// Starts each depth with a narrow window around the score of the previous depth.
    Aspiration,
    /// Searches moves first that did well in other positions.
    History,
    /// Searches moves late in the order less deeply.
    LateMoveReductions,
    /// Cuts off positions that a shallow search finds far too good.
    Probcut,
    /// Follows lines until there is nothing left to capture.
    Quiescence,
    /// Extends a single legal move by a ply if that matters.
    SingleReply,
    /// Extends a move that is better than all others by a ply.
    Singular,
    /// Lets threads that meet at a node divide its moves.
    Sharing,
    /// Probes positions near the end in tablebases, or lets the game solve them.
    Endgames,
    /// Treats a position that recurs within the search as if it had recurred as often as the rules require.
    EarlyRepetition,
    /// Cuts off positions that stay good enough after a pass.
    NullMove,
    /// Prunes positions and moves near the leaves by the static evaluation.
    Futility,
    /// Prunes quiet moves near the leaves that are late in the order.
    LateMovePruning,
    /// Prunes moves near the leaves that lose an exchange.
    Exchanges,
    /// Orders quiet moves that refuted sister positions before other quiet moves.
    Killers,
    /// Searches a node without a hash move one ply shallower.
    InternalReduction,
    /// Searches moves first that did well after the same preceding moves.
    Continuations,
    /// Corrects static evaluations by search results from positions with the same structure.
    Corrections,
}

impl Technique {
    /// All techniques.
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

    /// The name on the command line: lower case, with hyphens between words.
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

    /// The technique with this name.
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
    /// No technique: plain principal variation search with iterative deepening.
    pub const NONE: Self = Self(0);
    /// All techniques.
    pub const ALL: Self = {
        let mut all = Self::NONE;
        let mut index = 0;
        while index < Technique::ALL.len() {
            all = all.with(Technique::ALL[index]);
            index += 1;
        }
        all
    };

    /// This set with one more technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// This set without one technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }

    /// Returns `true` if the technique is in the set.
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
