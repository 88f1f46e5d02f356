//! Single games: inline, at a table, and with players that fail.

use std::sync::Arc;
use std::time::Duration;

use arena::journal::{Entry, Thought};
use arena::openings::Openings;
use arena::play::{CancelToken, NoResult, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::schedule::Format;
use arena::settings::Settings;
use arena::tournament::Tournament;
use board_engine::Seat;
use games_package::{
    EndReason, Failure, FailureKind, Host, Player, PlayerError, Record, Reply, Request, Setup,
    Thinking, TimeControl, Valuation,
};

use crate::support::{Catalog, play_on, tournament};

/// The time for a move where one player is late: the other one is not, however busy the machine is.
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

/// The ways in which games can be run.
const ALL: [Trust; 3] = [Trust::Own, Trust::Returns, Trust::None];

/// The first game of a duel of players that are trusted so far, changed by `change`.
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
            assert_eq!(entry.moves, "b2", "what was played before counts");
        }
    };
    check(Manner::Cheats, "illegal move");
    check(Manner::Panics, "panicked");
    check(Manner::GivesUp, "error");
    check(Manner::Resigns, "resigned");
}

#[test]
fn who_is_late_loses_on_time() {
    let (_, result) = game([Manner::First, Manner::IsLate], Trust::Own, |settings| {
        settings.time = TimeControl::PerMove(TIME);
    });
    let entry = result.unwrap();
    assert_eq!((entry.conclusion.reason.as_str(), entry.conclusion.seat), ("timed out", Some(1)));
    assert_eq!(entry.conclusion.fault(), Some("timed out"));
}

#[test]
fn a_time_forfeit_is_read_under_its_old_name_and_apart_from_a_player_that_was_ended_without_a_clock()
 {
    let (tournament, result) = game([Manner::First, Manner::IsLate], Trust::Own, |settings| {
        settings.time = TimeControl::PerMove(TIME);
    });
    let mut entry = result.unwrap();
    let check = |entry: &Entry, expected: EndReason| {
        assert_eq!(entry.conclusion.fault(), Some("timed out"));
        assert_eq!(entry.record(&tournament).unwrap().ending.unwrap().reason, expected);
    };
    check(&entry, EndReason::time_expired(Seat::SECOND));
    entry.conclusion.reason = "time expired".into();
    check(&entry, EndReason::time_expired(Seat::SECOND));
    let ended = Failure::new(FailureKind::TimedOut, "it was killed after 600 s");
    (entry.conclusion.reason, entry.conclusion.detail) = ("timed out".into(), ended.detail.clone());
    check(&entry, EndReason::PlayerFailed(Seat::SECOND, ended.clone()));
    entry.conclusion.on_clock = true;
    check(&entry, EndReason::TimeExpired(Seat::SECOND, ended.detail));
}

#[test]
fn time_odds_hold_for_one_player_whatever_its_seat() {
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
fn a_player_that_can_not_start_is_no_result() {
    for trust in ALL {
        let (_, result) = game([Manner::CantStart, Manner::First], trust, |_| ());
        let why = result.unwrap_err().to_string();
        assert_eq!(why, "player 0 can't start: error: no book", "{trust:?}");
    }
}

#[test]
fn a_game_can_be_lost_before_its_first_move() {
    let tournament = tournament(2, Format::RoundRobin, 1);
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    run.next_job().unwrap();
    let job = run.next_job().unwrap();
    let entry = Entry::forfeited(&tournament, &job, 0, "it has crashed 3 times").unwrap();
    assert_eq!(
        (entry.players.as_slice(), entry.payoffs.as_slice()),
        ([1, 0].as_slice(), [1, -1].as_slice())
    );
    assert_eq!(entry.conclusion.fault(), Some("load refused"));
    entry.record(&tournament).unwrap().replay(&**tournament.game()).unwrap();
    run.finish(&entry);
    assert_eq!(run.tallies()[0].faults.get("load refused"), Some(&1));
    assert_eq!(Entry::forfeited(&tournament, &job, 2, "it is not there"), None);
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

/// Players of the catalog, trusted so far.
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
fn games_inline_are_those_at_a_table() {
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

/// The moves of the games of three pairs of two such players.
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
fn the_games_of_a_pair_have_the_same_chance_and_players_with_other_seeds() {
    let dice = pairs("pig", |_| Box::new(Cast(vec![Manner::First; 2], Trust::Own)));
    assert!(dice.iter().all(|[first, second]| first == second), "{dice:?}");
    assert_ne!(dice[0], dice[1]);
    let random = pairs("tic-tac-toe", |tournament| Box::new(Catalog::of(tournament)));
    assert!(random.iter().all(|[first, second]| first != second), "{random:?}");
}

#[test]
fn an_adjudicated_game_says_so_in_its_record() {
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
fn a_limit_of_plies_is_a_draw() {
    let (_, result) = game([Manner::First; 2], Trust::Own, |settings| {
        settings.adjudication.plies_max = Some(3);
    });
    let entry = result.unwrap();
    assert_eq!((entry.payoffs.as_slice(), entry.plies()), ([0, 0].as_slice(), 3));
    assert_eq!(entry.conclusion.detail, "the limit of plies is reached");
}
