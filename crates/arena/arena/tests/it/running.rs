//! Killed runs resume exactly where they stopped.

use std::fs;
use std::sync::Arc;

use arena::game_properties::GameProperties;
use arena::journal::{Journal, JournalError};
use arena::openings::Openings;
use arena::run::Run;
use arena::schedule::Format;
use arena::settings::Settings;
use arena::statistics::{EloModel, Sprt, Verdict};
use arena::tournament::{Job, Tournament};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{play_on, tournament};

const FORMATS: [Format; 5] = [
    Format::RoundRobin,
    Format::Gauntlet { heads: 2 },
    Format::Swiss { rounds: 3 },
    Format::Knockout,
    Format::Groups { groups: 2, advance: 2 },
];

/// Formats a run's results.
fn found(run: &Run) -> String {
    let players = run.tournament().settings().players.len();
    let (order, table) = run.tournament().settings().format.standings(players, &run.rounds());
    format!(
        "{order:?} {table:?} {:?} {:?} {:?}",
        run.tallies(),
        run.comparisons(),
        run.pentanomial()
    )
}

#[test]
fn every_format_finishes_with_each_game_played_once() {
    for format in FORMATS {
        let mut run = Run::new(tournament(7, format, 2), &[]).unwrap();
        let entries = play_on(&mut run);
        assert!(run.is_over(), "{format:?}");
        assert_eq!(run.finished_games(), entries.len());
        let mut ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), entries.len(), "{format:?}");
    }
}

#[test]
fn tables_depend_on_results_but_not_on_their_order() {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    for format in FORMATS {
        let tournament = tournament(6, format, 2);
        let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
        let mut entries = play_on(&mut run);
        entries.shuffle(&mut chance);
        assert_eq!(found(&Run::new(tournament, &entries).unwrap()), found(&run), "{format:?}");
    }
}

#[test]
fn a_run_with_a_journal_truncated_anywhere_resumes_to_the_same_tables() {
    let points = if std::env::var_os("RIVAL_DEEP").is_some() { 100 } else { 20 };
    let mut chance = ChaCha8Rng::seed_from_u64(2);
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let tournament = tournament(6, format, 2);
        let mut whole = Run::new(Arc::clone(&tournament), &[]).unwrap();
        let (mut journal, _) = Journal::open(&path, tournament.fingerprint()).unwrap();
        for entry in play_on(&mut whole) {
            journal.append(&entry);
        }
        journal.sync().unwrap();
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        for _ in 0..points {
            let cut = chance.random_range(0..=bytes.len());
            fs::write(&path, &bytes[..cut]).unwrap();
            let (mut journal, played) = Journal::open(&path, tournament.fingerprint()).unwrap();
            let mut run = Run::new(Arc::clone(&tournament), &played).unwrap();
            let new = play_on(&mut run);
            assert_eq!(played.len() + new.len(), whole.finished_games(), "{format:?} at {cut}");
            assert_eq!(found(&run), found(&whole), "{format:?} at {cut}");
            for entry in &new {
                journal.append(entry);
            }
            journal.sync().unwrap();
            drop(journal);
            let read = Journal::read(&path, tournament.fingerprint()).unwrap();
            assert_eq!(read.len(), whole.finished_games());
        }
    }
}

#[test]
fn a_journal_with_other_settings_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let (one, other) = (tournament(3, Format::RoundRobin, 1), tournament(3, Format::RoundRobin, 2));
    let (journal, _) = Journal::open(&path, one.fingerprint()).unwrap();
    let refusal = Journal::open(&path, one.fingerprint()).unwrap_err();
    assert!(matches!(refusal, JournalError::InUse { .. }), "{refusal}");
    drop(journal);
    let refusal = Journal::open(&path, other.fingerprint()).unwrap_err();
    assert!(matches!(refusal, JournalError::OtherSettings { .. }), "{refusal}");
}

#[test]
fn a_damaged_journal_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let tournament = tournament(3, Format::RoundRobin, 1);
    drop(Journal::open(&path, tournament.fingerprint()).unwrap());
    let heading = fs::read_to_string(&path).unwrap();
    fs::write(&path, heading + "{\"id\":7}\n").unwrap();
    let refusal = Journal::open(&path, tournament.fingerprint()).unwrap_err().to_string();
    assert!(refusal.contains("journal.jsonl, line 2: "), "{refusal}");
    fs::write(&path, "hello\n").unwrap();
    let refusal = Journal::open(&path, tournament.fingerprint()).unwrap_err().to_string();
    assert!(refusal.ends_with("line 1: not a journal"), "{refusal}");
}

#[test]
fn unplanned_and_duplicate_games_are_refused() {
    let tournament = tournament(3, Format::RoundRobin, 1);
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let mut entries = play_on(&mut run);
    let mut foreign = entries[0].clone();
    foreign.id = "0123456789abcdef".into();
    assert!(Run::new(Arc::clone(&tournament), &[foreign]).is_err());
    let mut beyond = entries[0].clone();
    beyond.number = 1000;
    beyond.id = tournament.id(beyond.round, beyond.number);
    assert!(Run::new(Arc::clone(&tournament), &[beyond]).is_err());
    entries.push(entries[0].clone());
    assert!(Run::new(tournament, &entries).is_err());
}

/// A duel of a greedy player against a random player.
fn test(elo1: f64) -> Arc<Tournament> {
    let tournament = tournament(2, Format::RoundRobin, 5000);
    let mut settings = tournament.settings().clone();
    settings.players[0].player = "greedy".into();
    settings.sprt = Some(Sprt {
        elo0: 0.0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Logistic,
        trinomial: false,
    });
    let openings = tournament.openings().clone();
    Arc::new(Tournament::new(settings, Arc::clone(tournament.game()), openings).unwrap())
}

#[test]
fn a_test_ends_at_the_same_pair_however_many_games_run_ahead() {
    let tournament = test(50.0);
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let entries = play_on(&mut run);
    let (verdict, pairs) = run.test().unwrap();
    assert_eq!(verdict, Verdict::H1);
    assert!(pairs.pairs() < 200, "{pairs:?}");
    // Hand out a hundred games at a time, and report them in reverse order.
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let factory = crate::support::Catalog::of(&tournament);
    let mut all = Vec::new();
    while !run.is_over() {
        let jobs: Vec<_> = std::iter::from_fn(|| run.next_job()).take(100).collect();
        for job in jobs.iter().rev() {
            let cancel = arena::play::CancelToken::default();
            let entry = arena::play::play(&tournament, job, &factory, &cancel).unwrap();
            run.finish(&entry);
            all.push(entry);
        }
    }
    assert_eq!(run.test().unwrap(), (verdict, pairs));
    assert!(all.len() > entries.len());
    assert_eq!(run.pentanomial(), Some(pairs), "games after the end do not count");
    let counting = all.iter().filter(|entry| run.counts(entry)).count();
    assert_eq!(run.finished_games(), counting, "nor is it among the finished games");
    assert_eq!(counting, entries.len());
    let resumed = Run::new(tournament, &all).unwrap();
    assert!(resumed.is_over());
    assert_eq!(resumed.test().unwrap(), (verdict, pairs));
}

/// A duel between these two players in this game. Every pair starts from the initial position.
fn duel(game: &str, players: [&str; 2], pairs: u32) -> Run {
    let game = game_catalog::table_game(game).unwrap();
    let mut settings = Settings::new(game.name(), players.map(String::from));
    settings.players[1].name = Some("the other".into());
    (settings.seed, settings.pairs, settings.nodes) = (Some(3), pairs, Some(100));
    let tournament = Tournament::new(settings, game, Openings::start()).unwrap();
    let mut run = Run::new(Arc::new(tournament), &[]).unwrap();
    play_on(&mut run);
    run
}

#[test]
fn a_game_repeated_many_times_counts_once() {
    let run = duel("tic-tac-toe:5,5,4", ["alpha-beta", "negascout"], 12);
    assert_eq!((run.finished_games(), run.distinct_games()), (24, 2));
    assert_eq!(run.pentanomial().map(|pairs| pairs.pairs()), Some(1));
    assert_eq!(run.comparisons().len(), 1);
    let tally = &run.tallies()[0];
    assert_eq!((tally.games(), tally.distinct_games()), (24, 2));
}

#[test]
fn all_games_with_chance_count_even_if_two_are_identical() {
    let run = duel("tic-tac-toe", ["random", "random"], 12);
    assert_eq!((run.finished_games(), run.distinct_games()), (24, 24));
    let run = duel("kuhn-poker:1", ["random", "random"], 40);
    assert_eq!(run.pentanomial().map(|pairs| pairs.pairs()), Some(40));
}

/// Hands are won by one or two chips. The player with more chips from both hands of a pair wins the pair.
#[test]
fn payoffs_of_varying_size_are_added() {
    let run = duel("kuhn-poker:1", ["random", "random"], 40);
    assert!(run.tournament().has_stakes());
    let [first, second] = [&run.tallies()[0], &run.tallies()[1]].map(|tally| tally.payoff);
    assert_eq!(first, -second);
    let counts = run.pentanomial().unwrap().counts();
    assert_eq!((counts[1], counts[3]), (0, 0), "pairs are won, even or lost: {counts:?}");
    let counts = run.first_seat().unwrap().counts();
    assert_eq!((counts[1], counts[3]), (0, 0), "also the first seat's pairs: {counts:?}");
    assert!(!duel("tic-tac-toe", ["random", "random"], 1).tournament().has_stakes());
}

/// Random backgammon playouts wouldn't reveal this, because they are long and rarely end in a gammon.
#[test]
fn a_game_declares_whether_its_payoffs_differ_in_size() {
    let has_stakes =
        |name: &str| GameProperties::of(&*game_catalog::table_game(name).unwrap()).has_stakes;
    let with = ["backgammon", "backgammon:cube", "othello:8,discs", "kuhn-poker"];
    assert_eq!(with.map(has_stakes), [true; 4]);
    let without = ["backgammon:match,3", "othello", "pig", "dominoes", "chess", "checkers"];
    assert_eq!(without.map(has_stakes), [false; 6]);
}

#[test]
fn payoffs_per_game_come_from_distinct_sets() {
    let run = duel("kuhn-poker:1", ["random", "random"], 40);
    let [first, second] = [0, 1].map(|player| run.payoffs_per_game()[player]);
    let tally = &run.tallies()[0];
    assert!((first.value - tally.payoff_per_game()).abs() < 1e-9, "all pairs count");
    assert!((first.value + second.value).abs() < 1e-9 && first.error > 0.0, "{first}, {second}");
    assert!((first.error - second.error).abs() < 1e-9, "one player wins the other's losses");
    let alone = Run::joint_payoffs_per_game(&[(&run, vec![0, 1])], 2);
    let twice = Run::joint_payoffs_per_game(&[(&run, vec![0, 1]), (&run, vec![0, 1])], 3);
    assert_eq!(alone, run.payoffs_per_game());
    assert_eq!(twice[..2], alone, "a set that two runs have played counts once");
    assert!(!twice[2].is_known());
    // Both players repeat the same game, so only one pair counts.
    let repeated = duel("othello:6,discs", ["alpha-beta", "negascout"], 4);
    assert_eq!((repeated.finished_games(), repeated.distinct_games()), (8, 2));
    let [first, _] = [0, 1].map(|player| repeated.payoffs_per_game()[player]);
    assert!(first.error > 10.0, "one pair says little: {first}");
}

#[test]
fn identical_pairs_do_not_count_as_evidence_in_a_test() {
    let game = game_catalog::table_game("tic-tac-toe:5,5,4").unwrap();
    let mut settings = Settings::new(game.name(), ["alpha-beta".into(), "negascout".into()]);
    (settings.seed, settings.pairs, settings.nodes) = (Some(3), 300, Some(100));
    settings.sprt = Some(Sprt {
        elo0: 0.0,
        elo1: 50.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Logistic,
        trinomial: false,
    });
    let openings = Openings::random(&*game, 2, 3, 3, &mut |_| true).unwrap();
    let tournament = Arc::new(Tournament::new(settings, game, openings).unwrap());
    let mut run = Run::new(tournament, &[]).unwrap();
    play_on(&mut run);
    let (verdict, pairs) = run.test().unwrap();
    assert_eq!((run.finished_games(), run.distinct_games()), (600, 6));
    assert_eq!((verdict, pairs.pairs()), (Verdict::Open, 3));
}

#[test]
fn an_extended_run_keeps_its_games_and_their_openings() {
    let of_two = Format::Gauntlet { heads: 2 };
    let first = tournament(5, of_two, 2);
    let text = "a1\nb1\nc1\n";
    let game = first.game();
    let openings = Openings::from_text(&**game, text, None).unwrap();
    let first = Tournament::new(first.settings().clone(), Arc::clone(game), openings).unwrap();
    let first = Arc::new(first);
    let mut run = Run::new(Arc::clone(&first), &[]).unwrap();
    let played = play_on(&mut run);
    // Six encounters: 12 sets at first, then 18 more.
    assert_eq!((first.later_openings(2), first.later_openings(5)), (0, 18));
    let more = Openings::from_text(&**game, "a1\na2\nb2\nc2\na3\n", None).unwrap();
    let openings = first.openings().clone().extend(more, 3);
    assert_eq!(openings.later_count(), 3, "a1 is known, a3 is one too many");
    let kept = Openings::from_stored_text(&**game, &openings.stored_text()).unwrap();
    assert_eq!(kept, openings);
    let longer = Arc::new(first.extend(5, kept).unwrap());
    assert_eq!(longer.fingerprint(), first.fingerprint());
    assert_eq!(longer.later_openings(9), 3, "some are used twice, so a new one would change sets");
    let mut resumed = Run::new(Arc::clone(&longer), &played).unwrap();
    let new = play_on(&mut resumed);
    assert!(resumed.is_over());
    assert_eq!((played.len(), new.len()), (24, 36));
    let opening =
        |set: usize| longer.opening(&Job { round: 0, number: 2 * set, set, players: vec![] });
    for entry in played.iter().chain(&new) {
        assert_eq!(entry.moves.split(' ').next(), Some(opening(entry.set).moves[0].as_str()));
    }
    let sets: Vec<&str> = (10..16).map(|set| opening(set).moves[0].as_str()).collect();
    assert_eq!(sets, ["b1", "c1", "a2", "b2", "c2", "a2"]);
    assert!(first.extend(1, first.openings().clone()).is_err(), "no fewer");
}

#[test]
fn pairs_in_an_extension_repeat_pairs_from_the_same_opening() {
    let first = duel("tic-tac-toe:5,5,4", ["alpha-beta", "negascout"], 1);
    let first = first.tournament();
    let more = Openings::from_text(&**first.game(), "a1 c3\nb2 d4\n", None).unwrap();
    let longer = first.extend(5, first.openings().clone().extend(more, 2)).unwrap();
    assert_eq!(longer.openings_per_encounter(), 3, "one at first, and two for four more pairs");
    let mut run = Run::new(Arc::new(longer), &[]).unwrap();
    play_on(&mut run);
    assert_eq!((run.finished_games(), run.distinct_games()), (10, 6));
}

#[test]
fn a_format_with_result_dependent_rounds_cannot_be_extended() {
    let swiss = tournament(4, Format::Swiss { rounds: 2 }, 2);
    let refusal = swiss.extend(5, swiss.openings().clone()).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "a swiss can't be extended: pairings depend on the results of whole rounds"
    );
}

#[test]
fn endings_and_the_first_seat_are_counted_game_by_game() {
    let mut run = Run::new(tournament(4, Format::RoundRobin, 5), &[]).unwrap();
    let entries = play_on(&mut run);
    let of_rules: u64 = run.endings().iter().map(|ending| ending.games).sum();
    assert_eq!(of_rules, entries.len() as u64);
    for ending in run.endings() {
        let same = entries.iter().filter(|entry| {
            entry.conclusion.reason == ending.reason && entry.conclusion.rule() == ending.rule
        });
        assert_eq!(same.count() as u64, ending.games, "{ending:?}");
    }
    assert!(run.endings().len() > 1);
    let first = run.first_seat().unwrap();
    let halves: i64 = entries.iter().map(|entry| 1 + i64::from(entry.payoffs[0].signum())).sum();
    assert_eq!(first.pairs(), 30);
    #[expect(clippy::cast_precision_loss, reason = "these are few games")]
    let score = halves as f64 / 120.0;
    assert!((first.score() - score).abs() < 1e-9);
}
