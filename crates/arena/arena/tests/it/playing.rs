//! Tests of single games: played inline, played at a table, and with failing players.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use arena::journal::{Entry, Thought};
use arena::openings::Openings;
use arena::play::{CancelToken, NoResult, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::schedule::Format;
use arena::settings::Settings;
use arena::tournament::Tournament;
use arena::training::{self, TrainingError, TrainingGame};
use arena::verification::check_game;
use board_engine::Seat;
use games_package::{
    EndReason, Failure, FailureKind, Host, MoveLimit, Player, PlayerError, Record, Reply, Request,
    Setup, Thinking, TimeControl, Urgency, Valuation,
};
use notation::RecordFile;

use crate::support::{Catalog, play_on, tournament};

/// The time per move in games with one late player. The other player is on time even on a busy machine.
const TIME: Duration = Duration::from_millis(250);

/// The behavior of a test player.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    First,
    Cheats,
    Panics,
    GivesUp,
    Resigns,
    IsLate,
    CantStart,
    /// Reports this evaluation of the position.
    Thinks(i32),
    /// Reports this many nodes, and answers only when its answer is no longer needed.
    Waits(u64),
}

struct Acting(Manner);

impl Player for Acting {
    fn name(&self) -> String {
        "acting".into()
    }

    fn start(&mut self, _setup: &Setup) -> Result<(), PlayerError> {
        if self.0 == Manner::CantStart { Err(PlayerError::new("no book")) } else { Ok(()) }
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        match self.0 {
            Manner::Cheats => return Ok(Reply::play("z9")),
            Manner::Panics => panic!("as it should"),
            Manner::GivesUp => return Err(PlayerError::new("tired")),
            Manner::Resigns => return Ok(Reply::Resign),
            Manner::IsLate => while !host.is_stopped() {},
            Manner::Thinks(value) => {
                host.report(&Thinking {
                    valuation: Valuation::Centi(value),
                    ..Thinking::default()
                });
            }
            Manner::Waits(nodes) => {
                host.report(&Thinking { nodes, ..Thinking::default() });
                while host.urgency() < Urgency::Withdrawn {}
            }
            Manner::First | Manner::CantStart => {}
        }
        if self.0 == Manner::IsLate {
            let begin = std::time::Instant::now();
            while begin.elapsed() < TIME {}
        }
        Ok(Reply::play(request.legal_moves[0].as_str()))
    }
}

struct Cast(Vec<Manner>, Trust);

impl PlayerFactory for Cast {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        Ok(Box::new(Acting(self.0[index])))
    }

    fn trust(&self, _index: usize) -> Trust {
        self.1
    }
}

/// The different ways to run games.
const ALL: [Trust; 3] = [Trust::Own, Trust::Returns, Trust::None];

/// Plays the first game of a duel between players with this level of trust, with settings changed by `change`.
fn game(
    manners: [Manner; 2],
    trust: Trust,
    change: impl Fn(&mut Settings),
) -> (Tournament, Result<Entry, NoResult>) {
    let tournament = tournament(2, Format::RoundRobin, 1);
    let mut settings = tournament.settings().clone();
    change(&mut settings);
    let game = Arc::clone(tournament.game());
    let tournament = Arc::new(Tournament::new(settings, game, Openings::start()).unwrap());
    let job = Run::new(Arc::clone(&tournament), &[]).unwrap().next_job().unwrap();
    let result = play(&tournament, &job, &Cast(manners.to_vec(), trust), &CancelToken::default());
    (Arc::unwrap_or_clone(tournament), result)
}

#[test]
fn failures_are_distinguished_inline_and_at_a_table() {
    let check = |manner, reason: &str| {
        for trust in ALL {
            let (_, result) = game([Manner::First, manner], trust, |_| ());
            let entry = result.unwrap();
            assert_eq!(entry.conclusion.reason, reason, "{trust:?}");
            assert_eq!(entry.conclusion.seat, Some(1));
            assert_eq!(entry.payoffs, [1, -1]);
            assert_eq!(entry.moves, "b2", "earlier moves count");
        }
    };
    check(Manner::Cheats, "illegal move");
    check(Manner::Panics, "panicked");
    check(Manner::GivesUp, "error");
    check(Manner::Resigns, "resigned");
}

#[test]
fn a_late_player_loses_on_time() {
    let (_, result) = game([Manner::First, Manner::IsLate], Trust::Own, |settings| {
        settings.time = TimeControl::PerMove(TIME);
    });
    let entry = result.unwrap();
    assert_eq!((entry.conclusion.reason.as_str(), entry.conclusion.seat), ("timed out", Some(1)));
    assert_eq!(entry.conclusion.fault(), Some("timed out"));
}

#[test]
fn a_time_forfeit_differs_from_a_player_killed_without_a_clock() {
    let (tournament, result) = game([Manner::First, Manner::IsLate], Trust::Own, |settings| {
        settings.time = TimeControl::PerMove(TIME);
    });
    let mut entry = result.unwrap();
    let check = |entry: &Entry, expected: EndReason| {
        assert_eq!(entry.conclusion.fault(), Some("timed out"));
        assert_eq!(entry.record(&tournament).unwrap().ending.unwrap().reason, expected);
    };
    check(&entry, EndReason::time_expired(Seat::SECOND));
    let ended = Failure::new(FailureKind::TimedOut, "it was killed after 600 s");
    (entry.conclusion.reason, entry.conclusion.detail) = ("timed out".into(), ended.detail.clone());
    check(&entry, EndReason::PlayerFailed(Seat::SECOND, ended.clone()));
    entry.conclusion.on_clock = true;
    check(&entry, EndReason::TimeExpired(Seat::SECOND, ended.detail));
}

#[test]
fn a_move_without_a_clock_is_lost_after_the_move_limit_inline_and_at_a_table() {
    for trust in ALL {
        let (tournament, result) = game([Manner::First, Manner::Waits(1000)], trust, |settings| {
            settings.move_limit = Some("50ms".parse().unwrap());
            settings.players[1].nodes = Some(100);
        });
        let entry = result.unwrap();
        let conclusion = &entry.conclusion;
        assert_eq!((conclusion.reason.as_str(), conclusion.seat), ("timed out", Some(1)));
        assert_eq!(conclusion.detail, "no move within 50ms, the move limit", "{trust:?}");
        assert_eq!(entry.payoffs, [1, -1]);
        assert_eq!(
            entry.excess_nodes,
            [0, 1000],
            "{trust:?}: of the move that was never made, too"
        );
        assert_eq!(check_game(&tournament, &entry), Ok(()));
    }
}

#[test]
fn a_player_that_did_not_start_does_not_lose_in_an_older_journal() {
    let (tournament, result) = game([Manner::First, Manner::Panics], Trust::Own, |_| ());
    let mut entry = result.unwrap();
    assert_eq!(check_game(&tournament, &entry), Ok(()));
    entry.conclusion.reason = "load refused".into();
    assert_eq!(check_game(&tournament, &entry), Ok(()), "it has played");
    entry.end.clone_from(&entry.start);
    entry.moves.clear();
    assert!(check_game(&tournament, &entry).is_err(), "the game never began");
}

#[test]
fn time_odds_apply_to_one_player_whatever_its_seat() {
    let late = |settings: &mut Settings| {
        settings.players[1].time = Some(TimeControl::PerMove(TIME));
    };
    let (tournament, result) = game([Manner::First, Manner::IsLate], Trust::Own, late);
    let entry = result.unwrap();
    assert_eq!(entry.conclusion.reason, "timed out", "its own clock");
    let record = entry.record(&tournament).unwrap();
    assert_eq!(record.time_control, TimeControl::Unlimited);
    assert_eq!(record.players[1].odds, tournament.settings().players[1].odds());
    let mut settings = tournament.settings().clone();
    settings.margin = Duration::from_secs(5);
    let game = Arc::clone(tournament.game());
    let tournament = Arc::new(Tournament::new(settings, game, Openings::start()).unwrap());
    let job = Run::new(Arc::clone(&tournament), &[]).unwrap().next_job().unwrap();
    let cast = Cast(vec![Manner::First, Manner::IsLate], Trust::Own);
    let entry = play(&tournament, &job, &cast, &CancelToken::default()).unwrap();
    assert_eq!(entry.conclusion.reason, "rules", "late by less than the margin");
}

#[test]
fn a_player_that_fails_to_start_produces_no_result() {
    for trust in ALL {
        let (_, result) = game([Manner::CantStart, Manner::First], trust, |_| ());
        let why = result.unwrap_err().to_string();
        assert_eq!(why, "player 0 can't start: no book", "{trust:?}");
    }
}

#[test]
fn a_cancelled_game_has_no_result() {
    let tournament = tournament(2, Format::RoundRobin, 1);
    let job = Run::new(Arc::clone(&tournament), &[]).unwrap().next_job().unwrap();
    let cancel = CancelToken::default();
    cancel.cancel();
    let result = play(&tournament, &job, &Catalog::of(&tournament), &cancel);
    assert!(matches!(result, Err(NoResult::BrokenOff)));
}

/// Creates catalog players with this level of trust.
struct Trusted(Catalog, Trust);

impl PlayerFactory for Trusted {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        self.0.player(index)
    }

    fn trust(&self, _index: usize) -> Trust {
        self.1
    }
}

#[test]
fn inline_games_equal_table_games() {
    let game = game_catalog::table_game("tic-tac-toe:5,5,4").unwrap();
    let mut settings = Settings::new(game.name(), ["random".into(), "alpha-beta".into()]);
    (settings.seed, settings.nodes) = (Some(5), Some(200));
    let openings = Openings::random(&*game, 3, 4, 5, &mut |_| true).unwrap();
    settings.pairs = 4;
    let tournament = Arc::new(Tournament::new(settings, game, openings).unwrap());
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let inline = play_on(&mut run);
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    for expected in inline {
        let job = run.next_job().unwrap();
        for trust in [Trust::Returns, Trust::None] {
            let factory = Trusted(Catalog::of(&tournament), trust);
            let mut entry = play(&tournament, &job, &factory, &CancelToken::default()).unwrap();
            entry.elapsed_us.clear();
            assert_eq!(entry, expected, "{trust:?}");
        }
    }
}

/// The moves in the games of three pairs.
fn pairs(game: &str, factory: impl Fn(&Tournament) -> Box<dyn PlayerFactory>) -> Vec<[String; 2]> {
    let game = game_catalog::table_game(game).unwrap();
    let mut settings = Settings::new(game.name(), ["random", "random"].map(String::from));
    settings.players[1].name = Some("the other".into());
    (settings.seed, settings.pairs) = (Some(5), 3);
    let tournament = Arc::new(Tournament::new(settings, game, Openings::start()).unwrap());
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let factory = factory(&tournament);
    let mut game = || {
        let job = run.next_job().unwrap();
        play(&tournament, &job, &*factory, &CancelToken::default()).unwrap().moves
    };
    (0..3).map(|_| [game(), game()]).collect()
}

#[test]
fn the_games_in_a_pair_have_the_same_chance_but_different_player_seeds() {
    let dice = pairs("pig", |_| Box::new(Cast(vec![Manner::First; 2], Trust::Own)));
    assert!(dice.iter().all(|[first, second]| first == second), "{dice:?}");
    assert_ne!(dice[0], dice[1]);
    let random = pairs("tic-tac-toe", |tournament| Box::new(Catalog::of(tournament)));
    assert!(random.iter().all(|[first, second]| first != second), "{random:?}");
}

#[test]
fn a_record_marks_an_adjudicated_game() {
    for trust in ALL {
        let manners = [Manner::Thinks(600), Manner::Thinks(-700)];
        let (tournament, result) = game(manners, trust, |settings| {
            settings.adjudication.win = Some(arena::settings::WinRule { score: 5.0, moves: 2 });
        });
        let entry = result.unwrap();
        assert_eq!(entry.conclusion.reason, "adjudicated");
        assert_eq!((entry.payoffs.as_slice(), entry.plies()), ([1, -1].as_slice(), 4));
        let thought = Thought { depth: 0, score: "-7.00".into(), nodes: 0 };
        assert_eq!(entry.thoughts[1], Some(thought));
        let record = entry.record(&tournament).unwrap();
        let read = Record::from_text(&record.to_text()).unwrap();
        assert_eq!(read, record);
        read.replay(&**tournament.game()).unwrap();
        let ending = read.ending.unwrap().describe(|seat| seat.to_string());
        assert_eq!(ending, "seat 1 wins: adjudicated, both see the same winner");
    }
}

#[test]
fn the_ply_limit_makes_a_draw() {
    let (_, result) = game([Manner::First; 2], Trust::Own, |settings| {
        settings.adjudication.plies_max = Some(3);
    });
    let entry = result.unwrap();
    assert_eq!((entry.payoffs.as_slice(), entry.plies()), ([0, 0].as_slice(), 3));
    assert_eq!(entry.conclusion.detail, "the limit of plies is reached");
}

#[test]
fn the_default_limit_or_a_rebuilt_program_does_not_change_the_run() {
    let fingerprint = |change: &dyn Fn(&mut Settings)| {
        let tournament = tournament(2, Format::RoundRobin, 1);
        let mut settings = tournament.settings().clone();
        change(&mut settings);
        let game = Arc::clone(tournament.game());
        Tournament::new(settings, game, Openings::start()).unwrap().fingerprint()
    };
    let unset = fingerprint(&|settings| settings.move_limit = None);
    assert_eq!(unset, fingerprint(&|settings| settings.move_limit = Some(MoveLimit::default())));
    assert_ne!(unset, fingerprint(&|settings| settings.move_limit = Some(MoveLimit::NONE)));
    let elsewhere = fingerprint(&|settings| {
        settings.players[0].folder = Some("/srv/ada".into());
        settings.players[0].program = Some("0123".into());
    });
    assert_eq!(unset, elsewhere);
}

#[test]
fn every_position_is_read_as_it_was_played() {
    for (name, players) in [("checkers", ["alpha-beta", "random"]), ("pig", ["greedy", "random"])] {
        let game = game_catalog::table_game(name).unwrap();
        let mut settings = Settings::new(game.name(), players.map(String::from));
        (settings.nodes, settings.seed, settings.pairs) = (Some(50), Some(3), 2);
        let tournament = Tournament::new(settings, Arc::clone(&game), Openings::start()).unwrap();
        let entries = play_on(&mut Run::new(Arc::new(tournament), &[]).unwrap());
        let mut file = Vec::new();
        training::begin(&mut file, game.name()).unwrap();
        for entry in &entries {
            training::write(&mut file, &TrainingGame::of(entry, &*game).unwrap()).unwrap();
        }
        let (mut games, mut numbers) = (Vec::new(), HashMap::new());
        training::read(&mut file.as_slice(), &*game, &mut |samples| games.push(samples)).unwrap();
        assert_eq!(games.len(), entries.len());
        for (samples, entry) in games.iter().zip(&entries) {
            let moves: Vec<&str> = entry.moves.split(' ').collect();
            for sample in samples {
                assert_eq!(sample.mv, moves[sample.ply]);
                // A step without a capture, a roll and a hold are each one action, with the same number in every
                // position.
                assert!(!sample.actions.is_empty());
                if !sample.mv.contains('x') {
                    let known = numbers.entry(sample.mv.clone()).or_insert(sample.actions.clone());
                    assert_eq!((known.len(), &*known), (1, &sample.actions));
                }
                assert_eq!(sample.payoff, entry.payoffs[sample.seat]);
                assert_eq!(sample.ply + sample.plies_left, moves.len());
                let is_told = entry.thoughts.get(sample.ply).is_some_and(Option::is_some);
                assert_eq!(sample.score.is_some(), is_told);
            }
            assert_eq!(samples[0].position, entry.start);
        }
        let foreign = game_catalog::table_game("tic-tac-toe").unwrap();
        let refused = training::read(&mut file.as_slice(), &*foreign, &mut |_| ());
        assert!(matches!(refused, Err(TrainingError::Foreign(_))), "{refused:?}");
        for end in [file.len() - 1, file.len() - 5] {
            let torn = training::read(&mut &file[..end], &*game, &mut |_| ());
            assert!(torn.is_err(), "a file that ends in the middle of a game");
        }
    }
}
