//! Tests the line-by-line journal verification.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arena::journal::{Conclusion, Entry, Journal, JournalError};
use arena::openings::Openings;
use arena::play::{CancelToken, play};
use arena::run::Run;
use arena::schedule::Format;
use arena::settings::{DrawRule, Settings};
use arena::tournament::Tournament;
use arena::verification::{LineFault, Verification, check_game, check_line};

use crate::support::{Catalog, play_on, tournament};

/// Plays this tournament to the end and writes its journal.
fn journal(path: &Path, tournament: &Arc<Tournament>) {
    let (mut journal, _) = Journal::open(path, tournament.fingerprint()).unwrap();
    let mut run = Run::new(Arc::clone(tournament), &[]).unwrap();
    for entry in &play_on(&mut run) {
        journal.append(entry);
    }
    journal.sync().unwrap();
}

fn verify(path: &Path, tournament: &Arc<Tournament>) -> Verification {
    let mut lines = Journal::lines(path).unwrap();
    let mut checked = Vec::new();
    while let Some(line) = lines.read_next().unwrap() {
        checked.push(check_line(tournament, line));
    }
    Verification::new(tournament, checked)
}

/// The faults in a journal after `change`, and the error when resuming it.
fn faults(change: impl Fn(&mut Vec<String>)) -> (Vec<String>, Result<usize, String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let tournament = tournament(4, Format::Swiss { rounds: 2 }, 1);
    journal(&path, &tournament);
    let mut lines: Vec<String> =
        fs::read_to_string(&path).unwrap().lines().map(Into::into).collect();
    change(&mut lines);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let found = verify(&path, &tournament);
    let found = found.faults.iter().map(|(line, fault)| format!("{line}: {fault}")).collect();
    let opened = Journal::open(&path, tournament.fingerprint());
    (found, opened.map(|(_, entries)| entries.len()).map_err(|error| messages(&error)))
}

/// Formats an error without the file name.
fn messages(error: &JournalError) -> String {
    let said = error.to_string();
    said.split_once("journal.jsonl").unwrap().1.trim_start_matches([',', ' ']).into()
}

#[test]
fn an_untouched_journal_has_no_faults() {
    let (found, resumed) = faults(|_| {});
    assert_eq!((found, resumed), (Vec::new(), Ok(8)));
}

#[test]
fn a_changed_line_is_named_and_rejected() {
    let (found, resumed) =
        faults(|lines| lines[2] = lines[2].replacen("\"round\"", "\"rounD\"", 1));
    assert_eq!(found[0], "3: wrong checksum: the line was damaged or modified");
    let advice = "delete the line to replay its game";
    let why = format!("line 3: wrong checksum: the line was damaged or modified; {advice}");
    assert_eq!(resumed, Err(why));
    let (found, _) = faults(|lines| lines[5].insert(20, '\0'));
    assert!(found[0].starts_with("6: wrong checksum"), "{found:?}");
    let (found, resumed) = faults(|lines| lines[0] = lines[0].replace("settings", "settingS"));
    assert!(found[0].starts_with("1: wrong checksum"), "{found:?}");
    assert!(resumed.unwrap_err().ends_with("restore it from a copy"));
}

#[test]
fn every_bit_of_a_line_counts() {
    let tournament = tournament(2, Format::RoundRobin, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    journal(&path, &tournament);
    let whole = fs::read(&path).unwrap();
    let second = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for at in second..whole.len() - 1 {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        assert!(!verify(&path, &tournament).faults.is_empty(), "byte {at}");
        assert!(Journal::read(&path, tournament.fingerprint()).is_err(), "byte {at}");
    }
}

#[test]
fn a_checksum_cannot_be_omitted() {
    let (found, resumed) = faults(|lines| {
        let (content, _) = lines[4].rsplit_once(",\"checksum\"").unwrap();
        lines[4] = content.to_owned() + "}";
    });
    assert_eq!(found, ["5: checksum missing"]);
    assert!(resumed.unwrap_err().starts_with("line 5: checksum missing"));
}

#[test]
fn a_journal_from_a_newer_version_is_refused_by_name() {
    let (found, resumed) = faults(|lines| lines[0] = "{\"rival_arena\":4,\"anything\":[]}".into());
    let why = "written by a newer version of Rival (format 4; this program reads 3)";
    assert!(found.contains(&format!("1: {why}")), "{found:?}");
    assert_eq!(resumed.unwrap_err(), format!("was {why}"));
}

#[test]
fn duplicate_and_unplanned_games_are_named() {
    let (found, _) = faults(|lines| lines.push(lines[3].clone()));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("10: game ") && found[0].ends_with("is also on line 4"),
        "{found:?}"
    );
    let (found, _) = faults(|lines| drop(lines.remove(1)));
    assert_eq!(found.len(), 4, "the second round follows from the first one: {found:?}");
    assert!(found[0].ends_with("is in round 2, but games of earlier rounds are missing"));
    let tournament = tournament(2, Format::RoundRobin, 1);
    let entries = play_on(&mut Run::new(Arc::clone(&tournament), &[]).unwrap());
    let with = |change: &dyn Fn(&mut Entry)| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (mut journal, _) = Journal::open(&path, tournament.fingerprint()).unwrap();
        let mut entry = entries[1].clone();
        change(&mut entry);
        journal.append(&entry);
        journal.sync().unwrap();
        verify(&path, &tournament).faults.pop().unwrap().1
    };
    let fault = with(&|entry| entry.id = "0".repeat(16));
    assert_eq!(fault, LineFault::Unplanned { id: "0".repeat(16) });
    let fault = with(&|entry| {
        entry.number = 7;
        entry.id = tournament.id(0, 7);
    });
    assert_eq!(fault, LineFault::Unplanned { id: tournament.id(0, 7) });
    let fault = with(&|entry| entry.set = 3).to_string();
    assert!(fault.ends_with("its players differ from the schedule"), "{fault}");
}

/// A tournament in this game with changed settings, and its first game.
fn first_game(
    game: &str,
    openings: Option<u32>,
    change: impl Fn(&mut Settings),
) -> (Arc<Tournament>, Entry) {
    let game = game_catalog::table_game(game).unwrap();
    let mut settings = Settings::new(game.name(), vec!["random".into(); game.seat_count()]);
    for (index, entrant) in settings.players.iter_mut().enumerate() {
        entrant.name = Some(format!("player {index}"));
    }
    settings.seed = Some(4);
    change(&mut settings);
    let openings = openings.map_or_else(Openings::start, |plies| {
        Openings::random(&*game, plies, 1, 4, &mut |_| true).unwrap()
    });
    let tournament = Arc::new(Tournament::new(settings, game, openings).unwrap());
    let job = Run::new(Arc::clone(&tournament), &[]).unwrap().next_job().unwrap();
    let entry =
        play(&tournament, &job, &Catalog::of(&tournament), &CancelToken::default()).unwrap();
    (tournament, entry)
}

/// Checks the error for the first game after a change.
#[track_caller]
fn check(played: &(Arc<Tournament>, Entry), change: impl Fn(&mut Entry), why: Option<&str>) {
    let (tournament, mut entry) = played.clone();
    change(&mut entry);
    let found = check_game(&tournament, &entry).err().map(|error| error.to_string());
    assert_eq!(found.as_deref(), why);
}

#[test]
fn games_are_replayed_from_their_opening_to_their_payoffs() {
    for game in game_catalog::games() {
        let played = first_game(&game.name, None, |_| ());
        check(&played, |_| (), None);
    }
    let played = first_game("tic-tac-toe:5,5,4", Some(2), |_| ());
    check(&played, |_| (), None);
    let opening = Some("it doesn't start with its opening");
    check(&played, |entry| entry.start = entry.end.clone(), opening);
    check(&played, |entry| entry.moves = String::new(), opening);
    check(&played, |entry| entry.moves.insert_str(0, "c3 "), opening);
    check(&played, |entry| entry.moves.push_str(" z9"), Some(&over(&played.1)));
    check(
        &played,
        |entry| entry.players = vec![0, 9],
        Some("its players are not in this tournament"),
    );
    check(&played, |entry| entry.thoughts = vec![None; 99], Some(&length(&played.1)));
}

fn over(entry: &Entry) -> String {
    let end = ["Draw: the board is full", "X wins: four in a row", "O wins: four in a row"];
    let end = match entry.payoffs[0] {
        0 => end[0],
        1 => end[1],
        _ => end[2],
    };
    format!("it continues with ply {}, but was already over: {end}", entry.plies() + 1)
}

fn length(entry: &Entry) -> String {
    format!("it has 99 scores for {} moves", entry.plies())
}

#[test]
fn dice_are_derived_from_the_seed() {
    let played = first_game("pig", None, |_| ());
    let rolls: Vec<&str> = played.1.moves.split(' ').collect();
    let roll = rolls.iter().position(|mv| mv.parse::<u32>().is_ok()).unwrap();
    let other = if rolls[roll] == "6" { "5" } else { "6" };
    let changed = |entry: &mut Entry| {
        let mut moves: Vec<&str> = entry.moves.split(' ').collect();
        moves[roll] = other;
        entry.moves = moves.join(" ");
    };
    let why = format!("ply {} is {other}, but the game's seed gives {}", roll + 1, rolls[roll]);
    check(&played, changed, Some(&why));
}

#[test]
fn losses_off_the_board_follow_the_table_rules() {
    let played = first_game("tic-tac-toe", None, |_| ());
    let mut state = played.0.game().open(None).unwrap();
    state.play("a1").unwrap();
    let end = state.position(board_engine::Viewer::Arbiter);
    let ended = |reason: &'static str, seat: Option<usize>, payoffs: [i16; 2]| {
        let end = end.clone();
        move |entry: &mut Entry| {
            entry.moves = "a1".into();
            entry.end.clone_from(&end);
            entry.elapsed_us.clear();
            entry.conclusion = Conclusion { reason: reason.into(), seat, ..Conclusion::default() };
            entry.payoffs = payoffs.to_vec();
        }
    };
    check(&played, ended("resigned", Some(1), [1, -1]), None);
    check(&played, ended("crashed", Some(0), [-1, 1]), None);
    check(&played, ended("draw agreed", None, [0, 0]), None);
    let goes_on =
        |written: &str| format!("its ending is \"{written}\", but by the rules the game continues");
    check(&played, ended("resigned", Some(0), [-1, 1]), Some(&goes_on("O wins: X resigned")));
    check(&played, ended("timed out", Some(1), [1, -1]), None);
    let unlimited = first_game("tic-tac-toe", None, |settings| {
        settings.move_limit = Some("none".parse().unwrap());
    });
    let late = ended("timed out", Some(1), [1, -1]);
    check(&unlimited, late, Some(&goes_on("X wins: O timed out")));
    let timed = first_game("tic-tac-toe", None, |settings| {
        settings.time = "10s".parse().unwrap();
    });
    check(&timed, ended("timed out", Some(1), [1, -1]), None);
    let ruled =
        "its ending is \"O wins: O failed (crashed)\", but by the rules X wins: O failed (crashed)";
    check(&played, ended("crashed", Some(1), [-1, 1]), Some(ruled));
    for reason in ["stopped", "host fault", "adjudicated"] {
        let (tournament, mut entry) = played.clone();
        ended(reason, Some(1), [1, -1])(&mut entry);
        let refused = check_game(&tournament, &entry);
        assert!(refused.is_err(), "{reason} is no result here");
    }
}

#[test]
fn the_players_scores_determine_adjudications() {
    let adjudicated = |settings: &mut Settings| {
        settings.players[0].player = "alpha-beta".into();
        settings.players[1].player = "negascout".into();
        settings.depth = Some(2);
        settings.adjudication.draw =
            Some(DrawRule { score: 100.0, moves: 2, after: 3, resets: false });
    };
    let played = first_game("tic-tac-toe:5,5,4", None, adjudicated);
    assert_eq!(played.1.conclusion.reason, "adjudicated");
    check(&played, |_| (), None);
    let told = |thoughts: usize| {
        move |entry: &mut Entry| entry.thoughts.iter_mut().take(thoughts).for_each(|it| *it = None)
    };
    let goes_on = "its ending is \"Draw: adjudicated, no side is ahead\", but by the rules the game continues";
    check(&played, told(1), Some(goes_on));
    let limited = first_game("tic-tac-toe:5,5,4", None, |it| it.adjudication.plies_max = Some(4));
    check(&limited, |_| (), None);
    check(
        &limited,
        |entry| entry.moves.push_str(" a1"),
        Some(
            "it continues with ply 5, but was already over: Draw: adjudicated, the limit of plies is reached",
        ),
    );
}
