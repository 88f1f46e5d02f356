//! Tests for puzzles created from matches by a real player.

use std::collections::BTreeSet;

use analysis::puzzles::{Goal, Maker, MakerOptions, Motif, Puzzle, from_text, to_text};
use game_catalog::{new_player, table_game};
use games_package::{Options, TableGame};
use notation::{PlaceInText, Sheet, SheetMove};
use opening_book::{PlayerSearch, Search, Searched};

/// The puzzles from a match with these moves from a position.
fn puzzles(game: &str, start: Option<&str>, moves: &str, options: MakerOptions) -> Vec<Puzzle> {
    let game = table_game(game).unwrap();
    let mv = |text: &str| SheetMove { text: text.into(), ..SheetMove::default() };
    let sheet = Sheet {
        game: Some(game.name().into()),
        start: start.map(|text| (text.to_owned(), PlaceInText::default())),
        moves: moves.split(' ').map(mv).collect(),
        ..Sheet::default()
    };
    let record = sheet.to_record(&*game).unwrap();
    let search = |nodes| {
        let player = new_player(game.name(), "pvs", &Options::default()).unwrap();
        PlayerSearch::new(player, nodes, 1)
    };
    let (mut fast, mut thorough) = (Once::new(search(2_000)), Once::new(search(20_000)));
    let maker = Maker::new(&mut fast, &mut thorough, options, &|| false);
    let mut maker = maker.with_own_motifs(&game_catalog::motif);
    let mut plies = 0;
    let found = maker.puzzles(&*game, &record, &mut |done| plies = done).unwrap();
    assert_eq!(plies, record.plies.len());
    found
}

/// A search that fails if a position is searched twice.
struct Once(PlayerSearch, BTreeSet<String>);

impl Once {
    fn new(search: PlayerSearch) -> Self {
        Self(search, BTreeSet::new())
    }
}

impl Search for Once {
    fn search(
        &mut self,
        game: &dyn TableGame,
        position: &str,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Searched, String> {
        assert!(self.1.insert(position.to_owned()), "{position} is searched once more");
        self.0.search(game, position, is_stopped)
    }
}

/// A position where White has just allowed a shot by Black's man on 14: 6-9 sacrifices a man, and Black then captures
/// two.
const SHOT: &str = "B:W13,22,23,31:B5,6,14,15";

/// A back-rank mate in two; everything else loses.
const MATE: &str = "2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1";

#[test]
fn a_missed_mate_in_two_is_a_puzzle() {
    let found = puzzles("chess", Some(MATE), "Rd8+ Rxd8 Rxd8#", MakerOptions::default());
    let [puzzle] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(puzzle.solution, ["Rd8+", "Rxd8", "Rxd8#"]);
    assert_eq!((puzzle.goal, puzzle.move_count()), (Goal::Win(3), 2));
    assert_eq!(puzzle.motif, Motif::Finish);
    let game = table_game("chess").unwrap();
    assert_eq!(puzzle.open(&*game).unwrap().position(board_engine::Viewer::Arbiter), MATE);
}

#[test]
fn a_position_with_two_winning_moves_is_not_a_puzzle() {
    let two = "6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1";
    assert_eq!(puzzles("chess", Some(two), "Rd8#", MakerOptions::default()), []);
}

#[test]
fn unproven_wins_are_ignored_if_only_proven_ones_count() {
    let options = MakerOptions { proven_only: true, ..MakerOptions::default() };
    let leads = puzzles("checkers", Some(SHOT), "14-17", MakerOptions::default());
    let proven = puzzles("checkers", Some(SHOT), "14-17", options);
    assert!(proven.iter().all(|puzzle| matches!(puzzle.goal, Goal::Win(_))), "{proven:?}");
    assert!(leads.len() >= proven.len());
}

#[test]
fn a_game_defines_its_own_motifs() {
    // White's knight captures the queen, and other moves don't win.
    let fork = "2q3k1/5ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1";
    let found = puzzles("chess", Some(fork), "Ne7+", MakerOptions::default());
    let motifs: Vec<&str> = found.iter().map(|puzzle| puzzle.motif.name()).collect();
    assert_eq!(motifs, ["fork"]);
}

#[test]
fn games_of_chance_have_no_puzzles() {
    let game = table_game("pig").unwrap();
    let sheet = Sheet { game: Some(game.name().into()), ..Sheet::default() };
    let record = sheet.to_record(&*game).unwrap();
    let player = || new_player("checkers", "pvs", &Options::default()).unwrap();
    let (mut one, mut other) =
        (PlayerSearch::new(player(), 1, 1), PlayerSearch::new(player(), 1, 1));
    let mut maker = Maker::new(&mut one, &mut other, MakerOptions::default(), &|| false);
    assert_eq!(maker.puzzles(&*game, &record, &mut |_| {}), Ok(Vec::new()));
}

#[test]
fn a_file_survives_a_round_trip() {
    let found = puzzles("chess", Some(MATE), "Rd8+ Rxd8 Rxd8#", MakerOptions::default());
    let read = from_text(&to_text(&found)).unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!((&read[0].solution, &read[0].motif), (&found[0].solution, &found[0].motif));
    assert!((read[0].rating.value - found[0].rating.value).abs() <= 0.5);
}

#[test]
fn other_files_are_refused() {
    let check = |text: &str, expected: &str| {
        let error = from_text(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    check("x", "not a puzzle file: ");
    let newer = "it was written by a newer version of Rival (format 9; this program reads 1)";
    check("rival_puzzles = 9\npuzzle = \"any\"", newer);
    let entry = "rival_puzzles = 1\n[[puzzle]]\ngame = \"a\"\nposition = \"b\"\nsolution = \"c\"\nrating = 1.0\n";
    check(&format!("{entry}motif = \"shot\"\n"), "puzzle 1: it needs either win_in or lead");
    check(&format!("{entry}motif = \"x y\"\nlead = 1\n"), "puzzle 1: \"x y\" is not a motif");
    assert_eq!(from_text("rival_puzzles = 1"), Ok(Vec::new()));
}
