//! The look of the board: pieces and colors.

use board_engine::{Color, Glyph, GlyphKind, Seat};
use ratatui::style::{Modifier, Style};

use crate::palette::{Depth, Palette, Part, Tone};

/// A stone, for boards with sides that belong to seats.
const STONE: GlyphKind = GlyphKind::Piece { role: "stone" };

/// The piece style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// The game's Unicode symbols. The terminal font must include them.
    Unicode,
    /// ASCII letters.
    Ascii,
    /// Discs that fill the square, and filled figures.
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

    /// The set with this name, if any.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }
}

/// Pieces and colors, for a terminal with this number of colors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skin {
    /// The piece style.
    pub pieces: Pieces,
    /// The colors.
    pub palette: Palette,
    /// The terminal's number of colors.
    pub depth: Depth,
}

impl Skin {
    /// The default skin.
    pub fn new(depth: Depth) -> Self {
        let [palette, ..] = Palette::built_in();
        // A disc shows its side only by color.
        let pieces = if depth == Depth::None { Pieces::Unicode } else { Pieces::Wide };
        Self { pieces, palette, depth }
    }

    /// Switches to the next set of pieces.
    pub fn next_pieces(&mut self) {
        let index = Pieces::ALL.iter().position(|set| *set == self.pieces).unwrap_or(0);
        self.pieces = Pieces::ALL[(index + 1) % Pieces::ALL.len()];
    }

    /// Switches to the next built-in palette. Discards a custom palette.
    pub fn next_palette(&mut self) {
        let all = Palette::built_in();
        let index = all.iter().position(|palette| palette.name() == self.palette.name());
        let next = index.map_or(0, |index| (index + 1) % all.len());
        self.palette = all[next].clone();
    }

    /// The text style in a part's color.
    pub fn text(&self, part: Part) -> Style {
        self.palette.text(part, self.depth)
    }

    /// The bold text style in a part's color.
    pub fn strong(&self, part: Part) -> Style {
        self.text(part).add_modifier(Modifier::BOLD)
    }

    /// The text style in a part's color or, if that is hard to see on this background, in a similar color.
    pub(crate) fn text_on(&self, part: Part, ground: Style) -> Style {
        let text = self.text(part);
        match ground.bg.and_then(Tone::of_color) {
            Some(below) => {
                let tone = self.palette.tone(part).visible_on(below, self.depth);
                text.fg(tone.at(self.depth))
            }
            None => text,
        }
    }

    /// The bold text style in a part's color or, if that is hard to see on this background, in a similar color.
    pub(crate) fn strong_on(&self, part: Part, ground: Style) -> Style {
        self.bold(self.text_on(part, ground))
    }

    /// The style in bold. With 16 colors, black isn't bold, because many terminals show bold black as gray.
    fn bold(&self, style: Style) -> Style {
        let is_black = style.fg == Some(ratatui::style::Color::Indexed(0));
        if self.depth == Depth::Sixteen && is_black {
            style
        } else {
            style.add_modifier(Modifier::BOLD)
        }
    }

    /// The style for the selected row in a list.
    pub fn chosen(&self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new()
                .fg(self.palette.color(Part::Black, self.depth))
                .bg(self.palette.color(Part::Accent, self.depth)),
        }
    }

    /// The style for a piece drawn with characters that is easy to see on this background. White and black pieces keep
    /// their colors and get their own background if necessary.
    pub(crate) fn piece_on(&self, part: Part, ground: Style) -> Style {
        let below = ground.bg.and_then(Tone::of_color);
        match below.filter(|_| matches!(part, Part::White | Part::Black)) {
            Some(below) if !self.palette.tone(part).is_visible_on(below, self.depth) => {
                let edge = self.palette.tone(part).edge_on(below, self.depth);
                self.bold(self.text(part)).bg(edge.at(self.depth))
            }
            Some(_) => self.bold(self.text(part)),
            None => self.strong_on(part, ground),
        }
    }

    /// The background of a marked square. The square's color stays visible.
    pub(crate) fn tinted(&self, ground: Part, mark: Part) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            // A 16-color palette has no tints.
            Depth::Sixteen => self.ground(mark),
            depth => {
                let dark = self.palette.tone(mark).mixed(Tone::BLACK, 3);
                let tint = self.palette.tone(ground).mixed(dark, 5);
                Style::new().bg(tint.at(depth))
            }
        }
    }

    /// The background of a square.
    pub(crate) fn ground(&self, part: Part) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().bg(self.palette.color(part, self.depth)),
        }
    }

    /// The part that determines a piece's color: by its color, or by its owner.
    pub(crate) fn part_of(glyph: &Glyph) -> Part {
        match (glyph.color, glyph.owner) {
            (Some(Color::White), _) | (None, None) => Part::White,
            (Some(Color::Black), _) => Part::Black,
            (None, Some(seat)) if glyph.kind == STONE => Self::part_of_stone(seat),
            (None, Some(seat)) => match seat.index() {
                0 => Part::First,
                1 => Part::Second,
                _ => Part::Third,
            },
        }
    }

    /// The part for a seat's stones and board sides: red and blue, as in the browser.
    pub(crate) const fn part_of_stone(seat: Seat) -> Part {
        match seat.index() {
            0 => Part::First,
            1 => Part::Third,
            _ => Part::Second,
        }
    }

    /// The average of two parts' backgrounds.
    pub(crate) fn ground_between(&self, one: Part, other: Part) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            // With 16 colors, there are no intermediate colors.
            Depth::Sixteen => self.ground(other),
            depth => {
                let tone = self.palette.tone(one).mixed(self.palette.tone(other), 4);
                Style::new().bg(tone.at(depth))
            }
        }
    }
}
