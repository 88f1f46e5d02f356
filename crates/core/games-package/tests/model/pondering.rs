//! Models a pondering player: the next message stops it, whenever it arrives.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use games_package::{
    Command, EndReason, Host, MatchSetup, Moderator, Player, PlayerError, PonderRequest, Reply,
    Request,
};
use shuttle::thread;

use crate::{check, chooses, run, seated, stones};

const HEAP: u32 = 3;

/// Plays immediately, and ponders until it is stopped.
#[derive(Clone, Default)]
struct Ponders {
    begun: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
}

fn wait_for(count: &AtomicUsize, times: usize) {
    while count.load(Ordering::SeqCst) < times {
        thread::yield_now();
    }
}

impl Player for Ponders {
    fn name(&self) -> String {
        "ponders".into()
    }

    fn choose_move(&mut self, _: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        Ok(Reply::play("1"))
    }

    fn ponder(&mut self, _: &PonderRequest, host: &dyn Host) {
        self.begun.fetch_add(1, Ordering::SeqCst);
        while !host.is_stopped() {
            thread::yield_now();
        }
        self.ended.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_match_between_two_pondering_players_ends_by_the_rules() {
    check(|| {
        let ponders = || seated(Ponders::default());
        let setup = MatchSetup { pondering: true, ..stones(HEAP, [ponders(), ponders()]) };
        let record = run(Moderator::new(setup).unwrap(), HEAP).0.record;
        assert!(matches!(record.ending.unwrap().reason, EndReason::Rules(_)));
    });
}

#[test]
fn pondering_does_not_block_a_pause_or_the_end() {
    check(|| {
        let ponders = Ponders::default();
        let Ponders { begun, ended } = ponders.clone();
        let waits = chooses(|_, host| {
            while !host.is_stopped() {
                thread::yield_now();
            }
            Ok(Reply::Resign)
        });
        let setup = MatchSetup { pondering: true, ..stones(HEAP, [waits, seated(ponders)]) };
        let moderator = Moderator::new(setup).unwrap();
        let control = moderator.control();
        let director = thread::spawn(move || {
            for times in 1..3 {
                wait_for(&begun, times);
                control.send(Command::Pause).unwrap();
                wait_for(&ended, times);
                control.send(Command::Resume).unwrap();
            }
            control.send(Command::Stop).unwrap();
        });
        run(moderator, HEAP);
        director.join().unwrap();
    });
}
