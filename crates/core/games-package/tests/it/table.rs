//! Helpers that set up a table and wait for its events without hanging a test.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Viewer};
use crossbeam_channel::{Receiver, bounded};
use games_package::{
    Command, Control, Event, Finished, MatchSetup, Moderator, NoEvent, Subscription, TableGame,
};

use crate::players::Scripted;

/// A generous limit for events that take no time on an idle machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A match of `game` between these players.
pub(crate) fn setup<const SEATS: usize>(
    game: Arc<dyn TableGame>,
    players: [Scripted; SEATS],
) -> MatchSetup {
    MatchSetup::new(game, players.into_iter().map(Scripted::seated).collect())
}

/// Plays the whole match.
pub(crate) fn play(setup: MatchSetup) -> Finished {
    Live::begin(setup).finish()
}

/// Plays the whole match, and returns its record and the events visible to the public.
pub(crate) fn play_watched(setup: MatchSetup) -> (Finished, Vec<Event>) {
    let mut live = Live::begin(setup);
    let mut events = Vec::new();
    while let Some(event) = live.next() {
        events.push(event);
    }
    (live.finish(), events)
}

/// A match running on a separate thread, with a public watcher.
pub(crate) struct Live {
    pub(crate) control: Control,
    pub(crate) events: Subscription,
    finished: Receiver<Finished>,
}

impl Live {
    pub(crate) fn begin(setup: MatchSetup) -> Self {
        Self::begin_seen_by(Viewer::Public, setup)
    }

    pub(crate) fn begin_seen_by(viewer: Viewer, setup: MatchSetup) -> Self {
        let mut moderator = Moderator::new(setup).expect("the match can be set up");
        let (control, events) = (moderator.control(), moderator.subscribe(viewer));
        Self { control, events, finished: run(moderator) }
    }

    /// The next event; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Event> {
        match self.events.recv_timeout(PATIENCE) {
            Ok(sequenced) => Some(sequenced.event),
            Err(NoEvent::Ended) => None,
            Err(NoEvent::Timeout) => panic!("no event arrived in time"),
        }
    }

    /// Skips events until `wanted` accepts one, and returns its result.
    pub(crate) fn until<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        loop {
            let event = self.next().expect("the match continues");
            if let Some(found) = wanted(&event) {
                return found;
            }
        }
    }

    pub(crate) fn send(&self, command: Command) {
        let _answer = self.control.send(command).expect("the table is there");
    }

    /// A human's answer to the open question at this seat.
    pub(crate) fn answer(&self, seat: Seat, text: &str) -> Command {
        let ply = self.control.record().expect("the table is there").plies.len();
        Command::Answer { seat, ply, text: text.into() }
    }

    /// The reason why the command is refused.
    pub(crate) fn refusal_of(&self, command: Command) -> String {
        let sent = self.control.send(command).expect("the table is there");
        sent.wait().expect_err("it is refused").to_string()
    }

    pub(crate) fn finish(self) -> Finished {
        self.finished.recv_timeout(PATIENCE).expect("the match ends")
    }
}

/// Runs a match on a separate thread.
pub(crate) fn run(moderator: Moderator) -> Receiver<Finished> {
    let (sender, finished) = bounded(1);
    thread::spawn(move || {
        // A test that doesn't wait for the end may have dropped the receiver.
        let _unheard = sender.send(moderator.run().expect("there are threads"));
    });
    finished
}

/// The events' names in order, without their content.
pub(crate) fn names(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| {
        let text = format!("{event:?}");
        text.split([' ', '(']).next().unwrap_or_default().to_string()
    };
    events.iter().map(name).collect()
}
