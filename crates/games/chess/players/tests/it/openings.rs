//! Tests of opening names.

use board_engine::Viewer;
use chess_players::FAMILY;
use games_package::MatchState;
use opening_book::Openings;

fn openings() -> &'static Openings {
    let chess = FAMILY.open(None).unwrap();
    chess.book().openings.expect("chess has a list")()
}

/// The state after these moves.
fn after(moves: &[&str]) -> Box<dyn MatchState> {
    let game = FAMILY.open(None).unwrap().table_game();
    let mut state = game.open(None).unwrap();
    for mv in moves {
        state.play(mv).unwrap();
    }
    state
}

/// The opening name after these moves.
fn name_after(moves: &[&str]) -> Option<String> {
    let position = after(moves).position(Viewer::Public);
    openings().at(&position).map(ToString::to_string)
}

#[test]
fn every_line_in_the_list_is_legal_and_leads_to_its_own_position() {
    let openings = openings();
    assert_eq!(openings.all().len(), 3810);
    for opening in openings.all() {
        assert_eq!(openings.at(&opening.position), Some(opening));
    }
}

#[test]
fn positions_have_the_names_that_players_know() {
    let named = |moves: &[&str], name: &str| assert_eq!(name_after(moves).as_deref(), Some(name));
    named(&["e4", "c5"], "B20 Sicilian Defense");
    named(&["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6"], "C65 Ruy Lopez: Berlin Defense");
    named(&["d4", "d5", "c4"], "D06 Queen's Gambit");
    assert_eq!(name_after(&[]), None);
    assert_eq!(name_after(&["e4", "e5", "Ke2", "Ke7", "Kf3"]), None);
}

#[test]
fn a_transposition_has_the_name_of_its_position() {
    let declined = Some("D30 Queen's Gambit Declined".to_owned());
    assert_eq!(name_after(&["d4", "d5", "c4", "e6"]), declined);
    assert_eq!(name_after(&["c4", "e6", "d4", "d5"]), declined, "the last pawn is another one");
}

#[test]
fn a_position_of_another_program_has_its_name() {
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
    for rest in [" c6 0 2", " - 0 2", " - 5 40", " -"] {
        let opening = openings().at(&format!("{fen}{rest}")).map(|opening| opening.name);
        assert_eq!(opening, Some("Sicilian Defense"), "{rest}");
    }
}

#[test]
fn a_match_has_the_name_of_its_last_known_opening() {
    let moves = ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "h4", "h5"];
    let opening = openings().of_match(&*after(&moves)).unwrap();
    assert_eq!(opening.to_string(), "B90 Sicilian Defense: Najdorf Variation");
    assert_eq!(openings().of_match(&*after(&[])), None);
}
