//! Laws for Zobrist keys and repeated positions.

use std::collections::HashMap;

use board_engine::{Game, Glyph, GlyphKind, Notation, Outcome, Square, Turn, Viewer};

use crate::violation::CheckedPosition;
use crate::{Law, Violation};

/// The keys from all playouts together.
#[derive(Debug, Default)]
pub(crate) struct KeyLaws {
    keys_of_text: HashMap<String, Keys>,
    board_of_key: HashMap<u64, Board>,
    end_of_keys: HashMap<Keys, Option<Outcome>>,
}

/// The position's key and its counters key.
type Keys = (u64, u64);

/// Each piece with its square, and the side to move.
type Board = (Vec<(Square, String)>, Turn);

impl KeyLaws {
    pub(crate) fn check<G: Notation>(
        &mut self,
        checked: &CheckedPosition<'_, G>,
    ) -> Result<(), Violation> {
        let CheckedPosition { game, position, .. } = checked;
        let key = game.key(position);
        let keys = (key, game.counters_key(position));
        let text = game.format_position(position);
        let earlier_keys = *self.keys_of_text.entry(text).or_insert(keys);
        checked.require(keys == earlier_keys, Law::EqualPositionsShareKeys, || {
            format!("{earlier_keys:#018x?} the first time, then {keys:#018x?}")
        })?;
        self.check_end(checked, keys)?;
        let board = board(*game, position);
        let earlier = self.board_of_key.entry(key).or_insert_with(|| board.clone());
        checked.require(*earlier == board, Law::DifferentBoardsDifferInKeys, || {
            format!("{key:#018x} belongs to {earlier:?} too")
        })
    }

    fn check_end<G: Notation>(
        &mut self,
        checked: &CheckedPosition<'_, G>,
        keys: Keys,
    ) -> Result<(), Violation> {
        let outcome = checked.status.outcome();
        if outcome.is_some_and(|outcome| outcome.is_by_counting()) {
            return Ok(());
        }
        let earlier = *self.end_of_keys.entry(keys).or_insert(outcome);
        checked.require(outcome == earlier, Law::KeysTellTheEnd, || {
            format!("{earlier:?} the first time, then {outcome:?}")
        })
    }
}

fn board<G: Notation>(game: &G, position: &G::Position) -> Board {
    let diagram = game.diagram(position, Viewer::Arbiter);
    // The key may omit a counter.
    let is_piece = |glyph: &Glyph| !matches!(glyph.kind, GlyphKind::Counter { .. });
    let pieces = diagram.glyphs().filter(|(_, glyph)| is_piece(glyph));
    (pieces.map(|(square, glyph)| (square, glyph.text.clone())).collect(), game.turn(position))
}

/// The positions in one playout that may still recur.
#[derive(Debug, Default)]
pub(crate) struct Returns {
    /// The ply at which each key was first seen.
    first_ply: HashMap<u64, usize>,
    ply: usize,
    /// The ply after the last irreversible move.
    floor: usize,
}

impl Returns {
    /// Records that `mv` leads from the checked position to `child`.
    pub(crate) fn check<G: Notation>(
        &mut self,
        checked: &CheckedPosition<'_, G>,
        mv: G::Move,
        child: &G::Position,
    ) -> Result<(), Violation> {
        self.first_ply.entry(checked.game.key(checked.position)).or_insert(self.ply);
        self.ply += 1;
        if Game::irreversible(checked.game, checked.position, mv) {
            self.floor = self.ply;
        }
        let key = checked.game.key(child);
        let first = *self.first_ply.entry(key).or_insert(self.ply);
        checked.require_move(mv, first >= self.floor, Law::IrreversibleMeansIt, || {
            format!(
                "the position of ply {first} is back at ply {}, after an irreversible move to ply {}",
                self.ply, self.floor
            )
        })
    }
}
