//! Tests that tables agree with an independent solver that uses only the rules.

use std::collections::HashMap;

use board_engine::{Color, Game, Square, Status};
use checkers::{
    Brazilian, Breakthrough, Checkers, Czech, English, International, Italian, Killer, Layout,
    Losing, Pool, Position, Russian, Spanish, Thai, Turkish, Variant,
};
use checkers_tablebase::{TableFilter, Tables};
use tablebase::{Content, TableValue};

use crate::support::built;

/// All positions with this number of pieces, at least one on each side. A piece is a square and whether the piece is a
/// king.
fn positions<V: Variant>(pieces: usize) -> Vec<Position<V::Word>> {
    let mut found = Vec::new();
    let mut placed = Vec::new();
    place::<V>(pieces, 0, &mut placed, &mut found);
    found
}

fn place<V: Variant>(
    pieces: usize,
    from: usize,
    placed: &mut Vec<(u32, Color, bool)>,
    found: &mut Vec<Position<V::Word>>,
) {
    if placed.len() == pieces {
        let of = |color| placed.iter().filter(move |(_, own, _)| *own == color);
        let sets = Color::ALL.map(|color| of(color).map(|(bit, ..)| *bit).collect());
        let kings = placed.iter().filter(|(.., king)| *king).map(|(bit, ..)| *bit).collect();
        if Color::ALL.iter().all(|&color| of(color).count() > 0) {
            found.extend(Color::ALL.map(|turn| Position::new(sets, kings, turn)));
        }
        return;
    }
    for square in from..Layout::<V>::SQUARE_COUNT {
        let bit = Layout::<V>::bit(Square::new(square));
        for color in Color::ALL {
            for king in [false, true] {
                if !king && Layout::<V>::crown(color).contains(bit) {
                    continue;
                }
                placed.push((bit, color, king));
                place::<V>(pieces, square + 1, placed, found);
                placed.pop();
            }
        }
    }
}

/// The values of positions with up to some number of pieces.
struct Solver<V: Variant> {
    values: HashMap<Position<V::Word>, TableValue>,
    plies_max: u16,
}

/// A position to solve.
struct Open {
    /// The position's value, if the rules end the game there.
    end: Option<TableValue>,
    /// The positions after the moves in this position.
    after: Vec<After>,
}

/// A position after a move.
enum After {
    /// A position with the same number of pieces, by its index in the list.
    Open(usize),
    /// A position with a known value.
    Known(TableValue),
}

impl<V: Variant> Solver<V> {
    /// Processes all positions repeatedly until nothing changes.
    fn solve(pieces_max: usize) -> Self {
        let mut solver = Self { values: HashMap::new(), plies_max: 0 };
        for pieces in 2..=pieces_max {
            let list = positions::<V>(pieces);
            let indices = list.iter().enumerate().map(|(index, position)| (*position, index));
            let indices: HashMap<_, _> = indices.collect();
            let open: Vec<Open> =
                list.iter().map(|position| solver.open(position, &indices)).collect();
            let mut values = vec![None; list.len()];
            // Wins and losses in 0, 1, 2 … plies: the first value found is the shortest. Each of these positions has a
            // move to a value one ply nearer, with the same number of pieces or fewer.
            let mut plies = 0;
            while plies <= solver.plies_max + 1 {
                let found = (0..list.len()).filter(|&index| values[index].is_none());
                let found =
                    found.filter_map(|index| Some((index, open[index].value_in(plies, &values)?)));
                let found: Vec<_> = found.collect();
                for (index, value) in found {
                    values[index] = Some(value);
                    solver.plies_max = solver.plies_max.max(plies);
                }
                plies += 1;
            }
            let values = values.into_iter().map(|value| value.unwrap_or(TableValue::Draw));
            solver.values.extend(list.into_iter().zip(values));
        }
        solver
    }

    fn open(
        &self,
        position: &Position<V::Word>,
        indices: &HashMap<Position<V::Word>, usize>,
    ) -> Open {
        let (game, mut moves) = (Checkers::<V>::new(), Vec::new());
        if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
            return Open { end: Some(of_outcome::<V>(position, outcome)), after: Vec::new() };
        }
        let after = moves.into_iter().map(|mv| {
            let mut after = *position;
            game.play(&mut after, mv);
            let after = plain(&after);
            let same = indices.get(&after).map(|&index| After::Open(index));
            same.unwrap_or_else(|| After::Known(self.value(&after).unwrap()))
        });
        Open { end: None, after: after.collect() }
    }

    fn value(&self, position: &Position<V::Word>) -> Option<TableValue> {
        if let Some(&value) = self.values.get(position) {
            return Some(value);
        }
        let status = Checkers::<V>::new().legal_moves(position, &mut Vec::new());
        status.outcome().map(|outcome| of_outcome::<V>(position, outcome))
    }
}

impl Open {
    /// The value, if the end is this many plies away.
    fn value_in(&self, plies: u16, values: &[Option<TableValue>]) -> Option<TableValue> {
        if self.end.is_some() {
            return self.end.filter(|_| plies == 0);
        }
        let before = plies.checked_sub(1)?;
        let known = |after: &After| match after {
            After::Open(index) => values[*index],
            After::Known(value) => Some(*value),
        };
        let loses = Some(TableValue::Loss(Some(before)));
        if self.after.iter().any(|after| known(after) == loses) {
            return Some(TableValue::Win(Some(plies)));
        }
        let longest = self.after.iter().try_fold(0, |longest, after| match known(after) {
            Some(TableValue::Win(Some(plies))) => Some(longest.max(plies)),
            _ => None,
        });
        (longest == Some(before)).then_some(TableValue::Loss(Some(plies)))
    }
}

fn of_outcome<V: Variant>(
    position: &Position<V::Word>,
    outcome: board_engine::Outcome,
) -> TableValue {
    match outcome.payoff(Checkers::<V>::seat_of(position.turn())) {
        1 => TableValue::Win(Some(0)),
        -1 => TableValue::Loss(Some(0)),
        _ => TableValue::Draw,
    }
}

/// The position with its counters at zero.
fn plain<W: board_engine::Word>(position: &Position<W>) -> Position<W> {
    let kings = position.kings(Color::White) | position.kings(Color::Black);
    Position::new(Color::ALL.map(|color| position.pieces(color)), kings, position.turn())
}

/// Compares all positions with up to `pieces` pieces.
fn check<V: Variant>(pieces: u8) {
    let (_folder, builder) = built::<V>(pieces, Content::Distances);
    let (values_folder, _) = built::<V>(pieces, Content::Values);
    let distances = builder.tables();
    let values = Tables::<V>::open(values_folder.path(), TableFilter::All, 1 << 24).unwrap();
    assert!(distances.refused().is_empty() && values.refused().is_empty());
    let solver = Solver::<V>::solve(pieces.into());
    let mut compared = 0_u64;
    for count in 2..=usize::from(pieces) {
        for position in positions::<V>(count) {
            let has_king =
                !(position.kings(Color::White) | position.kings(Color::Black)).is_empty();
            if matches!(V::RULES.goal, checkers::rules::Goal::FirstKing) && has_king {
                continue;
            }
            let expected = solver.value(&position);
            assert_eq!(distances.probe(&position), expected, "{position:?}");
            assert_eq!(values.probe(&position), expected.map(TableValue::without_plies));
            compared += 1;
        }
    }
    // A table counts from the point of view of the side to move, whatever its color.
    let counted: u64 = distances
        .list()
        .iter()
        .flat_map(|table| table.counts.iter().map(|counts| counts.positions()))
        .sum();
    assert_eq!(compared, 2 * counted);
}

/// One test per variant, so the tests run in parallel.
macro_rules! agree {
    ($($name:ident: $variant:ty, $pieces:literal;)*) => {$(
        #[test]
        fn $name() {
            check::<$variant>($pieces);
        }
    )*};
}

agree! {
    tables_of_english_agree_with_a_plain_solver: English, 3;
    tables_of_italian_agree_with_a_plain_solver: Italian, 3;
    tables_of_spanish_agree_with_a_plain_solver: Spanish, 2;
    tables_of_czech_agree_with_a_plain_solver: Czech, 3;
    tables_of_thai_agree_with_a_plain_solver: Thai, 3;
    tables_of_russian_agree_with_a_plain_solver: Russian, 3;
    tables_of_brazilian_agree_with_a_plain_solver: Brazilian, 2;
    tables_of_pool_agree_with_a_plain_solver: Pool, 2;
    tables_of_international_agree_with_a_plain_solver: International, 2;
    tables_of_killer_agree_with_a_plain_solver: Killer, 2;
    tables_of_breakthrough_agree_with_a_plain_solver: Breakthrough, 2;
    tables_of_losing_agree_with_a_plain_solver: Losing, 2;
    tables_of_turkish_agree_with_a_plain_solver: Turkish, 2;
}
