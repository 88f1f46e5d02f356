//! The visible pieces on a diagram.

use crate::{Color, Seat};

/// The kind of a [`Glyph`]. A screen draws a die as a die and a card as a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlyphKind {
    /// A seat's man, stone or disc. The piece's role, such as "king", determines its moves.
    Piece {
        /// Together with the owner and the color, the kind selects the image in a piece set.
        role: &'static str,
    },
    /// A neutral piece on the board: a wall, an arrow, a shared token.
    Marker,
    /// A playing card; `None` if the card is face down.
    Card(Option<CardFace>),
    /// A die with the number it shows; `None` before it is rolled.
    Die(Option<u8>),
    /// A domino tile with the pips on its two ends; `None` if the tile is face down.
    Tile(Option<[u8; 2]>),
    /// A number: points, chips, moves.
    Counter {
        /// The current value.
        value: u32,
        /// The maximum, if any.
        limit: Option<u32>,
    },
}

/// The front of a playing card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardFace {
    /// The rank, two to ace.
    pub rank: Rank,
    /// The suit; `None` in games that use only one suit.
    pub suit: Option<Suit>,
}

/// The rank of a playing card, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks, the lowest first.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The letter or digit in the corner of the card: `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank's name: "two", "king".
    pub const fn name(self) -> &'static str {
        [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
            "queen", "king", "ace",
        ][self as usize]
    }
}

/// The suit of a playing card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// `♣`, `♦`, `♥` or `♠`.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// `c`, `d`, `h` or `s`.
    pub const fn letter(self) -> char {
        ['c', 'd', 'h', 's'][self as usize]
    }

    /// The suit's name: "clubs".
    pub const fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }
}

/// A piece, a card, a die, a tile or a counter, with the strings and symbols that represent it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The kind of the piece.
    pub kind: GlyphKind,
    /// The seat that owns the piece; every [`Piece`](GlyphKind::Piece) has an owner.
    pub owner: Option<Seat>,
    /// The color of the piece, in games with light and dark pieces.
    pub color: Option<Color>,
    /// ASCII characters without spaces, usually just one: "w", "Ks", "3-5". Different glyphs have different strings.
    pub text: String,
    /// A Unicode character that looks like the glyph. Counters have none.
    pub symbol: Option<char>,
    /// The spoken name: "white king".
    pub name: String,
}

impl Glyph {
    /// A piece of `owner`. `letter` is an ASCII character.
    pub fn piece(
        owner: Seat,
        role: &'static str,
        letter: char,
        symbol: char,
        name: impl Into<String>,
    ) -> Self {
        Self { owner: Some(owner), ..Self::new(GlyphKind::Piece { role }, letter, symbol, name) }
    }

    /// A neutral piece. `letter` is an ASCII character.
    pub fn marker(letter: char, symbol: char, name: impl Into<String>) -> Self {
        Self::new(GlyphKind::Marker, letter, symbol, name)
    }

    /// A playing card, face up.
    pub fn card(rank: Rank, suit: Option<Suit>) -> Self {
        let kind = GlyphKind::Card(Some(CardFace { rank, suit }));
        let symbol = card_symbol(rank, suit.unwrap_or(Suit::Spades));
        let Some(suit) = suit else { return Self::new(kind, rank.letter(), symbol, rank.name()) };
        let name = format!("{} of {}", rank.name(), suit.name());
        let text = [rank.letter(), suit.letter()].iter().collect();
        Self { text, ..Self::new(kind, '?', symbol, name) }
    }

    /// A playing card, face down.
    pub fn hidden_card() -> Self {
        Self::new(GlyphKind::Card(None), '?', '🂠', "hidden card")
    }

    /// A die with the number it shows; `None` before it is rolled.
    pub fn die(number: Option<u8>) -> Self {
        let kind = GlyphKind::Die(number);
        let Some(number) = number else { return Self::new(kind, '-', '□', "die") };
        let symbol = match number {
            1..=6 => ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'][usize::from(number) - 1],
            _ => '□',
        };
        let name = format!("die showing {number}");
        Self { text: number.to_string(), ..Self::new(kind, '-', symbol, name) }
    }

    /// A domino tile with these pips at its ends.
    pub fn tile(ends: [u8; 2]) -> Self {
        let [left, right] = ends;
        // The horizontal tiles in the Unicode block Domino Tiles: a back, and then seven tiles for each number of pips
        // on the left.
        let symbol = match ends {
            [0..=6, 0..=6] => {
                char::from_u32(0x1F031 + 7 * u32::from(left) + u32::from(right)).unwrap_or('□')
            }
            _ => '□',
        };
        let text = format!("{left}-{right}");
        let name = format!("tile {text}");
        Self { text, ..Self::new(GlyphKind::Tile(Some(ends)), '?', symbol, name) }
    }

    /// A domino tile, face down.
    pub fn hidden_tile() -> Self {
        Self::new(GlyphKind::Tile(None), '?', '🀰', "hidden tile")
    }

    /// A number, with an optional limit.
    pub fn counter(value: u32, limit: Option<u32>) -> Self {
        let kind = GlyphKind::Counter { value, limit };
        let (text, name) = match limit {
            None => (value.to_string(), value.to_string()),
            Some(limit) => (format!("{value}/{limit}"), format!("{value} of {limit}")),
        };
        Self { kind, owner: None, color: None, text, symbol: None, name }
    }

    /// The same glyph as a light or a dark piece.
    #[must_use]
    pub fn colored(self, color: Color) -> Self {
        Self { color: Some(color), ..self }
    }

    fn new(kind: GlyphKind, letter: char, symbol: char, name: impl Into<String>) -> Self {
        let (text, name) = (letter.to_string(), name.into());
        Self { kind, owner: None, color: None, text, symbol: Some(symbol), name }
    }
}

/// The character for a card in the Unicode block Playing Cards. Each suit has a row of sixteen characters, from ace to
/// king, with a knight before the queen.
fn card_symbol(rank: Rank, suit: Suit) -> char {
    let row = match suit {
        Suit::Spades => 0x1F0A0,
        Suit::Hearts => 0x1F0B0,
        Suit::Diamonds => 0x1F0C0,
        Suit::Clubs => 0x1F0D0,
    };
    let column = match rank {
        Rank::Ace => 1,
        Rank::Queen => 13,
        Rank::King => 14,
        rank => rank as u32 + 2,
    };
    char::from_u32(row + column).unwrap_or('□')
}
