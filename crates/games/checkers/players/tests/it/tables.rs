//! Tests of the strong search with tablebases.

use std::ops::ControlFlow;
use std::path::Path;

use board_engine::{Game, KeyHistory, Notation, Seat};
use checkers::{Checkers, English, Position, Variant};
use checkers_players::{CheckersEntry, DraughtsEvaluator, DraughtsHints, TableHints};
use checkers_tablebase::{Builder, folder_of};
use game_family::CatalogEntry;
use learning::tuning::Rescoring;
use players::{AnySearch, Endgames, LEVELS, Level, LevelSearch, any_search};
use search::{
    Algorithm, Depth, Hints, Limits, Pvs, PvsOptions, Report, Score, Task, Technique, Techniques,
};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, Selection, TableInfo, TableProgress, TableValue,
};

struct Silent;

impl BuildObserver for Silent {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        Control::Continue
    }

    fn on_table(&mut self, _: &TableInfo) {}
}

/// A builder that has built the three-piece tables, and its temporary folder.
fn built<V: Variant>(content: Content) -> (tempfile::TempDir, Builder<V>) {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 3, content, threads: 2, memory_bytes: 1 << 28 };
    let mut builder = Builder::<V>::new(&folder_of::<V>(folder.path()), options).unwrap();
    builder.build(&mut Silent).unwrap();
    (folder, builder)
}

fn hints<V: Variant>(folder: &Path) -> TableHints<V> {
    CheckersEntry::<V>::hints_with_tables(&Checkers::new(), folder, Selection::UpTo(3)).unwrap()
}

fn search<V: Variant, H: Hints<Checkers<V>>>(
    search: &mut Pvs<H>,
    position: &Position<V::Word>,
    limits: &Limits<'_>,
) -> Report<<Checkers<V> as Game>::Move> {
    let game = Checkers::<V>::new();
    let evaluator = DraughtsEvaluator::Standard;
    let task = Task { game: &game, evaluator: &evaluator, position, history: None };
    search.search(&task, limits)
}

const OPTIONS: PvsOptions =
    PvsOptions { hash_mebibytes: 1, threads: 1, lines: 1, techniques: Techniques::ALL };

fn nodes(nodes: u64) -> Limits<'static> {
    Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) }
}

/// Plays both sides with a search that uses tables, and returns the number of plies until one side has won.
fn plies_to_win<V: Variant>(
    engine: &mut Pvs<TableHints<V>>,
    start: &str,
    limits: &Limits<'_>,
) -> u16 {
    let (game, evaluator) = (Checkers::<V>::new(), DraughtsEvaluator::Patterns);
    let mut position = game.parse_position(start).unwrap();
    let mut history = KeyHistory::starting_at(&game, &position);
    for plies in 0..500 {
        let status = game.legal_moves(&position, &mut Vec::new());
        if let Some(outcome) = status.outcome().or_else(|| history.outcome(&game)) {
            assert_ne!(outcome.payoff(Seat::FIRST), 0, "{start} was drawn after {plies} plies");
            return plies;
        }
        let task = Task {
            game: &game,
            evaluator: &evaluator,
            position: &position,
            history: Some(&history),
        };
        let report = engine.search(&task, limits);
        history.play(&game, &mut position, report.best.unwrap());
    }
    panic!("{start} is not over after 500 plies");
}

const WON: [&str; 4] = ["W:WK14,K15:BK23", "W:WK18,K22:BK1", "W:WK5,9:BK28", "B:W21,22:BK3"];

#[test]
fn a_won_ending_takes_the_shortest_path_and_a_lost_ending_the_longest() {
    let (folder, builder) = built::<English>(Content::Distances);
    let mut engine = Pvs::with_hints(OPTIONS, hints::<English>(folder.path()));
    let game = Checkers::<English>::new();
    for start in WON {
        let position = game.parse_position(start).unwrap();
        let value = builder.tables().probe(&position).unwrap();
        let plies = value.plies().unwrap();
        let report = search::<English, _>(&mut engine, &position, &nodes(2_000));
        let expected = match value {
            TableValue::Win(_) => Score::win_in(plies.into()),
            _ => Score::loss_in(plies.into()),
        };
        assert_eq!(report.score, expected, "{start}");
        assert!(report.completed, "{start}");
        let played = plies_to_win(&mut engine, start, &nodes(2_000));
        assert_eq!(played, plies, "{start}");
    }
}

#[test]
fn a_won_ending_is_also_won_without_distances() {
    let (folder, _builder) = built::<English>(Content::Values);
    let mut engine = Pvs::with_hints(OPTIONS, hints::<English>(folder.path()));
    for start in WON {
        // 80 plies of king moves draw the game.
        let plies = plies_to_win(&mut engine, start, &nodes(10_000));
        assert!(plies < 80, "{start}: {plies} plies");
    }
}

#[test]
fn a_drawn_ending_stays_drawn_and_is_reported_as_drawn() {
    let (folder, builder) = built::<English>(Content::Distances);
    let mut engine = Pvs::with_hints(OPTIONS, hints::<English>(folder.path()));
    let game = Checkers::<English>::new();
    // Two of White's four moves lose.
    let mut position = game.parse_position("W:WK10:BK19").unwrap();
    for _ in 0..40 {
        assert_eq!(builder.tables().probe(&position), Some(TableValue::Draw));
        let report = search::<English, _>(&mut engine, &position, &nodes(2_000));
        assert_eq!(report.score, Score::ZERO);
        game.play(&mut position, report.best.unwrap());
        assert_eq!(builder.tables().value_of(&position), Some(TableValue::Draw));
    }
}

/// A win that takes more plies than remain until the draw is not a win, and is not reported as proven.
#[test]
fn draw_counters_are_heeded() {
    let (folder, _builder) = built::<English>(Content::Distances);
    let mut engine = Pvs::with_hints(OPTIONS, hints::<English>(folder.path()));
    let game = Checkers::<English>::new();
    let score = |engine: &mut Pvs<_>, start| {
        let position = game.parse_position(start).unwrap();
        search::<English, _>(engine, &position, &nodes(20_000)).score
    };
    assert!(score(&mut engine, "W:WK18,K22:BK1").is_win());
    assert!(!score(&mut engine, "W:WK18,K22:BK1:H75").is_win());
    assert!(score(&mut engine, "B:WK27:BK32:H79").is_win(), "it takes at once");
}

#[test]
fn the_endgames_option_disables_tables() {
    let (folder, _builder) = built::<English>(Content::Distances);
    let options =
        PvsOptions { techniques: Techniques::ALL.without(Technique::Endgames), ..OPTIONS };
    let game = Checkers::<English>::new();
    let position = game.parse_position("W:WK18,K22:BK1").unwrap();
    let mut with = Pvs::with_hints(options, hints::<English>(folder.path()));
    let mut without = Pvs::with_hints(options, DraughtsHints);
    let limits = nodes(5_000);
    let one = search::<English, _>(&mut with, &position, &limits);
    let other = search::<English, _>(&mut without, &position, &limits);
    assert_eq!((one.best, one.score), (other.best, other.score));
}

/// Without positions to probe, tables change nothing.
#[test]
fn a_search_far_from_the_end_is_the_same_with_tables() {
    let (folder, _builder) = built::<English>(Content::Distances);
    let start = Checkers::<English>::new().start();
    let mut with = Pvs::with_hints(OPTIONS, hints::<English>(folder.path()));
    let mut without = Pvs::with_hints(OPTIONS, DraughtsHints);
    let limits = Limits::to_depth(Depth::new(9));
    let one = search::<English, _>(&mut with, &start, &limits);
    let other = search::<English, _>(&mut without, &start, &limits);
    assert_eq!(one.statistics, other.statistics);
    assert_eq!(one.line, other.line);
}

#[test]
fn training_positions_get_their_tablebase_values() {
    let (folder, _) = built::<English>(Content::Values);
    let tables = Some(3);
    let of_tables = Some(folder.path().to_path_buf());
    let rescoring = Rescoring { nodes: 500, evaluator: None, tables, folder: of_tables };
    let rescored = |rescoring: &Rescoring, text: &str| {
        let mut out = Vec::new();
        let game = Checkers::<English>::new();
        let Rescoring { tables, folder, .. } = rescoring;
        let hints = CheckersEntry::<English>::hints_up_to(&game, *tables, folder.as_deref())?;
        let engine = (&game, &DraughtsEvaluator::Standard, hints);
        let written = rescoring.run(engine, text.as_bytes(), &mut out);
        written.map(|()| String::from_utf8(out).unwrap())
    };
    // The first seat is Black. White wins the first ending. The second is a draw that a player lost.
    let text = "1 1 250 W:WK14,K15:BK23\n2 -1 -80 W:WK1:BK32\n3 0 - B:W21-32:B1-12\n\
                4 0 - W:WK18,K22:BK1:H75\n";
    let after = rescored(&rescoring, text).unwrap();
    let lines: Vec<&str> = after.lines().collect();
    assert_eq!(lines[..2], ["1 -1 - W:WK14,K15:BK23", "2 0 - W:WK1:BK32"]);
    assert!(lines[2].starts_with("3 0 ") && !lines[2].contains(" - "), "{after}");
    // The game is drawn before White can win.
    assert!(lines[3].starts_with("4 0 "), "{after}");
    let missing = Rescoring { tables: Some(4), ..rescoring };
    let refused = rescored(&missing, text).unwrap_err().to_string();
    let command = "run `rival tablebase build checkers:english --pieces 4`";
    assert!(refused.ends_with(command), "{refused}");
    // The table's last block contains the positions with the single king to move.
    let table = folder.path().join("english").join("2k-1k.values");
    let mut bytes = std::fs::read(&table).unwrap();
    let last = bytes.len() - 10;
    bytes[last] ^= 0x10;
    std::fs::write(&table, bytes).unwrap();
    let present = Rescoring { tables, ..missing };
    let refused = rescored(&present, "1 1 250 B:WK14,K15:BK23\n").unwrap_err().to_string();
    assert!(refused.contains("2k-1k.values is damaged"), "{refused}");
}

#[test]
fn the_strongest_level_uses_tables_and_the_others_never() {
    let (folder, _) = built::<English>(Content::Distances);
    let [.., expert, master] = LEVELS;
    let game = Checkers::<English>::new();
    let position = game.parse_position(WON[0]).unwrap();
    let finds_win = |level: Level, endgames| {
        let evaluator = DraughtsEvaluator::Standard;
        let hints = hints::<English>(folder.path());
        let strong = Pvs::with_hints(level.search_options(endgames), hints);
        let mut search = LevelSearch::new(level, evaluator, any_search(evaluator, strong));
        let limits = Limits::to_depth(Depth::new(1));
        let mut listener = |_: &_| ControlFlow::Continue(());
        search.search(&game, &position, None, &limits, &mut listener).score.is_win()
    };
    assert!(finds_win(master, Endgames::FromTables));
    assert!(!finds_win(expert, Endgames::Searched));
}
