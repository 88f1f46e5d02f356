//! Numbered actions: the same number means the same action in every position in a game.
//!
//! A learning program needs a fixed list of actions and a mask that marks the legal ones. An index into the list of
//! legal moves wouldn't work, because its meaning changes with every position. A move with several steps is a sequence
//! of actions, so the list stays small: a capture of five pieces is five jumps from square to square.

use std::collections::HashMap;

use crate::{Diagram, GlyphKind, Square, Step, Zone};

/// An action number in an [`ActionSpace`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(u32);

impl Action {
    /// The action with this number.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All actions in a game: touching a square, moving from one square to another, and named actions such as a pass, in
/// this order. Chance draws are numbered separately, from 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionSpace {
    /// The squares that can be touched.
    touched: Vec<String>,
    /// The squares between which pieces move.
    squares: Vec<String>,
    named: Names,
    drawn: Names,
}

/// Unique strings in order, with a lookup from each string to its index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Names {
    texts: Vec<String>,
    places: HashMap<String, u32>,
}

impl Names {
    fn add(&mut self, texts: impl IntoIterator<Item = impl Into<String>>) {
        for text in texts.into_iter().map(Into::into) {
            let place = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
            if self.places.insert(text.clone(), place).is_none() {
                self.texts.push(text);
            }
        }
    }
}

/// Constructors.
impl ActionSpace {
    /// An action space for any game on this diagram's squares: each square can be touched, and a piece can move between
    /// any two of them.
    pub fn of_diagram(diagram: &Diagram) -> Self {
        let count = diagram.squares().len();
        let touched = square_names(diagram, count);
        Self { touched, ..Self::default() }.moving_among(diagram, count)
    }

    /// An action space with one action per board square: touching it.
    pub fn placing(diagram: &Diagram) -> Self {
        Self {
            touched: square_names(diagram, diagram.geometry().square_count()),
            ..Self::default()
        }
    }

    /// An action space for moving a piece between any two board squares.
    pub fn moving(diagram: &Diagram) -> Self {
        Self::default().moving_among(diagram, diagram.geometry().square_count())
    }

    /// Adds moves between any two of the diagram's first `count` squares: the board squares come first, then the zones.
    #[must_use]
    pub fn moving_among(self, diagram: &Diagram, count: usize) -> Self {
        Self { squares: square_names(diagram, count), ..self }
    }

    /// Adds named actions. A name is a move string for a move that touches no square, or the role of a piece that the
    /// user chooses.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.named.add(names);
        self
    }

    /// Adds chance draws, named by their move strings.
    #[must_use]
    pub fn with_draws(mut self, texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.drawn.add(texts);
        self
    }
}

/// The board square names, then the zone titles, numbered if the zone has several squares.
fn square_names(diagram: &Diagram, count: usize) -> Vec<String> {
    let on_board = diagram.geometry().squares().map(|square| diagram.name(square).to_owned());
    let of_zone = |zone: &Zone| {
        let (title, count) = (zone.title(), zone.squares().len());
        let name =
            move |number| if count == 1 { title.clone() } else { format!("{title} {number}") };
        (1..=count).map(name)
    };
    on_board.chain(diagram.zones().iter().flat_map(of_zone)).take(count).collect()
}

/// Finding actions.
impl ActionSpace {
    /// The number of player actions.
    pub fn count(&self) -> usize {
        self.first_name() + self.named.texts.len()
    }

    /// The number of chance draws.
    pub fn draw_count(&self) -> usize {
        self.drawn.texts.len()
    }

    /// The action for touching a square; `None` if the game has no such action.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Action> {
        (square.index() < self.touched.len()).then(|| numbered(square.index()))
    }

    /// The action for moving from one square to another; `None` if the game has no such action.
    #[inline]
    pub fn between(&self, from: Square, to: Square) -> Option<Action> {
        let count = self.squares.len();
        let is_there = from.index() < count && to.index() < count;
        is_there.then(|| numbered(self.touched.len() + from.index() * count + to.index()))
    }

    /// The action with this name; `None` if the game has none.
    pub fn named(&self, name: &str) -> Option<Action> {
        let place = *self.named.places.get(name)?;
        Some(numbered(self.first_name() + place as usize))
    }

    /// The named action at this index in the list of names; `None` if the list is shorter.
    #[inline]
    pub fn nth_name(&self, place: usize) -> Option<Action> {
        (place < self.named.texts.len()).then(|| numbered(self.first_name() + place))
    }

    /// The draw at this index in the list of draws; `None` if the list is shorter.
    #[inline]
    pub fn nth_draw(&self, place: usize) -> Option<Action> {
        (place < self.drawn.texts.len()).then(|| numbered(place))
    }

    /// The chance draw with this name; `None` if the game has no such draw.
    pub fn draw(&self, text: &str) -> Option<Action> {
        self.drawn.places.get(text).map(|&place| Action(place))
    }

    /// The action for a step; `None` if the game has none.
    pub fn of_step(&self, step: &Step) -> Option<Action> {
        match (&step.becomes, step.from) {
            (Some(glyph), _) => match glyph.kind {
                GlyphKind::Piece { role } => self.named(role),
                _ => self.named(&glyph.name),
            },
            (None, Some(from)) => self.between(from, step.to),
            (None, None) => self.at(step.to),
        }
    }

    /// The action as a string: "b3", "e2-e4", "pass". Every action has a different string. `None` if there is no such
    /// action.
    pub fn text(&self, action: Action) -> Option<String> {
        let index = action.index();
        if let Some(square) = self.touched.get(index) {
            return Some(square.clone());
        }
        let (index, count) = (index - self.touched.len(), self.squares.len());
        if index < count * count {
            let [from, to] = [index / count, index % count].map(|at| self.squares[at].as_str());
            return Some(format!("{from}-{to}"));
        }
        self.named.texts.get(index - count * count).cloned()
    }

    /// The name of a chance draw; `None` if there is no such draw.
    pub fn draw_text(&self, draw: Action) -> Option<&str> {
        self.drawn.texts.get(draw.index()).map(String::as_str)
    }

    fn first_name(&self) -> usize {
        self.touched.len() + self.squares.len() * self.squares.len()
    }
}

/// A space has far fewer than 2^32 actions: a diagram has at most 256 squares.
#[expect(clippy::cast_possible_truncation, reason = "at most 256 + 256 * 256 actions, and names")]
const fn numbered(index: usize) -> Action {
    Action(index as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coordinates, Geometry};

    fn diagram() -> Diagram {
        let name = |square: Square| square.index().to_string();
        let mut diagram = Diagram::new(Geometry::rectangle(2, 2), Coordinates::OnSquares, name);
        diagram.add_zone("bar", 1);
        diagram.add_zone("hand", 2);
        diagram
    }

    #[test]
    fn numbers_and_strings_correspond() {
        let space = ActionSpace::of_diagram(&diagram()).with_names(["pass"]).with_draws(["1", "2"]);
        assert_eq!((space.count(), space.draw_count()), (7 + 49 + 1, 2));
        let [from, to] = [1, 6].map(Square::new);
        let actions = [space.at(to), space.between(from, to), space.named("pass")];
        assert_eq!(actions.map(|action| action.unwrap().index()), [6, 7 + 7 + 6, 56]);
        let texts = actions.map(|action| space.text(action.unwrap()).unwrap());
        assert_eq!(texts, ["hand 2", "1-hand 2", "pass"]);
        assert_eq!(space.text(Action::new(57)), None);
        assert_eq!(space.draw("2").and_then(|draw| space.draw_text(draw)), Some("2"));
    }

    #[test]
    fn absent_actions_are_not_found() {
        let space = ActionSpace::moving(&diagram());
        let square = Square::new(4);
        assert_eq!((space.count(), space.at(Square::new(0))), (16, None));
        assert_eq!((space.between(Square::new(0), square), space.named("pass")), (None, None));
    }
}
