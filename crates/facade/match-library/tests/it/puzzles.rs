//! Stored puzzles.

use std::time::Duration;

use analysis::puzzles::{Goal, Motif, Puzzle, Rating};
use games_package::{Ply, Record};
use match_library::{KeptPuzzle, Library, PuzzleFilter, PuzzleSearch};
use tempfile::TempDir;

use crate::matches::record;

fn puzzle(game: &str, position: &str, rating: f64, motif: Motif) -> Puzzle {
    Puzzle {
        game: game.into(),
        position: position.into(),
        solution: vec!["1".into(), "2".into(), "3".into()],
        goal: Goal::Lead(210),
        motif,
        rating: Rating::from_estimate(rating),
        source: "A against B, 30 plies".into(),
    }
}

fn library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let puzzles = [
        puzzle("checkers:english", "hard", 1900.0, Motif::Shot),
        puzzle("checkers:english", "easy", 1050.0, Motif::Gain),
        puzzle("chess:standard", "mate", 1200.0, Motif::Finish),
    ];
    assert_eq!(library.add_puzzles(&puzzles).unwrap(), 3);
    assert_eq!(library.add_puzzles(&puzzles).unwrap(), 0);
    (folder, library)
}

/// A time after 1970.
const NOW: Duration = Duration::from_hours(24 * 365 * 50);

fn next(library: &Library, filter: PuzzleFilter<'_>) -> Option<KeptPuzzle> {
    library.next_puzzle(filter, &[], NOW).unwrap()
}

#[test]
fn a_puzzle_survives_a_round_trip() {
    let (_folder, library) = library();
    let all = library.puzzles(PuzzleFilter::default()).unwrap();
    assert_eq!(all[0].puzzle, puzzle("checkers:english", "hard", 1900.0, Motif::Shot));
    assert_eq!((all.len(), all[0].attempts, all[0].solved), (3, 0, 0));
}

#[test]
fn the_next_puzzle_suits_the_solver_and_the_filter() {
    let (_folder, library) = library();
    let position = |filter| next(&library, filter).map(|kept| kept.puzzle.position);
    assert_eq!(position(PuzzleFilter::default()).as_deref(), Some("easy"));
    let chess = PuzzleFilter { game: Some("chess"), ..PuzzleFilter::default() };
    assert_eq!(position(chess).as_deref(), Some("mate"));
    let shots = PuzzleFilter { motif: Some("shot"), ..PuzzleFilter::default() };
    assert_eq!(position(shots).as_deref(), Some("hard"));
    let skipped: Vec<i64> = library.puzzles(shots).unwrap().iter().map(|kept| kept.id).collect();
    assert_eq!(library.next_puzzle(shots, &skipped, NOW).unwrap(), None);
    let pool = PuzzleFilter { game: Some("checkers:pool"), ..PuzzleFilter::default() };
    assert_eq!(position(pool), None);
}

#[test]
fn an_attempt_changes_both_ratings_and_when_the_puzzle_is_shown_again() {
    let (_folder, library) = library();
    let checkers = PuzzleFilter { game: Some("checkers"), ..PuzzleFilter::default() };
    let first = next(&library, checkers).unwrap();
    let before = library.solver_rating("checkers:english", NOW).unwrap();
    let after = library.note_attempt(&first, false, NOW).unwrap();
    assert!(after.value < before.value);
    assert_eq!(library.solver_rating("checkers:english", NOW).unwrap(), after);
    let only = PuzzleFilter { id: Some(first.id), ..PuzzleFilter::default() };
    let missed = library.puzzles(only).unwrap().remove(0);
    assert!(missed.puzzle.rating.value > first.puzzle.rating.value);
    assert_eq!((missed.attempts, missed.solved), (1, 0));
    // The puzzle is not due for ten minutes, so another puzzle comes first.
    assert_eq!(next(&library, checkers).unwrap().puzzle.position, "hard");
    let due = NOW + Duration::from_mins(10);
    assert_eq!(missed.schedule.due, Some(due));
    let shown = library.next_puzzle(checkers, &[], due).unwrap().unwrap();
    assert_eq!(shown.puzzle.position, "easy");
    library.note_attempt(&missed, true, due).unwrap();
    let solved = library.puzzles(only).unwrap().remove(0);
    assert_eq!((solved.attempts, solved.solved, solved.schedule.streak), (2, 1, 1));
}

#[test]
fn puzzles_are_deleted_by_a_filter() {
    let (_folder, library) = library();
    let checkers = PuzzleFilter { game: Some("checkers"), ..PuzzleFilter::default() };
    assert_eq!(library.delete_puzzles(checkers).unwrap(), 2);
    assert_eq!(library.puzzles(PuzzleFilter::default()).unwrap().len(), 1);
}

/// A match with these moves.
fn with_moves(moves: &[&str]) -> Record {
    Record { plies: moves.iter().map(|mv| Ply::from(*mv)).collect(), ..record() }
}

#[test]
fn a_match_is_searched_once_per_set_of_limits() {
    let (_folder, library) = library();
    let search = PuzzleSearch { nodes: 1000, proven_only: false };
    let (one, other) = (with_moves(&["a1"]), with_moves(&["a1", "b1"]));
    assert!(!library.was_searched(&one, search).unwrap());
    let found = [puzzle("tic-tac-toe:3,3,3", "new", 1000.0, Motif::Own("fork".into()))];
    assert_eq!(library.add_puzzles_of(&one, search, &found).unwrap(), 1);
    assert!(library.was_searched(&one, search).unwrap());
    assert!(!library.was_searched(&other, search).unwrap());
    assert!(!library.was_searched(&one, PuzzleSearch { nodes: 2000, ..search }).unwrap());
    assert!(!library.was_searched(&one, PuzzleSearch { proven_only: true, ..search }).unwrap());
    let forks = PuzzleFilter { motif: Some("fork"), ..PuzzleFilter::default() };
    assert_eq!(library.puzzles(forks).unwrap()[0].puzzle, found[0]);
    library.delete_puzzles(forks).unwrap();
    assert!(library.was_searched(&one, search).unwrap());
    library.delete_puzzles(PuzzleFilter::default()).unwrap();
    assert!(!library.was_searched(&one, search).unwrap());
}

#[test]
fn a_solver_without_attempts_becomes_uncertain() {
    let (folder, library) = library();
    let first = next(&library, PuzzleFilter::default()).unwrap();
    let game = &first.puzzle.game;
    let rated = library.note_attempt(&first, true, NOW).unwrap();
    let year = Duration::from_hours(24 * 365);
    let later = library.solver_rating(game, NOW + year).unwrap();
    assert_eq!(later, rated.after_rest(year));
    assert!(later.deviation > rated.deviation + 20.0, "{rated:?} {later:?}");
    // A rating without a time, from an older library, doesn't decay.
    let database = rusqlite::Connection::open(folder.path().join("matches.sqlite3")).unwrap();
    database.execute("UPDATE solver_ratings SET rated_ms = NULL", ()).unwrap();
    assert_eq!(library.solver_rating(game, NOW + year).unwrap(), rated);
}

#[test]
fn starter_puzzles_are_added_to_games_without_puzzles_and_can_be_solved() {
    let (_folder, library) = library();
    let added = library.add_starter_puzzles(None).unwrap();
    assert_eq!(library.add_starter_puzzles(None).unwrap(), 0);
    let count = |game| {
        library.puzzles(PuzzleFilter { game: Some(game), ..PuzzleFilter::default() }).unwrap().len()
    };
    // These games already have puzzles.
    assert_eq!((count("checkers:english"), count("chess")), (2, 1));
    for game in ["checkers:international", "checkers:russian", "othello"] {
        assert!(count(game) >= 300, "{game}: {}", count(game));
    }
    assert_eq!(library.puzzles(PuzzleFilter::default()).unwrap().len(), added + 3);

    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    assert!(library.add_starter_puzzles(Some("chess")).unwrap() >= 300);
    assert!(library.add_starter_puzzles(Some("checkers")).unwrap() >= 900);
    for KeptPuzzle { puzzle, .. } in library.puzzles(PuzzleFilter::default()).unwrap() {
        let game = game_catalog::table_game(&puzzle.game).unwrap();
        puzzle.open(&*game).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
    }
}
