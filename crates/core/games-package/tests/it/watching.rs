//! Tests for what each viewer sees, and for slow watchers.

use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use board_engine::{Turn, Viewer};
use crossbeam_channel::unbounded;
use games_package::{
    AfterEnd, Command, DrawOffer, Event, ManualTime, MatchGone, MatchSetup, Moderator, NoEvent,
    PlayerError, Prompt, Reply, Subscription, TableState, Thinking, TimeControl, TimeSource,
};

use crate::games::{secret, stones};
use crate::players::{FIRST, SECOND, Scripted, chooses, person, plays, plays_first};
use crate::table::{Live, PATIENCE, run, setup};

/// The cards dealt with this seed.
const CARDS: [&str; 2] = ["badger", "lynx"];
const SEED: u64 = 2;

fn all_events(mut events: Subscription) -> Vec<Event> {
    let mut all = Vec::new();
    while let Ok(sequenced) = events.recv_timeout(PATIENCE) {
        all.push(sequenced.event);
    }
    all
}

/// All events that each viewer receives in a match with hidden cards, as one string per viewer: the first seat, the
/// second seat, the public and the arbiter.
fn events_by_viewer(players: [Scripted; 2]) -> [String; 4] {
    let viewers = [Viewer::Seat(FIRST), Viewer::Seat(SECOND), Viewer::Public, Viewer::Arbiter];
    let mut moderator =
        Moderator::new(MatchSetup { seed: SEED, ..setup(secret(), players) }).unwrap();
    let control = moderator.control();
    let subscriptions = viewers.map(|viewer| moderator.subscribe(viewer));
    run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    drop(control);
    subscriptions.map(|events| format!("{:?}", all_events(events)))
}

/// Checks that each seat sees only its own card, the public sees neither, and the arbiter sees both.
fn check_cards(texts: &[String; 4]) {
    let sees = [[true, false], [false, true], [false, false], [true, true]];
    for (text, sees) in texts.iter().zip(sees) {
        assert_eq!(CARDS.map(|card| text.contains(card)), sees, "{text}");
    }
}

#[test]
fn events_are_filtered_for_each_viewer() {
    check_cards(&events_by_viewer([plays(&["higher"]), plays(&["lower"])]));
}

#[test]
fn players_receive_only_what_they_may_see() {
    let (sender, heard) = unbounded();
    let requests = sender.clone();
    let listens = chooses(move |request, _| {
        requests.send(format!("{request:?}"))?;
        Ok(Reply::play("higher"))
    })
    .observes(move |event| sender.send(format!("{event:?}")).unwrap());
    events_by_viewer([listens, plays(&["lower"])]);
    let heard: String = heard.iter().collect();
    assert_eq!(CARDS.map(|card| heard.contains(card)), [true, false], "{heard}");
}

#[test]
fn an_illegal_move_does_not_reveal_the_cards() {
    let texts = events_by_viewer([plays(&["swap-badger"]), plays_first()]);
    check_cards(&texts);
    assert!(texts[0].contains("your hand is"), "the player at fault gets the reason");
    assert!(texts[2].contains("IllegalMove"), "the public sees the fault");
    assert!(!texts[2].contains("swap"), "the move may reveal a card");
}

#[test]
fn a_failing_player_does_not_reveal_the_cards() {
    check_cards(&events_by_viewer([
        chooses(|_, _| Err(PlayerError::new("I hold badger"))),
        plays_first(),
    ]));
}

#[test]
fn search_reports_and_questions_do_not_reveal_the_cards() {
    let talks = chooses(|_, host| {
        host.report(&Thinking { line: "I hold badger".into(), ..Thinking::default() });
        // No human answers, but the question is published.
        let prompt =
            Prompt { question: "What with badger?".into(), refusal: Some("badger!".into()) };
        let _nobody = host.ask(&prompt);
        Ok(Reply::play("higher"))
    })
    .may_ask();
    let asked = |text: &String| text.contains("InputRequested");
    let mut moderator =
        Moderator::new(MatchSetup { seed: SEED, ..setup(secret(), [talks, plays_first()]) })
            .unwrap();
    let viewers = [Viewer::Seat(FIRST), Viewer::Seat(SECOND), Viewer::Public, Viewer::Arbiter];
    // There is no director, so no human can answer.
    let subscriptions = viewers.map(|viewer| moderator.subscribe(viewer));
    run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    let texts = subscriptions.map(|events| format!("{:?}", all_events(events)));
    check_cards(&texts);
    assert!(texts.iter().all(asked), "all viewers see the question");
    let thinks = |text: &String| text.contains("ThinkingReported");
    assert_eq!(texts.each_ref().map(thinks), [true, false, false, true]);
}

#[test]
fn without_hidden_information_the_public_sees_reports_and_rivals_do_not() {
    let thinks = chooses(|_, host| {
        host.report(&Thinking { depth: 3, line: "1 2".into(), ..Thinking::default() });
        Ok(Reply::play("1"))
    });
    let mut moderator = Moderator::new(setup(stones(2, 1), [thinks, plays_first()])).unwrap();
    let viewers = [Viewer::Seat(FIRST), Viewer::Seat(SECOND), Viewer::Public, Viewer::Arbiter];
    let subscriptions = viewers.map(|viewer| moderator.subscribe(viewer));
    run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    let reported = |events: Subscription| {
        all_events(events).iter().any(|event| matches!(event, Event::ThinkingReported { .. }))
    };
    assert_eq!(subscriptions.map(reported), [true, false, true, true]);
}

#[test]
fn a_table_state_shows_no_more_than_the_events() {
    let mut live = Live::begin(MatchSetup {
        seed: SEED,
        after_end: AfterEnd::Stay,
        ..setup(secret(), [plays(&["higher"]), chooses(|_, _| Err(PlayerError::new("lynx!")))])
    });
    live.until(|event| matches!(event, Event::MatchEnded(_)).then_some(()));
    let viewers = [Viewer::Seat(FIRST), Viewer::Seat(SECOND), Viewer::Public, Viewer::Arbiter];
    let states = viewers.map(|viewer| {
        let mut late = live.control.subscribe(viewer).unwrap();
        format!("{:?}", late.recv_timeout(PATIENCE).unwrap())
    });
    check_cards(&states);
    live.send(Command::Stop);
}

#[test]
fn a_start_with_cards_on_hand_shows_them_only_to_their_owner() {
    let (sender, requests) = unbounded();
    let listens = chooses(move |request, _| {
        sender.send(format!("{request:?}"))?;
        Ok(Reply::play("higher"))
    });
    let mut live = Live::begin(MatchSetup {
        position: Some("badger,lynx/-".into()),
        ..setup(secret(), [listens, plays_first()])
    });
    let state = live.until(|event| match event {
        Event::MatchStarted(state) => Some(state.clone()),
        _ => None,
    });
    assert_eq!((state.start.as_str(), state.position.as_str()), ("?,?/-", "?,?/-"));
    assert_eq!(live.finish().record.start, "badger,lynx/-");
    let request = requests.recv().unwrap();
    assert!(request.contains("badger") && !request.contains("lynx"), "{request}");
}

#[test]
fn a_watcher_that_never_looks_is_not_waited_for_and_gets_the_whole_table_later() {
    let mut moderator =
        Moderator::new(setup(stones(2, 1000), [plays_first(), plays_first()])).unwrap();
    let mut lazy = moderator.subscribe(Viewer::Public);
    let record = run(moderator).recv_timeout(PATIENCE).expect("the match ends").record;
    assert_eq!(record.plies.len(), 1000);
    let events: Vec<Event> = lazy.by_ref().map(|it| it.event).collect();
    let Some(Event::Resynchronized(TableState { moves, ending, .. })) = events.last() else {
        panic!("{:?}", events.last())
    };
    assert_eq!((moves.len(), ending), (1000, &record.ending));
    assert!(events.len() < 400, "it doesn't get everything");
}

#[test]
fn a_slow_watcher_without_a_limit_gets_every_event() {
    let mut moderator =
        Moderator::new(setup(stones(2, 1000), [plays_first(), plays_first()])).unwrap();
    let lazy = moderator.subscribe_unbounded(Viewer::Public);
    run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    let numbers: Vec<u64> = lazy.map(|it| it.sequence).collect();
    assert!(numbers.into_iter().eq(1..=2002));
}

#[test]
fn events_are_numbered_and_a_slow_watcher_catches_up_to_a_number() {
    let mut moderator =
        Moderator::new(setup(stones(2, 1000), [plays_first(), plays_first()])).unwrap();
    let (lazy, busy) = (moderator.subscribe(Viewer::Public), moderator.subscribe(Viewer::Public));
    let finished = run(moderator);
    let numbers: Vec<u64> = busy.map(|it| it.sequence).collect();
    finished.recv_timeout(PATIENCE).expect("the match ends");
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    // The start, a turn and a move a thousand times, and the end.
    assert_eq!(numbers.last(), Some(&2002));
    let seen: Vec<_> = lazy.collect();
    assert!(seen.is_sorted_by(|one, next| one.sequence < next.sequence));
    let Some(Event::Resynchronized(state)) = seen.last().map(|it| &it.event) else { panic!() };
    assert_eq!((state.sequence, seen.last().map(|it| it.sequence)), (2002, Some(2002)));
}

/// The state that a new watcher receives.
fn late(live: &Live, viewer: Viewer) -> TableState {
    let mut late = live.control.subscribe(viewer).unwrap();
    let first = late.recv_timeout(PATIENCE).unwrap();
    let Event::Resynchronized(state) = first.event else { panic!("{first:?}") };
    assert_eq!(state.sequence, first.sequence);
    state
}

#[test]
fn a_late_watcher_sees_open_questions_offers_and_takebacks() {
    let time = Arc::new(ManualTime::default());
    let hour = Duration::from_hours(1);
    let mut live = Live::begin(MatchSetup {
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        time_control: TimeControl::Increment { initial: hour, increment: Duration::ZERO },
        ..setup(stones(2, 9), [person(), person()])
    });
    let asked = |event: &Event| matches!(event, Event::InputRequested { .. }).then_some(());
    live.until(asked);
    let state = late(&live, Viewer::Public);
    assert_eq!((state.asked, state.prompt), (Some(FIRST), Some(Prompt::default())));
    assert_eq!((state.newest, state.redoable, state.draw_offer), (None, 0, None));
    time.advance(Duration::from_secs(5));
    live.send(live.answer(FIRST, "2"));
    live.until(asked);
    live.send(Command::OfferDraw(FIRST));
    let state = late(&live, Viewer::Public);
    assert_eq!((state.asked, state.movers.as_slice()), (Some(SECOND), &[Turn::Seat(FIRST)][..]));
    let newest = state.newest.unwrap();
    assert_eq!((newest.mv.as_str(), newest.elapsed), ("2", Duration::from_secs(5)));
    assert_eq!(newest.clock, Some(Duration::from_secs(3595)));
    assert_eq!(state.draw_offer, Some(DrawOffer::new(FIRST)));
    assert_eq!(live.refusal_of(Command::Resume), "the match is not paused");
    assert_eq!(late(&live, Viewer::Public).sequence, state.sequence, "a refusal is no event");
    live.send(Command::Pause);
    live.send(Command::TakeBack { plies: 1 });
    let state = late(&live, Viewer::Public);
    assert!(state.is_paused && state.sequence > newest.ply as u64);
    assert_eq!((state.asked, state.prompt, state.draw_offer), (None, None, None));
    assert_eq!((state.newest, state.movers.len(), state.redoable), (None, 0, 1));
    assert_eq!(state.clocks, [hour, hour]);
    live.send(Command::Stop);
}

#[test]
fn a_question_about_hidden_cards_is_only_shown_to_its_seat() {
    let asks = chooses(|_, host| {
        let prompt = Prompt { question: "What with badger?".into(), refusal: None };
        Ok(Reply::Move(host.ask(&prompt)?))
    })
    .may_ask();
    let mut live =
        Live::begin(MatchSetup { seed: SEED, ..setup(secret(), [asks, plays(&["lower"])]) });
    live.until(|event| matches!(event, Event::InputRequested { .. }).then_some(()));
    let question = |viewer| late(&live, viewer).prompt.map(|prompt| prompt.question);
    assert_eq!(question(Viewer::Seat(FIRST)).as_deref(), Some("What with badger?"));
    assert_eq!(question(Viewer::Seat(SECOND)).as_deref(), Some(""));
    assert_eq!(question(Viewer::Public).as_deref(), Some(""));
    live.send(Command::Stop);
}

/// Resumes this thread.
struct Unparks(Thread);

impl Wake for Unparks {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[test]
fn one_thread_waits_for_very_many_watchers() {
    const COUNT: usize = 2000;
    let mut moderator =
        Moderator::new(setup(stones(2, 3), [plays_first(), plays_first()])).unwrap();
    let mut watching: Vec<_> = (0..COUNT).map(|_| moderator.subscribe(Viewer::Public)).collect();
    let finished = run(moderator);
    let waker = Waker::from(Arc::new(Unparks(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut ends = 0;
    while !watching.is_empty() {
        watching.retain_mut(|events| {
            loop {
                match events.poll_recv(&mut context) {
                    Poll::Ready(Ok(it)) if matches!(it.event, Event::MatchEnded(_)) => ends += 1,
                    Poll::Ready(Ok(_)) => {}
                    Poll::Ready(Err(_ended)) => return false,
                    Poll::Pending => return true,
                }
            }
        });
        if !watching.is_empty() {
            thread::park_timeout(PATIENCE);
        }
    }
    assert_eq!(ends, COUNT);
    finished.recv_timeout(PATIENCE).expect("the match ends");
}

#[test]
fn watchers_come_and_go() {
    let mut live = Live::begin(setup(stones(2, 300), [plays_first(), plays_first()]));
    for _ in 0..50 {
        if let Ok(mut visitor) = live.control.subscribe(Viewer::Arbiter) {
            let _first = visitor.recv_timeout(PATIENCE);
        }
    }
    live.until(|event| {
        matches!(event, Event::MatchEnded(_) | Event::Resynchronized(_)).then_some(())
    });
    assert_eq!(live.finish().record.plies.len(), 300);
}

#[test]
fn questions_end_with_a_table_that_never_reads_them() {
    let moderator = Moderator::new(setup(stones(2, 1), [plays_first(), plays_first()])).unwrap();
    let control = moderator.control();
    let command = control.send(Command::Pause).unwrap();
    let mut subscription = control.subscribe(Viewer::Public).unwrap();
    drop(moderator);
    assert_eq!(subscription.recv_timeout(PATIENCE), Err(NoEvent::Ended));
    assert_eq!(command.wait(), Err(MatchGone.into()));
}
