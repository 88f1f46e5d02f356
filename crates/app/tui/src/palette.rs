//! Colors, also for terminals with few or no colors.

use std::iter;

use ratatui::style::{Color, Modifier, Style};

/// A terminal's number of colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// 16 million colors (24 bits).
    True,
    /// The 256 colors of xterm.
    Indexed,
    /// The 16 ANSI colors. The exact shades depend on the terminal.
    Sixteen,
    /// No colors: only bold, reversed and underlined text.
    None,
}

/// A color: red, green and blue from 0 to 255, and the ANSI color that replaces it on terminals with 16 colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tone {
    rgb: (u8, u8, u8),
    ansi: u8,
}

/// The 16 colors as most terminals show them.
const ANSI: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 49, 49),
    (13, 188, 121),
    (229, 229, 16),
    (36, 114, 200),
    (188, 63, 188),
    (17, 168, 205),
    (229, 229, 229),
    (102, 102, 102),
    (241, 76, 76),
    (35, 209, 139),
    (245, 245, 67),
    (59, 142, 234),
    (214, 112, 214),
    (41, 184, 219),
    (255, 255, 255),
];

/// The 16 colors as xterm shows them (`XTerm-col.ad` in its sources).
const XTERM: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

/// Minimum contrast between a piece and its square (WCAG 2.2, "non-text contrast").
pub(crate) const CONTRAST_MIN: f32 = 3.0;

/// The maximum share of the opposite color in a piece's rim, in eighths.
const RIM_EIGHTHS: u8 = 3;

/// The steps of xterm's color cube (`256colres.pl` in the sources of xterm).
const CUBE_STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Tone {
    pub(crate) const BLACK: Self = Self::new(16, 16, 16, 0);
    pub(crate) const WHITE: Self = Self::new(255, 255, 255, 15);
    /// The gray of a terminal with 16 colors, distinct from black and white.
    pub(crate) const GRAY: Self = Self::new(116, 116, 116, 8);

    const fn new(red: u8, green: u8, blue: u8, ansi: u8) -> Self {
        Self { rgb: (red, green, blue), ansi }
    }

    /// The color `#rrggbb`; `None` if the string is not a color.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self::of_rgb((red, green, blue)))
    }

    /// A color with its nearest ANSI color.
    fn of_rgb(rgb: (u8, u8, u8)) -> Self {
        let ansi = (0..16).min_by_key(|&index| distance(rgb, ANSI[usize::from(index)]));
        Self { rgb, ansi: ansi.unwrap_or(7) }
    }

    /// Mixes this color with this many eighths of another color.
    pub(crate) fn mixed(self, other: Self, eighths: u8) -> Self {
        let mix = |one: u8, other: u8| {
            let share = u16::from(eighths.min(8));
            let sum = u16::from(one) * (8 - share) + u16::from(other) * share;
            u8::try_from(sum / 8).unwrap_or(u8::MAX)
        };
        let ((red, green, blue), other) = (self.rgb, other.rgb);
        Self::of_rgb((mix(red, other.0), mix(green, other.1), mix(blue, other.2)))
    }

    /// The contrast with another color, from 1 to 21 (WCAG 2.2, "contrast ratio").
    pub(crate) fn contrast(self, other: Self) -> f32 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// The relative luminance from 0 to 1 (WCAG 2.2).
    fn luminance(self) -> f32 {
        let linear = |value: u8| {
            let value = f32::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.rgb.0) + 0.7152 * linear(self.rgb.1) + 0.0722 * linear(self.rgb.2)
    }

    /// The color that replaces this color on a terminal with this number of colors.
    fn shown(self, depth: Depth) -> Self {
        Self::of_color(self.at(depth)).unwrap_or(self)
    }

    /// Returns `true` if this color is easy to see on `ground` on a terminal with this number of colors.
    pub(crate) fn is_visible_on(self, ground: Self, depth: Depth) -> bool {
        let in_xterm = |tone: Self| Self { rgb: XTERM[usize::from(tone.ansi)], ..tone };
        // With 16 colors, the terminal chooses the shades.
        let is_visible_in_xterm =
            depth != Depth::Sixteen || in_xterm(self).contrast(in_xterm(ground)) >= CONTRAST_MIN;
        is_visible_in_xterm && self.shown(depth).contrast(ground) >= CONTRAST_MIN
    }

    /// This color or, if it is hard to see on `ground`, the nearest visible mix with black or white.
    pub(crate) fn visible_on(self, ground: Self, depth: Depth) -> Self {
        let extremes = [Self::BLACK, Self::WHITE];
        let far = extremes
            .into_iter()
            .max_by(|one, other| one.contrast(ground).total_cmp(&other.contrast(ground)));
        let mixes = (1..=8).map(|eighths| self.mixed(far.unwrap_or(Self::BLACK), eighths));
        let mut shades = iter::once(self).chain(mixes);
        shades.find(|tone| tone.is_visible_on(ground, depth)).unwrap_or(Self::BLACK)
    }

    /// The rim color for a piece in this color that is easy to see on `ground`: a shade that is also easy to see there.
    pub(crate) fn rim_on(self, ground: Self, depth: Depth) -> Self {
        let far = self.opposite();
        let mut shades = (1..=RIM_EIGHTHS).rev().map(|eighths| self.mixed(far, eighths));
        shades.find(|tone| tone.is_visible_on(ground, depth)).unwrap_or(self)
    }

    /// Black for a light color, white for a dark color.
    pub(crate) fn opposite(self) -> Self {
        let is_dark = self.contrast(Self::BLACK) < self.contrast(Self::WHITE);
        if is_dark { Self::WHITE } else { Self::BLACK }
    }

    /// The edge color for a piece in this color: the most different color that is easy to see on `ground`.
    pub(crate) fn edge_on(self, ground: Self, depth: Depth) -> Self {
        let extremes = [Self::BLACK, Self::WHITE];
        let shades = extremes
            .into_iter()
            .flat_map(|extreme| (2..=8).map(move |eighths| self.mixed(extreme, eighths)));
        let visible = shades.filter(|tone| tone.is_visible_on(ground, depth));
        let contrast = |tone: &Self| tone.shown(depth).contrast(self);
        let different = |one: &Self, other: &Self| contrast(one).total_cmp(&contrast(other));
        visible.max_by(different).unwrap_or(Self::BLACK)
    }

    /// The tone of a screen color; `None` for the terminal's default color.
    pub(crate) fn of_color(color: Color) -> Option<Self> {
        match color {
            Color::Rgb(red, green, blue) => Some(Self::of_rgb((red, green, blue))),
            Color::Indexed(index @ 0..16) => {
                Some(Self { rgb: ANSI[usize::from(index)], ansi: index })
            }
            Color::Indexed(index) => Some(Self::of_rgb(indexed(index))),
            _ => None,
        }
    }

    pub(crate) fn at(self, depth: Depth) -> Color {
        let (red, green, blue) = self.rgb;
        match depth {
            Depth::True => Color::Rgb(red, green, blue),
            Depth::Indexed => Color::Indexed(nearest_indexed(self.rgb)),
            Depth::Sixteen => Color::Indexed(self.ansi),
            Depth::None => Color::Reset,
        }
    }
}

fn distance(one: (u8, u8, u8), other: (u8, u8, u8)) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    // The eye is most sensitive to green.
    3 * square(one.0, other.0) + 4 * square(one.1, other.1) + 2 * square(one.2, other.2)
}

/// The color with this number, from 16, in xterm's palette: a cube of 216 colors and 24 grays.
fn indexed(index: u8) -> (u8, u8, u8) {
    if index < 232 {
        let step = |divisor: u8| CUBE_STEPS[usize::from((index - 16) / divisor % 6)];
        (step(36), step(6), step(1))
    } else {
        let gray = 8 + 10 * (index - 232);
        (gray, gray, gray)
    }
}

/// The nearest xterm color, from 16 up.
fn nearest_indexed(rgb: (u8, u8, u8)) -> u8 {
    (16..=255).min_by_key(|&index| distance(rgb, indexed(index))).unwrap_or(16)
}

/// The purpose of a color on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A square's name, written on the square.
    Name,
    /// White's pieces.
    White,
    /// Black's pieces.
    Black,
    /// The first seat's pieces, if they are neither white nor black.
    First,
    /// The second seat's pieces, likewise.
    Second,
    /// The third seat's pieces, likewise.
    Third,
    /// The square under the cursor.
    Cursor,
    /// The square of the selected piece.
    Picked,
    /// A square that the selected piece can move to.
    Target,
    /// A square in the last move.
    Last,
    /// A square in the hint.
    Hint,
    /// Emphasis in the panels.
    Accent,
    /// Secondary text.
    Faint,
    /// Errors and warnings.
    Bad,
}

const PARTS: usize = Part::Bad as usize + 1;

impl Part {
    /// All parts.
    pub const ALL: [Self; PARTS] = [
        Self::Light,
        Self::Dark,
        Self::Name,
        Self::White,
        Self::Black,
        Self::First,
        Self::Second,
        Self::Third,
        Self::Cursor,
        Self::Picked,
        Self::Target,
        Self::Last,
        Self::Hint,
        Self::Accent,
        Self::Faint,
        Self::Bad,
    ];

    /// The part's name in a configuration: "light".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Name => "name",
            Self::White => "white",
            Self::Black => "black",
            Self::First => "first",
            Self::Second => "second",
            Self::Third => "third",
            Self::Cursor => "cursor",
            Self::Picked => "picked",
            Self::Target => "target",
            Self::Last => "last",
            Self::Hint => "hint",
            Self::Accent => "accent",
            Self::Faint => "faint",
            Self::Bad => "bad",
        }
    }

    /// The part with this name, if any.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// A color for each [`Part`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    name: String,
    tones: [Tone; PARTS],
}

impl Palette {
    /// The built-in palettes: "wood", "green", "slate". White and black pieces are easy to see on light and dark
    /// squares.
    pub fn built_in() -> [Self; 3] {
        [
            Self::of("wood", [(178, 142, 102, 7), (132, 88, 40, 3)], (214, 178, 140, 7)),
            Self::of("green", [(146, 150, 120, 7), (60, 124, 60, 2)], (190, 210, 160, 7))
                .with(Part::Target, Tone::new(240, 210, 90, 11)),
            Self::of("slate", [(134, 148, 164, 7), (82, 100, 124, 4)], (180, 196, 216, 7)),
        ]
    }

    fn of(name: &str, squares: [(u8, u8, u8, u8); 2], on_squares: (u8, u8, u8, u8)) -> Self {
        let tone = |(red, green, blue, ansi)| Tone::new(red, green, blue, ansi);
        let tones = [
            tone(squares[0]),
            tone(squares[1]),
            tone(on_squares),
            Tone::WHITE,
            Tone::BLACK,
            Tone::new(230, 70, 60, 9),
            Tone::new(250, 210, 60, 11),
            Tone::new(80, 200, 220, 14),
            Tone::new(60, 120, 200, 12),
            Tone::new(178, 134, 20, 13),
            Tone::new(90, 215, 90, 10),
            Tone::new(176, 136, 40, 6),
            Tone::new(150, 90, 190, 5),
            Tone::new(90, 190, 230, 14),
            Tone::new(128, 128, 128, 8),
            Tone::new(240, 90, 80, 9),
        ];
        Self { name: name.into(), tones }
    }

    /// The palette's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The palette with this name, if any.
    pub fn named(name: &str) -> Option<Self> {
        Self::built_in().into_iter().find(|palette| palette.name == name)
    }

    /// Replaces one part's color.
    #[must_use]
    pub fn with(mut self, part: Part, tone: Tone) -> Self {
        self.tones[part as usize] = tone;
        self
    }

    /// A part's tone.
    pub(crate) const fn tone(&self, part: Part) -> Tone {
        self.tones[part as usize]
    }

    /// A part's color.
    pub fn color(&self, part: Part, depth: Depth) -> Color {
        self.tones[part as usize].at(depth)
    }

    /// The text style in a part's color. Without colors, text is bold unless it is secondary.
    pub fn text(&self, part: Part, depth: Depth) -> Style {
        let style = Style::new().fg(self.color(part, depth));
        match (depth, part) {
            (Depth::None, Part::Faint | Part::Name) => Style::new(),
            (Depth::None, _) => Style::new().add_modifier(Modifier::BOLD),
            _ => style,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_parsed_as_people_write_them() {
        assert_eq!(Tone::from_hex("#ff0080").map(|tone| tone.rgb), Some((255, 0, 128)));
        for text in ["ff0080", "#ff008", "#ff00800", "#ff00g0", "#+f0080", "red", "#", "#ééé"] {
            assert_eq!(Tone::from_hex(text), None, "{text}");
        }
    }

    /// All piece backgrounds.
    fn grounds(palette: &Palette, depth: Depth) -> Vec<Tone> {
        let skin = crate::skin::Skin { palette: palette.clone(), ..crate::skin::Skin::new(depth) };
        let squares = [Part::Light, Part::Dark];
        let marks = [Part::Cursor, Part::Picked, Part::Last, Part::Hint];
        let plain = squares.into_iter().chain(marks).map(|part| skin.ground(part));
        let tinted = squares.map(|square| skin.tinted(square, Part::Target));
        plain.chain(tinted).map(|style| Tone::of_color(style.bg.unwrap()).unwrap()).collect()
    }

    /// The lowest contrast between a style and a background.
    fn lowest_contrast(style: Style, ground: Tone) -> f32 {
        let tone = |color: Color| Tone::of_color(color).unwrap();
        let below = style.bg.map_or(ground, tone);
        let text = tone(style.fg.unwrap()).contrast(below);
        // A piece's own background must be visible too.
        if below == ground { text } else { text.min(below.contrast(ground)) }
    }

    const DEPTHS: [Depth; 3] = [Depth::True, Depth::Indexed, Depth::Sixteen];

    /// Calls `check` with each built-in palette, each number of colors, and each background.
    fn on_every_ground(check: impl Fn(&crate::skin::Skin, Style, Tone)) {
        for palette in Palette::built_in() {
            for depth in DEPTHS {
                let skin =
                    crate::skin::Skin { palette: palette.clone(), ..crate::skin::Skin::new(depth) };
                for ground in grounds(&palette, depth) {
                    check(&skin, Style::new().bg(ground.at(depth)), ground);
                }
            }
        }
    }

    #[test]
    fn pieces_are_easy_to_see_on_every_square() {
        on_every_ground(|skin, style, ground| {
            for part in [Part::White, Part::Black, Part::First, Part::Second, Part::Third] {
                let tone = skin.palette.tone(part);
                let contrast = lowest_contrast(skin.piece_on(part, style), ground);
                assert!(contrast >= CONTRAST_MIN, "{part:?} on {ground:?}: {contrast}");
                assert!(tone.edge_on(ground, skin.depth).is_visible_on(ground, skin.depth));
            }
        });
        for palette in Palette::built_in() {
            for ground in grounds(&palette, Depth::True) {
                for part in [Part::White, Part::Black] {
                    let is_visible = palette.tone(part).is_visible_on(ground, Depth::True);
                    assert!(is_visible, "{palette:?}: {part:?} on {ground:?} needs no edge");
                }
            }
        }
    }

    #[test]
    fn marks_and_square_names_are_easy_to_see_on_every_square() {
        on_every_ground(|skin, style, ground| {
            for part in [Part::Target, Part::Name, Part::White, Part::Accent, Part::Faint] {
                for shown in [skin.text_on(part, style), skin.strong_on(part, style)] {
                    let contrast = lowest_contrast(shown, ground);
                    assert!(contrast >= CONTRAST_MIN, "{part:?} on {ground:?}: {contrast}");
                    let tone = Tone::of_color(shown.fg.unwrap()).unwrap();
                    assert!(tone.is_visible_on(ground, skin.depth), "{part:?} on {ground:?}");
                    // Many terminals show bold black as gray.
                    let is_bold_black = tone.ansi == 0 && shown.add_modifier == Modifier::BOLD;
                    assert!(skin.depth != Depth::Sixteen || !is_bold_black, "{part:?}");
                }
            }
        });
    }

    #[test]
    fn a_rim_is_as_easy_to_see_as_its_piece() {
        on_every_ground(|skin, _, ground| {
            for part in [Part::White, Part::Black, Part::Third] {
                let tone = skin.palette.tone(part);
                let rim = tone.rim_on(ground, skin.depth);
                let is_visible = tone.is_visible_on(ground, skin.depth);
                assert!(rim.is_visible_on(ground, skin.depth) || !is_visible, "{part:?}");
            }
        });
    }

    #[test]
    fn terminals_with_few_colors_get_the_nearest() {
        let at = |text, depth| Tone::from_hex(text).unwrap().at(depth);
        assert_eq!(at("#ff0000", Depth::Indexed), Color::Indexed(196));
        assert_eq!(at("#080808", Depth::Indexed), Color::Indexed(232));
        assert_eq!(at("#ffffff", Depth::Sixteen), Color::Indexed(15));
        assert_eq!(at("#ffffff", Depth::None), Color::Reset);
        assert_eq!(at("#010203", Depth::True), Color::Rgb(1, 2, 3));
    }
}
