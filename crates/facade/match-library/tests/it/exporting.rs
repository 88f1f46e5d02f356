//! Tests exporting search results to one file.

use std::fs;
use std::path::Path;

use match_library::{
    ExportObserver, ExportProgress, Library, MatchFilter, Page, Search, WriteError,
};
use tempfile::TempDir;

use crate::importing::{import, written};
use crate::matches::{create, record};

const GAMES: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n[Annotator \"Eva\"]\n[Result \"1-0\"]\n\n1. 11-15 {a remark} 22-18 1-0\n\n[White \"Cleo\"]\n[Black \"Dora\"]\n[GameType \"21\"]\n[Result \"0-1\"]\n\n1. 9-14 22-18 0-1\n\n";

/// A library with two imported matches and one played match.
fn library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    assert_eq!(import(&library, &written(folder.path(), "in.pdn", GAMES)).unwrap().added, 2);
    create(&library, &record());
    (folder, library)
}

/// Stops the export after this many matches.
struct Observer {
    matches_max: usize,
    refused: Vec<String>,
    warnings: Vec<String>,
}

impl ExportObserver for Observer {
    fn advanced(&mut self, progress: &ExportProgress) -> bool {
        progress.written + progress.refused < self.matches_max
    }

    fn warned(&mut self, name: &str, warning: &str) {
        self.warnings.push(format!("{name}: {warning}"));
    }

    fn refused(&mut self, name: &str, why: &WriteError) {
        self.refused.push(format!("{name}: {why}"));
    }
}

fn export(
    library: &Library,
    search: &Search<'_>,
    file: &Path,
) -> (Option<ExportProgress>, Observer) {
    let mut observer =
        Observer { matches_max: usize::MAX, refused: Vec::new(), warnings: Vec::new() };
    (library.export(search, file, &mut observer).unwrap(), observer)
}

#[test]
fn imported_matches_are_written_unchanged() {
    let (folder, library) = library();
    let file = folder.path().join("out.pdn");
    let filter = MatchFilter { game: Some("checkers"), ..MatchFilter::default() };
    let (done, _) = export(&library, &Search { filter, ..Search::default() }, &file);
    assert_eq!(done, Some(ExportProgress { total: 2, written: 2, refused: 0 }));
    assert_eq!(fs::read_to_string(&file).unwrap(), GAMES);
    let other = tempfile::tempdir().unwrap();
    let copy = Library::open(other.path(), "test").unwrap();
    assert_eq!(import(&copy, &file).unwrap().added, 2);
}

#[test]
fn only_the_search_results_are_exported() {
    let (folder, library) = library();
    let file = folder.path().join("out.pdn");
    let search = Search { player: Some("cleo"), ..Search::default() };
    let (done, _) = export(&library, &search, &file);
    assert_eq!(done.unwrap().written, 1);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("9-14") && !text.contains("11-15"), "{text}");
}

#[test]
fn a_match_in_another_notation_is_named_and_skipped() {
    let (folder, library) = library();
    let (done, observer) = export(&library, &Search::default(), &folder.path().join("all.pdn"));
    assert_eq!(done, Some(ExportProgress { total: 3, written: 2, refused: 1 }));
    let game = record().game;
    assert_eq!(observer.refused, [format!("match-3: {game} can't be written as pdn: use pgn")]);
}

#[test]
fn a_stopped_export_leaves_no_file() {
    let (folder, library) = library();
    let file = folder.path().join("out.pdn");
    let mut observer = Observer { matches_max: 1, refused: Vec::new(), warnings: Vec::new() };
    assert_eq!(library.export(&Search::default(), &file, &mut observer).unwrap(), None);
    assert!(!file.exists());
    assert_eq!(library.list(&MatchFilter::default(), Page::ALL).unwrap().len(), 3);
}

#[test]
fn a_file_name_without_a_known_notation_is_refused() {
    let (folder, library) = library();
    let mut observer = Observer { matches_max: 1, refused: Vec::new(), warnings: Vec::new() };
    for name in ["out", "out.toml", "out.svg"] {
        let file = folder.path().join(name);
        let why = library.export(&Search::default(), &file, &mut observer).unwrap_err();
        assert!(matches!(why, WriteError::NoNotation { .. }), "{why}");
    }
}
