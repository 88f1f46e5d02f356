//! The names of openings.

use std::collections::HashMap;
use std::fmt;

use board_engine::Viewer;
use games_package::MatchState;

/// An opening with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The opening's code in an index: "B90" in the Encyclopaedia of Chess Openings.
    pub code: &'static str,
    /// The opening's English name: "Sicilian Defense: Najdorf Variation".
    pub name: &'static str,
    /// The position after the opening moves, in the game's notation.
    pub position: String,
}

/// Formats "B90 Sicilian Defense: Najdorf Variation".
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

/// A game's named openings, identified by their final positions: a match that reaches such a position, by any move
/// order, has the opening's name.
#[derive(Debug)]
pub struct Openings {
    list: Vec<Opening>,
    /// The index of the opening for each position, keyed by [`Self::essence`].
    indices: HashMap<String, usize>,
    essence: fn(&str) -> String,
}

impl Openings {
    /// Creates the openings from this list. `essence` extracts the identifying part of a position's notation, without
    /// move numbers. If two openings share a position, the first one is used.
    pub fn new(list: Vec<Opening>, essence: fn(&str) -> String) -> Self {
        let mut indices = HashMap::with_capacity(list.len());
        for (index, opening) in list.iter().enumerate() {
            indices.entry(essence(&opening.position)).or_insert(index);
        }
        Self { list, indices, essence }
    }

    /// All openings, in code order.
    pub fn all(&self) -> &[Opening] {
        &self.list
    }

    /// The opening that leads to this position.
    pub fn at(&self, position: &str) -> Option<&Opening> {
        self.indices.get(&(self.essence)(position)).map(|&index| &self.list[index])
    }

    /// The opening of a match in this state: the last named position that it reached.
    pub fn of_match(&self, state: &dyn MatchState) -> Option<&Opening> {
        let mut earlier = state.fork();
        loop {
            if let Some(opening) = self.at(&earlier.position(Viewer::Public)) {
                return Some(opening);
            }
            if !earlier.take_back() {
                return None;
            }
        }
    }

    /// The openings whose code is `text` or whose name contains it, ignoring case.
    pub fn matching(&self, text: &str) -> impl Iterator<Item = &Opening> {
        let wanted = text.to_lowercase();
        self.list.iter().filter(move |opening| {
            opening.code.eq_ignore_ascii_case(&wanted)
                || opening.name.to_lowercase().contains(&wanted)
        })
    }
}
