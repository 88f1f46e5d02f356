//! Marks on squares: selection, targets, hint, last move.

use board_engine::Square;

use crate::palette::Part;
use crate::table::Table;

/// A mark on a square. Each mark has a shape as well as a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// The selected piece, or a square in its partial move.
    Picked,
    /// The square can be touched next: a movable piece, or a destination of the selected piece.
    Target,
    /// The hinted move touches this square.
    Hint,
    /// The square belongs to a winning line.
    Won,
    /// The last move began here.
    LastFrom,
    /// The last move touched the square.
    Last,
}

impl Mark {
    pub(super) const fn part(self) -> Part {
        match self {
            Self::Picked => Part::Picked,
            Self::Target => Part::Target,
            Self::Hint | Self::Won => Part::Hint,
            Self::LastFrom | Self::Last => Part::Last,
        }
    }

    /// The characters on both sides of the piece.
    pub(super) const fn brackets(self) -> (char, char) {
        match self {
            Self::Picked => ('(', ')'),
            Self::Target => ('>', '<'),
            Self::Hint => ('{', '}'),
            Self::Won => ('=', '='),
            Self::LastFrom | Self::Last => (':', ':'),
        }
    }
}

/// The marked squares.
pub(super) struct Marks<'a> {
    table: &'a Table,
    picked: Vec<Square>,
    targets: Vec<Square>,
    last: &'a [Square],
}

impl<'a> Marks<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        let picked =
            if table.model.may_move() { table.model.steps().squares() } else { Vec::new() };
        let (targets, last) = (table.model.targets(), table.model.history().last_route());
        Self { table, picked, targets, last }
    }

    /// A square's marks, most important first.
    pub(super) fn on(&self, square: Square) -> Vec<Mark> {
        let is_first_last = self.last.first() == Some(&square) && self.last.len() > 1;
        let won = self.table.model.picture().won();
        let marks = [
            (self.picked.contains(&square), Mark::Picked),
            (self.targets.contains(&square), Mark::Target),
            (self.table.hint.contains(&square), Mark::Hint),
            (won.contains(&square), Mark::Won),
            (is_first_last, Mark::LastFrom),
            (self.last.contains(&square), Mark::Last),
        ];
        marks.into_iter().filter(|(is_marked, _)| *is_marked).map(|(_, mark)| mark).collect()
    }

    /// Returns `true` if the cursor is on the square.
    pub(super) fn has_cursor(&self, square: Square) -> bool {
        self.table.shows_cursor && self.table.cursor == Some(square)
    }
}

/// The characters on both sides of a square with this mark, and with the cursor.
pub(super) fn brackets(has_cursor: bool, mark: Option<Mark>) -> Option<(char, char)> {
    match (has_cursor, mark.map(Mark::brackets)) {
        (false, None) => None,
        (true, Some((_, right))) => Some(('[', right)),
        (true, None) => Some(('[', ']')),
        (false, Some(brackets)) => Some(brackets),
    }
}
