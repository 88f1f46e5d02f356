use std::collections::BTreeMap;

use board_engine::{Game, Leaves, Notation, perft};
use checkers::{Checkers, Variant, VariantVisitor, with_variant};

use crate::support::deep;

/// Counts of leaves with their sources; see `tests/data/README.md`.
const TABLES: [&str; 2] =
    [include_str!("../data/start.perft"), include_str!("../data/positions.perft")];

/// The most leaves that are counted where the test must be quick.
const LEAVES_MAX: u64 = 20_000_000;

struct Line<'a> {
    position: &'a str,
    counts: Vec<u64>,
}

impl VariantVisitor for Line<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let position = if self.position == "start" {
            game.start()
        } else {
            game.parse_position(self.position).unwrap()
        };
        for (depth, &count) in (1..).zip(&self.counts) {
            if count <= LEAVES_MAX || deep() {
                let found = perft(&game, &position, depth, Leaves::Counted);
                assert_eq!(found, count, "{game:?}, {}, depth {depth}", self.position);
            }
            if count <= LEAVES_MAX / 20 {
                assert_eq!(perft(&game, &position, depth, Leaves::Made), count, "every leaf made");
            }
        }
    }
}

/// Variants with their lines.
fn lines() -> BTreeMap<&'static str, Vec<Line<'static>>> {
    let mut lines = BTreeMap::<_, Vec<_>>::new();
    for line in TABLES.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#'))
    {
        let [variant, position, counts] =
            line.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        lines.entry(variant).or_default().push(Line { position, counts });
    }
    lines
}

#[test]
fn leaf_counts_are_the_published_ones() {
    let lines = lines();
    assert_eq!(lines.values().map(Vec::len).sum::<usize>(), 22, "no line of the tables is lost");
    for (variant, lines) in lines {
        for line in lines {
            with_variant(variant, line).unwrap();
        }
    }
}
