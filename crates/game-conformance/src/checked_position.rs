//! A position in a playout, as most laws check it.

use board_engine::{Notation, Status};

use crate::{Law, Violation};

/// A position of a playout, with its legal moves and its status.
#[derive(Debug)]
pub(crate) struct CheckedPosition<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    /// The legal moves.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) status: Status,
    pub(crate) seed: u64,
}

impl<'a, G: Notation> CheckedPosition<'a, G> {
    pub(crate) fn new(game: &'a G, position: &'a G::Position, seed: u64) -> Self {
        let mut moves = Vec::new();
        let status = game.legal_moves(position, &mut moves);
        Self { game, position, moves, status, seed }
    }

    /// The position after `mv`.
    pub(crate) fn after(&self, mv: G::Move) -> G::Position {
        let mut position = self.position.clone();
        self.game.play(&mut position, mv);
        position
    }

    /// `Ok` if `kept`, else the violation with `detail`.
    pub(crate) fn require(
        &self,
        kept: bool,
        law: Law,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        if kept { Ok(()) } else { Err(self.violation(law, None, detail())) }
    }

    /// As [`require`](Self::require), about one move.
    pub(crate) fn require_move(
        &self,
        mv: G::Move,
        kept: bool,
        law: Law,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        if kept { Ok(()) } else { Err(self.violation(law, Some(mv), detail())) }
    }

    fn violation(&self, law: Law, mv: Option<G::Move>, detail: String) -> Violation {
        Violation {
            law,
            detail,
            position: self.game.format_position(self.position),
            mv: mv.map(|mv| self.game.format_move(self.position, mv)),
            seed: Some(self.seed),
        }
    }
}
