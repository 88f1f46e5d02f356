//! A text graph of the score over the course of a match.

use board_engine::Seat;
use games_package::TableGame;

use crate::report::MatchReport;

/// Height of a graph in lines. The height is odd so that there is a line for an even position.
const HEIGHT: usize = 9;

impl MatchReport {
    /// A score graph, in lines of at most `width` characters; empty if no score is known.
    pub fn graph(&self, game: &dyn TableGame, width: usize) -> String {
        let course: Vec<Option<f64>> = self.expected_points().collect();
        let names = [game.seat_name(Seat::FIRST), game.seat_name(Seat::SECOND)];
        graph(&course, &names, width)
    }
}

/// A graph of the first seat's expected points over the plies. Skips plies if there are more plies than columns.
fn graph(course: &[Option<f64>], names: &[String; 2], width: usize) -> String {
    if course.iter().all(Option::is_none) {
        return String::new();
    }
    let label = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let columns = course.len().min(width.saturating_sub(label + 2)).max(1);
    let row_at = |column: usize| course[column * course.len() / columns].map(row_of);
    let middle = HEIGHT / 2;
    let mut text = String::new();
    for row in 0..HEIGHT {
        let name = match row {
            0 => names[0].as_str(),
            _ if row == middle => "even",
            _ if row == HEIGHT - 1 => names[1].as_str(),
            _ => "",
        };
        let cell = |column| match row_at(column) {
            Some(at) if at == row => '*',
            _ if row == middle => '-',
            _ => ' ',
        };
        let cells: String = (0..columns).map(cell).collect();
        text += format!("{name:>label$} |{cells}").trim_end();
        text.push('\n');
    }
    let (last, end) = (course.len() - 1, columns.saturating_sub(1));
    text + &format!("{:>label$}  0{last:>end$}\n", "")
}

/// The row closest to this number of points, from 0 at the top.
fn row_of(points: f64) -> usize {
    let distance = |row: &usize| {
        // Both numbers are small, so the conversions are exact.
        let (row, bottom) =
            (u32::try_from(*row).unwrap_or(0), u32::try_from(HEIGHT - 1).unwrap_or(1));
        (1.0 - f64::from(row) / f64::from(bottom) - points).abs()
    };
    (0..HEIGHT).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(HEIGHT / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(course: &[Option<f64>], width: usize, expected: &str) {
        assert_eq!(graph(course, &["X".into(), "O".into()], width), expected);
    }

    #[test]
    fn a_graph_has_a_star_for_every_ply() {
        check(
            &[Some(0.5), Some(0.75), None, Some(1.0), Some(0.0)],
            80,
            "   X |   *\n     |\n     | *\n     |\neven |*----\n     |\n     |\n     |\n   O |    *\n      0   4\n",
        );
    }

    #[test]
    fn a_long_match_is_compressed_to_the_width() {
        let course = vec![Some(0.5); 1000];
        let text = graph(&course, &["X".into(), "O".into()], 40);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("even |**********************************\n"), "{text}");
    }

    #[test]
    fn without_scores_there_is_no_graph() {
        check(&[None, None], 80, "");
        check(&[], 80, "");
    }
}
