//! Making a move by touching squares one after the other.

use board_engine::Square;

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The move, in the game's notation.
    pub text: String,
    /// The squares that it touches, in order.
    pub route: Vec<Square>,
}

/// The result of touching a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touched {
    /// These squares are selected now; none if the square was deselected.
    Picked(Vec<Square>),
    /// The touched squares determine this move.
    Move(String),
    /// The touched squares fit several moves: their texts.
    Several(Vec<String>),
    /// No legal move continues with this square.
    Nothing,
}

/// Touches `square` after the squares in `picked`. A move can be entered by all of its squares, or by the first and the
/// last one.
pub fn touch(moves: &[LegalMove], picked: &[Square], square: Square) -> Touched {
    let (Some(&from), Some(&last)) = (picked.first(), picked.last()) else {
        return start(moves, square);
    };
    let begun = moves.iter().filter(|mv| mv.route.starts_with(picked));
    let ends = |mv: &&LegalMove| mv.route.len() > picked.len() && mv.route.last() == Some(&square);
    let is_ongoing = |mv: &&LegalMove| mv.route.get(picked.len()) == Some(&square);
    let meant: Vec<&LegalMove> = begun.filter(|mv| ends(mv) || is_ongoing(mv)).collect();
    let mut texts = texts(&meant);
    match meant.as_slice() {
        [] if square == last && picked.len() == 1 => Touched::Picked(Vec::new()),
        [] if square == last => Touched::Picked(vec![from]),
        [] => start(moves, square),
        all if texts.len() == 1 && all.iter().any(ends) => Touched::Move(texts.remove(0)),
        all if all.iter().all(is_ongoing) && !all.iter().all(ends) => {
            Touched::Picked(picked.iter().copied().chain([square]).collect())
        }
        _ => Touched::Several(texts),
    }
}

/// The texts of these moves, each once: a move may have several routes.
fn texts(moves: &[&LegalMove]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for mv in moves {
        if !texts.contains(&mv.text) {
            texts.push(mv.text.clone());
        }
    }
    texts
}

/// Touches the first square of a move.
fn start(moves: &[LegalMove], square: Square) -> Touched {
    let begun: Vec<&LegalMove> =
        moves.iter().filter(|mv| mv.route.first() == Some(&square)).collect();
    match begun.as_slice() {
        [] => Touched::Nothing,
        [mv] if mv.route.len() == 1 => Touched::Move(mv.text.clone()),
        all if all.iter().all(|mv| mv.route.len() == 1) => Touched::Several(texts(all)),
        _ => Touched::Picked(vec![square]),
    }
}

/// The squares that can be touched next: the next square and the last one of each move that begins with `picked`.
pub fn targets(moves: &[LegalMove], picked: &[Square]) -> Vec<Square> {
    let begun = moves.iter().filter(|mv| mv.route.starts_with(picked));
    let mut squares: Vec<Square> = match picked {
        [] => begun.filter_map(|mv| mv.route.first().copied()).collect(),
        _ => begun
            .flat_map(|mv| mv.route.get(picked.len()).into_iter().chain(mv.route.last()))
            .copied()
            .filter(|square| picked.last() != Some(square))
            .collect(),
    };
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The most parts of a move that can be touched in any order; with more of them there would be too many orders.
const PARTS_MAX: usize = 4;

/// The moves, and each of those that consist of several parts in every order of the parts: who moves two pieces in one turn
/// may begin with either. A part is a square with a piece of the mover, as `is_own` says, and the square after it.
pub fn in_every_order(moves: &[LegalMove], is_own: impl Fn(Square) -> bool) -> Vec<LegalMove> {
    let mut all = Vec::with_capacity(moves.len());
    for LegalMove { text, route } in moves {
        let parts: Vec<&[Square]> = route.chunks(2).collect();
        let is_whole = (2..=PARTS_MAX).contains(&parts.len())
            && parts.iter().all(|part| part.len() == 2 && is_own(part[0]));
        if !is_whole {
            all.push(LegalMove { text: text.clone(), route: route.clone() });
            continue;
        }
        let mut routes: Vec<Vec<Square>> = Vec::new();
        for order in orders(&parts) {
            let route = order.concat();
            if !routes.contains(&route) {
                routes.push(route);
            }
        }
        all.extend(routes.into_iter().map(|route| LegalMove { text: text.clone(), route }));
    }
    all
}

/// All orders of at most [`PARTS_MAX`] parts.
fn orders<'a>(parts: &[&'a [Square]]) -> Vec<Vec<&'a [Square]>> {
    if parts.len() < 2 {
        return vec![parts.to_vec()];
    }
    let beginning_with = |index: usize| {
        let mut others = parts.to_vec();
        let first = others.remove(index);
        orders(&others).into_iter().map(move |rest| [&[first][..], &rest].concat())
    };
    (0..parts.len()).flat_map(beginning_with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(indexes: &[usize]) -> Vec<Square> {
        indexes.iter().copied().map(Square::new).collect()
    }

    /// A quiet move, two captures with the same first and last squares, a single capture, and a stone.
    fn moves() -> Vec<LegalMove> {
        [
            ("1-2", &[1, 2][..]),
            ("3x9", &[3, 5, 9]),
            ("3x7x9", &[3, 7, 9]),
            ("4x6", &[4, 6]),
            ("8", &[8]),
        ]
        .map(|(text, route)| LegalMove { text: text.into(), route: squares(route) })
        .into()
    }

    fn check(picked: &[usize], square: usize, expected: &Touched) {
        assert_eq!(touch(&moves(), &squares(picked), Square::new(square)), *expected);
    }

    #[test]
    fn a_move_is_given_by_its_ends_or_by_its_steps() {
        check(&[], 1, &Touched::Picked(squares(&[1])));
        check(&[1], 2, &Touched::Move("1-2".into()));
        check(&[3], 5, &Touched::Picked(squares(&[3, 5])));
        check(&[3, 5], 9, &Touched::Move("3x9".into()));
        check(&[], 8, &Touched::Move("8".into()));
    }

    #[test]
    fn routes_that_share_their_ends_are_offered_as_a_choice() {
        check(&[3], 9, &Touched::Several(vec!["3x9".into(), "3x7x9".into()]));
    }

    #[test]
    fn a_choice_is_taken_back_or_changed() {
        check(&[1], 1, &Touched::Picked(Vec::new()));
        check(&[3, 5], 5, &Touched::Picked(squares(&[3])));
        check(&[1], 4, &Touched::Picked(squares(&[4])));
        check(&[1], 7, &Touched::Nothing);
        check(&[], 7, &Touched::Nothing);
    }

    #[test]
    fn the_squares_that_may_be_touched_next_are_known() {
        assert_eq!(targets(&moves(), &[]), squares(&[1, 3, 4, 8]));
        assert_eq!(targets(&moves(), &squares(&[3])), squares(&[5, 7, 9]));
        assert_eq!(targets(&moves(), &squares(&[3, 7])), squares(&[9]));
    }

    #[test]
    fn the_parts_of_a_move_are_touched_in_any_order() {
        let moves = [
            LegalMove { text: "8/5 6/4".into(), route: squares(&[8, 5, 6, 4]) },
            LegalMove { text: "8/5/3".into(), route: squares(&[8, 5, 5, 3]) },
        ];
        let all = in_every_order(&moves, |square| square.index() != 5);
        let routes: Vec<&[Square]> = all.iter().map(|mv| mv.route.as_slice()).collect();
        assert_eq!(
            routes,
            [squares(&[8, 5, 6, 4]), squares(&[6, 4, 8, 5]), squares(&[8, 5, 5, 3])]
        );
        assert_eq!(
            touch(&all, &squares(&[6, 4, 8]), Square::new(5)),
            Touched::Move("8/5 6/4".into())
        );
        let started = touch(&all, &[], Square::new(6));
        assert_eq!(started, Touched::Picked(squares(&[6])));
    }
}
