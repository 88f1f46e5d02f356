//! The web page's piece drawings, with their colors.

use std::collections::BTreeSet;

use board_engine::{Color, Glyph, GlyphKind, Seat};

/// The drawings file.
const PIECES: &str = web_page::text("/pieces.svg");

/// Roles of pieces that are red, blue, green or yellow depending on the seat, as on the web page.
const STONES: [&str; 2] = ["stone", "mark"];

/// The colors of a piece's face, rim, rings and outline, as in the web page's style sheet.
const COLORS: [(&str, [&str; 4]); 7] = [
    ("white", ["#fbf5e6", "#cdbd9b", "#b3a078", "#4a3a22"]),
    ("black", ["#322c2a", "#0e0b0a", "#7d716a", "#0b0908"]),
    ("seat1", ["#c8402b", "#7e1f12", "#93281a", "#360a04"]),
    ("seat2", ["#f2bd3a", "#a06f0c", "#b9860f", "#241800"]),
    ("seat3", ["#2f78b7", "#173f63", "#1f5383", "#08192a"]),
    ("seat4", ["#3d8a5a", "#1c4a2e", "#276340", "#091a10"]),
    ("nobody", ["#f3ead5", "#5a4a30", "#5a4a30", "#2b2118"]),
];

/// The symbols used in a picture.
#[derive(Default)]
pub(crate) struct Symbols {
    /// The symbol names in the page's file, and the indices of their colors in [`COLORS`].
    used: BTreeSet<(String, usize)>,
}

impl Symbols {
    /// The element that draws a piece, centered on the origin.
    pub(crate) fn figure(&mut self, glyph: &Glyph) -> String {
        let role = if let GlyphKind::Piece { role } = glyph.kind { role } else { "" };
        let names = [format!("{role}-{}", glyph.text.to_lowercase()), role.to_owned()];
        let drawn = names.into_iter().find(|name| is_name(name) && symbol(name).is_some());
        let color = color_of(glyph);
        let letter = if drawn.is_some() {
            String::new()
        } else {
            let sign = glyph.symbol.map_or_else(|| glyph.text.clone(), String::from);
            crate::board_picture::text("letter", 0.0, 14.0, 40.0, &sign)
        };
        let name = drawn.unwrap_or_else(|| "disc".into());
        let id = format!("{name}-{}", COLORS[color].0);
        self.need(name, color);
        format!("<use href=\"#{id}\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\"/>{letter}")
    }

    /// Records that a symbol and its parts are used.
    fn need(&mut self, name: String, color: usize) {
        let Some(drawing) = symbol(&name) else { return };
        if !self.used.insert((name, color)) {
            return;
        }
        for part in drawing.split("href=\"#").skip(1) {
            let inner = part.split('"').next().unwrap_or_default();
            self.need(inner.to_owned(), color);
        }
    }

    /// The definitions of the symbols, in their colors, and of the gradients.
    pub(crate) fn definitions(&self) -> String {
        let between = |from, to| -> Option<&str> {
            let rest = PIECES.get(PIECES.find(from)?..)?;
            rest.get(..rest.find(to)?)
        };
        let mut all = between("<radialGradient", "</defs>").unwrap_or_default().to_owned();
        for (name, color) in &self.used {
            let (suffix, [face, rim, rings, outline]) = COLORS[*color];
            let drawing = symbol(name).unwrap_or_default();
            let drawing = drawing
                .replacen(&format!("id=\"{name}\""), &format!("id=\"{name}-{suffix}\""), 1)
                .replace("var(--a)", face)
                .replace("var(--b)", rim)
                .replace("var(--r)", rings)
                .replace("var(--o)", outline);
            all.push_str(&with_suffix(&drawing, suffix));
            all.push('\n');
        }
        all
    }
}

/// Makes the drawing refer to the symbols of the same color.
fn with_suffix(drawing: &str, suffix: &str) -> String {
    let mut parts = drawing.split("href=\"#");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').unwrap_or((part, ""));
        whole.extend(["href=\"#", name, "-", suffix, "\"", rest]);
    }
    whole
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

fn color_of(glyph: &Glyph) -> usize {
    match (glyph.color, glyph.owner) {
        (Some(Color::White), _) => 0,
        (Some(Color::Black), _) => 1,
        (None, Some(seat)) if is_stone(glyph) => stone_color(seat),
        (None, Some(seat)) => 2 + seat.index() % 4,
        (None, None) => 6,
    }
}

fn is_stone(glyph: &Glyph) -> bool {
    matches!(glyph.kind, GlyphKind::Piece { role } if STONES.contains(&role))
}

/// The color of a seat's stones and board sides: red, blue, green or yellow, as on the web page.
fn stone_color(seat: Seat) -> usize {
    2 + [0, 2, 3, 1][seat.index() % 4]
}

/// The color of a seat's board sides.
pub(crate) fn side_color(seat: Seat) -> &'static str {
    let (_, [face, ..]) = COLORS[stone_color(seat)];
    face
}

/// The element with this ID in the page's file.
fn symbol(name: &str) -> Option<&'static str> {
    let at = PIECES.find(&format!("id=\"{name}\""))?;
    let start = PIECES.get(..at)?.rfind('<')?;
    let element = PIECES.get(start..)?;
    let tag = element.strip_prefix('<')?.split(' ').next()?;
    let close = format!("</{tag}>");
    element.get(..element.find(&close)? + close.len())
}
