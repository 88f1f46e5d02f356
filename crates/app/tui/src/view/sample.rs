//! A few squares with pieces, as a preview of the skin.

use board_engine::{Color, Glyph, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::glyphs;
use crate::palette::Part;
use crate::skin::Skin;

/// The preferred square size, in columns and rows.
const SQUARE: (u16, u16) = (7, 3);

/// The number of squares per row.
const COLUMNS: u16 = 4;

/// Draws squares in as much of the area as necessary: one row, or two rows if they fit.
pub(crate) fn draw_sample(skin: &Skin, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (SQUARE.0.min(area.width / COLUMNS), SQUARE.1.min(area.height));
    if width == 0 || height == 0 {
        return;
    }
    let pieces = [
        piece(Seat::FIRST, Color::White, 'w', '⛀', "white man"),
        piece(Seat::SECOND, Color::Black, 'B', '⛃', "black king"),
    ];
    for row in 0..(area.height / height).min(2) {
        for column in 0..COLUMNS {
            let (x, y) = (area.x + column * width, area.y + row * height);
            let square = Rect { x, y, width, height };
            let is_dark = (row + column).is_multiple_of(2);
            let ground = skin.ground(if is_dark { Part::Dark } else { Part::Light });
            buffer.set_style(square, ground);
            if is_dark {
                let piece = &pieces[usize::from(column / 2)];
                glyphs::draw(piece, square, ground, skin, buffer);
            }
        }
    }
}

fn piece(seat: Seat, color: Color, letter: char, symbol: char, name: &str) -> Glyph {
    Glyph { color: Some(color), ..Glyph::piece(seat, "piece", letter, symbol, name) }
}
