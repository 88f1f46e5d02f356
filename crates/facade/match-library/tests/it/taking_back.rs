//! Checks that matches with take-backs survive saving, loading and continuing without loss.

use std::path::Path;
use std::sync::Arc;

use game_catalog::{sheet_formats_of, table_game};
use games_package::{
    EndReason, Ending, Ply, Record, RecordedPlayer, TableGame, TimeControl, Variation,
};
use match_library::{FileFormat, Library, MatchFile, SaveTarget, Slot, save};
use notation::{RecordFile, SheetFormat};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::matches::{create, library};
use crate::tables::{DrivenTable, Finish};

/// Games without chance, games with dice, and games with hidden hands.
const GAMES: [&str; 6] =
    ["chess", "checkers:english", "checkers:international", "backgammon", "kuhn-poker", "dominoes"];

/// The record of a match after these steps.
fn played(
    game: &Arc<dyn TableGame>,
    time_control: TimeControl,
    steps: &[u32],
    finish: Finish,
) -> Record {
    let mut table = DrivenTable::new(Arc::clone(game), time_control);
    table.steps(steps);
    table.finish(finish);
    let at_table = table.record();
    let record = table.into_record();
    assert_eq!(record, at_table, "the record of the end is that of the table");
    record
}

/// Sorts variations by their position, because notations preserve no other order.
fn sorted(mut variations: Vec<Variation>) -> Vec<Variation> {
    variations.sort_by_key(|variation| variation.after);
    for variation in &mut variations {
        variation.variations = sorted(std::mem::take(&mut variation.variations));
    }
    variations
}

/// The parts of a match that every notation preserves: game, plies, variations and result.
fn content(record: &Record) -> (String, Vec<Ply>, Vec<Variation>, String, Option<Ending>) {
    let mut ending = record.ending.clone();
    if let Some(Ending { reason: EndReason::Stopped, payoffs }) = &mut ending {
        *payoffs = None;
    }
    let Record { start, plies, variations, final_position, .. } = record.clone();
    (start, plies, sorted(variations), final_position, ending)
}

fn load(file: &Path) -> Record {
    let loaded = MatchFile::open(file, None).unwrap().load(None).unwrap();
    assert_eq!(loaded.warnings(), [""; 0]);
    loaded.record
}

/// The game's notations that support variations; the `.mat` notation doesn't.
fn formats(game: &dyn TableGame) -> impl Iterator<Item = &'static dyn SheetFormat> {
    sheet_formats_of(game.name()).unwrap().iter().copied().filter(|format| format.name() != "mat")
}

fn check_files(game: &dyn TableGame, record: &Record) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.toml");
    SaveTarget::file(&file).save(record).unwrap();
    assert_eq!(&load(&file), record);
    for format in formats(game) {
        let file = folder.path().join(format!("match.{}", format.name()));
        save(record, &file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let read = load(&file);
        assert_eq!(content(&read), content(record), "{text}");
        // Writing the loaded match, with the tags from the file, produces the same match again.
        let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
        let again = FileFormat::Sheet(format).text(&loaded.record, game).unwrap();
        std::fs::write(&file, &again).unwrap();
        assert_eq!(content(&load(&file)), content(record), "{again}");
    }
}

fn check_library(library: &Library, record: &Record) {
    let id = create(library, record);
    library.write(|batch| batch.release(id)).unwrap();
    assert_eq!(&library.load(id).unwrap(), record);
    let slot = Slot::claim(library, id).unwrap();
    let loaded = slot.load().unwrap();
    assert_eq!(loaded.warnings(), [""; 0]);
    assert_eq!(&loaded.record, record);
    slot.save(&loaded.record).unwrap();
    assert_eq!(&library.load(id).unwrap(), record);
}

fn check(game: &Arc<dyn TableGame>, library: &Library, record: &Record) {
    record.replay(&**game).unwrap();
    assert_eq!(&Record::from_text(&record.to_text()).unwrap(), record);
    check_files(&**game, record);
    check_library(library, record);
}

/// The record as written until November 2026 for a match that ended after a take-back: the `newest` variation is the
/// line that was taken back at the end.
fn as_once_written(record: &Record) -> Record {
    let mut old = record.clone();
    let newest = old.variations.pop().unwrap();
    assert_eq!(newest.after, old.plies.len());
    let (mut within, kept): (Vec<_>, Vec<_>) =
        old.variations.drain(..).partition(|variation| variation.after > 0);
    within.extend(newest.variations);
    old.variations = kept;
    old.variations.push(Variation { after: 0, plies: newest.plies, variations: within });
    old
}

fn ends_with_taken_back(record: &Record) -> bool {
    let end = record.plies.len();
    end > 0 && record.variations.last().is_some_and(|newest| newest.after == end)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_match_with_takebacks_survives_a_round_trip(
        steps in vec(any::<u32>(), 0..60),
        more in vec(any::<u32>(), 0..20),
        finish in prop::sample::select(Finish::ALL.to_vec()),
        is_timed in any::<bool>(),
    ) {
        let (_folder, library) = library();
        for name in GAMES {
            let game = table_game(name).unwrap();
            let control = if is_timed { "1m+1s".parse().unwrap() } else { TimeControl::Unlimited };
            let record = played(&game, control, &steps, finish);
            check(&game, &library, &record);
            // An unfinished match can be continued, and so can a match that a human left.
            let mut table = DrivenTable::continuing(Arc::clone(&game), record.clone());
            let continued = table.record();
            // Chance may have acted immediately.
            if continued.plies == record.plies {
                assert_eq!(continued.variations, record.variations);
            } else {
                assert!(continued.plies.starts_with(&record.plies));
            }
            table.steps(&more);
            table.finish(finish);
            let at_table = table.record();
            let continued = table.into_record();
            assert_eq!(continued, at_table);
            check(&game, &library, &continued);
        }
    }

    #[test]
    fn a_wrongly_written_match_is_never_refused(
        steps in vec(any::<u32>(), 1..60),
        is_timed in any::<bool>(),
    ) {
        let (_folder, library) = library();
        for name in GAMES {
            let game = table_game(name).unwrap();
            let control = if is_timed { "1m+1s".parse().unwrap() } else { TimeControl::Unlimited };
            let mut table = DrivenTable::new(Arc::clone(&game), control);
            table.steps(&steps);
            let record = table.into_record();
            if !ends_with_taken_back(&record) {
                continue;
            }
            let old = as_once_written(&record);
            let id = create(&library, &old);
            let loaded = library.load_checked(id).unwrap();
            if loaded.repairs.is_empty() {
                // The line is also legal from the start, and nothing indicates that it belongs elsewhere.
                assert_eq!(loaded.record, old);
            } else {
                assert_eq!(sorted(loaded.record.variations), sorted(record.variations.clone()));
            }
            for format in formats(&*game) {
                let written = FileFormat::Sheet(format).text(&old, &*game).unwrap();
                let file = MatchFile::from_bytes(written.clone(), None).unwrap();
                let loaded = file.load(None).unwrap();
                // A line that is illegal from the start becomes a comment.
                let played = |record: &Record| {
                    let mut plies = record.plies.clone();
                    for ply in &mut plies {
                        ply.note.remark.clear();
                    }
                    plies
                };
                assert_eq!(played(&loaded.record), played(&record), "{written}");
            }
        }
    }
}

/// A match such as "1. e4 e5 2. Nf3" with the last ply taken back.
fn taken_back(game: &str, plies: &[&str], line: &[&str], control: TimeControl) -> Record {
    let game = table_game(game).unwrap();
    let mut state = game.open(None).unwrap();
    let start = state.position(board_engine::Viewer::Arbiter);
    for mv in plies {
        state.play(mv).unwrap();
    }
    let player = || RecordedPlayer {
        spec: "human".into(),
        name: "you".into(),
        origin: None,
        odds: games_package::Odds::default(),
    };
    let all = |moves: &[&str]| moves.iter().map(|&mv| Ply::from(mv)).collect::<Vec<_>>();
    Record {
        game: game.name().into(),
        players: vec![player(), player()],
        time_control: control,
        thinking: games_package::ThinkingLimits::default(),
        pondering: false,
        seed: 1,
        start,
        plies: all(plies),
        variations: vec![Variation {
            after: plies.len(),
            plies: all(line),
            variations: Vec::new(),
        }],
        final_position: state.position(board_engine::Viewer::Arbiter),
        ending: Some(Ending::stopped()),
        header: games_package::Header::default(),
    }
}

/// The record and its warnings, after a round trip through a file in this format.
fn reread(record: &Record, name: &str) -> (Record, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    save(record, &file).unwrap();
    let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
    let warnings = loaded.warnings();
    (loaded.record, warnings)
}

#[test]
fn a_line_misplaced_at_the_start_is_moved_to_the_end() {
    let check = |game: &str, plies: &[&str], line: &[&str], file: &str| {
        let record = taken_back(game, plies, line, TimeControl::Unlimited);
        let (read, warnings) = reread(&as_once_written(&record), file);
        assert_eq!(read.variations, record.variations, "{file}");
        let (first, end) = (line[0], plies.len());
        let moved = format!(
            "moved the variation {first} from the start of the match to after ply {end}, where it was taken back"
        );
        assert_eq!(warnings, [moved], "{file}");
    };
    for file in ["match.toml", "match.pgn"] {
        check("chess", &["e4"], &["e5"], file);
        check("chess", &["e4", "e5", "Nf3"], &["Nc6", "Bb5"], file);
        check("chess", &["Nf3", "Nf6"], &["Ng1", "Ng8"], file);
    }
    for file in ["match.toml", "match.pdn"] {
        check("checkers:english", &["11-15"], &["23-19", "8-11"], file);
    }
}

#[test]
fn a_clock_reveals_that_a_line_was_not_played_from_the_start() {
    let control: TimeControl = "1m+0s".parse().unwrap();
    let mut record = taken_back("chess", &["e4", "e5"], &["Nf3"], control);
    let second = std::time::Duration::from_secs(1);
    let set = |ply: &mut Ply, left: u32| {
        (ply.elapsed, ply.clock) = (second, Some(second * left));
    };
    record.plies.iter_mut().for_each(|ply| set(ply, 59));
    set(&mut record.variations[0].plies[0], 58);
    let (read, warnings) = reread(&as_once_written(&record), "match.toml");
    assert_eq!((read.variations, warnings.len()), (record.variations.clone(), 1));
    // With the same clock as the first move, the line is an alternative to the first move.
    set(&mut record.variations[0].plies[0], 59);
    let old = as_once_written(&record);
    assert_eq!(reread(&old, "match.toml"), (old, Vec::new()));
}

#[test]
fn a_line_that_fits_the_start_remains_there() {
    let record = taken_back("chess", &["e4", "e5"], &["Nf3"], TimeControl::Unlimited);
    let old = as_once_written(&record);
    assert_eq!(reread(&old, "match.toml"), (old, Vec::new()));
}

#[test]
fn an_unplayable_variation_is_dropped_with_a_warning() {
    let good = taken_back("chess", &["e4", "e5"], &["Nf3", "Nc6"], TimeControl::Unlimited);
    let mut bad = good.clone();
    let illegal = |after| Variation { after, plies: vec!["Qh8".into()], variations: Vec::new() };
    bad.variations.insert(0, illegal(1));
    bad.variations[1].variations.push(illegal(3));
    let (read, warnings) = reread(&bad, "match.toml");
    assert_eq!(read.variations, good.variations);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings.iter().all(|warning| warning.starts_with("dropped a variation: ")));
    assert!(warnings[0].contains("illegal move Qh8"), "{warnings:?}");
    let (read, warnings) = reread(&bad, "match.pgn");
    assert_eq!(read.plies[1].note.remark, "(1... Qh8)");
    assert_eq!((read.variations.len(), warnings.len()), (1, 2), "{warnings:?}");
    assert!(warnings.iter().all(|warning| warning.starts_with("kept the readable parts: ")));
    let mut nowhere = good.clone();
    nowhere.variations.push(illegal(9));
    let (read, warnings) = reread(&nowhere, "match.toml");
    assert_eq!(read, good);
    assert_eq!(
        warnings,
        [
            "dropped a variation: a variation in the record starts after ply 9, which is not in its line"
        ]
    );
    let mut many = good.clone();
    many.variations.extend(vec![illegal(1); 30]);
    let (read, warnings) = reread(&many, "match.toml");
    assert_eq!(read, good);
    assert_eq!((warnings.len(), warnings[5].as_str()), (6, "and 25 more repairs like these"));
}
