//! What the board looks like: pieces and colors.

use board_engine::{Color, Glyph, Seat};
use ratatui::style::{Modifier, Style};

use crate::palette::{Depth, Palette, Part};

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// The game's Unicode symbols, which need a font that has them.
    Unicode,
    /// ASCII letters.
    Ascii,
    /// Discs that fill the square, with a letter inside.
    Wide,
}

impl Pieces {
    /// All sets.
    pub const ALL: [Self; 3] = [Self::Unicode, Self::Ascii, Self::Wide];

    /// The set's name: "unicode", "ascii", "wide".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unicode => "unicode",
            Self::Ascii => "ascii",
            Self::Wide => "wide",
        }
    }

    /// The set of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }
}

/// Pieces and colors, for a terminal with this number of colors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skin {
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// The colors.
    pub palette: Palette,
    /// How many colors the terminal shows.
    pub depth: Depth,
}

impl Skin {
    /// The default skin.
    pub fn new(depth: Depth) -> Self {
        let [palette, ..] = Palette::built_in();
        // A disc shows its side by its color alone.
        let pieces = if depth == Depth::None { Pieces::Unicode } else { Pieces::Wide };
        Self { pieces, palette, depth }
    }

    /// Switches to the next set of pieces.
    pub fn next_pieces(&mut self) {
        let index = Pieces::ALL.iter().position(|set| *set == self.pieces).unwrap_or(0);
        self.pieces = Pieces::ALL[(index + 1) % Pieces::ALL.len()];
    }

    /// Switches to the next built-in palette; a custom one is lost.
    pub fn next_palette(&mut self) {
        let all = Palette::built_in();
        let index = all.iter().position(|palette| palette.name() == self.palette.name());
        let next = index.map_or(0, |index| (index + 1) % all.len());
        self.palette = all[next].clone();
    }

    /// Text in the color of a part.
    pub fn text(&self, part: Part) -> Style {
        self.palette.text(part, self.depth)
    }

    /// Bold text in the color of a part.
    pub fn strong(&self, part: Part) -> Style {
        self.text(part).add_modifier(Modifier::BOLD)
    }

    /// The selected row of a list.
    pub fn chosen(&self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new()
                .fg(self.palette.color(Part::Black, self.depth))
                .bg(self.palette.color(Part::Accent, self.depth)),
        }
    }

    /// The background of a square.
    pub(crate) fn ground(&self, part: Part) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().bg(self.palette.color(part, self.depth)),
        }
    }

    /// The part that a piece is drawn in: by its color, or by the seat that it belongs to.
    pub(crate) fn part_of(glyph: &Glyph) -> Part {
        match (glyph.color, glyph.owner.map(Seat::index)) {
            (Some(Color::White), _) | (None, None) => Part::White,
            (Some(Color::Black), _) => Part::Black,
            (None, Some(0)) => Part::First,
            (None, Some(1)) => Part::Second,
            (None, Some(_)) => Part::Third,
        }
    }
}
