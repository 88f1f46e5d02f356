//! Tests that tags from other chess programs are written as they were read.

use chess::Chess;
use chess_players::ChessPgn;
use games_package::Rules;
use notation::{PlayedSheet, Sheet, SheetFormat};

/// The match, read and rewritten as PGN, and the number of its repairs.
fn rewritten(text: &str) -> (String, usize) {
    let sheet = ChessPgn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let name = sheet.game.clone().unwrap();
    let variant = name.strip_prefix("chess:").unwrap();
    let game = Rules::new(name.clone(), Chess::from_variant(variant).unwrap());
    let PlayedSheet { record, repairs, .. } = sheet.play(&game).unwrap();
    (ChessPgn.write(&Sheet::of(&record, &game)).unwrap(), repairs.len())
}

#[test]
fn a_broken_variation_stays_at_its_move() {
    // 2. e5 is a capture only if the line is attached to the last move, and then in other words.
    let text = "1. e4 ( 1. d4 d5 2. e5 {note} ) 1... e5 2. Nf3 Nc6 *\n";
    for header in ["", "[Game \"chess:standard\"]\n\n"] {
        let (written, repairs) = rewritten(&format!("{header}{text}"));
        let expected = "\n\n1. e4 ( 1. d4 d5 {2. e5 note} ) 1... e5 2. Nf3 Nc6 *\n";
        assert!(written.ends_with(expected), "{written}");
        assert_eq!(repairs, 1);
    }
    // Only Rival wrote lines that were taken back at the end as variations of the first move.
    let fits = "1. e4 ( 1. a3 a6 2. Nxe5 ) 1... e5 2. Nf3 Nc6 *\n";
    assert!(rewritten(fits).0.contains("1. e4 ( 1. a3 a6 {2. Nxe5} )"), "{}", rewritten(fits).0);
    let own = rewritten(&format!("[Game \"chess:standard\"]\n\n{fits}")).0;
    assert!(own.ends_with("( 2... Nc6 3. a3 a6 4. Nxe5 ) *\n"), "{own}");
}
