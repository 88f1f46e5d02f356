//! Models commands at any moment: every question receives one answer, and the match ends once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use board_engine::{Seat, Viewer};
use games_package::{
    AskError, Command, Control, EndReason, Moderator, PlayerError, Prompt, Reply, SeatSetup,
};
use shuttle::thread;

use crate::{check, chooses, plays_first, run, stones};

const HEAP: u32 = 3;

/// The numbers of asked and answered questions.
#[derive(Clone, Default)]
struct Questions(Arc<[AtomicUsize; 2]>);

impl Questions {
    fn counts(&self) -> [usize; 2] {
        self.0.each_ref().map(|count| count.load(Ordering::SeqCst))
    }
}

/// A human player, who must answer for each move.
fn person(questions: &Questions) -> SeatSetup {
    let questions = questions.clone();
    let player = chooses(move |_, host| {
        questions.0[0].fetch_add(1, Ordering::SeqCst);
        let answer = host.ask(&Prompt::default());
        questions.0[1].fetch_add(1, Ordering::SeqCst);
        match answer {
            Ok(mv) => Ok(Reply::Move(mv)),
            Err(error @ (AskError::Cancelled | AskError::Nobody)) => {
                Err(PlayerError::new(error.to_string()))
            }
            Err(_) => Ok(Reply::Resign),
        }
    });
    SeatSetup { is_person: true, ..player }
}

/// The director's action after all commands.
#[derive(Clone, Copy)]
enum Then {
    Leave,
    /// Continues to answer until the match is over.
    GoOnAnswering,
}

/// Sends these commands to a match between a human and another player, once the human has an open question.
fn direct(commands: &[fn() -> Command], then: Then) -> (EndReason, [usize; 2]) {
    let questions = Questions::default();
    let moderator = Moderator::new(stones(HEAP, [person(&questions), plays_first()])).unwrap();
    let (control, asked, commands) = (moderator.control(), questions.clone(), commands.to_vec());
    let director = thread::spawn(move || {
        while asked.counts()[0] == 0 {
            thread::yield_now();
        }
        let sent = commands.iter().all(|command| control.send(command()).is_ok());
        while sent
            && matches!(then, Then::GoOnAnswering)
            && [answer(), answer_again()].into_iter().all(|answer| control.send(answer).is_ok())
        {
            thread::yield_now();
        }
    });
    let record = run(moderator, HEAP).0.record;
    director.join().unwrap();
    (record.ending.unwrap().reason, questions.counts())
}

fn answer_to(ply: usize, text: &str) -> Command {
    Command::Answer { seat: Seat::FIRST, ply, text: text.into() }
}

fn answer() -> Command {
    answer_to(0, "1")
}

/// The answer to the human's second question.
fn answer_again() -> Command {
    answer_to(2, "1")
}

fn nonsense() -> Command {
    answer_to(0, "all")
}

/// Checks that in any order no question is left open, and no thread waits forever.
fn check_answered(
    commands: &'static [fn() -> Command],
    then: Then,
    is_right: fn(&EndReason) -> bool,
) {
    check(move || {
        let (reason, [asked, answered]) = direct(commands, then);
        assert!(is_right(&reason), "{reason:?}");
        assert_eq!(asked, answered);
    });
}

#[test]
fn a_question_gets_an_answer_or_an_error() {
    check_answered(&[nonsense, answer, answer_again], Then::Leave, |reason| {
        matches!(reason, EndReason::Rules(_) | EndReason::PlayerFailed(Seat::FIRST, _))
    });
}

#[test]
fn a_withdrawn_turn_is_requested_again() {
    let commands: &[fn() -> Command] = &[
        || Command::Pause,
        || Command::Resume,
        answer,
        || Command::TakeBack { plies: 1 },
        || Command::Redo { plies: 1 },
    ];
    check_answered(commands, Then::GoOnAnswering, |reason| matches!(reason, EndReason::Rules(_)));
}

#[test]
fn a_restarted_match_ends_by_the_rules() {
    let commands: &[fn() -> Command] = &[answer, || Command::Restart];
    check_answered(commands, Then::GoOnAnswering, |reason| matches!(reason, EndReason::Rules(_)));
}

#[test]
fn resigning_or_stopping_ends_the_match_once() {
    let commands: &[fn() -> Command] = &[answer, || Command::Resign(Seat::FIRST), || Command::Stop];
    check_answered(commands, Then::Leave, |reason| {
        matches!(
            reason,
            EndReason::Stopped | EndReason::Rules(_) | EndReason::Resigned(Seat::FIRST)
        )
    });
}

/// A question always returns when the table ends.
#[test]
fn every_question_ends_with_the_table() {
    let asks: [fn(&Control) -> bool; 3] = [
        |control| control.record().is_ok(),
        |control| control.send(Command::Pause).is_ok_and(|sent| sent.wait().is_ok()),
        |control| control.subscribe(Viewer::Public).is_ok_and(|mut events| events.recv().is_ok()),
    ];
    for ask in asks {
        check(move || {
            let seats = [plays_first(), plays_first()];
            let moderator = Moderator::new(stones(1, seats)).unwrap();
            let control = moderator.control();
            let asking = thread::spawn(move || {
                while ask(&control) {
                    let _running = control.send(Command::Resume);
                    thread::yield_now();
                }
            });
            run(moderator, 1);
            asking.join().unwrap();
        });
    }
}
