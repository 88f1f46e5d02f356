//! Tournament standings as a table that fits the screen.

use crate::words::{cut, padded, text_width};

/// A standings column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingColumn {
    /// Its heading.
    pub head: String,
    /// Each player's cell, best first.
    pub cells: Vec<String>,
    /// `true` to align the cells left, `false` to align them right.
    pub begins_left: bool,
    /// The rank for dropping columns if space is limited: highest rank first, rank 0 never.
    pub rank: u8,
}

/// The minimum width of the name column.
const NAME_WIDTH_MIN: u16 = 8;

/// The gap between two columns.
const GAP: u16 = 2;

impl StandingColumn {
    fn width(&self) -> u16 {
        let cells = self.cells.iter().map(|cell| text_width(cell));
        cells.chain([text_width(&self.head)]).max().unwrap_or(0)
    }

    /// The minimum width of the column.
    fn width_min(&self) -> u16 {
        if self.begins_left { self.width().min(NAME_WIDTH_MIN) } else { self.width() }
    }
}

/// The columns that fit into this width, each with its own width.
pub(super) fn fitting(columns: &[StandingColumn], width: u16) -> Vec<(&StandingColumn, u16)> {
    let mut shown: Vec<&StandingColumn> = columns.iter().collect();
    let needed = |shown: &[&StandingColumn]| {
        shown.iter().map(|column| column.width_min() + GAP).sum::<u16>().saturating_sub(GAP)
    };
    while needed(&shown) > width {
        let Some(last) = shown.iter().map(|column| column.rank).max().filter(|rank| *rank > 0)
        else {
            break;
        };
        shown.retain(|column| column.rank < last);
    }
    let mut spare = width.saturating_sub(needed(&shown));
    let with_width = |column: &&StandingColumn| {
        let more = (column.width() - column.width_min()).min(spare);
        spare -= more;
        column.width_min() + more
    };
    let widths: Vec<u16> = shown.iter().map(with_width).collect();
    shown.into_iter().zip(widths).collect()
}

/// A row with these columns: the headings, or the cells for the player at this place.
pub(super) fn row(columns: &[(&StandingColumn, u16)], place: Option<usize>) -> String {
    let cell = |(column, width): &(&StandingColumn, u16)| {
        let text = place.map_or(Some(&column.head), |place| column.cells.get(place));
        let (text, width) = (text.map_or("", String::as_str), usize::from(*width));
        let text = cut(text, width);
        if column.begins_left {
            return padded(&text, width);
        }
        let before = width.saturating_sub(text_width(&text).into());
        format!("{}{text}", " ".repeat(before))
    };
    columns.iter().map(cell).collect::<Vec<_>>().join(&" ".repeat(GAP.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<StandingColumn> {
        let column = |head: &str, cells: [&str; 2], begins_left, rank| StandingColumn {
            head: head.into(),
            cells: cells.map(String::from).into(),
            begins_left,
            rank,
        };
        vec![
            column("", ["1", "2"], false, 0),
            column("player", ["textbook/alpha-beta", "random"], true, 0),
            column("points", ["3.5", "0.5"], false, 0),
            column("won", ["3", "0"], false, 2),
            column("elo", ["+312 ± 210", "-312 ± 210"], false, 1),
        ]
    }

    fn rows(width: u16) -> [String; 2] {
        let columns = columns();
        let fitting = fitting(&columns, width);
        [None, Some(0)].map(|place| row(&fitting, place).trim_end().to_owned())
    }

    #[test]
    fn columns_that_do_not_fit_are_dropped() {
        assert_eq!(
            rows(60),
            [
                "   player               points  won         elo",
                "1  textbook/alpha-beta     3.5    3  +312 ± 210",
            ]
        );
        assert_eq!(
            rows(38),
            ["   player      points  won         elo", "1  textbook/…     3.5    3  +312 ± 210"]
        );
        assert_eq!(
            rows(32),
            ["   player     points         elo", "1  textbook…     3.5  +312 ± 210"]
        );
        assert_eq!(rows(20), ["   player     points", "1  textbook…     3.5"]);
    }
}
