//! Puzzle themes, derived from the pieces.

use std::fmt;
use std::str::FromStr;

use board_engine::{Diagram, GlyphKind, Seat, Viewer};
use games_package::MatchState;

/// The theme of a puzzle's solution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Motif {
    /// The game ends with the last move: a mate, or the last piece.
    Finish,
    /// Pieces are sacrificed, and more are captured in return.
    Shot,
    /// A man or pawn is crowned.
    Breakthrough,
    /// Material is won without a sacrifice.
    Gain,
    /// A quiet win with few pieces.
    Ending,
    /// Anything else.
    Other,
    /// A theme defined by the game: "fork".
    Own(String),
}

/// Maximum number of pieces in an ending.
const ENDING_PIECES: usize = 8;

impl Motif {
    /// All motifs that can be derived from the pieces in any game.
    pub const ALL: [Self; 6] =
        [Self::Finish, Self::Shot, Self::Breakthrough, Self::Gain, Self::Ending, Self::Other];

    /// The motif's name: "shot".
    pub fn name(&self) -> &str {
        match self {
            Self::Finish => "finish",
            Self::Shot => "shot",
            Self::Breakthrough => "breakthrough",
            Self::Gain => "gain",
            Self::Ending => "ending",
            Self::Other => "other",
            Self::Own(name) => name,
        }
    }

    /// The theme of `solver`'s play with these legal moves from `start`.
    pub(crate) fn of(start: &dyn MatchState, solution: &[String], solver: Seat) -> Self {
        let mut state = start.fork();
        let before = Pieces::of(&*state, solver);
        let mut least = before;
        for mv in solution {
            if state.play(mv).is_err() {
                return Self::Other;
            }
            let now = Pieces::of(&*state, solver);
            if now.balance() < least.balance() {
                least = now;
            }
        }
        let end = Pieces::of(&*state, solver);
        let is_taking = end.own <= before.own && end.own + end.others <= before.own + before.others;
        if state.outcome().is_some() {
            Self::Finish
        } else if is_taking
            && least.balance() < before.balance()
            && end.balance() > before.balance()
        {
            Self::Shot
        } else if end.has_crowned_since(before) {
            Self::Breakthrough
        } else if is_taking && end.balance() > before.balance() {
            Self::Gain
        } else if before.own + before.others <= ENDING_PIECES {
            Self::Ending
        } else {
            Self::Other
        }
    }
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Maximum length of a motif's name in bytes.
const NAME_BYTES_MAX: usize = 24;

impl FromStr for Motif {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(found) = Self::ALL.into_iter().find(|motif| motif.name() == text) {
            return Ok(found);
        }
        let is_name = (1..=NAME_BYTES_MAX).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if is_name { Ok(Self::Own(text.into())) } else { Err(format!("\"{text}\" is not a motif")) }
    }
}

/// Piece counts of the solver and the opponent, and for the solver's most frequent kind of piece.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    own: usize,
    others: usize,
    own_common: usize,
}

impl Pieces {
    fn of(state: &dyn MatchState, solver: Seat) -> Self {
        let diagram = state.diagram(Viewer::Arbiter);
        let own = pieces(&diagram, |owner| owner == solver);
        let others = pieces(&diagram, |owner| owner != solver);
        let common = |role: &&str| own.iter().filter(|other| *other == role).count();
        let own_common = own.iter().map(common).max().unwrap_or(0);
        Self { own: own.len(), others: others.len(), own_common }
    }

    fn balance(self) -> i64 {
        let count = |pieces: usize| i64::try_from(pieces).unwrap_or(i64::MAX);
        count(self.own) - count(self.others)
    }

    /// Returns `true` if a piece of the most frequent kind has changed its kind since `before`, without a change in the
    /// number of pieces.
    const fn has_crowned_since(self, before: Self) -> bool {
        self.own == before.own && self.own_common < before.own_common
    }
}

/// The kinds of pieces that belong to these owners.
fn pieces(diagram: &Diagram, is_wanted: impl Fn(Seat) -> bool) -> Vec<&'static str> {
    let wanted = diagram.glyphs().filter(|(_, glyph)| glyph.owner.is_some_and(&is_wanted));
    let role = |kind: &GlyphKind| match kind {
        GlyphKind::Piece { role } => Some(*role),
        _ => None,
    };
    wanted.filter_map(|(_, glyph)| role(&glyph.kind)).collect()
}
