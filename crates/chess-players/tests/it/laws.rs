//! The evaluators obey the laws.

use chess::Chess;
use chess_players::ChessEntry;
use evaluation_conformance::obey_the_laws;

#[test]
fn the_evaluators_obey_the_laws() {
    obey_the_laws::<ChessEntry>(&Chess::default());
    obey_the_laws::<ChessEntry>(&Chess::chess960(0).unwrap());
}
