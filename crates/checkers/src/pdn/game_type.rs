//! The tag that says which game is played.

use std::fmt;

use board_engine::Color;

use crate::list::VARIANTS;
use crate::pdn::PdnGame;
use crate::rules::{Names, Rules, Squares};

/// The value of a `GameType` tag: `20` or `20,W,10,10,N2,0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameType {
    /// The number of the game.
    pub number: u16,
    /// The rest, if it is written.
    pub form: Option<Form>,
}

/// The board of a game, in a `GameType` tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Form {
    /// The side that starts.
    pub starts: Color,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// `A` for letters, `N` for numbers, `S` for chess.
    pub notation: char,
    /// Where the first square lies for the side that starts: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
    pub corner: u8,
    /// Whether the corner at the bottom left is no square of the game.
    pub inverted: bool,
}

impl GameType {
    /// The full form for a variant, if PDN has a number for it.
    pub fn of(rules: &Rules) -> Option<Self> {
        let corner = match (rules.style.names, rules.starts) {
            (Names::Letters, Color::White) => 0,
            (Names::Letters, Color::Black) => 3,
            (Names::FromTheTop, Color::White) | (Names::FromTheBottom, Color::Black) => 2,
            (Names::FromTheTop, Color::Black) | (Names::FromTheBottom, Color::White) => 1,
        };
        let form = Form {
            starts: rules.starts,
            width: rules.board.width,
            height: rules.board.height,
            notation: if matches!(rules.style.names, Names::Letters) { 'A' } else { 'N' },
            corner,
            inverted: matches!(rules.board.squares, Squares::Mirrored),
        };
        rules.style.game_type.map(|number| Self { number, form: Some(form) })
    }

    /// Reads the value of a tag; `None` if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(',').map(str::trim);
        let number = parts.next()?.parse().ok()?;
        let rest: Vec<&str> = parts.collect();
        let form = match *rest.as_slice() {
            [] => None,
            [starts, width, height, notation] => {
                Some(Form::parse(starts, width, height, notation, "0")?)
            }
            [starts, width, height, notation, inverted] => {
                Some(Form::parse(starts, width, height, notation, inverted)?)
            }
            _ => return None,
        };
        Some(Self { number, form })
    }
}

impl Form {
    fn parse(
        starts: &str,
        width: &str,
        height: &str,
        notation: &str,
        inverted: &str,
    ) -> Option<Self> {
        let mut letters = notation.chars();
        let notation = letters.next().filter(|letter| "ANS".contains(*letter))?;
        Some(Self {
            starts: match starts {
                "W" => Color::White,
                "B" => Color::Black,
                _ => return None,
            },
            width: width.parse().ok()?,
            height: height.parse().ok()?,
            notation,
            corner: letters.as_str().parse().ok().filter(|corner| *corner <= 3)?,
            inverted: match inverted {
                "0" => false,
                "1" => true,
                _ => return None,
            },
        })
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        let Some(form) = self.form else { return Ok(()) };
        let Form { starts, width, height, notation, corner, inverted } = form;
        write!(f, ",{},{width},{height},{notation}{corner},{}", starts.letter(), u8::from(inverted))
    }
}

/// The name of the variant that a game is of: what the tag `Variant` names, else the tag `GameType`. `None` if it has
/// neither, or names something else.
pub fn variant_name(game: &PdnGame) -> Option<&'static str> {
    let by_name =
        |name: &str| VARIANTS.iter().find(|variant| variant.name.eq_ignore_ascii_case(name.trim()));
    if let Some(variant) = game.tag("Variant").and_then(by_name) {
        return Some(variant.name);
    }
    let GameType { number, .. } = GameType::parse(game.tag("GameType")?)?;
    // Variants that share a number are told apart by the other tag; the number alone means the first one.
    VARIANTS.iter().find(|variant| variant.game_type == Some(number)).map(|variant| variant.name)
}
