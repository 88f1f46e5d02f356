//! Perft of flying-king endgames.

use std::hint::black_box;

use board_engine::{Leaves, Notation, perft};
use checkers::{Canadian, Checkers, Frisian, International, Russian, Turkish, Variant};

use crate::measure::measure as time;

/// Two kings and three men per side.
const MIXED: &str = "W:WK47,K48,36,41,46:BK3,K4,5,10,15";
/// Three kings against two.
const KINGS: &str = "W:WK46,K41,K47:BK5,K4";

pub(crate) fn measure(is_wanted: &dyn Fn(&str) -> bool) {
    for leaves in [Leaves::Counted, Leaves::Made] {
        perft_of::<International>(is_wanted, MIXED, 7, leaves, 138_655_562);
        perft_of::<International>(is_wanted, KINGS, 7, leaves, 25_111_259);
    }
    let bulk = Leaves::Counted;
    perft_of::<Russian>(is_wanted, "W:WKa1,Kc1,g1:BKh8,b8,f8", 8, bulk, 15_079_024);
    perft_of::<Frisian>(is_wanted, "W:WK46,K47,36,41:BK5,K4,15,10", 8, bulk, 4_529_698);
    perft_of::<Turkish>(is_wanted, "W:WKa1,b1,h2:BKh8,g8,a7", 10, bulk, 62_396_992);
    perft_of::<Canadian>(is_wanted, "W:WK67,K68,61,62:BK5,K6,11,12", 8, bulk, 14_167_574);
}

fn perft_of<V: Variant>(
    is_wanted: &dyn Fn(&str) -> bool,
    position: &str,
    depth: u32,
    leaves: Leaves,
    expected: u64,
) {
    let game = Checkers::<V>::new();
    let how = match leaves {
        Leaves::Counted => "bulk",
        Leaves::Made => "every leaf",
    };
    let name = format!("perft {depth}, {how}, {} {position}", V::RULES.name);
    if !is_wanted(&name) {
        return;
    }
    let start = game.parse_position(position).expect("a position of the variant");
    time(&name, expected, || (), |()| perft(&game, black_box(&start), depth, leaves));
}
