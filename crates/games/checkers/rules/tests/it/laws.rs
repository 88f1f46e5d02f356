use std::collections::BTreeMap;

use board_engine::{Game, Leaves, Notation, Status, perft, zobrist};
use checkers::rules::Precedence;
use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, with_variant};
use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};

use crate::support::deep;

struct Laws;

impl VariantVisitor for Laws {
    type Output = ();

    fn visit<V: Variant>(self) {
        let effort = if deep() { Effort::THOROUGH } else { Effort::QUICK };
        obey_the_laws(&Checkers::<V>::new(), effort);
        payoffs_cancel(&Checkers::<V>::new(), effort);
    }
}

#[test]
fn all_variants_obey_the_laws() {
    for variant in VARIANTS {
        with_variant(variant.name, Laws).unwrap();
    }
}

/// Checks that crafted positions cost little. In some of them, flying kings in grids of enemies have more routes than
/// any program can follow.
struct Crafted;

impl VariantVisitor for Crafted {
    type Output = ();

    fn visit<V: Variant>(self) {
        let playouts = if deep() { 100 } else { 10 };
        let effort = Effort { playouts, ..Effort::QUICK };
        let checked = crafted_positions_cost_little(&Checkers::<V>::new(), effort);
        assert!(checked >= 20, "{checked} positions of {}", V::RULES.name);
    }
}

#[test]
fn crafted_positions_of_all_variants_cost_little() {
    for variant in VARIANTS {
        with_variant(variant.name, Crafted).unwrap();
    }
}

/// Checks that queries without a move list agree with the move list in every position in some random games.
struct Questions;

impl VariantVisitor for Questions {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let mut moves = Vec::new();
        for seed in 0..20 {
            let mut position = game.start();
            for ply in 0..150 {
                if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                    break;
                }
                let has_step = moves.iter().any(|mv| !mv.is_capture() && !mv.is_pass());
                let must_capture = Checkers::<V>::can_capture(&position)
                    && !matches!(V::RULES.precedence, Precedence::Optional);
                assert_eq!(Checkers::<V>::can_capture(&position), moves[0].is_capture());
                if !must_capture {
                    assert_eq!(Checkers::<V>::can_step(&position), has_step, "{position:?}");
                }
                let freedom = Checkers::<V>::mobility(&position, position.turn());
                assert_eq!(Checkers::<V>::can_step(&position), freedom > 0, "{position:?}");
                let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
                game.play(&mut position, moves[usize::try_from(number).unwrap()]);
            }
        }
    }
}

#[test]
fn queries_about_moves_agree_with_the_move_list() {
    for variant in VARIANTS {
        with_variant(variant.name, Questions).unwrap();
    }
}

/// Leaf counts with their sources; see `tests/data/README.md`.
const TABLES: [&str; 2] =
    [include_str!("../data/start.perft"), include_str!("../data/positions.perft")];

/// Maximum number of leaves to count in a quick test.
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
