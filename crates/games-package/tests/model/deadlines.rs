//! An answer and the end of the time for it: one of the two counts, and it is the right one.

use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;
use games_package::{EndReason, MatchSetup, Moderator, Reply, TimeControl, TimeSource};
use shuttle::thread;

use crate::witness::Witness;
use crate::{check, chooses, plays_first, run, stones};

const LIMIT: Duration = Duration::from_secs(10);

/// The time passes in steps, of which the last one ends the player's.
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
            (EndReason::TimeExpired(Seat::FIRST), []) => {
                assert!(witness.stamp().is_none_or(|at| at > LIMIT), "{:?}", witness.stamp());
            }
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn who_is_hurried_answers_once() {
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
            // It is refused before the turn, and has no effect after it.
            while control.send(games_package::Command::MoveNow).is_ok() {
                thread::yield_now();
            }
        });
        let record = run(moderator, 1).0.record;
        director.join().unwrap();
        assert_eq!(record.plies.len(), 1);
    });
}
