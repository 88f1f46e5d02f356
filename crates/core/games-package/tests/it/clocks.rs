//! Tests for time at the table: time controls, deadlines, pauses.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use board_engine::{Seat, Turn};
use crossbeam_channel::{bounded, unbounded};
use games_package::{
    ClockReading, Command, EndReason, Ending, Event, ManualTime, MatchSetup, Odds, Ply, Record,
    Reply, ThinkingLimits, TimeControl, TimeSource,
};
use notation::RecordFile;

use crate::games::{stones, stones_without_hope};
use crate::players::{FIRST, SECOND, Scripted, chooses, led, never_answers, plays_first, replies};
use crate::table::{Live, names, play, play_watched, setup};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A player that thinks about its moves for these numbers of seconds.
fn thinks(time: &Arc<ManualTime>, spans: &[u64]) -> Scripted {
    let (time, mut spans) = (Arc::clone(time), VecDeque::from(spans.to_vec()));
    chooses(move |_, _| {
        time.advance(seconds(spans.pop_front().unwrap_or(0)));
        Ok(Reply::play("1"))
    })
}

/// A stones match where the first seat thinks about its moves for these times.
fn match_of(time_control: &str, spans: &[u64]) -> MatchSetup {
    let time = Arc::new(ManualTime::default());
    let heap = u32::try_from(2 * spans.len()).unwrap();
    MatchSetup {
        time_control: time_control.parse().unwrap(),
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        ..setup(stones(2, heap), [thinks(&time, spans), plays_first()])
    }
}

/// `expected_left` is the time on the first seat's clock after each of its moves.
fn check(time_control: &str, spans: &[u64], expected_left: &[u64]) {
    let record = play(match_of(time_control, spans)).record;
    let left: Vec<Duration> = record.plies.iter().step_by(2).filter_map(|ply| ply.clock).collect();
    let expected: Vec<Duration> = expected_left.iter().copied().map(seconds).collect();
    assert_eq!(left, expected, "{time_control}");
    let elapsed: Vec<Duration> = record.plies.iter().step_by(2).map(|ply| ply.elapsed).collect();
    assert_eq!(elapsed, spans.iter().copied().map(seconds).collect::<Vec<_>>());
    assert!(matches!(record.ending.unwrap().reason, EndReason::Rules(_)));
}

#[test]
fn every_time_control_counts_in_its_own_way() {
    check("none", &[5, 1000], &[]);
    check("10s", &[9, 10, 1], &[10, 10, 10]);
    check("1m+2s", &[10, 0, 30], &[52, 54, 26]);
    check("2/1m", &[10, 20, 5, 5], &[50, 90, 85, 140]);
}

/// A match where only the first seat has a time control, which is this one.
fn with_odds(control: &str, spans: &[u64]) -> MatchSetup {
    let odds = Odds { time_control: Some(control.parse().unwrap()), ..Odds::default() };
    MatchSetup { odds: vec![odds], ..match_of("none", spans) }
}

#[test]
fn a_seat_can_have_its_own_clock() {
    let record = play(with_odds("1m+2s", &[10, 0, 30])).record;
    let clocks: Vec<Option<Duration>> = record.plies.iter().map(|ply| ply.clock).collect();
    let expected = [Some(52), None, Some(54), None, Some(26), None];
    assert_eq!(clocks, expected.map(|left| left.map(seconds)));
    assert_eq!(Record::from_text(&record.to_text()).unwrap(), record);
    let ending = play(with_odds("10s", &[11])).record.ending.unwrap();
    assert_eq!(ending.reason, EndReason::time_expired(FIRST));
}

#[test]
fn a_player_gets_its_own_limits() {
    let (sender, receiver) = bounded(2);
    let listens = || {
        let sender = sender.clone();
        plays_first().starts(move |setup| {
            sender.send((setup.seat, setup.time_control.to_string(), setup.thinking)).unwrap();
            Ok(())
        })
    };
    let own = Odds {
        time_control: Some("2s".parse().unwrap()),
        thinking: ThinkingLimits { depth: Some(3), nodes: None },
    };
    play(MatchSetup {
        time_control: "1m+1s".parse().unwrap(),
        thinking: ThinkingLimits { depth: Some(9), nodes: Some(100) },
        odds: vec![Odds::default(), own],
        ..setup(stones(2, 2), [listens(), listens()])
    });
    let mut all: Vec<_> = receiver.try_iter().collect();
    all.sort_by_key(|(seat, ..)| seat.index());
    let limits = |depth| ThinkingLimits { depth: Some(depth), nodes: Some(100) };
    assert_eq!(all, [(FIRST, "1m+1s".into(), limits(9)), (SECOND, "2s".into(), limits(3))]);
}

#[test]
fn a_move_within_the_margin_counts() {
    let margin = seconds(2);
    let setup = |spans: &[u64]| MatchSetup { margin, ..match_of("10s", spans) };
    assert_eq!(play(setup(&[12])).record.plies.len(), 2);
    let ending = play(setup(&[13])).record.ending.unwrap();
    assert_eq!(ending.reason, EndReason::time_expired(FIRST));
}

#[test]
fn an_interrupted_turn_resumes() {
    let setup =
        |spans: &[u64]| MatchSetup { turn_elapsed: seconds(4), ..match_of("10s+0s", spans) };
    let plies = play(setup(&[5, 1])).record.plies;
    assert_eq!((plies[0].elapsed, plies[0].clock), (seconds(9), Some(seconds(1))));
    assert_eq!((plies[2].elapsed, plies[2].clock), (seconds(1), Some(seconds(0))));
    let ending = play(setup(&[7])).record.ending.unwrap();
    assert_eq!(ending.reason, EndReason::time_expired(FIRST));
}

#[test]
fn a_move_on_the_deadline_counts() {
    check("10s", &[10], &[10]);
    check("10s+0s", &[4, 6], &[6, 0]);
}

#[test]
fn a_move_after_the_deadline_loses() {
    for (time_control, spans) in
        [("10s", vec![1, 11]), ("10s+1s", vec![9, 3]), ("2/10s", vec![4, 7])]
    {
        let (finished, events) = play_watched(match_of(time_control, &spans));
        let ending = finished.record.ending.unwrap();
        assert_eq!(
            (ending.payoffs, ending.reason),
            (Some(vec![-1, 1]), EndReason::time_expired(FIRST))
        );
        assert!(events.contains(&Event::ClockExpired(FIRST)), "{time_control}");
        assert_eq!(finished.record.plies.len(), 2, "the late move is not played");
    }
}

#[test]
fn a_draw_is_not_accepted_after_the_deadline() {
    let time = Arc::new(ManualTime::default());
    let accepts_late = {
        let time = Arc::clone(&time);
        chooses(move |_, _| {
            time.advance(seconds(11));
            Ok(Reply::AcceptDraw)
        })
    };
    let offers = replies(Reply::MoveAndOfferDraw("1".into()));
    let timed = MatchSetup {
        time_control: TimeControl::PerMove(seconds(10)),
        time,
        ..setup(stones(2, 9), [offers, accepts_late])
    };
    assert_eq!(play(timed).record.ending.unwrap().reason, EndReason::time_expired(SECOND));
}

#[test]
fn a_flag_fall_against_a_seat_that_cannot_win_is_a_draw() {
    for (hopeless, payoffs) in [(SECOND, vec![0, 0]), (FIRST, vec![-1, 1])] {
        let game = stones_without_hope(4, hopeless);
        let time = Arc::new(ManualTime::default());
        let timed = MatchSetup {
            time_control: TimeControl::PerMove(seconds(10)),
            time: Arc::clone(&time) as Arc<dyn TimeSource>,
            ..setup(Arc::clone(&game), [thinks(&time, &[11]), plays_first()])
        };
        let record = play(timed).record;
        let ending = record.ending.clone().unwrap();
        assert_eq!(
            (ending.payoffs, ending.reason),
            (Some(payoffs), EndReason::time_expired(FIRST))
        );
        assert!(record.replay(&*game).is_ok(), "the record agrees with the rules");
        let won = Ending { payoffs: Some(vec![1, -1]), reason: EndReason::time_expired(FIRST) };
        let claimed = Record { ending: Some(won), ..record };
        assert!(claimed.replay(&*game).is_err(), "another result is no ending of this match");
    }
}

#[test]
fn a_player_that_never_answers_loses_on_time_and_is_abandoned() {
    let timed = MatchSetup {
        time_control: TimeControl::PerMove(Duration::from_millis(5)),
        ..setup(stones(2, 9), [never_answers(), plays_first()])
    };
    let (finished, events) = play_watched(timed);
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::time_expired(FIRST));
    assert_eq!(names(&events), ["MatchStarted", "TurnStarted", "ClockExpired", "MatchEnded"]);
    assert_eq!(finished.abandoned, [FIRST]);
}

#[test]
fn a_player_gets_its_time_left_and_is_stopped_before_the_deadline() {
    let (sender, told) = bounded(1);
    let time = Arc::new(ManualTime::default());
    let listens = {
        let time = Arc::clone(&time);
        chooses(move |request, host| {
            let before = host.is_stopped();
            time.advance(request.budget.unwrap());
            sender.send((request.time_left, request.budget, before, host.is_stopped()))?;
            Ok(Reply::play("1"))
        })
    };
    play(MatchSetup {
        time_control: TimeControl::PerMove(seconds(10)),
        time,
        ..setup(stones(2, 1), [listens, plays_first()])
    });
    let (time_left, budget, before, after) = told.recv().unwrap();
    assert_eq!((time_left, before, after), (Some(seconds(10)), false, true));
    assert!(budget < time_left);
}

#[test]
fn turns_start_with_the_current_clocks() {
    let (_, events) = play_watched(match_of("1m+0s", &[10, 5]));
    let clocks: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::TurnStarted { clocks, .. } => Some(clocks.clone()),
            _ => None,
        })
        .collect();
    let shown = |first, second| vec![seconds(first), seconds(second)];
    assert_eq!(clocks, [shown(60, 60), shown(50, 60), shown(50, 60), shown(45, 60)]);
}

#[test]
fn a_request_has_the_clocks_of_all_seats() {
    let (sender, told) = unbounded();
    let listens = chooses(move |request, _| {
        sender.send(request.clocks.clone()).expect("the test listens");
        Ok(Reply::play("1"))
    });
    let time = Arc::new(ManualTime::default());
    let own = |control: &str| Odds { time_control: control.parse().ok(), ..Odds::default() };
    play(MatchSetup {
        odds: vec![own("1m+2s"), own("2/50s")],
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        ..setup(stones(2, 4), [thinks(&time, &[10, 5]), listens])
    });
    let reading = |left, increment, moves_to_go| ClockReading {
        left: seconds(left),
        increment: seconds(increment),
        moves_to_go,
    };
    let expected = [
        vec![reading(52, 2, None), reading(50, 0, Some(2))],
        vec![reading(49, 2, None), reading(50, 0, Some(1))],
    ];
    assert_eq!(told.iter().collect::<Vec<_>>(), expected);
}

fn pause(live: &mut Live) {
    live.send(Command::Pause);
    live.until(|event| (*event == Event::Paused).then_some(()));
}

fn turn_of(live: &mut Live, seat: Seat) -> Vec<Duration> {
    live.until(|event| match event {
        Event::TurnStarted { turn, clocks, .. } if *turn == Turn::Seat(seat) => {
            Some(clocks.clone())
        }
        _ => None,
    })
}

fn turn_of_first(live: &mut Live) -> Vec<Duration> {
    turn_of(live, FIRST)
}

#[test]
fn a_pause_keeps_the_used_time_and_adds_none() {
    let (moves, first) = led();
    let time = Arc::new(ManualTime::default());
    let mut live = Live::begin(MatchSetup {
        time_control: "1m+0s".parse().unwrap(),
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        ..setup(stones(2, 2), [first, plays_first()])
    });
    turn_of_first(&mut live);
    time.advance(seconds(10));
    pause(&mut live);
    time.advance(seconds(1000));
    live.send(Command::Resume);
    assert_eq!(turn_of_first(&mut live), [seconds(50), seconds(60)]);
    time.advance(seconds(5));
    moves.send("1").unwrap();
    let record = live.finish().record;
    assert_eq!(record.plies[0].elapsed, seconds(15), "the whole turn, before and after the pause");
    assert_eq!(record.plies[0].clock, Some(seconds(45)));
}

#[test]
fn a_takeback_restores_the_time_and_redo_deducts_it_again() {
    let (moves, first) = led();
    let time = Arc::new(ManualTime::default());
    let second = {
        let time = Arc::clone(&time);
        chooses(move |_, _| {
            time.advance(seconds(7));
            Ok(Reply::play("1"))
        })
    };
    let mut live = Live::begin(MatchSetup {
        time_control: "1m+2s".parse().unwrap(),
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        ..setup(stones(2, 9), [first, second])
    });
    turn_of_first(&mut live);
    time.advance(seconds(10));
    pause(&mut live);
    live.send(Command::Resume);
    turn_of_first(&mut live);
    time.advance(seconds(10));
    moves.send("1").unwrap();
    assert_eq!(turn_of_first(&mut live), [seconds(42), seconds(55)]);
    // The first seat is still thinking when the moves are taken back: it gets all its time back, including the time
    // used before the pause.
    time.advance(seconds(20));
    live.send(Command::TakeBack { plies: 2 });
    assert_eq!(turn_of_first(&mut live), [seconds(60), seconds(60)]);
    time.advance(seconds(20));
    live.send(Command::Redo { plies: 2 });
    assert_eq!(turn_of_first(&mut live), [seconds(42), seconds(55)]);
    live.send(Command::Stop);
    let record = live.finish().record;
    let clocks: Vec<_> = record.plies.iter().filter_map(|ply| ply.clock).collect();
    assert_eq!(clocks, [seconds(42), seconds(55)]);
    assert_eq!(record.plies[0].elapsed, seconds(20));
}

#[test]
fn redoing_an_opening_does_not_add_an_increment() {
    let (_moves, first) = led();
    let time = Arc::new(ManualTime::default());
    let mut live = Live::begin(MatchSetup {
        time_control: "1m+2s".parse().unwrap(),
        time,
        opening: vec!["1".into(), "1".into()],
        ..setup(stones(2, 9), [first, plays_first()])
    });
    assert_eq!(turn_of_first(&mut live), [seconds(60), seconds(60)]);
    live.send(Command::TakeBack { plies: 2 });
    turn_of_first(&mut live);
    live.send(Command::Redo { plies: 2 });
    assert_eq!(turn_of_first(&mut live), [seconds(60), seconds(60)]);
    live.send(Command::Stop);
}

#[test]
fn a_refused_command_gives_no_extra_time() {
    let (moves, first) = led();
    let time = Arc::new(ManualTime::default());
    let mut live = Live::begin(MatchSetup {
        time_control: "1m+0s".parse().unwrap(),
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        ..setup(stones(2, 2), [first, plays_first()])
    });
    turn_of_first(&mut live);
    time.advance(seconds(10));
    assert_eq!(live.refusal_of(Command::TakeBack { plies: 1 }), "there is no move to take back");
    assert_eq!(live.refusal_of(Command::Redo { plies: 1 }), "there is no move to redo");
    time.advance(seconds(5));
    moves.send("1").unwrap();
    assert_eq!(live.finish().record.plies[0].elapsed, seconds(15));
}

#[test]
fn the_longest_times_are_harmless() {
    let longest = Duration::from_hours(366 * 24);
    let time = Arc::new(ManualTime::default());
    time.advance(Duration::MAX);
    let record = play(MatchSetup {
        time_control: TimeControl::Increment { initial: longest, increment: longest },
        start_time_max: Duration::MAX,
        time,
        ..setup(stones(2, 4), [plays_first(), plays_first()])
    })
    .record;
    assert_eq!(record.plies[2].clock, Some(3 * longest));
}

/// The first `count` plies of a match where the first seat thinks about its moves for these times.
fn begun(time_control: &str, spans: &[u64], count: usize) -> Record {
    let mut record = play(match_of(time_control, spans)).record;
    record.plies.truncate(count);
    record
}

#[test]
fn a_continued_match_uses_the_clocks_of_its_record() {
    for (time_control, spans, count) in
        [("1m+2s", [10, 5, 1], 4), ("2/1m", [10, 20, 1], 2), ("2/1m", [10, 20, 1], 4)]
    {
        let whole = play(match_of(time_control, &spans)).record;
        let opening = begun(time_control, &spans, count).plies;
        let rest = &spans[count / 2..];
        let mut continued = match_of(time_control, rest);
        continued.game = stones(2, 6);
        continued.opening = opening;
        assert_eq!(play(continued).record.plies, whole.plies, "{time_control} after {count}");
    }
}

#[test]
fn a_record_without_time_left_is_harmless() {
    let time = Arc::new(ManualTime::default());
    let late = Ply { clock: Some(Duration::ZERO), ..Ply::from("1") };
    let record = play(MatchSetup {
        time_control: "1m+0s".parse().unwrap(),
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        opening: vec![late, "1".into()],
        ..setup(stones(2, 9), [thinks(&time, &[1]), plays_first()])
    })
    .record;
    assert_eq!(record.ending.unwrap().reason, EndReason::time_expired(FIRST));
}

#[test]
fn replayed_moves_take_their_recorded_time() {
    let ((moves, first), (replies, second)) = (led(), led());
    let time = Arc::new(ManualTime::default());
    let mut live = Live::begin(MatchSetup {
        time_control: "1m+2s".parse().unwrap(),
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        ..setup(stones(2, 9), [first, second])
    });
    turn_of(&mut live, FIRST);
    time.advance(seconds(10));
    moves.send("1").unwrap();
    turn_of(&mut live, SECOND);
    time.advance(seconds(7));
    replies.send("1").unwrap();
    assert_eq!(turn_of(&mut live, FIRST), [seconds(52), seconds(55)]);
    live.send(Command::TakeBack { plies: 2 });
    assert_eq!(turn_of(&mut live, FIRST), [seconds(60), seconds(60)]);
    time.advance(seconds(30));
    moves.send("1").unwrap();
    turn_of(&mut live, SECOND);
    time.advance(seconds(9));
    live.send(Command::Redo { plies: 1 });
    assert_eq!(turn_of(&mut live, FIRST), [seconds(32), seconds(55)]);
    live.send(Command::TakeBack { plies: 1 });
    assert_eq!(turn_of(&mut live, SECOND), [seconds(32), seconds(60)]);
    live.send(Command::Stop);
}

#[test]
fn an_opening_does_not_count_toward_a_period() {
    let moves_to_go = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&moves_to_go);
    let first = chooses(move |request, _| {
        told.lock().unwrap().push(request.moves_to_go());
        Ok(Reply::play(request.legal_moves[0].as_str()))
    });
    play(MatchSetup {
        time_control: "3/1m".parse().unwrap(),
        opening: vec![Ply::from("1"); 4],
        ..setup(stones(2, 14), [first, plays_first()])
    });
    assert_eq!(*moves_to_go.lock().unwrap(), [3, 2, 1, 3, 2].map(Some));
}
