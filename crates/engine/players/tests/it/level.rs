//! Tests for players with graded strength.

use std::collections::BTreeSet;

use board_engine::{Deterministic, Game, Notation, PerfectInformation, ZeroSum};
use checkers::{Checkers, English};
use checkers_players::{CheckersEntry, DraughtsEvaluator};
use game_family::CatalogEntry;
use games_package::{Player, Reply, Request};
use players::{
    Endgames, LEVELS, Level, LevelSearch, SearchOptions, SearchPlayer, Tracker, any_search,
};
use search::Pvs;
use tic_tac_toe::{MnkGame, TicTacToe};
use tic_tac_toe_players::{MnkEntry, MnkEvaluator};

use crate::{TestHost, request_after, setup};

fn player<E>(game: E::Game, evaluator: E::Evaluator, level: Level) -> impl Player
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let options = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    let strong = Pvs::with_hints(level.search_options(Endgames::Searched), E::Hints::default());
    let search = LevelSearch::new(level, evaluator.clone(), any_search(evaluator, strong));
    SearchPlayer::by(level.name.into(), Tracker::new(game), Box::new(search), options)
}

/// The moves that a player chooses with forty seeds.
fn choices(mut player: impl Player, request: &Request) -> Vec<String> {
    let mut choose = |seed| {
        player.start(&setup(seed)).unwrap();
        let reply = player.choose_move(request, &TestHost::default()).unwrap();
        let Reply::Move(mv) = reply else { panic!("a move") };
        mv
    };
    (0..40).map(&mut choose).collect()
}

fn draughts(level: Level, position: &str) -> Vec<String> {
    let game = Checkers::<English>::new();
    let player = player::<CheckersEntry<English>>(game, DraughtsEvaluator::Standard, level);
    choices(player, &request_after(game, position, ""))
}

#[test]
fn no_level_misses_a_win_in_one_move() {
    let game = TicTacToe::default();
    for level in LEVELS {
        let player = player::<MnkEntry<_>>(game, MnkEvaluator::OpenLines, level);
        let chosen = choices(player, &request_after(game, "xx1/oo1/3 x", ""));
        assert!(chosen.iter().all(|mv| mv == "c3"), "{}: {chosen:?}", level.name);
    }
}

#[test]
fn weak_levels_leave_a_man_hanging_at_times_and_strong_ones_never() {
    // 15-18 and 15-19 lose the man, 1-5 and 1-6 don't.
    let hanging = |level: Level| {
        let chosen = draughts(level, "B:W22,24:B1,15");
        chosen.iter().filter(|mv| mv.starts_with("15")).count()
    };
    let counts = LEVELS.map(hanging);
    assert!(counts[0] > 0 && counts[0] < 30, "{counts:?}");
    assert_eq!(counts[4..], [0, 0], "{counts:?}");
    assert!(counts.is_sorted_by(|weak, strong| weak >= strong), "{counts:?}");
}

#[test]
fn a_level_plays_the_same_with_the_same_seed() {
    for level in [LEVELS[0], LEVELS[3]] {
        let start = "B:W21-32:B1-12";
        assert_eq!(draughts(level, start), draughts(level, start), "{}", level.name);
    }
}

/// A level errs even if there are more moves than nodes.
#[test]
fn weak_levels_are_weak_with_many_moves_too() {
    let game = MnkGame::<u64>::new(6, 6, 4).unwrap();
    for level in &LEVELS[..3] {
        let player = player::<MnkEntry<_>>(game, MnkEvaluator::OpenLines, *level);
        let start = game.format_position(&game.start());
        let chosen = choices(player, &request_after(game, &start, ""));
        let different: BTreeSet<String> = chosen.into_iter().collect();
        assert!(different.len() > 2, "{}: {different:?}", level.name);
    }
}

#[test]
fn names_differ_and_every_level_is_at_least_as_strong_as_the_one_below() {
    assert!(LEVELS.is_sorted_by(|weak, strong| {
        weak.nodes <= strong.nodes
            && weak.noise >= strong.noise
            && weak.carelessness >= strong.carelessness
            && weak.name != strong.name
    }));
}
