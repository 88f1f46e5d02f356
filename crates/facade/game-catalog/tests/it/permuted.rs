//! Checks that swapping tiles or cards hidden from a viewer changes nothing for that viewer.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use game_catalog::table_game;
use games_package::{
    Event, Host, MatchSetup, Moderator, Player, PlayerError, Reply, Request, SeatSetup, TableGame,
};

/// Plays a line of moves, then resigns. Records everything it receives, which is everything that a plugin would
/// receive.
struct Reader {
    line: Vec<String>,
    notes: Arc<Mutex<String>>,
}

impl Reader {
    fn note(&self, what: &impl Debug) {
        writeln!(self.notes.lock().unwrap(), "{what:?}").unwrap();
    }
}

impl Player for Reader {
    fn name(&self) -> String {
        "reader".into()
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        self.note(&Request { time_left: None, ..request.clone() });
        Ok(if self.line.is_empty() { Reply::Resign } else { Reply::play(self.line.remove(0)) })
    }

    fn observe(&mut self, event: &Event) {
        self.note(&still(event));
    }
}

/// The event as text, without move times.
fn still(event: &Event) -> String {
    match event.clone() {
        Event::MovePlayed(mut played) => {
            played.elapsed = Duration::ZERO;
            format!("{:?}", Event::MovePlayed(played))
        }
        event => format!("{event:?}"),
    }
}

/// Each seat's moves in a line of at most `plies` plies that is legal from both positions. Always takes the first
/// common move.
fn common_line(game: &dyn TableGame, starts: [&str; 2], plies: usize) -> Vec<Vec<String>> {
    let mut states = starts.map(|start| game.open(Some(start)).unwrap());
    let mut lines = vec![Vec::new(); game.seat_count()];
    for _ in 0..plies {
        let Turn::Seat(seat) = states[0].turn() else { break };
        let [one, other] = states.each_ref().map(|state| {
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            moves
        });
        let Some(mv) = one.into_iter().find(|mv| other.contains(mv)) else { break };
        for state in &mut states {
            state.play(&mv).unwrap();
        }
        lines[seat.index()].push(mv);
    }
    lines
}

/// The events that `viewer` and the public receive in a match that plays this line from this position.
fn seen(game: &Arc<dyn TableGame>, start: &str, lines: &[Vec<String>], viewer: Seat) -> String {
    let notes: Vec<_> = lines.iter().map(|_| Arc::new(Mutex::new(String::new()))).collect();
    let seats = lines.iter().zip(&notes).map(|(line, notes)| {
        let reader = Reader { line: line.clone(), notes: Arc::clone(notes) };
        SeatSetup::new("reader", Box::new(reader))
    });
    let mut setup = MatchSetup::new(Arc::clone(game), seats.collect());
    setup.position = Some(start.into());
    let mut moderator = Moderator::new(setup).unwrap();
    let subscriptions =
        [Viewer::Seat(viewer), Viewer::Public].map(|viewer| moderator.subscribe(viewer));
    moderator.run().unwrap();
    let mut text = notes[viewer.index()].lock().unwrap().clone();
    for mut subscription in subscriptions {
        while let Ok(event) = subscription.recv_timeout(Duration::from_secs(5)) {
            writeln!(text, "{}", still(&event.event)).unwrap();
        }
    }
    text
}

/// Plays the same line of at most `plies` moves from both positions, which differ only in information hidden from
/// `viewer`. Returns the number of moves.
fn check(game: &str, viewer: Seat, starts: [&str; 2], plies: usize) -> usize {
    let game = table_game(game).unwrap();
    let views = starts.map(|start| game.open(Some(start)).unwrap().position(Viewer::Seat(viewer)));
    assert_eq!(views[0], views[1], "the positions differ for the viewer");
    assert_ne!(starts[0], starts[1]);
    let lines = common_line(&*game, starts, plies);
    let [one, other] = starts.map(|start| seen(&game, start, &lines, viewer));
    for (one, other) in one.lines().zip(other.lines()) {
        assert_eq!(one, other);
    }
    assert_eq!(one.lines().count(), other.lines().count());
    lines.iter().map(Vec::len).sum()
}

#[test]
fn swapped_hidden_tiles_make_no_difference() {
    // 1-1 and 4-4 are swapped; they are not played in this line.
    let partners = check(
        "dominoes:block,partners,round",
        Seat::FIRST,
        [
            "4-2,2-6 3-3,4-0,6-4 1-1,5-5,6-5 4-4,5-3,4-3 2-2,2-1,6-6 0,0 1 1 0 play",
            "4-2,2-6 3-3,4-0,6-4 4-4,5-5,6-5 1-1,5-3,4-3 2-2,2-1,6-6 0,0 1 1 0 play",
        ],
        6,
    );
    assert!(partners >= 5, "{partners} moves");
    let draw = check(
        "dominoes:draw,round",
        Seat::SECOND,
        [
            "4-2,2-6 3-3,6-4,6-1 4-4,5-5,6-5 0,0 1 1 0 play",
            "4-2,2-6 2-0,6-4,1-1 4-4,5-5,6-5 0,0 1 1 0 play",
        ],
        6,
    );
    assert!(draw >= 2, "{draw} moves");
}

#[test]
fn swapped_hidden_cards_make_no_difference() {
    // Neither player sees the other card before both have acted.
    assert_eq!(check("kuhn-poker:1", Seat::SECOND, ["KJ -", "QJ -"], 1), 1);
    assert_eq!(check("kuhn-poker", Seat::FIRST, ["KJ - 1 +0", "KQ - 1 +0"], 1), 1);
}
