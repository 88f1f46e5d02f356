//! Dice, tiles, cards and counters, drawn as on the web page.

use std::fmt::Write;

use board_engine::{CardFace, Glyph, GlyphKind, Suit};

use crate::board_picture::symbols::Symbols;
use crate::board_picture::text;

/// The places (out of nine) that have a pip, for each number.
const PIPS: [&[u8]; 7] =
    [&[], &[4], &[2, 6], &[2, 4, 6], &[0, 2, 6, 8], &[0, 2, 4, 6, 8], &[0, 2, 3, 5, 6, 8]];

/// The SVG element for a piece, about 100 units wide and centered on the origin.
pub(crate) fn piece(glyph: &Glyph, symbols: &mut Symbols) -> String {
    match glyph.kind {
        GlyphKind::Piece { .. } | GlyphKind::Marker => symbols.figure(glyph),
        GlyphKind::Card(face) => card(face),
        GlyphKind::Die(number) => die(number),
        GlyphKind::Tile(ends) => format!("<g transform=\"scale(.5)\">{}</g>", tile(ends)),
        GlyphKind::Counter { .. } => {
            let size = if glyph.text.len() > 4 { 17.0 } else { 24.0 };
            format!(
                "<circle class=\"chip\" r=\"38\"/>{}",
                text("letter", 0.0, 9.0, size, &glyph.text)
            )
        }
    }
}

/// Moves an element's origin to a place.
pub(crate) fn at(x: f64, y: f64, scale: f64, element: &str) -> String {
    let scale = if scale < 1.0 { format!(" scale({scale:.3})") } else { String::new() };
    format!("<g transform=\"translate({x:.1} {y:.1}){scale}\">{element}</g>")
}

fn die(number: Option<u8>) -> String {
    let pips = number.map(|number| pips(number, 66.0)).unwrap_or_default();
    format!(
        "<rect class=\"shadow\" x=\"-37\" y=\"-33\" width=\"76\" height=\"76\" rx=\"15\"/>\
         <rect class=\"ivory\" x=\"-38\" y=\"-38\" width=\"76\" height=\"76\" rx=\"15\"/>{pips}"
    )
}

/// An upright tile with two halves, 92 units wide and 194 high, with the first end at the top.
pub(crate) fn tile(ends: Option<[u8; 2]>) -> String {
    let class = if ends.is_some() { "ivory" } else { "back" };
    let mut tile = format!(
        "<rect class=\"shadow\" x=\"-45\" y=\"-94\" width=\"92\" height=\"194\" rx=\"15\"/>\
         <rect class=\"{class}\" x=\"-46\" y=\"-97\" width=\"92\" height=\"194\" rx=\"15\"/>"
    );
    let Some(ends) = ends else {
        tile.push_str(
            "<rect class=\"line\" x=\"-34\" y=\"-85\" width=\"68\" height=\"170\" rx=\"9\"/>",
        );
        return tile;
    };
    tile.push_str("<path class=\"middle\" d=\"M-32 0H32\"/>");
    for (end, y) in ends.into_iter().zip([-48, 48]) {
        let _ = write!(tile, "<g transform=\"translate(0 {y})\">{}</g>", pips(end, 78.0));
    }
    tile
}

/// The pips on a tile half of this size, or a number if there are too many pips.
fn pips(number: u8, size: f64) -> String {
    let Some(places) = PIPS.get(usize::from(number)) else {
        return text("letter", 0.0, size * 0.2, 44.0, &number.to_string());
    };
    let pip = |&place: &u8| {
        let (x, y) = (f64::from(place % 3) - 1.0, f64::from(place / 3) - 1.0);
        let (x, y, r) = (x * size * 0.29, y * size * 0.29, size * 0.095);
        format!("<circle class=\"pip\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>")
    };
    places.iter().map(pip).collect()
}

fn card(face: Option<CardFace>) -> String {
    let class = if face.is_some() { "ivory" } else { "back" };
    let sheet = format!(
        "<rect class=\"shadow\" x=\"-33\" y=\"-45\" width=\"68\" height=\"95\" rx=\"8\"/>\
         <rect class=\"{class}\" x=\"-34\" y=\"-48\" width=\"68\" height=\"96\" rx=\"8\"/>"
    );
    let Some(CardFace { rank, suit }) = face else {
        return format!(
            "{sheet}<rect class=\"line\" x=\"-28\" y=\"-42\" width=\"56\" height=\"84\" rx=\"5\"/>"
        );
    };
    let rank = rank.letter();
    let short = if rank == 'T' { "10".to_owned() } else { rank.to_string() };
    let sign = suit.map(|suit| suit.symbol().to_string()).unwrap_or_default();
    let is_red = matches!(suit, Some(Suit::Hearts | Suit::Diamonds));
    let class = if is_red { "letter red" } else { "letter" };
    let corner = text(class, -22.0, -27.0, 17.0, &short) + &text(class, -22.0, -11.0, 14.0, &sign);
    let inside = text(class, 0.0, 17.0, 46.0, if sign.is_empty() { &short } else { &sign });
    format!("{sheet}{corner}<g transform=\"rotate(180)\">{corner}</g>{inside}")
}
