//! Models an answer that races its deadline: exactly one of the two counts, and it is the correct one.

use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;
use games_package::{
    Command, ControlError, EndReason, ManualTime, MatchSetup, Moderator, Prompt, Reply, SeatSetup,
    SentCommand, TimeControl, TimeSource,
};
use shuttle::thread;

use crate::witness::Witness;
use crate::{check, chooses, plays_first, run, stones};

const LIMIT: Duration = Duration::from_secs(10);

/// Time passes in steps; the last step exceeds the player's time.
const STEPS: [Duration; 3] = [Duration::from_secs(4); 3];

#[test]
fn an_answer_in_time_counts_and_a_late_one_loses() {
    check(|| {
        let witness = Arc::new(Witness::default());
        let thinks = {
            let witness = Arc::clone(&witness);
            chooses(move |_, _| {
                witness.is_asked();
                thread::yield_now();
                witness.returns();
                Ok(Reply::play("1"))
            })
        };
        let setup = MatchSetup {
            time_control: TimeControl::PerMove(LIMIT),
            start_time_max: Duration::MAX,
            time: Arc::clone(&witness) as Arc<dyn TimeSource>,
            ..stones(1, [thinks, plays_first()])
        };
        let moderator = Moderator::new(setup).unwrap();
        let clock = {
            let witness = Arc::clone(&witness);
            thread::spawn(move || {
                witness.wait_for_turn();
                for step in STEPS {
                    witness.time.advance(step);
                    thread::yield_now();
                }
            })
        };
        let record = run(moderator, 1).0.record;
        clock.join().unwrap();
        match (record.ending.unwrap().reason, record.plies.as_slice()) {
            (EndReason::Rules(_), [ply]) => assert!(ply.elapsed <= LIMIT),
            (EndReason::TimeExpired(Seat::FIRST, _), []) => {
                assert!(witness.stamp().is_none_or(|at| at > LIMIT), "{:?}", witness.stamp());
            }
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_typed_move_is_played_in_time_or_refused() {
    check(|| {
        let asks = chooses(|_, host| Ok(Reply::Move(host.ask(&Prompt::default())?)));
        let time = Arc::new(ManualTime::default());
        let setup = MatchSetup {
            time_control: TimeControl::PerMove(LIMIT),
            start_time_max: Duration::MAX,
            time: Arc::clone(&time) as Arc<dyn TimeSource>,
            ..stones(1, [SeatSetup { is_person: true, ..asks }, plays_first()])
        };
        let moderator = Moderator::new(setup).unwrap();
        let control = moderator.control();
        let director = thread::spawn(move || {
            let mut steps = STEPS.into_iter();
            loop {
                let typed = Command::Answer { seat: Seat::FIRST, ply: 0, text: "1".into() };
                match control.send(typed).map(SentCommand::wait) {
                    Ok(Ok(())) => return true,
                    Ok(Err(ControlError::Refused(_))) => {}
                    _gone => return false,
                }
                steps.next().into_iter().for_each(|step| time.advance(step));
                thread::yield_now();
            }
        });
        let record = run(moderator, 1).0.record;
        let is_accepted = director.join().unwrap();
        match (record.ending.unwrap().reason, record.plies.as_slice()) {
            (EndReason::Rules(_), [ply]) => assert!(is_accepted && ply.elapsed <= LIMIT),
            (EndReason::TimeExpired(Seat::FIRST, _), []) => assert!(!is_accepted),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_hurried_player_answers_once() {
    check(|| {
        let waits = chooses(|_, host| {
            while !host.is_stopped() {
                thread::yield_now();
            }
            Ok(Reply::play("1"))
        });
        let moderator = Moderator::new(stones(1, [waits, plays_first()])).unwrap();
        let control = moderator.control();
        let director = thread::spawn(move || {
            // The command is refused before the turn, and has no effect after it.
            while control.send(Command::MoveNow).is_ok() {
                thread::yield_now();
            }
        });
        let record = run(moderator, 1).0.record;
        director.join().unwrap();
        assert_eq!(record.plies.len(), 1);
    });
}
