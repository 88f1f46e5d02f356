//! Tests of whole matches, from the first event to the record.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use crossbeam_channel::{bounded, unbounded};
use games_package::{
    Command, EndReason, Ending, Event, MatchError, MatchSetup, Moderator, PlayerError, Reply,
    Setup, ThinkingLimits, TimeControl,
};

use crate::games::{blank_dice, race, ring, rolls, stones};
use crate::players::{FIRST, SECOND, chooses, plays, plays_first};
use crate::table::{Live, names, play, play_watched, setup};

#[test]
fn events_cover_a_match_from_its_start_to_its_end() {
    let (finished, events) = play_watched(setup(
        stones(2, 3),
        [plays(&["1"]), plays(&["2"]).named(|| "Eve 2.0".into())],
    ));
    assert_eq!(
        names(&events),
        ["MatchStarted", "TurnStarted", "MovePlayed", "TurnStarted", "MovePlayed", "MatchEnded"]
    );
    let Event::MatchStarted(state) = &events[0] else { unreachable!() };
    assert_eq!((state.game.as_str(), state.start.as_str()), ("stones:2", "3/1"));
    assert_eq!(state.players, ["scripted", "Eve 2.0"]);
    let Event::MovePlayed(played) = &events[4] else { unreachable!() };
    assert_eq!((played.ply, played.turn), (1, Turn::Seat(SECOND)));
    assert_eq!((played.mv.as_str(), played.position.as_str()), ("2", "0/1"));
    let expected = Ending {
        payoffs: Some(vec![-1, 1]),
        reason: EndReason::Rules("the last stone is taken".into()),
    };
    assert_eq!(events[5], Event::MatchEnded(expected.clone()));
    assert_eq!(finished.record.ending, Some(expected));
    assert_eq!(finished.record.moves().collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(finished.record.players[1].name, "Eve 2.0");
    assert_eq!(finished.abandoned, []);
}

#[test]
fn three_seats_play_in_turn_and_the_winner_gets_what_the_others_lose() {
    let finished = play(setup(stones(3, 7), [plays(&["3"]), plays(&["2"]), plays(&["2"])]));
    assert_eq!(finished.record.ending.unwrap().payoffs, Some(vec![-1, -1, 2]));
}

#[test]
fn a_repeated_position_ends_the_match() {
    let finished = play(setup(ring(), [plays(&["left"; 9]), plays(&["right"; 9])]));
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::Rules("the third time".into()));
    assert_eq!(finished.record.plies.len(), 4);
}

#[test]
fn each_player_has_its_own_named_thread() {
    let (sender, threads) = unbounded();
    let tells = |sender: crossbeam_channel::Sender<_>| {
        chooses(move |request, _| {
            let thread = thread::current();
            sender.send((request.seat, thread.id(), thread.name().map(String::from)))?;
            Ok(Reply::play("1"))
        })
    };
    play(setup(stones(3, 6), [tells(sender.clone()), tells(sender.clone()), tells(sender)]));
    let mut seen: Vec<_> = threads.iter().collect();
    assert_eq!(seen.len(), 6);
    assert_eq!(seen[1].2.as_deref(), Some("seat-2"));
    let later = seen.split_off(3);
    assert_eq!(seen, later, "a player stays on its thread");
    assert!(seen[0].1 != seen[1].1 && seen[1].1 != seen[2].1 && seen[0].1 != seen[2].1);
}

#[test]
fn a_request_has_the_full_history() {
    let (sender, requests) = unbounded();
    let listens = chooses(move |request, _| {
        sender.send(request.clone())?;
        Ok(Reply::play("2"))
    });
    let opened = MatchSetup {
        position: Some("9/2".into()),
        opening: vec!["3".into()],
        ..setup(stones(2, 21), [listens, plays_first()])
    };
    play(opened);
    let requests: Vec<_> = requests.iter().collect();
    assert_eq!(requests[0].start, "9/2");
    assert_eq!((requests[0].moves.as_str(), requests[0].position.as_str()), ("3", "6/1"));
    assert_eq!(requests[0].legal_moves, ["1", "2", "3"]);
    assert_eq!((requests[0].time_left, requests[0].budget), (None, None));
    assert_eq!((requests[1].moves.as_str(), requests[1].position.as_str()), ("3 2 1", "3/1"));
    assert_eq!(requests[1].seat, FIRST);
}

#[test]
fn players_learn_the_settings_before_the_match_begins() {
    let (sender, setups) = unbounded();
    let listens = |sender: crossbeam_channel::Sender<Setup>| {
        plays_first().starts(move |setup| Ok(sender.send(setup.clone())?))
    };
    let limits = ThinkingLimits { depth: Some(3), nodes: Some(1000) };
    play(MatchSetup {
        time_control: TimeControl::PerMove(crate::table::PATIENCE),
        thinking: limits,
        seed: 5,
        ..setup(stones(2, 1), [listens(sender.clone()), listens(sender)])
    });
    let mut setups: Vec<Setup> = setups.iter().collect();
    setups.sort_by_key(|setup| setup.seat);
    assert_eq!((setups[0].seat, setups[1].seat, setups[1].seat_count), (FIRST, SECOND, 2));
    assert_eq!((setups[0].game.as_str(), setups[0].thinking), ("stones:2", limits));
    assert_ne!(setups[0].seed, setups[1].seed, "each player has its own seed");
}

#[test]
fn players_receive_every_move_and_the_end() {
    let (sender, heard) = unbounded();
    let listens = plays_first().observes(move |event| sender.send(event.clone()).unwrap());
    play(setup(stones(2, 2), [plays_first(), listens]));
    let heard: Vec<Event> = heard.iter().collect();
    assert_eq!(names(&heard), ["MovePlayed", "MovePlayed", "MatchEnded"]);
}

#[test]
fn chance_depends_only_on_the_seed() {
    let rolls = |seed| {
        let record =
            play(MatchSetup { seed, ..setup(race(), [plays_first(), plays_first()]) }).record;
        record.moves().map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(rolls(7), rolls(7));
    let games: Vec<_> = (0..8).map(rolls).collect();
    assert!(games.windows(2).any(|pair| pair[0] != pair[1]));
    assert!(games.iter().all(|moves| moves[0].starts_with("rolled-") && moves[1] == "add"));
}

#[test]
fn matches_with_one_seed_have_the_same_chance_and_players_with_other_seeds() {
    let played = |repetition| {
        let (sender, seeds) = unbounded();
        let player = |sender: crossbeam_channel::Sender<(Seat, u64)>| {
            plays_first().starts(move |setup| Ok(sender.send((setup.seat, setup.seed))?))
        };
        let setup = setup(race(), [player(sender.clone()), player(sender)]);
        let record = play(MatchSetup { seed: 7, repetition, ..setup }).record;
        let mut seeds: Vec<_> = seeds.iter().collect();
        seeds.sort_by_key(|(seat, _)| *seat);
        (record.moves().map(String::from).collect::<Vec<_>>(), seeds)
    };
    let (first, second) = (played(0), played(1));
    assert_eq!(first.0, second.0);
    let mut seeds = [first.1, second.1].concat();
    seeds.sort_by_key(|(_, seed)| *seed);
    seeds.dedup_by_key(|(_, seed)| *seed);
    assert_eq!(seeds.len(), 4);
}

#[test]
fn a_continued_match_plays_as_if_never_interrupted() {
    let race_with = |opening: &[String]| {
        let opened = MatchSetup {
            seed: 11,
            opening: opening.iter().map(|mv| mv.as_str().into()).collect(),
            ..setup(race(), [plays_first(), plays_first()])
        };
        play(opened).record.moves().map(String::from).collect::<Vec<_>>()
    };
    let whole = race_with(&[]);
    for plies in 1..whole.len() {
        assert_eq!(race_with(&whole[..plies]), whole, "continued after {plies} plies");
    }
}

#[test]
fn an_opening_that_ends_the_game_is_a_complete_match() {
    let opened = MatchSetup {
        opening: vec!["2".into()],
        ..setup(stones(2, 2), [plays_first(), plays_first()])
    };
    assert_eq!(play(opened).record.ending.unwrap().payoffs, Some(vec![1, -1]));
}

#[test]
fn invalid_setups_are_refused_before_any_player_is_called() {
    let check = |setup: MatchSetup, expected: &str| {
        assert_eq!(Moderator::new(setup).map(|_| ()).unwrap_err().to_string(), expected);
    };
    let two = || setup(stones(2, 5), [plays_first(), plays_first()]);
    check(setup(stones(3, 5), [plays_first()]), "stones:3 needs 3 players, not 1");
    check(
        MatchSetup { position: Some("many".into()), ..two() },
        "malformed position \"many\" at column 1: expected stones/mover",
    );
    check(
        MatchSetup { opening: vec!["3".into(), "3".into()], ..two() },
        "illegal move 3 in 2/2: 1 to 2 stones may be taken",
    );
    let time = crate::table::PATIENCE;
    let never = TimeControl::Period { moves: 0, time, increment: Duration::ZERO };
    check(
        MatchSetup { time_control: never, ..two() },
        "malformed time \"0/1m\": expected a time like 250ms, 2s or 1m, a clock like 1m+1s or 40/5m, or none",
    );
    assert!(matches!(
        Moderator::new(setup(ring(), [])),
        Err(MatchError::Players { needed: 2, .. })
    ));
}

#[test]
fn a_long_run_of_chance_moves_does_not_overrun_players() {
    // The players receive nothing while 300 dice are rolled: the table must not count that as unresponsive.
    let (sender, heard) = bounded(0);
    let listens = plays_first().observes(move |_| {
        // Blocks until the roll or the test is over.
        let _over = sender.send(());
    });
    let live = Live::begin(setup(rolls(300), [listens, plays_first()]));
    while live.control.record().unwrap().plies.len() < 300 {}
    drop(heard);
    assert!(matches!(live.finish().record.ending.unwrap().reason, EndReason::Rules(_)));
}

#[test]
fn a_game_in_which_chance_decides_nothing_is_aborted() {
    let finished = play(setup(blank_dice(), [plays_first(), plays_first()]));
    assert_eq!(finished.record.ending, Some(Ending { payoffs: None, reason: EndReason::Stopped }));
}

#[test]
fn an_endless_game_of_chance_can_be_stopped() {
    let live = Live::begin(setup(rolls(u16::MAX), [plays_first(), plays_first()]));
    live.send(Command::Stop);
    let record = live.finish().record;
    assert!(record.ending.unwrap().reason == EndReason::Stopped || record.plies.len() > 65_000);
}

#[test]
fn standard_errors_become_player_errors() {
    let error = PlayerError::from("x".parse::<u8>().unwrap_err());
    assert_eq!(error.to_string(), "invalid digit found in string");
}

#[test]
fn a_viewer_at_an_invalid_seat_is_public() {
    let live = Live::begin_seen_by(
        Viewer::Seat(Seat::new(7)),
        setup(crate::games::secret(), [plays_first(), plays_first()]),
    );
    assert_eq!(live.finish().record.plies.len(), 4);
}

#[test]
fn a_game_is_shared_by_many_tables_at_once() {
    let game = stones(2, 9);
    let tables: Vec<_> = (0..8)
        .map(|_| {
            let setup = setup(Arc::clone(&game), [plays_first(), plays_first()]);
            crate::table::run(Moderator::new(setup).unwrap())
        })
        .collect();
    for table in tables {
        assert_eq!(table.recv_timeout(crate::table::PATIENCE).unwrap().record.plies.len(), 9);
    }
}
