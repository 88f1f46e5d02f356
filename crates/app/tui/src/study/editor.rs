//! A position that is being set up on the screen.

use analysis::{PaletteItem, PositionEditor};
use board_engine::Square;

/// A position during setup.
#[derive(Debug)]
pub(crate) struct Editor {
    pub(crate) position: PositionEditor,
    /// The piece to put on the next touched square.
    pub(crate) chosen: PaletteItem,
    /// The square where the mouse button was pressed.
    pub(super) pressed: Option<Square>,
    /// The reason why the position is not valid, as a phrase.
    pub(crate) problem: Option<String>,
}

impl Editor {
    pub(super) fn new(position: PositionEditor) -> Self {
        let chosen = PaletteItem::Piece(0);
        Self { position, chosen, pressed: None, problem: None }
    }

    /// The pieces that can be put on a square, in palette order.
    pub(crate) fn items(&self) -> Vec<PaletteItem> {
        let pieces = (0..self.position.pieces().len()).map(PaletteItem::Piece);
        pieces.chain([PaletteItem::Eraser]).collect()
    }

    /// Moves the selection `by` places in the palette.
    pub(super) fn step(&mut self, by: isize) {
        let items = self.items();
        let at = items.iter().position(|item| *item == self.chosen).unwrap_or(0);
        let next = at.saturating_add(items.len()).saturating_add_signed(by) % items.len();
        self.chosen = items[next];
    }

    /// Puts the selected piece on a square, or removes it if it is already on the square.
    pub(super) fn touch(&mut self, square: Square) {
        let is_there = self.position.item_on(square) == self.chosen;
        let item = if is_there { PaletteItem::Eraser } else { self.chosen };
        self.position.put(square, item);
    }
}
