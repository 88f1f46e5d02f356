//! Checks that tablebase values appear with every analyzing player.

use std::sync::{Arc, mpsc};

use analysis::{
    Advice, AnalysisPosition, EndgameTables, MatchAnalysis, PreparedAnalysis, Question, References,
    Study, Topic, advise,
};
use games_package::{Mark, MatchSetup, Ply};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, OpenTables, TableInfo, TableProgress, TableValue,
};

use crate::{game, setup};

/// A position where White, to move, wins with two kings against one.
const TWO_KINGS: &str = "W:WK14,K15:BK23";

struct Silent;

impl BuildObserver for Silent {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        Control::Continue
    }

    fn on_table(&mut self, _: &TableInfo) {}
}

/// The English checkers tables with three pieces, in a temporary folder.
fn tables(content: Content) -> (tempfile::TempDir, Arc<dyn OpenTables>) {
    let folder = tempfile::tempdir().unwrap();
    let tablebase = game_catalog::tablebase("checkers:english").unwrap().unwrap();
    let options = BuildOptions { pieces: 3, content, threads: 2, memory_bytes: 1 << 28 };
    tablebase.builder(folder.path(), options).unwrap().build(&mut Silent).unwrap();
    let tables = tablebase.open_complete(3, folder.path(), 1 << 20).unwrap();
    (folder, Arc::from(tables))
}

/// The advice after these moves from a player that searches one ply without tables.
fn ask(tables: &Arc<dyn OpenTables>, moves: &[&str], topic: Topic) -> Advice {
    let game = game("checkers:english");
    let moves = moves.iter().map(ToString::to_string).collect();
    let question = Question { start: TWO_KINGS.into(), moves, topic };
    let (sender, answers) = mpsc::channel();
    let make = |_time| Ok::<MatchSetup, String>(setup(&game, "alpha-beta", "depth=1"));
    let tables = References::of_tables(EndgameTables::new(Some(Arc::clone(tables))));
    advise(&game, question, &tables, make, move |advice| sender.send(advice).unwrap()).unwrap();
    answers.recv().unwrap()
}

/// The first move in the position that has this value for the mover.
fn move_with(tables: &dyn OpenTables, wanted: TableValue) -> Option<String> {
    let moves = tables.moves(TWO_KINGS).unwrap();
    let found = moves.into_iter().find(|(_, value)| {
        value.is_some_and(|value| value.without_plies() == wanted.without_plies())
    });
    found.map(|(mv, _)| mv)
}

#[test]
fn a_hint_preserves_a_win_in_the_tables() {
    let (_folder, tables) = tables(Content::Distances);
    let plies = tables.value(TWO_KINGS).unwrap().and_then(TableValue::plies).unwrap();
    let hint = ask(&tables, &[], Topic::BestMove);
    let expected = format!(" (won in {plies} plies by tablebase)");
    assert!(hint.sentence.contains(&expected), "{}", hint.sentence);
    let best = hint.best.unwrap();
    let value = tables.moves(TWO_KINGS).unwrap().into_iter().find(|(mv, _)| *mv == best);
    assert!(matches!(value, Some((_, Some(TableValue::Win(_))))), "{best}");
}

#[test]
fn a_move_that_throws_away_a_won_ending_is_a_blunder() {
    for content in Content::ALL {
        let (_folder, tables) = tables(content);
        let bad = move_with(&*tables, TableValue::Draw).unwrap();
        let coach = ask(&tables, &[&bad], Topic::LastMove).sentence;
        let begin = format!("{bad} is a blunder (??): drawn by tablebase. Better was ");
        let won = if content == Content::Distances { ": won in " } else { ": won by tablebase." };
        assert!(coach.starts_with(&begin) && coach.contains(won), "{coach}");
        let good = move_with(&*tables, TableValue::Win(None)).unwrap();
        let coach = ask(&tables, &[&good], Topic::LastMove).sentence;
        assert!(!coach.contains("blunder") && coach.contains("(won "), "{coach}");
    }
}

#[test]
fn the_report_on_a_match_quotes_tables() {
    let (_folder, tables) = tables(Content::Distances);
    let game = game("checkers:english");
    let bad = move_with(&*tables, TableValue::Draw).unwrap();
    let study = Study::of_position(game.clone(), Some(TWO_KINGS), "human").unwrap();
    let mut record = study.record().clone();
    record.plies = vec![Ply::from(bad.as_str())];
    let analysis = MatchAnalysis::new(game.clone(), &record).unwrap();
    let mut analysis =
        analysis.with_references(References::of_tables(EndgameTables::new(Some(tables))));
    while let Some(moves) = analysis.advance().unwrap() {
        let position = AnalysisPosition { start: Some(&record.start), moves: &moves };
        let setup = setup(&game, "alpha-beta", "depth=1");
        analysis.add(PreparedAnalysis::new(setup, position).unwrap().finish().unwrap());
    }
    let report = analysis.into_report();
    let found = report.appraisal(0).unwrap();
    assert_eq!(found.mark(), Some(Mark::Blunder));
    let sentence = report.ply_sentence(&*game, 0, &record.plies[0]);
    let begin = format!("1… White: {bad}??  drawn by tablebase; better was ");
    assert!(sentence.starts_with(&begin) && sentence.contains(": won in "), "{sentence}");
    // White is the second seat, so White's win gives Black 0 points.
    assert_eq!(report.expected_points().collect::<Vec<_>>(), [Some(0.0), Some(0.5)]);
}
