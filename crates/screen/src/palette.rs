//! Colors, also on terminals that have few or none.

use ratatui::style::{Color, Modifier, Style};

/// How many colors a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// 16 million.
    True,
    /// The 256 of xterm.
    Indexed,
    /// The 16 ANSI colors, whose tones the terminal chooses.
    Sixteen,
    /// None: only bold, reversed and underlined text.
    None,
}

/// A color: red, green and blue from 0 to 255, and which of the 16 stands for it.
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

/// The steps of xterm's color cube (`256colres.pl` in the sources of xterm).
const CUBE_STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Tone {
    const fn new(red: u8, green: u8, blue: u8, ansi: u8) -> Self {
        Self { rgb: (red, green, blue), ansi }
    }

    /// The color that `#rrggbb` names; none if the text is no color.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        let [_, red, green, blue] = number.to_be_bytes();
        let rgb = (red, green, blue);
        let ansi = (0..16).min_by_key(|&index| distance(rgb, ANSI[usize::from(index)]));
        Some(Self { rgb, ansi: ansi.unwrap_or(7) })
    }

    fn at(self, depth: Depth) -> Color {
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
    // The eye is keenest for green.
    3 * square(one.0, other.0) + 4 * square(one.1, other.1) + 2 * square(one.2, other.2)
}

/// The nearest of xterm's colors from 16 on: a cube of 216 and 24 greys.
fn nearest_indexed(rgb: (u8, u8, u8)) -> u8 {
    let color = |index: u8| {
        if index < 232 {
            let step = |divisor: u8| CUBE_STEPS[usize::from((index - 16) / divisor % 6)];
            (step(36), step(6), step(1))
        } else {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
    };
    (16..=255).min_by_key(|&index| distance(rgb, color(index))).unwrap_or(16)
}

/// What the colors of the screen are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// The name of a square, written on it.
    Name,
    /// The pieces of White.
    White,
    /// The pieces of Black.
    Black,
    /// The pieces of the first seat, if they are neither white nor black.
    First,
    /// The same of the second seat.
    Second,
    /// The same of the third seat.
    Third,
    /// The square under the cursor.
    Cursor,
    /// The square of the selected piece.
    Picked,
    /// A square that the selected piece can move to.
    Target,
    /// A square of the last move.
    Last,
    /// A square of the hint.
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

    /// The part of this name, if there is one.
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
    /// The built-in palettes: "wood", "green", "slate".
    pub fn built_in() -> [Self; 3] {
        [
            Self::of("wood", [(222, 184, 135, 7), (139, 90, 60, 3)], (202, 160, 120, 7)),
            Self::of("green", [(238, 238, 210, 7), (88, 128, 70, 2)], (190, 210, 160, 7)),
            Self::of("slate", [(160, 176, 192, 7), (70, 88, 110, 4)], (150, 168, 190, 7)),
        ]
    }

    fn of(name: &str, squares: [(u8, u8, u8, u8); 2], on_squares: (u8, u8, u8, u8)) -> Self {
        let tone = |(red, green, blue, ansi)| Tone::new(red, green, blue, ansi);
        let tones = [
            tone(squares[0]),
            tone(squares[1]),
            tone(on_squares),
            Tone::new(255, 255, 255, 15),
            Tone::new(16, 16, 16, 0),
            Tone::new(230, 70, 60, 9),
            Tone::new(250, 210, 60, 11),
            Tone::new(80, 200, 220, 14),
            Tone::new(60, 120, 200, 12),
            Tone::new(200, 150, 30, 13),
            Tone::new(120, 220, 110, 10),
            Tone::new(176, 136, 40, 6),
            Tone::new(150, 90, 190, 5),
            Tone::new(90, 190, 230, 14),
            Tone::new(128, 128, 128, 8),
            Tone::new(240, 90, 80, 9),
        ];
        Self { name: name.into(), tones }
    }

    /// The name of the palette.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The palette of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::built_in().into_iter().find(|palette| palette.name == name)
    }

    /// This palette with another color for one part.
    #[must_use]
    pub fn with(mut self, part: Part, tone: Tone) -> Self {
        self.tones[part as usize] = tone;
        self
    }

    /// The color of a part.
    pub fn color(&self, part: Part, depth: Depth) -> Color {
        self.tones[part as usize].at(depth)
    }

    /// Text in the color of a part; without colors, bold unless it is secondary.
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
    fn colors_are_read_as_people_write_them() {
        assert_eq!(Tone::from_hex("#ff0080").map(|tone| tone.rgb), Some((255, 0, 128)));
        for text in ["ff0080", "#ff008", "#ff00800", "#ff00g0", "#+f0080", "red", "#", "#ééé"] {
            assert_eq!(Tone::from_hex(text), None, "{text}");
        }
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
