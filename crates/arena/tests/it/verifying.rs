//! Journals that are checked line by line.

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

/// A journal of this tournament, played to its end.
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

/// The faults of a journal whose lines are changed like this, and the error of `resume`.
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
    (found, opened.map(|(_, entries)| entries.len()).map_err(|error| said(&error)))
}

/// An error without the name of the file.
fn said(error: &JournalError) -> String {
    error.to_string().split_once("journal.jsonl, ").unwrap().1.into()
}

#[test]
fn a_journal_that_nobody_touched_has_no_faults() {
    let (found, resumed) = faults(|_| {});
    assert_eq!((found, resumed), (Vec::new(), Ok(8)));
}

#[test]
fn a_changed_line_is_named_and_not_believed() {
    let (found, resumed) =
        faults(|lines| lines[2] = lines[2].replacen("\"round\"", "\"rounD\"", 1));
    assert_eq!(
        found[0],
        "3: the checksum is wrong: the line was damaged or changed after it was written"
    );
    let advice = "delete the line to have its game played again";
    let why = format!("line 3: its checksum is wrong, so it was damaged or changed: {advice}");
    assert_eq!(resumed, Err(why));
    let (found, _) = faults(|lines| lines[5].insert(20, '\0'));
    assert!(found[0].starts_with("6: the checksum is wrong"), "{found:?}");
    let (found, resumed) = faults(|lines| lines[0] = lines[0].replace("settings", "settingS"));
    assert!(found[0].starts_with("1: the checksum is wrong"), "{found:?}");
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

/// A line as programs wrote it before lines had checksums.
fn without_checksum(line: &str) -> String {
    let (content, _) = line.rsplit_once(",\"checksum\"").unwrap();
    content.replace("\"rival_arena\":2", "\"rival_arena\":1") + "}"
}

#[test]
fn journals_without_checksums_are_read_and_get_them_from_there_on() {
    let tournament = tournament(3, Format::RoundRobin, 2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    journal(&path, &tournament);
    let lines: Vec<String> =
        fs::read_to_string(&path).unwrap().lines().map(without_checksum).collect();
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let found = verify(&path, &tournament);
    assert_eq!((found.games, found.planned, found.without_checksum), (12, 12, 13));
    assert_eq!(found.faults, []);
    fs::write(&path, lines[..7].join("\n") + "\n").unwrap();
    let (mut journal, played) = Journal::open(&path, tournament.fingerprint()).unwrap();
    let mut run = Run::new(Arc::clone(&tournament), &played).unwrap();
    for entry in &play_on(&mut run) {
        journal.append(entry);
    }
    journal.sync().unwrap();
    drop(journal);
    let found = verify(&path, &tournament);
    assert_eq!((found.games, found.without_checksum), (12, 7));
    assert_eq!(found.faults, []);
}

#[test]
fn a_checksum_can_not_be_left_out_behind_others() {
    let (found, resumed) = faults(|lines| lines[4] = without_checksum(&lines[4]));
    assert_eq!(found, ["5: the checksum is missing, and lines before have one"]);
    assert!(resumed.unwrap_err().starts_with("line 5: it has no checksum as the lines before"));
}

#[test]
fn games_that_stand_twice_or_were_not_planned_are_named() {
    let (found, _) = faults(|lines| lines.push(lines[3].clone()));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("10: game ") && found[0].ends_with("is in line 4 as well"),
        "{found:?}"
    );
    let (found, _) = faults(|lines| drop(lines.remove(1)));
    assert_eq!(found.len(), 4, "the second round follows from the first one: {found:?}");
    assert!(found[0].ends_with("is of round 2, but games of the rounds before are missing"));
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
    assert!(fault.ends_with("the schedule has other players there"), "{fault}");
}

/// A tournament of this game in which something is changed, with its first game.
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

/// The error for the first game when it is changed like this.
#[track_caller]
fn check(played: &(Arc<Tournament>, Entry), change: impl Fn(&mut Entry), why: Option<&str>) {
    let (tournament, mut entry) = played.clone();
    change(&mut entry);
    let found = check_game(&tournament, &entry).err().map(|error| error.to_string());
    assert_eq!(found.as_deref(), why);
}

#[test]
fn games_are_played_again_from_their_opening_to_their_payoffs() {
    for game in game_catalog::games() {
        let played = first_game(&game.name, None, |_| ());
        check(&played, |_| (), None);
    }
    let played = first_game("tic-tac-toe:5,5,4", Some(2), |_| ());
    check(&played, |_| (), None);
    let opening = Some("it doesn't begin with its opening");
    check(&played, |entry| entry.start = entry.end.clone(), opening);
    check(&played, |entry| entry.moves = String::new(), opening);
    check(&played, |entry| entry.moves.insert_str(0, "c3 "), opening);
    check(&played, |entry| entry.moves.push_str(" z9"), Some(&over(&played.1)));
    check(
        &played,
        |entry| entry.players = vec![0, 9],
        Some("its players are none of this tournament"),
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
    format!("it goes on with ply {}, but was over before: {end}", entry.plies() + 1)
}

fn length(entry: &Entry) -> String {
    format!("it has 99 scores for {} moves", entry.plies())
}

#[test]
fn dice_are_those_of_the_seed() {
    let played = first_game("pig", None, |_| ());
    let rolls: Vec<&str> = played.1.moves.split(' ').collect();
    let roll = rolls.iter().position(|mv| mv.parse::<u32>().is_ok()).unwrap();
    let other = if rolls[roll] == "6" { "5" } else { "6" };
    let changed = |entry: &mut Entry| {
        let mut moves: Vec<&str> = entry.moves.split(' ').collect();
        moves[roll] = other;
        entry.moves = moves.join(" ");
    };
    let why = format!(
        "ply {} is {other}, but with the seed of the game chance decides {}",
        roll + 1,
        rolls[roll]
    );
    check(&played, changed, Some(&why));
}

#[test]
fn who_loses_otherwise_than_on_the_board_loses_by_the_rules_of_the_table() {
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
        |written: &str| format!("it ends with \"{written}\", but by the rules: it goes on");
    check(&played, ended("resigned", Some(0), [-1, 1]), Some(&goes_on("O wins: X resigned")));
    check(&played, ended("time expired", Some(1), [1, -1]), Some(&goes_on("X wins: O timed out")));
    let timed = first_game("tic-tac-toe", None, |settings| {
        settings.time = "10s".parse().unwrap();
    });
    check(&timed, ended("time expired", Some(1), [1, -1]), None);
    let ruled =
        "it ends with \"O wins: O failed (crashed)\", but by the rules: X wins: O failed (crashed)";
    check(&played, ended("crashed", Some(1), [-1, 1]), Some(ruled));
    for reason in ["stopped", "host fault", "adjudicated"] {
        let (tournament, mut entry) = played.clone();
        ended(reason, Some(1), [1, -1])(&mut entry);
        let refused = check_game(&tournament, &entry);
        assert!(refused.is_err(), "{reason} is no result here");
    }
}

#[test]
fn adjudications_follow_from_what_the_players_thought() {
    let adjudicated = |settings: &mut Settings| {
        settings.players[0].player = "alpha-beta".into();
        settings.players[1].player = "negascout".into();
        settings.depth = Some(2);
        settings.adjudication.draw = Some(DrawRule { score: 100.0, moves: 2, after: 3 });
    };
    let played = first_game("tic-tac-toe:5,5,4", None, adjudicated);
    assert_eq!(played.1.conclusion.reason, "adjudicated");
    check(&played, |_| (), None);
    let told = |thoughts: usize| {
        move |entry: &mut Entry| entry.thoughts.iter_mut().take(thoughts).for_each(|it| *it = None)
    };
    let goes_on =
        "it ends with \"Draw: adjudicated, nobody is ahead\", but by the rules: it goes on";
    check(&played, told(1), Some(goes_on));
    let limited = first_game("tic-tac-toe:5,5,4", None, |it| it.adjudication.plies_max = Some(4));
    check(&limited, |_| (), None);
    check(
        &limited,
        |entry| entry.moves.push_str(" a1"),
        Some(
            "it goes on with ply 5, but was over before: Draw: adjudicated, the limit of plies is reached",
        ),
    );
}
