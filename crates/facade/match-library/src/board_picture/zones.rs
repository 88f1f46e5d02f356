//! The board's surroundings.

use board_engine::{Diagram, Glyph, GlyphKind};

use crate::board_picture::layout::{Layout, ZonePlace, number};
use crate::board_picture::pieces::{at, piece};
use crate::board_picture::timeline::Layer;
use crate::board_picture::{Canvas, text};

/// The size of pieces next to the board.
const SIZE: f64 = 0.68;

pub(crate) fn draw(layout: &Layout, diagram: &Diagram, canvas: &mut Canvas<'_>) {
    for ZonePlace { index, area } in &layout.zones {
        let Some(zone) = diagram.zones().get(*index) else { continue };
        let (unit, middle) = (layout.unit, area.x + area.width / 2.0);
        let title = text("zone", middle, area.y + 20.0 * unit, 15.0 * unit, &zone.title());
        canvas.add(Layer::Texts, 1, title);
        let pieces: Vec<&Glyph> =
            zone.squares().flat_map(|square| diagram.pieces(square)).collect();
        let y = area.y + 62.0 * unit;
        if let [Glyph { kind: GlyphKind::Counter { .. }, text: count, .. }] = pieces[..] {
            let count = text("count", middle, y + 11.0 * unit, 32.0 * unit, count);
            canvas.add(Layer::Texts, 1, count);
            continue;
        }
        if pieces.is_empty() {
            let none = text("zone", middle, y + 8.0 * unit, 22.0 * unit, "–");
            canvas.add(Layer::Texts, 1, none);
        }
        let is_narrow = pieces.iter().all(|glyph| matches!(glyph.kind, GlyphKind::Tile(_)));
        let one = if is_narrow { 54.0 } else { 92.0 } * SIZE * unit;
        let gaps = number(pieces.len().saturating_sub(1));
        let step = ((area.width - one - 16.0 * unit) / gaps.max(1.0)).min(one);
        for (place, glyph) in pieces.iter().enumerate() {
            let x = middle + (number(place) - gaps / 2.0) * step;
            let scaled = format!(
                "<g transform=\"scale({:.3})\">{}</g>",
                SIZE * unit,
                piece(glyph, canvas.symbols)
            );
            let order = (diagram.geometry().square_count() + index) * 256 + place;
            canvas.add(Layer::Pieces, order, at(x, y, 1.0, &scaled));
        }
    }
}
