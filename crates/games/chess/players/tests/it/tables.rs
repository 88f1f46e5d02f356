//! Tests of the strong search with Syzygy tables.

use std::path::Path;

use board_engine::{Game, KeyHistory, Notation, Seat};
use chess::{Chess, DrawRule, Position};
use chess_players::{ChessEntry, ChessEvaluator, ChessHints, ChessTableHints};
use game_family::CatalogEntry;
use search::{
    Algorithm, Depth, Hints, Limits, Pvs, PvsOptions, Report, Score, Task, Technique, Techniques,
};
use tablebase::Selection;

const OPTIONS: PvsOptions =
    PvsOptions { hash_mebibytes: 1, threads: 1, lines: 1, techniques: Techniques::ALL };

/// The three-piece tables.
fn hints() -> ChessTableHints {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablebase/tests/syzygy");
    ChessEntry::hints_with_tables(&Chess::default(), Path::new(folder), Selection::UpTo(3)).unwrap()
}

fn nodes(nodes: u64) -> Limits<'static> {
    Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) }
}

fn search<H: Hints<Chess>>(
    search: &mut Pvs<H>,
    position: &Position,
    history: Option<&KeyHistory>,
    limits: &Limits<'_>,
) -> Report<chess::Move> {
    let (game, evaluator) = (Chess::default(), ChessEvaluator::Material);
    let task = Task { game: &game, evaluator: &evaluator, position, history };
    search.search(&task, limits)
}

/// The first seat's payoff if a search with tables plays both sides.
fn played_out(engine: &mut Pvs<ChessTableHints>, start: &str) -> i16 {
    let game = Chess::default();
    let mut position = game.parse_position(start).unwrap();
    let mut history = KeyHistory::starting_at(&game, &position);
    for _ply in 0..400 {
        let status = game.legal_moves(&position, &mut Vec::new());
        if let Some(outcome) = status.outcome().or_else(|| history.outcome(&game)) {
            return outcome.payoff(Seat::FIRST);
        }
        let report = search(engine, &position, Some(&history), &nodes(60));
        history.play(&game, &mut position, report.best.unwrap());
    }
    panic!("{start} is not over");
}

#[test]
fn a_won_ending_is_won_within_the_fifty_move_rule() {
    let mut engine = Pvs::with_hints(OPTIONS, hints());
    for start in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        // Winning takes at least 29 plies.
        "8/8/8/3k4/8/8/8/KR6 w - - 66 60",
        "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
        "8/8/8/3k4/8/4K3/4P3/8 w - - 90 1",
    ] {
        assert_eq!(
            played_out(&mut engine, start),
            i16::from(start != WITHOUT_OPPOSITION),
            "{start}"
        );
    }
    assert_eq!(played_out(&mut engine, "kq6/8/8/8/3K4/8/8/8 b - - 0 1"), -1);
}

/// A position in which Black has the opposition.
const WITHOUT_OPPOSITION: &str = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1";

#[test]
fn a_won_root_has_a_high_score_and_a_drawn_root_a_zero_score() {
    let mut engine = Pvs::with_hints(OPTIONS, hints());
    let mut score = |text: &str| {
        let position = Chess::default().parse_position(text).unwrap();
        search(&mut engine, &position, None, &nodes(200)).score
    };
    assert!(score("8/8/8/3k4/8/8/8/KR6 w - - 0 1") >= Score::new(10_000));
    assert!(score("8/8/8/3k4/8/8/8/KR6 b - - 0 1") <= Score::new(-10_000));
    assert_eq!(score(WITHOUT_OPPOSITION), Score::ZERO);
    // The fifty-move rule draws the game before the mate.
    assert_eq!(score("8/8/8/3k4/8/8/8/KR6 w - - 90 80"), Score::ZERO);
}

#[test]
fn a_capture_into_a_won_ending_is_found_at_once() {
    let mut engine = Pvs::with_hints(OPTIONS, hints());
    let game = Chess::default();
    let position = game.parse_position("8/k7/8/8/4K3/3nP3/8/8 w - - 0 1").unwrap();
    let limits = Limits::to_depth(Depth::new(2));
    let report = search(&mut engine, &position, None, &limits);
    assert_eq!(game.format_move(&position, report.best.unwrap()), "Kxd3");
    assert!(report.score >= Score::new(10_000), "{}", report.score);
    let without = search(&mut Pvs::with_hints(OPTIONS, ChessHints), &position, None, &limits);
    assert!(without.score < Score::new(5_000), "{}", without.score);
}

#[test]
fn values_in_the_tree_need_a_capture_or_a_pawn_move() {
    let hints = hints();
    let value = |game: &Chess, text: &str| {
        let position = game.parse_position(text).unwrap();
        hints.table_value(game, &position).map(|value| value.payoff)
    };
    let game = Chess::default();
    assert_eq!(value(&game, "8/8/8/3k4/8/8/8/KR6 w - - 0 1"), Some(1));
    assert_eq!(value(&game, "8/8/8/3k4/8/8/8/KR6 b - - 0 1"), Some(-1));
    assert_eq!(value(&game, "8/8/8/3k4/8/8/8/KR6 w - - 1 1"), None);
    assert_eq!(value(&game, "8/8/8/3k4/8/8/8/KRR5 w - - 0 1"), None);
    let automatic = game.with_draw_rule(DrawRule::Automatic);
    assert_eq!(value(&automatic, "8/8/8/3k4/8/8/8/KR6 w - - 0 1"), Some(1));
}

/// Without positions to probe, tables change nothing.
#[test]
fn a_search_far_from_the_end_is_the_same_with_tables() {
    let start = Chess::default().start();
    let limits = Limits::to_depth(Depth::new(5));
    let one = search(&mut Pvs::with_hints(OPTIONS, hints()), &start, None, &limits);
    let other = search(&mut Pvs::with_hints(OPTIONS, ChessHints), &start, None, &limits);
    assert_eq!((one.statistics, one.line), (other.statistics, other.line));
}

#[test]
fn the_endgames_option_disables_tables() {
    let options =
        PvsOptions { techniques: Techniques::ALL.without(Technique::Endgames), ..OPTIONS };
    let position = Chess::default().parse_position("8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
    let limits = nodes(2_000);
    let one = search(&mut Pvs::with_hints(options, hints()), &position, None, &limits);
    let other = search(&mut Pvs::with_hints(options, ChessHints), &position, None, &limits);
    assert_eq!((one.best, one.score), (other.best, other.score));
}
