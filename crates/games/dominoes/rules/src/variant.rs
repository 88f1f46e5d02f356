//! The variants and their names.

use std::fmt;

use board_engine::Seat;
use thiserror::Error;

use crate::tile::Tiles;

/// The game's drawing and scoring rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// A player without a matching tile passes.
    Block,
    /// A player without a matching tile draws from the boneyard until a tile matches.
    Draw,
    /// The draw game in which the ends of the line also score if they add up to a multiple of five (muggins).
    AllFives,
}

impl Rules {
    /// All rules with their names; the first one is the default.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Draw, "draw"), (Self::Block, "block"), (Self::AllFives, "all-fives")];

    /// The rules' name: "draw", "block" or "all-fives".
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(rules, _)| *rules == self).map_or("", |(_, name)| name)
    }
}

/// Maximum target in points.
pub const TARGET_MAX: u16 = 1_000;

/// Dominoes with a variant's rules, set, players and target.
///
/// [`Default`] is the draw game for two players with a double-six set, to 100 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dominoes {
    pub(crate) rules: Rules,
    /// Maximum number of pips at the end of a tile: 6 or 9.
    pub(crate) highest: u8,
    pub(crate) players: u8,
    pub(crate) has_partners: bool,
    /// The points needed to win; `None` for a single round.
    pub(crate) target: Option<u16>,
}

/// The reason why a string is not a variant name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VariantError {
    /// An unknown item.
    #[error(
        "expected draw, block, all-fives, 6 or 9 (set), 2 to 4 (players), partners, to=POINTS or round, not \"{0}\""
    )]
    Item(String),
    /// Two items of the same kind.
    #[error("\"{0}\" and \"{1}\" can't be combined")]
    Conflict(String, String),
    /// Partners with a number of players other than four.
    #[error("a game with partners needs four players, not {0}")]
    Partners(u8),
    /// The target is out of range.
    #[error("expected a target from 1 to {TARGET_MAX}, not \"{0}\"")]
    Target(String),
}

impl Default for Dominoes {
    fn default() -> Self {
        Self { rules: Rules::Draw, highest: 6, players: 2, has_partners: false, target: Some(100) }
    }
}

impl Dominoes {
    /// The variant with this name: items in any order, separated by commas. Missing items have the values of
    /// [`Default`].
    ///
    /// | item | meaning | |---|---| | `draw`, `block`, `all-fives` | the rules | | `6`, `9` | a double-six or a
    /// double-nine set | | `2`, `3`, `4` | the number of players | | `partners` | four players; opposite players are
    /// partners | | `to=150` | the points that win | | `round` | a single round |
    ///
    /// # Errors
    /// [`VariantError`] with the wrong item.
    ///
    /// ```
    /// use dominoes::Dominoes;
    ///
    /// let game = Dominoes::from_variant("9,block,partners,to=150")?;
    /// assert_eq!(game.variant(), "block,9,4,partners,to=150");
    /// assert_eq!(Dominoes::from_variant("")?.variant(), "draw,6,2,to=100");
    /// # Ok::<(), dominoes::VariantError>(())
    /// ```
    pub fn from_variant(variant: &str) -> Result<Self, VariantError> {
        let mut game = Self::default();
        let mut players = None;
        // The items that have set the rules, the tile set, the number of players, the sides and the target so far.
        let mut given: [Option<&str>; 5] = [None; 5];
        for item in variant.split(',').map(str::trim).filter(|_| !variant.trim().is_empty()) {
            let kind = match item {
                "6" | "9" => {
                    game.highest = if item == "6" { 6 } else { 9 };
                    1
                }
                "2" | "3" | "4" => {
                    players = item.parse().ok();
                    2
                }
                "partners" => {
                    game.has_partners = true;
                    3
                }
                "round" => {
                    game.target = None;
                    4
                }
                _ => game.set(item)?,
            };
            if let Some(earlier) = given[kind].replace(item) {
                return Err(VariantError::Conflict(earlier.into(), item.into()));
            }
        }
        game.players = players.unwrap_or(if game.has_partners { 4 } else { 2 });
        if game.has_partners && game.players != 4 {
            return Err(VariantError::Partners(game.players));
        }
        Ok(game)
    }

    /// Sets the rules or the target. Returns the index of the property that was set.
    fn set(&mut self, item: &str) -> Result<usize, VariantError> {
        if let Some((rules, _)) = Rules::NAMES.iter().find(|(_, name)| *name == item) {
            self.rules = *rules;
            return Ok(0);
        }
        let points = item.strip_prefix("to=").ok_or_else(|| VariantError::Item(item.into()))?;
        let is_plain = points.bytes().all(|byte| byte.is_ascii_digit());
        let target = points.parse().ok().filter(|target| (1..=TARGET_MAX).contains(target));
        self.target = target.filter(|_| is_plain);
        if self.target.is_none() {
            return Err(VariantError::Target(points.into()));
        }
        Ok(4)
    }

    /// The full name of the variant, which [`from_variant`](Self::from_variant) parses: `draw,6,2,to=100`.
    pub fn variant(&self) -> String {
        let Self { rules, highest, players, has_partners, target } = self;
        let partners = if *has_partners { ",partners" } else { "" };
        let end = target.map_or_else(|| "round".into(), |target| format!("to={target}"));
        format!("{},{highest},{players}{partners},{end}", rules.name())
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The points needed to win the game; `None` for a single round.
    pub const fn target(&self) -> Option<u16> {
        self.target
    }

    /// The number of sides: the players, or two pairs of partners.
    pub const fn sides(&self) -> usize {
        if self.has_partners { 2 } else { self.players as usize }
    }

    /// This seat's side, `0..sides()`: partners sit opposite each other.
    pub const fn side(&self, seat: Seat) -> usize {
        seat.index() % self.sides()
    }

    /// All tiles in the set.
    pub const fn set_of_tiles(&self) -> Tiles {
        Tiles::full(self.highest)
    }

    /// The number of tiles dealt to each player: seven; five if three or four players draw from the boneyard.
    pub const fn hand_size(&self) -> u8 {
        match self.rules {
            Rules::Draw | Rules::AllFives if self.players > 2 => 5,
            _ => 7,
        }
    }
}

/// The variant name.
impl fmt::Display for Dominoes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.variant())
    }
}
