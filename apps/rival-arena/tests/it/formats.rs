//! Plays every format from its file to its final table, with a kill in between.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

use crate::support::{Process, arena, output, run, table};

/// The number of games per encounter in the tournaments.
const GAMES: usize = 6;

const FOUR_IN_A_ROW: &str = "tic-tac-toe:5,5,4";

/// The players' names in list order.
const NAMES: [&str; 5] = ["Ada", "Bob", "Cyd", "Dan", "Eve"];

const PLAYERS: [&str; 5] =
    ["alpha-beta", "negascout:depth=2", "greedy", "alpha-beta:depth=1", "random"];

/// A completed tournament.
struct Played {
    /// The number of games, by round (from 1) and by an encounter's players.
    meetings: BTreeMap<(u64, BTreeSet<String>), usize>,
    /// The players' names, best first.
    order: Vec<String>,
    tables: String,
    page: String,
}

/// Plays a tournament from its file twice: once without interruption, and once killed after a third of its games and
/// then resumed. Both settings must produce the same tables.
fn play(game: &str, format: &str, players: &[&str]) -> Played {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut file =
        format!("game = '{game}'\npairs = 3\nnodes = 200\nseed = 4\nopenings = 'random:2'\n");
    let _ = writeln!(file, "format = {{ {format} }}");
    for (name, player) in NAMES.iter().zip(players) {
        let _ = writeln!(file, "[[player]]\nname = '{name}'\nplayer = '{player}'");
    }
    fs::write(folder.join("a.toml"), file).unwrap();
    let begin = |out: &str| {
        arena(folder, &["tournament", "a.toml", "--json", "--concurrency", "2", "--out", out])
    };
    let told = output(begin("whole"));
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut killed = Process::start(begin("killed"));
    let (standings, events) = told.split_last().unwrap();
    let is_game = |event: &&Value| event["event"] == "game_finished";
    let games: Vec<&Value> = events.iter().filter(is_game).collect();
    killed.read(games.len() / 3, "game_finished");
    killed.kill();
    run(folder, &["resume", "killed", "--json"], 0);
    let tables = table(folder, "whole");
    assert_eq!(table(folder, "killed"), tables);
    assert_eq!(standings["over"], true);
    let name = |value: &Value| value.as_str().unwrap().to_owned();
    let mut meetings = BTreeMap::new();
    for game in games {
        let players = game["players"].as_array().unwrap().iter().map(name).collect();
        *meetings.entry((game["round"].as_u64().unwrap(), players)).or_default() += 1;
    }
    let rows = standings["players"].as_array().unwrap();
    let page = fs::read_to_string(folder.join("whole/report.html")).unwrap();
    Played { meetings, order: rows.iter().map(|row| name(&row["name"])).collect(), tables, page }
}

/// Checks each round's encounters, such as "Ada Bob, Cyd Dan". Each tournament has `games` games.
fn check_rounds(played: &Played, games: usize, expected: &[&str]) {
    let mut rounds: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for ((round, players), count) in &played.meetings {
        assert_eq!(*count, games, "{players:?} in round {round}");
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        rounds.entry(*round).or_default().push(players.join(" "));
    }
    let rounds: Vec<String> = rounds.values().map(|meetings| meetings.join(", ")).collect();
    assert_eq!(rounds, expected, "{}", played.tables);
}

#[test]
fn in_a_round_robin_all_players_meet() {
    let played = play(FOUR_IN_A_ROW, "name = 'round-robin'", &PLAYERS[..4]);
    check_rounds(&played, GAMES, &["Ada Bob, Ada Cyd, Ada Dan, Bob Cyd, Bob Dan, Cyd Dan"]);
}

#[test]
fn the_first_players_head_a_gauntlet() {
    let played = play(FOUR_IN_A_ROW, "name = 'gauntlet', heads = 2", &PLAYERS);
    check_rounds(&played, GAMES, &["Ada Cyd, Ada Dan, Ada Eve, Bob Cyd, Bob Dan, Bob Eve"]);
}

#[test]
fn swiss_players_never_meet_twice_and_get_at_most_one_bye() {
    let played = play(FOUR_IN_A_ROW, "name = 'swiss', rounds = 3", &PLAYERS);
    assert!(played.meetings.values().all(|games| *games == GAMES), "{}", played.tables);
    assert!(played.tables.contains("  rematches  byes\n"), "{}", played.tables);
    let pairs: BTreeSet<_> = played.meetings.keys().map(|(_, players)| players).collect();
    assert_eq!((played.meetings.len(), pairs.len()), (3 * 2, 3 * 2), "{}", played.tables);
    for name in NAMES {
        let rounds = pairs.iter().filter(|players| players.contains(name)).count();
        assert!(rounds >= 2, "{name} plays {rounds} rounds");
    }
}

/// Checks that the knockout that begins in this round is reported round by round, and that the two finalists finish
/// first and second.
fn check_knockout(played: &Played, first_round: u64) {
    let (last, _) = played.meetings.last_key_value().unwrap().0;
    let of_round = |round: u64| -> BTreeSet<&String> {
        let meetings = played.meetings.keys().filter(|(number, _)| *number == round);
        meetings.flat_map(|(_, players)| players).collect()
    };
    for round in first_round..=*last {
        let line = format!("round {round}: ");
        assert!(played.tables.lines().any(|told| told.starts_with(&line)), "{}", played.tables);
        assert!(played.page.contains(&line));
    }
    let winner = format!("\n{} wins the knockout against {} by ", played.order[0], played.order[1]);
    assert!(played.tables.contains(&winner), "{}", played.tables);
    assert!(played.page.contains(winner.trim_start()));
    let finalists: BTreeSet<&String> = played.order.iter().take(2).collect();
    assert_eq!(of_round(*last), finalists, "{}", played.tables);
}

#[test]
fn in_a_knockout_top_seeds_have_byes_and_losers_are_eliminated() {
    let played = play(FOUR_IN_A_ROW, "name = 'knockout'", &PLAYERS);
    let first: Vec<_> = played.meetings.keys().filter(|(round, _)| *round == 1).collect();
    let last_two = BTreeSet::from(["Dan", "Eve"].map(String::from));
    assert_eq!(first, [&(1, last_two)], "three of five players have a bye at first");
    check_knockout(&played, 1);
}

#[test]
fn after_the_group_stage_the_best_players_meet() {
    let played = play(FOUR_IN_A_ROW, "name = 'groups', groups = 2, advance = 1", &PLAYERS);
    let first = played.meetings.keys().filter(|(round, _)| *round == 1);
    let first: Vec<String> = first
        .map(|(_, players)| players.iter().map(String::as_str).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(first, ["Ada Dan", "Ada Eve", "Bob Cyd", "Dan Eve"], "dealt to and fro");
    check_knockout(&played, 2);
}

#[test]
fn three_players_take_every_seat() {
    let players = ["max-n", "paranoid", "monte-carlo", "random"];
    let played = play("tic-tac-toe-3", "name = 'round-robin'", &players);
    // Six seating orders, three times each.
    check_rounds(&played, 18, &["Ada Bob Cyd, Ada Bob Dan, Ada Cyd Dan, Bob Cyd Dan"]);
    assert!(!played.tables.contains("LOS"), "no duel: {}", played.tables);
    assert_eq!(played.order.last().unwrap(), "Dan", "the random player is the weakest");
}

#[test]
fn a_knockout_of_draws_is_replayed_and_won_by_seeding() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = "game = 'tic-tac-toe'\nopenings = 'start'\nformat = { name = 'knockout' }\n\
        [[player]]\nname = 'Ada'\nplayer = 'minimax'\n[[player]]\nname = 'Bob'\nplayer = 'minimax'\n";
    fs::write(folder.join("k.toml"), file).unwrap();
    let told = output(arena(folder, &["tournament", "k.toml", "--json", "--out", "k"]));
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let games = told.iter().filter(|event| event["event"] == "game_finished");
    let rounds = games.map(|game| (game["round"].as_u64(), game["replay"].as_u64()));
    let expected = [None, Some(1), Some(2), Some(3)].map(|replay| [(Some(1), replay); 2]);
    assert_eq!(rounds.collect::<Vec<_>>(), expected.as_flattened());
    let knockout = &told.last().unwrap()["knockout"];
    assert_eq!((&knockout["winner"], &knockout["decided_by"]), (&"Ada".into(), &"seeding".into()));
    let tables = table(folder, "k");
    let expected = "\nround 1: Ada 1.0–1.0 Bob (replay 1.0–1.0, replay 1.0–1.0, replay 1.0–1.0, Ada advances by \
        seeding)\nAda wins the knockout against Bob by seeding, after 3 drawn replays\n";
    assert!(tables.contains(expected), "{tables}");
    let written = output(arena(folder, &["games", "k"]));
    let rounds: Vec<&str> =
        written.lines().filter_map(|line| line.strip_prefix("[Round ")).collect();
    let of = |replay: &str| [1, 2].map(|game| format!("\"1.{replay}{game}\"]"));
    assert_eq!(rounds, ["", "1.", "2.", "3."].map(of).as_flattened());
}
