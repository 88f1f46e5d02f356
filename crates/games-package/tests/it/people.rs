//! A person at the table: questions and answers.

use board_engine::Viewer;
use crossbeam_channel::unbounded;
use games_package::{AskError, Command, EndReason, Event, MatchSetup, Moderator, Prompt, Reply};

use crate::games::stones;
use crate::players::{FIRST, SECOND, chooses, person, plays_first};
use crate::table::{Live, PATIENCE, play, run, setup};

/// The next question, after its turn was announced.
fn question(live: &mut Live) -> Prompt {
    live.until(|event| match event {
        Event::InputRequested { seat: FIRST, prompt } => Some(prompt.clone()),
        _ => None,
    })
}

fn answer(live: &Live, text: &str) {
    live.send(live.answer(FIRST, text));
}

#[test]
fn a_person_is_asked_until_the_answer_is_a_move() {
    let mut live = Live::begin(setup(stones(2, 1), [person(), plays_first()]));
    assert_eq!(question(&mut live).refusal, None);
    answer(&live, "help");
    let refusal = question(&mut live).refusal;
    assert_eq!(refusal.as_deref(), Some("expected how many stones are taken at column 1"));
    answer(&live, "2");
    assert_eq!(question(&mut live).refusal.as_deref(), Some("1 to 1 stones may be taken"));
    answer(&live, " 1 ");
    let record = live.finish().record;
    assert_eq!(record.plies[0].mv, "1", "in its standard notation");
}

#[test]
fn a_question_is_asked_anew_after_a_pause_and_after_a_move_is_taken_back() {
    let mut live = Live::begin(setup(stones(2, 3), [person(), plays_first()]));
    question(&mut live);
    live.send(Command::Pause);
    let why = live.refusal_of(live.answer(FIRST, "1"));
    assert_eq!(why, "nobody is asked for a move now");
    live.send(Command::Resume);
    question(&mut live);
    answer(&live, "1");
    question(&mut live);
    live.send(Command::TakeBack { plies: 2 });
    question(&mut live);
    answer(&live, "3");
    assert_eq!(live.finish().record.moves().collect::<Vec<_>>(), ["3"]);
}

#[test]
fn a_question_ends_with_the_match() {
    let (sender, answers) = unbounded();
    let asks = chooses(move |_, host| {
        let answer = host.ask(&Prompt::default());
        sender.send((answer.clone(), host.ask(&Prompt::default()), host.resolve("1")))?;
        Ok(Reply::Move(answer?))
    })
    .may_ask();
    let mut live = Live::begin(setup(stones(2, 9), [asks, plays_first()]));
    question(&mut live);
    live.send(Command::Resign(SECOND));
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::Resigned(SECOND));
    let cancelled = Err(AskError::Cancelled);
    let withdrawn = Err("the turn was withdrawn".to_string());
    assert_eq!(answers.recv_timeout(PATIENCE), Ok((cancelled.clone(), cancelled, withdrawn)));
}

#[test]
fn a_person_is_not_hurried() {
    let mut live = Live::begin(setup(stones(2, 1), [person(), plays_first()]));
    question(&mut live);
    assert_eq!(live.refusal_of(Command::MoveNow), "a person is asked");
    answer(&live, "1");
    live.finish();
}

#[test]
fn an_answer_for_another_seat_is_refused() {
    let mut live = Live::begin(setup(stones(2, 1), [person(), plays_first()]));
    question(&mut live);
    let why = live.refusal_of(live.answer(SECOND, "1"));
    assert_eq!(why, "nobody is asked for a move now");
    answer(&live, "1");
    live.finish();
}

#[test]
fn an_answer_that_is_sent_twice_is_taken_once() {
    let mut live = Live::begin(setup(stones(2, 9), [person(), person()]));
    question(&mut live);
    let answer = || Command::Answer { seat: FIRST, ply: 0, text: "1".into() };
    live.send(answer());
    live.until(|event| matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(()));
    live.send(live.answer(SECOND, "1"));
    question(&mut live);
    assert_eq!(live.refusal_of(answer()), "that answers an earlier question");
    live.send(Command::Stop);
    assert_eq!(live.finish().record.plies.len(), 2);
}

#[test]
fn a_seat_is_answered_for_while_somebody_holds_it() {
    let mut moderator = Moderator::new(setup(stones(2, 1), [person(), plays_first()])).unwrap();
    let (control, mut events) = (moderator.control(), moderator.subscribe(Viewer::Public));
    let [first, second] = [FIRST, SECOND].map(|seat| control.for_seat(seat).unwrap());
    let finished = run(moderator);
    events.find(|it| matches!(it.event, Event::InputRequested { .. })).unwrap();
    drop((control, second));
    let answer = Command::Answer { seat: FIRST, ply: 0, text: "1".into() };
    first.send(answer).unwrap().wait().unwrap();
    let record = finished.recv_timeout(PATIENCE).expect("the match ends").record;
    assert!(matches!(record.ending.unwrap().reason, EndReason::Rules(_)));
}

#[test]
fn a_player_may_ask_from_several_threads() {
    let asks = chooses(|_, host| {
        let ask = || host.ask(&Prompt::default());
        let (one, other) = std::thread::scope(|scope| {
            let threads = [scope.spawn(ask), scope.spawn(ask)];
            let [one, other] = threads.map(|thread| thread.join().unwrap());
            (one, other)
        });
        assert_ne!(one?, other?);
        Ok(Reply::play("1"))
    })
    .may_ask();
    let mut live = Live::begin(setup(stones(2, 2), [asks, person()]));
    question(&mut live);
    question(&mut live);
    live.send(Command::Pause);
    live.send(Command::Resume);
    question(&mut live);
    question(&mut live);
    answer(&live, "one");
    answer(&live, "other");
    live.until(|event| matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(()));
    live.send(Command::Stop);
    assert_eq!(live.finish().record.plies.len(), 1);
}

/// Why the match ends.
fn check_nobody(reason: EndReason) {
    let EndReason::PlayerFailed(FIRST, failure) = reason else { panic!("{reason:?}") };
    assert_eq!(failure.to_string(), "error: there is nobody to ask");
}

#[test]
fn a_player_that_is_no_person_asks_nobody() {
    let (sender, answers) = unbounded();
    let asks = chooses(move |_, host| {
        sender.send(host.ask(&Prompt::default()))?;
        Ok(Reply::play("1"))
    });
    let mut live = Live::begin(setup(stones(2, 2), [asks, person()]));
    live.until(|event| {
        assert!(!matches!(event, Event::InputRequested { seat: FIRST, .. }), "it was asked");
        matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(())
    });
    assert_eq!(answers.recv_timeout(PATIENCE), Ok(Err(AskError::Nobody)));
    live.send(live.answer(SECOND, "1"));
    assert_eq!(live.finish().record.moves().collect::<Vec<_>>(), ["1", "1"]);
}

#[test]
fn where_nobody_watches_nobody_is_asked() {
    let moderator = Moderator::new(setup(stones(2, 9), [person(), plays_first()])).unwrap();
    let _control = moderator.control();
    let finished = run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    check_nobody(finished.record.ending.unwrap().reason);
}

#[test]
fn where_nobody_directs_nobody_is_asked() {
    let mut moderator = Moderator::new(setup(stones(2, 9), [person(), plays_first()])).unwrap();
    let _events = moderator.subscribe(Viewer::Public);
    let finished = run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    check_nobody(finished.record.ending.unwrap().reason);
}

#[test]
fn when_the_last_watcher_leaves_nobody_is_asked_any_more() {
    let Live { .. } = {
        let mut live = Live::begin(setup(stones(2, 9), [person(), plays_first()]));
        question(&mut live);
        let control = live.control.clone();
        let stranger = control.subscribe(Viewer::Public).unwrap();
        drop(stranger);
        assert_eq!(
            live.refusal_of(Command::Resume),
            "the match is not paused",
            "somebody is there"
        );
        live
    };
    let mut moderator = Moderator::new(setup(stones(2, 9), [person(), plays_first()])).unwrap();
    let (_control, mut events) = (moderator.control(), moderator.subscribe(Viewer::Public));
    let finished = run(moderator);
    events.find(|it| matches!(it.event, Event::InputRequested { .. })).unwrap();
    drop(events);
    let reason =
        finished.recv_timeout(PATIENCE).expect("the match ends").record.ending.unwrap().reason;
    check_nobody(reason);
}

#[test]
fn when_the_last_director_leaves_nobody_is_asked_any_more() {
    let mut moderator = Moderator::new(setup(stones(2, 9), [person(), plays_first()])).unwrap();
    let (control, mut events) = (moderator.control(), moderator.subscribe(Viewer::Public));
    let finished = run(moderator);
    events.find(|it| matches!(it.event, Event::InputRequested { .. })).unwrap();
    drop(control);
    let reason =
        finished.recv_timeout(PATIENCE).expect("the match ends").record.ending.unwrap().reason;
    check_nobody(reason);
}

#[test]
fn a_player_can_ask_what_a_move_means() {
    let (sender, resolved) = unbounded();
    let asks = chooses(move |_, host| {
        host.log("a line for the log");
        sender.send((host.resolve(" 3 "), host.resolve("4")))?;
        Ok(Reply::play("1"))
    });
    play(MatchSetup { seed: 1, ..setup(stones(2, 3), [asks, plays_first()]) });
    let refused = Err("1 to 3 stones may be taken".to_string());
    assert_eq!(resolved.recv().unwrap(), (Ok("3".to_string()), refused));
}
