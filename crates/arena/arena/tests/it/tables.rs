//! Games decided by tablebases.

use std::path::Path;
use std::sync::Arc;

use arena::journal::Entry;
use arena::openings::Openings;
use arena::play::{CancelToken, NoResult, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::Tournament;
use arena::verification::check_game;
use board_engine::Turn;
use games_package::Player;
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, OpenTables, TableInfo, TableProgress,
    TableValue, Tablebase,
};

use crate::support::Catalog;

const CACHE_BYTES: usize = 1 << 20;

/// White to move wins with two kings against one.
const TWO_KINGS: &str = "W:WK14,K15:BK23";

struct Silent;

impl BuildObserver for Silent {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        Control::Continue
    }

    fn on_table(&mut self, _: &TableInfo) {}
}

/// Creates catalog players with this level of trust.
struct Trusted(Catalog, Trust);

impl PlayerFactory for Trusted {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        self.0.player(index)
    }

    fn trust(&self, _index: usize) -> Trust {
        self.1
    }
}

fn tablebase(game: &str) -> &'static dyn Tablebase {
    game_catalog::tablebase(game).unwrap().unwrap()
}

fn build(game: &str, folder: &Path, content: Content) {
    let options = BuildOptions { pieces: 3, content, threads: 2, memory_bytes: 1 << 28 };
    tablebase(game).builder(folder, options).unwrap().build(&mut Silent).unwrap();
}

/// A pair of games between random players from a position, adjudicated by tablebases with this many pieces.
fn tournament(game: &str, position: &str, pieces: u8) -> Tournament {
    let game = game_catalog::table_game(game).unwrap();
    let mut settings = Settings::new(game.name(), vec!["random".into(); 2]);
    settings.players[1].name = Some("the other one".into());
    settings.seed = Some(3);
    settings.adjudication.tables = Some(pieces);
    let openings = Openings::from_text(&*game, position, None).unwrap();
    Tournament::new(settings, game, openings).unwrap()
}

fn first_game(tournament: &Tournament, trust: Trust) -> Result<Entry, NoResult> {
    let job = Run::new(Arc::new(tournament.clone()), &[]).unwrap().next_job().unwrap();
    let factory = Trusted(Catalog::of(tournament), trust);
    play(tournament, &job, &factory, &CancelToken::default())
}

/// The payoffs by seat, according to the final position's value.
fn payoffs(tournament: &Tournament, tables: &dyn OpenTables, entry: &Entry) -> [i16; 2] {
    let Turn::Seat(mover) = tournament.game().open(Some(&entry.end)).unwrap().turn() else {
        panic!("chance decides nothing here");
    };
    let of_mover = match tables.value(&entry.end).unwrap().unwrap() {
        TableValue::Win(_) => 1,
        TableValue::Draw => 0,
        TableValue::Loss(_) => -1,
    };
    if mover.index() == 0 { [of_mover, -of_mover] } else { [-of_mover, of_mover] }
}

#[test]
fn a_game_that_reaches_the_tables_ends_with_its_table_value() {
    let folder = tempfile::tempdir().unwrap();
    let open = |pieces| {
        tablebase("checkers:english").open_complete(pieces, folder.path(), CACHE_BYTES).unwrap()
    };
    build("checkers:english", folder.path(), Content::Values);
    let tables = open(3);
    for (position, expected) in [
        (TWO_KINGS, None),
        ("W:WK18,K22:BK1", None),
        // With four pieces, Black must capture one.
        ("B:W18,K32:B14,K29", Some("14x23")),
    ] {
        let tournament = tournament("checkers:english", position, 3).with_tables(open(3));
        for trust in [Trust::Own, Trust::None] {
            let entry = first_game(&tournament, trust).unwrap();
            assert_eq!(entry.plies(), 1, "{position}");
            assert!(expected.is_none_or(|mv| mv == entry.moves), "{entry:?}");
            let said = (entry.conclusion.reason.as_str(), entry.conclusion.detail.as_str());
            assert_eq!(said, ("adjudicated", "by endgame tables"));
            assert_eq!(entry.payoffs, payoffs(&tournament, &*tables, &entry), "{position}");
            assert_eq!(check_game(&tournament, &entry), Ok(()));
        }
    }
    // Three-piece tablebases exist, but only two-piece ones are required.
    let tournament = tournament("checkers:english", TWO_KINGS, 2).with_tables(open(2));
    let entry = first_game(&tournament, Trust::Own).unwrap();
    assert!(entry.plies() > 1, "{entry:?}");
}

#[test]
fn a_running_move_count_leaves_the_game_to_the_players() {
    let folder = tempfile::tempdir().unwrap();
    let game = "checkers:russian";
    build(game, folder.path(), Content::Distances);
    let tables = || tablebase(game).open_complete(3, folder.path(), CACHE_BYTES).unwrap();
    // Under a five-move rule, positions with a lone king that loses within a few plies whatever it plays.
    let squares: Vec<String> = (1..=8)
        .flat_map(|row| ('a'..='h').zip(1..).map(move |(column, number)| (column, number, row)))
        .filter(|(_, number, row)| (number + row) % 2 == 0)
        .map(|(column, _, row)| format!("{column}{row}"))
        .collect();
    let opened = tables();
    let is_lost = |position: &String| {
        let value = opened.value(position);
        matches!(value, Ok(Some(TableValue::Loss(Some(plies)))) if plies > 2)
    };
    let mut positions = squares.iter().map(|square| format!("B:WKa1,Kh2:BK{square}"));
    let position = positions.find(is_lost).unwrap();
    assert!(opened.plies_left(&position).unwrap() < 20);
    let tournament = tournament(game, &position, 3).with_tables(tables());
    let entry = first_game(&tournament, Trust::Own).unwrap();
    assert!(entry.plies() > 1, "{entry:?}");
    assert_eq!(check_game(&tournament, &entry), Ok(()));
}

#[test]
fn a_game_adjudicated_by_tables_is_verified_by_them() {
    let folder = tempfile::tempdir().unwrap();
    build("checkers:english", folder.path(), Content::Distances);
    let tables = tablebase("checkers:english").open_complete(3, folder.path(), CACHE_BYTES);
    let closed = tournament("checkers:english", TWO_KINGS, 3);
    let open = closed.clone().with_tables(tables.unwrap());
    let entry = first_game(&open, Trust::Own).unwrap();
    let said = |tournament: &Tournament, change: fn(&mut Entry)| {
        let mut entry = entry.clone();
        change(&mut entry);
        check_game(tournament, &entry).unwrap_err().to_string()
    };
    let closed_said = "no tablebases are open for adjudication";
    assert_eq!(said(&closed, |_| ()), closed_said);
    assert_eq!(first_game(&closed, Trust::Own).unwrap_err().to_string(), closed_said);
    let is_draw = entry.payoffs == [0, 0];
    let other = said(&open, |entry| {
        entry.payoffs = if entry.payoffs == [0, 0] { vec![1, -1] } else { vec![0, 0] };
    });
    let by_tables = if is_draw { "by the rules: Draw: " } else { " wins: " };
    assert!(
        other.contains(by_tables) && other.ends_with("adjudicated, by endgame tables"),
        "{other}"
    );
    let resigned = said(&open, |entry| {
        entry.conclusion.reason = "draw agreed".into();
        entry.conclusion.detail.clear();
    });
    assert!(resigned.ends_with("adjudicated, by endgame tables"), "{resigned}");
    let extended = open.extend(2, open.openings().clone()).unwrap();
    assert_eq!(check_game(&extended, &entry), Ok(()));
}

#[test]
fn the_piece_count_is_limited() {
    for pieces in [0, 1, 9] {
        let game = game_catalog::table_game("checkers:english").unwrap();
        let mut settings = Settings::new(game.name(), ["random".into(), "greedy".into()]);
        settings.adjudication.tables = Some(pieces);
        let refused = Tournament::new(settings, game, Openings::start()).unwrap_err().to_string();
        let expected = format!(
            "the number of tablebase pieces can't be {pieces}: expected a number from 2 to 8"
        );
        assert_eq!(refused, expected);
    }
}
