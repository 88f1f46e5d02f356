//! Fixed-depth searches of middlegames and king endgames.

use std::hint::black_box;

use board_engine::{Deterministic, Game, Notation, PerfectInformation, ZeroSum};
use checkers::{Checkers, English, International, Russian, Variant};
use checkers_players::CheckersEntry;
use game_family::CatalogEntry;
use search::{Algorithm, Depth, Limits, Pvs, PvsOptions, Task};

use crate::measure::measure as time;

/// A position, its search depth, and the search's node count.
type Search = (&'static str, u32, u64);

/// International draughts middlegames.
const MIDDLE_GAMES: [Search; 3] = [
    ("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 21, 727_107),
    (
        "W:W27,28,31,32,33,35,36,37,38,39,40,43,45,48:B2,3,6,7,8,9,11,12,13,16,18,19,24,26",
        17,
        1_022_476,
    ),
    ("B:W25,29,32,33,34,35,37,38,39,42,43,48:B3,6,9,11,12,13,14,16,18,19,22,23", 19, 536_841),
];
/// International draughts king endgames.
const KING_ENDINGS: [Search; 3] = [
    ("W:WK47,K48,36,41,46:BK3,K4,5,10,15", 13, 511_746),
    ("B:WK46,36,31,38,42:BK5,16,20,24", 19, 1_448_815),
    ("W:WK46,K41,K47:BK5,K4", 13, 691_739),
];
/// A Russian draughts king endgame.
const RUSSIAN: Search = ("W:WKa1,Kc1,g1:BKh8,b8,f8", 19, 456_590);
/// An English draughts middlegame.
const ENGLISH: Search =
    ("B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,5,6,8,10,11,12,14", 19, 1_043_943);

pub(crate) fn measure(is_wanted: &dyn Fn(&str) -> bool) {
    for search in MIDDLE_GAMES.into_iter().chain(KING_ENDINGS) {
        search_of::<International>(is_wanted, search);
    }
    search_of::<Russian>(is_wanted, RUSSIAN);
    search_of::<English>(is_wanted, ENGLISH);
}

fn search_of<V: Variant>(is_wanted: &dyn Fn(&str) -> bool, (position, depth, expected): Search) {
    let name = format!("search {depth}, {} {position}", V::RULES.name);
    if !is_wanted(&name) {
        return;
    }
    let game = Checkers::<V>::new();
    let start = game.parse_position(position).expect("a position of the variant");
    nodes::<CheckersEntry<V>>(&name, &game, &start, depth, expected);
}

/// Runs a search that starts with an empty table.
fn nodes<E>(
    name: &str,
    game: &E::Game,
    position: &<E::Game as Game>::Position,
    depth: u32,
    expected: u64,
) where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let (_, evaluator) = &E::EVALUATORS[0];
    let options = PvsOptions { hash_mebibytes: 16, ..PvsOptions::DEFAULT };
    let prepare = || {
        let mut search = Pvs::with_hints(options, E::Hints::default());
        search.forget();
        search
    };
    time(name, expected, prepare, |mut search| {
        let position = black_box(position);
        let task = Task { game, evaluator, position, history: None };
        search.search(&task, &Limits::to_depth(Depth::new(depth))).statistics.nodes
    });
}
