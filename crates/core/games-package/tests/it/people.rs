//! Tests with a human player at the table: questions and answers.

use std::sync::Arc;
use std::time::Duration;

use board_engine::Viewer;
use crossbeam_channel::unbounded;
use games_package::{
    AskError, Command, EndReason, Event, Finished, ManualTime, MatchSetup, Moderator, PlayerError,
    Prompt, Reply, TimeControl, TimeSource,
};

use crate::games::stones;
use crate::players::{FIRST, SECOND, Scripted, chooses, person, plays_first};
use crate::table::{Live, PATIENCE, play, run, setup};

/// The next question; its turn was announced before it.
fn question(live: &mut Live) -> Prompt {
    live.until(|event| match event {
        Event::InputRequested { seat: FIRST, prompt } => Some(prompt.clone()),
        _ => None,
    })
}

fn answer(live: &Live, text: &str) {
    live.send(live.answer(FIRST, text));
}

/// A player's question in its own words.
fn which() -> Prompt {
    Prompt { question: "which one?".into(), refusal: None }
}

#[test]
fn an_illegal_move_is_refused_only_to_its_sender_and_the_question_stays_open() {
    let mut live = Live::begin(setup(stones(2, 1), [person(), plays_first()]));
    assert_eq!(question(&mut live), Prompt::default());
    let why = live.refusal_of(live.answer(FIRST, "help"));
    assert_eq!(why, "expected the number of stones at column 1");
    assert_eq!(live.refusal_of(live.answer(FIRST, "2")), "1 to 1 stones may be taken");
    let long = "1".repeat(1 << 20);
    let why = live.refusal_of(live.answer(FIRST, &long));
    assert_eq!(why, "expected the number of stones at column 1");
    answer(&live, " 1 ");
    let next = live.next().expect("the match continues");
    assert!(matches!(next, Event::MovePlayed(_)), "a refusal is no event: {next:?}");
    let record = live.finish().record;
    assert_eq!(record.plies[0].mv, "1", "in its standard notation");
}

#[test]
fn a_typed_move_is_played_before_the_player_of_the_seat_continues() {
    let (sender, answers) = unbounded();
    let (go_on, waits) = unbounded::<()>();
    let asks = chooses(move |_, host| {
        sender.send((host.ask(&Prompt::default()), host.is_stopped()))?;
        waits.recv()?;
        Err(PlayerError::new("it is late"))
    })
    .may_ask();
    let mut live = Live::begin(setup(stones(2, 4), [asks, person()]));
    question(&mut live);
    let typed = live.answer(FIRST, " 3 ");
    live.control.send(typed).unwrap().wait().unwrap();
    live.until(|event| matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(()));
    assert_eq!(answers.recv_timeout(PATIENCE), Ok((Ok("3".into()), true)));
    go_on.send(()).unwrap();
    live.send(live.answer(SECOND, "1"));
    let Finished { record, late_failures, .. } = live.finish();
    assert_eq!(record.moves().collect::<Vec<_>>(), ["3", "1"]);
    assert_eq!(late_failures, [], "it needs no reply");
}

#[test]
fn the_answer_to_a_players_own_question_arrives_as_typed() {
    let asks = chooses(|request, host| {
        let mut prompt = which();
        while host.ask(&prompt)? != " the first one " {
            prompt.refusal = Some("there is none".into());
        }
        Ok(Reply::play(request.legal_moves[0].as_str()))
    })
    .may_ask();
    let mut live = Live::begin(setup(stones(2, 1), [asks, plays_first()]));
    assert_eq!(question(&mut live), which());
    answer(&live, "1");
    assert_eq!(question(&mut live).refusal.as_deref(), Some("there is none"));
    answer(&live, " the first one ");
    assert_eq!(live.finish().record.moves().collect::<Vec<_>>(), ["1"]);
}

/// A match with ten seconds per move, and its time source.
fn timed(seats: [Scripted; 2]) -> (Live, Arc<ManualTime>) {
    let time = Arc::new(ManualTime::default());
    let live = Live::begin(MatchSetup {
        time: Arc::clone(&time) as Arc<dyn TimeSource>,
        time_control: TimeControl::PerMove(Duration::from_secs(10)),
        ..setup(stones(2, 4), seats)
    });
    (live, time)
}

#[test]
fn a_refused_move_costs_time_until_a_move_is_accepted() {
    let (mut live, time) = timed([person(), plays_first()]);
    question(&mut live);
    time.advance(Duration::from_secs(3));
    assert_eq!(live.refusal_of(live.answer(FIRST, "4")), "1 to 3 stones may be taken");
    time.advance(Duration::from_secs(4));
    answer(&live, "3");
    assert_eq!(live.finish().record.plies[0].elapsed, Duration::from_secs(7));
}

#[test]
fn a_move_typed_too_late_is_not_played() {
    let (mut live, time) = timed([person(), plays_first()]);
    question(&mut live);
    let late = live.answer(FIRST, "3");
    time.advance(Duration::from_secs(11));
    let why = live.control.send(late).unwrap().wait().unwrap_err().to_string();
    assert!(["time is up", "it is not any player's turn"].contains(&why.as_str()));
    let record = live.finish().record;
    assert_eq!(record.ending.unwrap().reason, EndReason::time_expired(FIRST));
    assert_eq!(record.plies.len(), 0);
}

#[test]
fn a_question_is_repeated_after_a_pause_and_after_a_takeback() {
    let mut live = Live::begin(setup(stones(2, 3), [person(), plays_first()]));
    question(&mut live);
    live.send(Command::Pause);
    let why = live.refusal_of(live.answer(FIRST, "1"));
    assert_eq!(why, "it is not any player's turn");
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
        let answer = host.ask(&which());
        sender.send((answer.clone(), host.ask(&which()), host.resolve("1")))?;
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
    assert_eq!(live.refusal_of(Command::MoveNow), "it is a human player's turn");
    answer(&live, "1");
    live.finish();
}

#[test]
fn an_answer_for_another_seat_is_refused() {
    let mut live = Live::begin(setup(stones(2, 1), [person(), plays_first()]));
    question(&mut live);
    let why = live.refusal_of(live.answer(SECOND, "1"));
    assert_eq!(why, "it is not any player's turn");
    answer(&live, "1");
    live.finish();
}

#[test]
fn a_duplicate_answer_is_accepted_once() {
    let mut live = Live::begin(setup(stones(2, 9), [person(), person()]));
    question(&mut live);
    let answer = || Command::Answer { seat: FIRST, ply: 0, text: "1".into() };
    live.send(answer());
    live.until(|event| matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(()));
    live.send(live.answer(SECOND, "1"));
    question(&mut live);
    assert_eq!(live.refusal_of(answer()), "that answer belongs to an earlier question");
    live.send(Command::Stop);
    assert_eq!(live.finish().record.plies.len(), 2);
}

#[test]
fn a_seat_can_answer_while_a_control_holds_it() {
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
        let ask = || host.ask(&which());
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

#[test]
fn a_typed_move_withdraws_the_other_questions_of_the_turn() {
    let (sender, answers) = unbounded();
    let (is_asked, waits) = unbounded::<()>();
    let asks = chooses(move |_, host| {
        let answers = std::thread::scope(|scope| {
            let for_move = scope.spawn(|| host.ask(&Prompt::default()));
            waits.recv().map(|()| [host.ask(&which()), for_move.join().unwrap()])
        });
        sender.send(answers?)?;
        Ok(Reply::Resign)
    })
    .may_ask();
    let mut live = Live::begin(setup(stones(2, 2), [asks, person()]));
    assert_eq!(question(&mut live), Prompt::default());
    is_asked.send(()).unwrap();
    assert_eq!(question(&mut live), which());
    answer(&live, "1");
    live.until(|event| matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(()));
    // A player's threads share its answers.
    let answers = answers.recv_timeout(PATIENCE).unwrap();
    for answer in [Ok("1".into()), Err(AskError::Cancelled)] {
        assert!(answers.contains(&answer), "{answers:?}");
    }
    live.send(Command::Stop);
}

/// The reason why the match ends.
fn check_nobody(reason: EndReason) {
    let EndReason::PlayerFailed(FIRST, failure) = reason else { panic!("{reason:?}") };
    assert_eq!(failure.to_string(), "error: there is no human player to ask");
}

#[test]
fn a_player_without_a_person_cannot_ask() {
    let (sender, answers) = unbounded();
    let asks = chooses(move |_, host| {
        sender.send(host.ask(&Prompt::default()))?;
        Ok(Reply::play("1"))
    });
    let mut live = Live::begin(setup(stones(2, 2), [asks, person()]));
    live.until(|event| {
        assert!(!matches!(event, Event::InputRequested { seat: FIRST, .. }), "it got a question");
        matches!(event, Event::InputRequested { seat: SECOND, .. }).then_some(())
    });
    assert_eq!(answers.recv_timeout(PATIENCE), Ok(Err(AskError::Nobody)));
    live.send(live.answer(SECOND, "1"));
    assert_eq!(live.finish().record.moves().collect::<Vec<_>>(), ["1", "1"]);
}

#[test]
fn without_watchers_questions_fail() {
    let moderator = Moderator::new(setup(stones(2, 9), [person(), plays_first()])).unwrap();
    let _control = moderator.control();
    let finished = run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    check_nobody(finished.record.ending.unwrap().reason);
}

#[test]
fn without_a_director_questions_fail() {
    let mut moderator = Moderator::new(setup(stones(2, 9), [person(), plays_first()])).unwrap();
    let _events = moderator.subscribe(Viewer::Public);
    let finished = run(moderator).recv_timeout(PATIENCE).expect("the match ends");
    check_nobody(finished.record.ending.unwrap().reason);
}

#[test]
fn questions_fail_after_the_last_watcher_leaves() {
    let Live { .. } = {
        let mut live = Live::begin(setup(stones(2, 9), [person(), plays_first()]));
        question(&mut live);
        let control = live.control.clone();
        let stranger = control.subscribe(Viewer::Public).unwrap();
        drop(stranger);
        assert_eq!(
            live.refusal_of(Command::Resume),
            "the match is not paused",
            "a person can answer"
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
fn questions_fail_after_the_last_director_leaves() {
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
