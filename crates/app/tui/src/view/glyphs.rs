//! Draws pieces, cards, dice, tiles and counters.

mod disc;
mod figure;

use board_engine::{CardFace, Glyph, GlyphKind, Suit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::palette::{Depth, Part};
use crate::skin::{Pieces, Skin};
use crate::words::text_width;

/// The size of a card that is drawn as a box, in columns and rows.
pub(super) const CARD: (u16, u16) = (5, 3);

/// The size of a die that is drawn with pips, in columns and rows.
pub(super) const DIE: (u16, u16) = (7, 3);

/// The column for a single character in an area of this width.
pub(super) const fn center_of(width: u16) -> u16 {
    width / 2 - (width > 2 && width.is_multiple_of(2)) as u16
}

/// Symbols for round pieces: draughtsmen and plain discs.
const DISCS: [char; 6] = ['⛀', '⛁', '⛂', '⛃', '●', '○'];

/// Returns `true` if the glyph is drawn as a disc. Without colors, a disc would not show its owner.
pub(super) fn is_disc(glyph: &Glyph, skin: &Skin) -> bool {
    let is_round = glyph.symbol.is_some_and(|symbol| DISCS.contains(&symbol));
    let is_piece = matches!(glyph.kind, GlyphKind::Piece { role } if role != MARK);
    is_piece && is_round && skin.pieces == Pieces::Wide && skin.depth != Depth::None
}

/// The role of a glyph that is written rather than placed on a square, such as noughts and crosses.
const MARK: &str = "mark";

/// A piece's symbol. In color, all chess pieces are filled, because their color shows their side.
fn symbol(glyph: &Glyph, skin: &Skin) -> Option<char> {
    glyph.symbol.map(|symbol| match symbol {
        '♔'..='♙' if skin.depth != Depth::None => {
            char::from_u32(u32::from(symbol) + FILLED).unwrap_or(symbol)
        }
        other => other,
    })
}

/// The code point distance from an outlined chess piece to its filled version (Unicode, chart 2600).
const FILLED: u32 = '♚' as u32 - '♔' as u32;

/// The glyph as text within a line.
pub(super) fn sign(glyph: &Glyph, skin: &Skin) -> String {
    let is_ascii = skin.pieces == Pieces::Ascii;
    match glyph.kind {
        GlyphKind::Counter { .. } => glyph.name.clone(),
        GlyphKind::Card(Some(face)) => face_text(face, skin),
        GlyphKind::Card(None) if !is_ascii => "▒".into(),
        GlyphKind::Tile(Some([left, right])) => format!("{left}|{right}"),
        GlyphKind::Tile(None) => if is_ascii { "#|#" } else { "▒|▒" }.into(),
        GlyphKind::Die(_) => glyph.text.clone(),
        _ if is_ascii => glyph.text.clone(),
        _ if is_disc(glyph, skin) => if disc::is_crowned(glyph) { disc::CROWN } else { "●" }.into(),
        _ => symbol(glyph, skin).map_or_else(|| glyph.text.clone(), String::from),
    }
}

/// Rank and suit: "K♠".
fn face_text(face: CardFace, skin: &Skin) -> String {
    format!("{}{}", face.rank.letter(), suit_text(face, skin))
}

/// The suit symbol; empty in games with a single suit.
fn suit_text(face: CardFace, skin: &Skin) -> String {
    let suit = face.suit.map(|suit| match skin.pieces {
        Pieces::Ascii => suit.letter(),
        Pieces::Unicode | Pieces::Wide => suit.symbol(),
    });
    suit.map(String::from).unwrap_or_default()
}

/// Returns `true` if the glyph appears in brackets within a line.
pub(super) const fn has_brackets(glyph: &Glyph) -> bool {
    matches!(glyph.kind, GlyphKind::Card(_) | GlyphKind::Tile(_) | GlyphKind::Die(_))
}

/// The sign on an empty square that a move can touch. The sign is never a piece.
pub(super) fn target_sign(skin: &Skin) -> &'static str {
    match (skin.pieces, skin.depth) {
        (Pieces::Ascii, _) => "*",
        // Round pieces are drawn as discs.
        (Pieces::Wide, Depth::True | Depth::Indexed | Depth::Sixteen) => "●",
        _ => "+",
    }
}

/// The style for the glyph's text on this background.
pub(super) fn style(glyph: &Glyph, ground: Style, skin: &Skin) -> Style {
    match glyph.kind {
        GlyphKind::Counter { .. } => ground,
        GlyphKind::Piece { .. } | GlyphKind::Marker => {
            ground.patch(skin.piece_on(Skin::part_of(glyph), ground))
        }
        _ => paper(skin).patch(ink(glyph, skin)),
    }
}

/// A piece within a line, on a square's color.
pub(crate) fn piece_span(glyph: &Glyph, skin: &Skin) -> Span<'static> {
    let ground = skin.ground(Part::Dark);
    Span::styled(sign(glyph, skin), style(glyph, ground, skin))
}

/// The background for cards, dice and tiles.
fn paper(skin: &Skin) -> Style {
    skin.ground(Part::White)
}

/// The text color on [`paper`].
fn ink(glyph: &Glyph, skin: &Skin) -> Style {
    match glyph.kind {
        GlyphKind::Card(Some(CardFace { suit: Some(Suit::Diamonds | Suit::Hearts), .. })) => {
            skin.strong(Part::Bad)
        }
        GlyphKind::Card(None) | GlyphKind::Tile(None) => skin.text(Part::Accent),
        _ => skin.strong(Part::Black),
    }
}

/// Draws the glyph as large as possible in `area`.
pub(super) fn draw(glyph: &Glyph, area: Rect, ground: Style, skin: &Skin, buffer: &mut Buffer) {
    let fits = |(width, height): (u16, u16)| area.width >= width && area.height >= height;
    match glyph.kind {
        GlyphKind::Card(face) if fits(CARD) => {
            draw_card(glyph, face, middle(area, CARD), skin, buffer);
        }
        GlyphKind::Die(number) if fits(DIE) => {
            let pip = if skin.pieces == Pieces::Ascii { "o" } else { "●" };
            let style = paper(skin).patch(ink(glyph, skin));
            draw_die(number, pip, middle(area, DIE), style, skin, buffer);
        }
        _ if is_disc(glyph, skin) => disc::draw(glyph, area, ground, skin, buffer),
        GlyphKind::Piece { .. } if skin.pieces == Pieces::Wide => {
            let style = style(glyph, ground, skin);
            let is_drawn =
                symbol(glyph, skin).is_some_and(|symbol| figure::draw(symbol, area, style, buffer));
            if !is_drawn {
                draw_sign(glyph, area, ground, skin, buffer);
            }
        }
        _ => draw_sign(glyph, area, ground, skin, buffer),
    }
}

/// Draws a piece that the current move has used up, such as a die: faint, and also different without colors.
pub(super) fn draw_spent(
    glyph: &Glyph,
    area: Rect,
    ground: Style,
    skin: &Skin,
    buffer: &mut Buffer,
) {
    let is_ascii = skin.pieces == Pieces::Ascii;
    let style = ground.patch(skin.text_on(Part::Faint, ground));
    match glyph.kind {
        GlyphKind::Die(number) if area.width >= DIE.0 && area.height >= DIE.1 => {
            let pip = if is_ascii { "." } else { "·" };
            draw_die(number, pip, middle(area, DIE), style, skin, buffer);
        }
        _ => {
            let sign = format!("({})", sign(glyph, skin));
            let x = area.x + area.width.saturating_sub(text_width(&sign)) / 2;
            let room = usize::from(area.right().saturating_sub(x));
            buffer.set_stringn(x, area.y + area.height / 2, sign, room, style);
        }
    }
}

/// An area of this size, centered in another area.
fn middle(area: Rect, (width, height): (u16, u16)) -> Rect {
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

/// Draws the glyph's text, in brackets if they fit.
fn draw_sign(glyph: &Glyph, area: Rect, ground: Style, skin: &Skin, buffer: &mut Buffer) {
    let sign = sign(glyph, skin);
    let length = text_width(&sign);
    let is_bracketed = has_brackets(glyph) && length + 2 <= area.width;
    let sign = if is_bracketed { format!("[{sign}]") } else { sign };
    let x = match length {
        1 if !is_bracketed => area.x + center_of(area.width),
        _ => area.x + area.width.saturating_sub(length + 2 * u16::from(is_bracketed)) / 2,
    };
    let room = usize::from(area.right().saturating_sub(x));
    buffer.set_stringn(x, area.y + area.height / 2, sign, room, style(glyph, ground, skin));
}

/// Draws a box of three rows.
fn draw_box(rows: [String; 3], area: Rect, style: Style, buffer: &mut Buffer) {
    for (y, row) in (area.y..).zip(rows) {
        buffer.set_stringn(area.x, y, row, usize::from(area.width), style);
    }
}

/// Draws a card: with colors on a bright background, without colors in a frame.
fn draw_card(glyph: &Glyph, face: Option<CardFace>, area: Rect, skin: &Skin, buffer: &mut Buffer) {
    let is_ascii = skin.pieces == Pieces::Ascii;
    let text = face.map(|face| face_text(face, skin));
    let back = if is_ascii { "###" } else { "▒▒▒" };
    let rows = if skin.depth == Depth::None {
        let text = text.map_or_else(|| back.into(), |text| format!("{text:^3}"));
        let [top, side, bottom] = if is_ascii {
            ["+---+", "|", "+---+"]
        } else {
            ["┌───┐", "│", "└───┘"]
        };
        [top.into(), format!("{side}{text}{side}"), bottom.into()]
    } else {
        match face {
            Some(face) => {
                let (rank, suit) = (face.rank.letter(), suit_text(face, skin));
                [format!("{rank:<5}"), format!("{suit:^5}"), format!("{rank:>5}")]
            }
            None => std::array::from_fn(|_| format!(" {back} ")),
        }
    };
    draw_box(rows, area, paper(skin).patch(ink(glyph, skin)), buffer);
}

/// A die's pips in rows: left, middle, right.
const PIPS: [[[bool; 3]; 3]; 6] = {
    const fn row(bits: [u8; 3]) -> [bool; 3] {
        [bits[0] == 1, bits[1] == 1, bits[2] == 1]
    }
    const NONE: [bool; 3] = row([0, 0, 0]);
    const MIDDLE: [bool; 3] = row([0, 1, 0]);
    const LEFT: [bool; 3] = row([1, 0, 0]);
    const RIGHT: [bool; 3] = row([0, 0, 1]);
    const BOTH: [bool; 3] = row([1, 0, 1]);
    [
        [NONE, MIDDLE, NONE],
        [LEFT, NONE, RIGHT],
        [LEFT, MIDDLE, RIGHT],
        [BOTH, NONE, BOTH],
        [BOTH, MIDDLE, BOTH],
        [BOTH, BOTH, BOTH],
    ]
};

/// Draws a die with its pips, or with its number if there is no pip pattern for it.
fn draw_die(
    number: Option<u8>,
    pip: &str,
    area: Rect,
    style: Style,
    skin: &Skin,
    buffer: &mut Buffer,
) {
    let side = match (skin.depth, skin.pieces) {
        (Depth::None, Pieces::Ascii) => "|",
        (Depth::None, _) => "│",
        _ => " ",
    };
    let pips = number.and_then(|number| PIPS.get(usize::from(number).checked_sub(1)?));
    let rows = std::array::from_fn(|row| {
        let inside = match pips {
            Some(pips) => pips[row].map(|is_there| if is_there { pip } else { " " }).join(" "),
            None if row == 1 => {
                format!("{:^5}", number.map(|number| number.to_string()).unwrap_or_default())
            }
            None => " ".repeat(5),
        };
        format!("{side}{inside}{side}")
    });
    draw_box(rows, area, style, buffer);
}

/// The text style on a disc.
pub(super) fn on_disc(glyph: &Glyph, skin: &Skin) -> Style {
    let part = Skin::part_of(glyph);
    let contrast = if part == Part::Black { Part::White } else { Part::Black };
    Style::new()
        .bg(skin.palette.color(part, skin.depth))
        .fg(skin.palette.color(contrast, skin.depth))
        .add_modifier(Modifier::BOLD)
}
