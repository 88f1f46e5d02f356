//! Models decisions about one request in *every* order. The table's core is small enough to explore all orders.

use std::sync::Arc;
use std::time::Duration;

use shuttle::scheduler::DfsScheduler;
use shuttle::sync::atomic::{AtomicU64, Ordering};
use shuttle::sync::mpsc::{TryRecvError, channel};
use shuttle::{Config, Runner, thread};

use crate::Urgency;
use crate::turn_signal::TurnSignal;

/// An upper bound on the number of orders for any model here.
const ORDERS_MAX: usize = 1_000_000;

/// Runs a model in every order. Returns the number of orders.
fn check_all(model: impl Fn() + Send + Sync + 'static) -> usize {
    let orders = Runner::new(DfsScheduler::new(Some(ORDERS_MAX), false), Config::new()).run(model);
    assert!(orders < ORDERS_MAX, "not all orders were tried");
    orders
}

/// The deadline, on a clock that counts from 0 to 1.
const DEADLINE: u64 = 1;

/// A request's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// An answer that was given at this time.
    Answered(u64),
    /// No answer arrived before the deadline.
    Expired,
}

#[test]
fn an_answer_or_the_deadline_decides_in_every_order() {
    let orders = check_all(|| {
        let signal = Arc::new(TurnSignal::new(None));
        let time = Arc::new(AtomicU64::new(0));
        let (sender, answers) = channel();
        let clock = thread::spawn({
            let time = Arc::clone(&time);
            move || time.store(DEADLINE, Ordering::SeqCst)
        });
        let seat = thread::spawn({
            let (signal, time) = (Arc::clone(&signal), Arc::clone(&time));
            move || {
                signal.answer();
                let at = time.load(Ordering::SeqCst);
                sender.send(at).unwrap();
                at
            }
        });
        // Like the Moderator: waits for an answer until the deadline, handles what has arrived by then, and
        // declares the time expired unless an answer is in transit.
        let is_over = time.load(Ordering::SeqCst) >= DEADLINE;
        let verdict = match answers.try_recv() {
            Ok(at) => Verdict::Answered(at),
            Err(TryRecvError::Empty) if is_over && signal.expire() => Verdict::Expired,
            Err(_) => Verdict::Answered(answers.recv().unwrap()),
        };
        let at = seat.join().unwrap();
        clock.join().unwrap();
        match verdict {
            Verdict::Answered(heard) => assert_eq!(heard, at),
            Verdict::Expired => assert!(at >= DEADLINE, "an answer in time was not heard"),
        }
        let urgency = signal.urgency(|| Duration::ZERO);
        assert_eq!(urgency == Urgency::TimedOut, verdict == Verdict::Expired);
        // A second call gives the same result.
        assert_eq!(signal.expire(), verdict == Verdict::Expired);
    });
    assert!(orders > 100, "{orders} orders are no model");
}

#[test]
fn a_withdrawn_request_stays_withdrawn_in_every_order() {
    check_all(|| {
        let signal = Arc::new(TurnSignal::new(Some(Duration::from_secs(1))));
        let hurry = thread::spawn({
            let signal = Arc::clone(&signal);
            move || signal.hurry()
        });
        let withdraw = thread::spawn({
            let signal = Arc::clone(&signal);
            move || signal.withdraw()
        });
        // The observed urgency never decreases.
        let seen = signal.urgency(|| Duration::ZERO);
        hurry.join().unwrap();
        withdraw.join().unwrap();
        let at_the_end = signal.urgency(|| Duration::ZERO);
        assert!(seen <= at_the_end && at_the_end == Urgency::Withdrawn);
    });
}
