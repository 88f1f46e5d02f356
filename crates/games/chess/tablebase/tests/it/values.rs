//! Tests the values of positions and moves through the public interface.

use std::fs;
use std::path::Path;

use chess::DrawRule;
use chess_tablebase::{ChessTablebase, SyzygyTables, Wdl, folder_of};
use tablebase::{BuildOptions, Content, OpenTables, TableError, TableValue, Tablebase};

use crate::{copied, folder, position};

fn open(folder: &Path) -> Box<dyn OpenTables> {
    ChessTablebase::new(DrawRule::Claimed).open(folder, 1 << 20).unwrap()
}

const WON: &str = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

#[test]
fn the_fifty_move_rule_limits_a_win() {
    let tables = open(folder());
    let check = |quiet: u32, stands: bool| {
        let text = WON.replace(" 0 1", &format!(" {quiet} 60"));
        let value = tables.value(&text).unwrap().unwrap();
        assert_eq!(value, TableValue::Win(None));
        assert_eq!(value.stands_within(tables.plies_left(&text).unwrap()), stands, "{quiet}");
    };
    assert_eq!(tables.plies_to_progress(WON).unwrap(), Some(17));
    check(0, true);
    check(82, true);
    // Distances can be one ply too small.
    check(83, false);
    check(99, false);
}

#[test]
fn moves_are_listed_best_first() {
    let tables = open(folder());
    let moves = tables.moves("8/8/8/8/8/1k6/8/KQ6 b - - 0 1").unwrap();
    let names: Vec<&str> = moves.iter().map(|(mv, _)| mv.as_str()).collect();
    assert_eq!(names, ["Kc4", "Kc3", "Ka3", "Ka4"], "the longest resistance first");
    assert!(moves.iter().all(|(_, value)| *value == Some(TableValue::Loss(None))));
    let moves = tables.moves("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").unwrap();
    let names: Vec<&str> = moves.iter().map(|(mv, _)| mv.as_str()).collect();
    assert_eq!(names[..4], ["Qg7#", "Qh7#", "Qe8#", "Qf8#"]);
    let values: Vec<Option<TableValue>> = moves.into_iter().map(|(_, value)| value).collect();
    let wins = values.iter().filter(|value| **value == Some(TableValue::Win(None))).count();
    assert!(wins > 4 && values[wins..].iter().all(|value| *value == Some(TableValue::Draw)));
    let over = tables.moves("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert!(over.is_empty());
}

#[test]
fn castling_rights_and_more_pieces_are_unknown() {
    let tables = SyzygyTables::open(folder(), 7, 0);
    assert_eq!(tables.pieces_max(), 3);
    let wdl = |text: &str| tables.wdl(position(text).board());
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Some(Wdl::Win));
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K1RR w - - 0 1"), None);
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), Some(Wdl::Draw));
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Some(Wdl::Draw));
}

#[test]
fn tables_are_listed_with_their_gaps() {
    let tables = open(folder());
    let list = tables.list();
    let names: Vec<&str> = list.iter().map(|table| table.material.as_str()).collect();
    assert_eq!(names, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    assert!(list.iter().all(|table| table.content == Content::Distances && table.pieces == 3));
    assert_eq!(list[0].bytes, 272 + 5_328);
    assert_eq!((tables.complete_to(), tables.missing()), (3, Vec::new()));
    let of_chess = ChessTablebase::new(DrawRule::Claimed);
    assert!(of_chess.open_complete(3, folder(), 0).is_ok());
    let error = of_chess.open_complete(4, folder(), 0).err().unwrap().to_string();
    let expected = format!(
        "the tablebase KQQvK is missing from {}; download the files for all tables with up to 4 pieces",
        folder().display()
    );
    assert_eq!(error, expected);
    assert_eq!(open(Path::new("no such folder")).complete_to(), 0);
}

#[test]
fn a_folder_has_a_subfolder_or_the_files() {
    let home = copied();
    let own = home.path().join("chess");
    assert_eq!(folder_of(home.path()), own);
    assert_eq!(folder_of(folder()), folder());
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(folder_of(empty.path()), empty.path().join("chess"));
    // In a list of folders, as in PATH, the first file with a given name is used.
    fs::rename(own.join("KQvK.rtbw"), empty.path().join("KQvK.rtbw")).unwrap();
    let list = std::env::join_paths([own.as_path(), empty.path()]).unwrap();
    assert_eq!(folder_of(Path::new(&list)), Path::new(&list));
    assert_eq!(open(Path::new(&list)).list().len(), 5);
}

#[test]
fn tables_are_downloaded_not_built() {
    let options =
        BuildOptions { pieces: 3, content: Content::Values, threads: 1, memory_bytes: 1 << 20 };
    let built = ChessTablebase::new(DrawRule::Claimed).planner(Path::new("tables"), options);
    let error = built.err().unwrap();
    assert!(matches!(error, TableError::Downloaded { .. }));
    assert_eq!(
        error.to_string(),
        "chess tablebases are downloaded, not built; copy Syzygy files (.rtbw and .rtbz) to tables"
    );
}

#[test]
fn random_positions_are_verified() {
    let tables = open(folder());
    let mut state = 1_u64;
    let mut draw = |count: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % count
    };
    let found = tables.verify(3_000, &mut draw, &mut |_| true);
    assert_eq!(found.wrong, []);
    assert!(found.checked > 2_000 && found.unchecked == 0, "{found:?}");
}
