//! Tests for analyzing whole matches.

use analysis::{AnalysisPosition, MatchAnalysis, MatchReport, PreparedAnalysis};
use games_package::{Mark, Ply, Record, Thought, Valuation};

use crate::{game, setup};

/// A record with only a game, a position and moves.
fn record(name: &str, start: &str, moves: &[&str]) -> Record {
    let study = analysis::Study::of_position(game(name), Some(start), "human").unwrap();
    let mut record = study.record().clone();
    record.plies = moves.iter().map(|mv| Ply::from(*mv)).collect();
    record
}

/// The report from an analysis by alpha-beta, and the number of searched positions.
fn analyze(record: &Record, depth: u32) -> (MatchReport, usize) {
    let game = game(&record.game);
    let mut analysis = MatchAnalysis::new(game.clone(), record).unwrap();
    let mut asked = 0;
    while let Some(moves) = analysis.advance().unwrap() {
        let position = AnalysisPosition { start: Some(&record.start), moves: &moves };
        let setup = setup(&game, "alpha-beta", &format!("depth={depth}"));
        analysis.add(PreparedAnalysis::new(setup, position).unwrap().finish().unwrap());
        asked += 1;
    }
    (analysis.into_report(), asked)
}

#[test]
fn a_move_that_throws_away_a_win_is_a_blunder_with_a_better_line() {
    // X wins with c3; after a1, O wins.
    let record = record("tic-tac-toe", "xx1/oo1/3 x", &["a1", "c2"]);
    let (report, asked) = analyze(&record, 5);
    assert_eq!((report.position_count(), asked), (3, 2));
    assert_eq!(report.mistakes().collect::<Vec<_>>(), [0]);
    let found = report.appraisal(0).unwrap();
    assert_eq!((found.mark(), found.best.as_str()), (Some(Mark::Blunder), "c3"));
    assert_eq!(found.best_value, Valuation::WinIn(1));
    let mut annotated = record.clone();
    report.annotate(&mut annotated, &*game("tic-tac-toe"));
    assert_eq!(annotated.plies[0].note.mark, Some(Mark::Blunder));
    assert_eq!(
        (annotated.variations[0].after, annotated.variations[0].plies[0].mv.as_str()),
        (0, "c3")
    );
    let summary = report.summary(&*game("tic-tac-toe"));
    assert!(
        summary.starts_with("X: no inaccuracy, no mistake, 1 blunder; average loss "),
        "{summary}"
    );
}

#[test]
fn marks_and_deeper_scores_in_a_record_stay() {
    let record = record("tic-tac-toe", "xx1/oo1/3 x", &["a1", "c2"]);
    let (report, _) = analyze(&record, 5);
    let annotated = |valuation: Valuation, depth| {
        let mut annotated = record.clone();
        let note = &mut annotated.plies[0].note;
        (note.thought, note.mark) = (Some(Thought { valuation, depth }), Some(Mark::Good));
        report.annotate(&mut annotated, &*game("tic-tac-toe"));
        let note = annotated.plies[0].note.clone();
        assert_eq!((note.mark, annotated.variations.len()), (Some(Mark::Good), 1));
        note.thought.unwrap().valuation
    };
    let known = Valuation::Centi(30);
    assert_eq!(annotated(known, 40), known);
    assert_eq!(annotated(known, 0), report.appraisal(0).unwrap().value);
    assert_ne!(annotated(known, 0), known);
}

#[test]
fn a_choice_after_forced_moves_is_searched_once() {
    // Black's capture is forced. White's next choice determines the scores of both positions.
    let record = record("checkers:english", "B:W18,32,31:B14", &["14x23"]);
    let (report, asked) = analyze(&record, 4);
    assert_eq!((report.position_count(), asked), (2, 1));
    let (forced, choice) = (report.analysis(0).unwrap(), report.analysis(1).unwrap());
    assert!(forced.is_forced && !choice.is_forced);
    assert_eq!(forced.valuation(), Some(Valuation::LossIn(4)));
    assert_eq!(choice.valuation(), Some(Valuation::WinIn(3)));
    assert_eq!(report.appraisal(0).unwrap().mark(), None);
}

#[test]
fn the_end_of_a_game_is_reported_without_a_search() {
    let record = record("tic-tac-toe", "xx1/oo1/3 x", &["c3"]);
    let (report, asked) = analyze(&record, 3);
    assert_eq!((report.position_count(), asked), (2, 1));
    assert!(report.analysis(1).is_none());
    assert_eq!(report.expected_points().collect::<Vec<_>>(), [Some(1.0), Some(1.0)]);
    assert!(
        report
            .ply_sentence(&*game("tic-tac-toe"), 0, &record.plies[0])
            .starts_with("1. X: c3  win in 1")
    );
}
