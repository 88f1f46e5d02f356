//! The tag that states the type of the game.

use std::fmt;

use board_engine::Color;

/// The value of a `GameType` tag: `20` or `20,W,10,10,N2,0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameType {
    /// The number of the game.
    pub number: u16,
    /// The board, if stated.
    pub form: Option<Form>,
}

/// A game's board, in a `GameType` tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Form {
    /// The side that starts.
    pub starts: Color,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The square names: `A` for letters, `N` for numbers, `S` for chess.
    pub notation: char,
    /// The corner of the first square, seen from the side that starts: 0 bottom left, 1 bottom right, 2 top left, 3 top
    /// right.
    pub corner: u8,
    /// Whether the bottom left corner is not a playing square; `None` if not stated.
    pub inverted: Option<bool>,
}

impl GameType {
    /// Parses the value of a tag; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(',').map(str::trim);
        let number = parts.next()?.parse().ok()?;
        let rest: Vec<&str> = parts.collect();
        let form = match *rest.as_slice() {
            [] => None,
            [starts, width, height, notation] => {
                Some(Form::parse(starts, width, height, notation, None)?)
            }
            [starts, width, height, notation, inverted] => {
                Some(Form::parse(starts, width, height, notation, Some(inverted))?)
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
        inverted: Option<&str>,
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
                None => None,
                Some("0") => Some(false),
                Some("1") => Some(true),
                Some(_) => return None,
            },
        })
    }
}

impl Form {
    /// The difference from `own`, the variant's usual form: "board size 8×8, not 10×10". Square names may differ.
    pub fn difference(self, own: Self) -> Option<String> {
        let sides = |form: Self| format!("{}×{}", form.width, form.height);
        let flag = |flag: bool| u8::from(flag);
        if sides(self) != sides(own) {
            return Some(format!("board size {}, not {}", sides(self), sides(own)));
        }
        if self.starts != own.starts {
            return Some(format!("{} as the starting side, not {}", self.starts, own.starts));
        }
        match (self.inverted, own.inverted) {
            (Some(found), Some(known)) if found != known => {
                Some(format!("the invert flag {}, not {}", flag(found), flag(known)))
            }
            _ if self.notation == 'S' => Some("chess notation, not draughts notation".into()),
            _ => None,
        }
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        let Some(form) = self.form else { return Ok(()) };
        let Form { starts, width, height, notation, corner, inverted } = form;
        write!(f, ",{},{width},{height},{notation}{corner}", starts.letter())?;
        inverted.map_or(Ok(()), |inverted| write!(f, ",{}", u8::from(inverted)))
    }
}
