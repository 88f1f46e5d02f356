//! Checks that no player learns a hidden card at a Kuhn poker table.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use board_engine::{Seat, Viewer};
use game_catalog::{new_player, table_game};
use games_package::{
    Event, Host, MatchSetup, Moderator, Options, Player, PlayerError, PonderRequest, Reply,
    Request, SeatSetup,
};

/// Plays the given moves, and records everything it receives.
struct Spy {
    moves: Vec<&'static str>,
    visible_texts: Arc<Mutex<String>>,
}

impl Spy {
    fn note(&self, what: &impl Debug) {
        writeln!(self.visible_texts.lock().unwrap(), "{what:?}").unwrap();
    }
}

impl Player for Spy {
    fn name(&self) -> String {
        "spy".into()
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        self.note(request);
        Ok(Reply::play(self.moves.remove(0)))
    }

    fn ponder(&mut self, request: &PonderRequest, _: &dyn Host) {
        self.note(request);
    }

    fn observe(&mut self, event: &Event) {
        self.note(event);
    }
}

/// The strings that each seat and the public receive in a match, and the dealt cards.
fn visible_texts(seed: u64, moves: [Vec<&'static str>; 2]) -> ([String; 3], [char; 2]) {
    let notes = [Arc::new(Mutex::new(String::new())), Arc::new(Mutex::new(String::new()))];
    let seats = moves.into_iter().zip(&notes).map(|(moves, visible_texts)| {
        SeatSetup::new("spy", Box::new(Spy { moves, visible_texts: Arc::clone(visible_texts) }))
    });
    let mut setup = MatchSetup::new(table_game("kuhn-poker:1").unwrap(), seats.collect());
    (setup.seed, setup.pondering) = (seed, true);
    let mut moderator = Moderator::new(setup).unwrap();
    let viewers = [Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND)];
    let [public, first, second] = viewers.map(|viewer| moderator.subscribe(viewer));
    let record = moderator.run().unwrap().record;
    let events = |mut subscription: games_package::Subscription| {
        let mut text = String::new();
        while let Ok(event) = subscription.recv_timeout(Duration::from_secs(5)) {
            writeln!(text, "{event:?}").unwrap();
        }
        text
    };
    let [seen_by_first, seen_by_second] = notes.map(|note| note.lock().unwrap().clone());
    let cards: Vec<char> = record
        .moves()
        .take(2)
        .filter_map(|text| text.strip_prefix("deal-")?.chars().next())
        .collect();
    let replayed = record.replay(&*table_game("kuhn-poker:1").unwrap()).unwrap();
    assert!(replayed.position(Viewer::Arbiter).starts_with(&String::from_iter(&cards)));
    let texts = [seen_by_first + &events(first), seen_by_second + &events(second), events(public)];
    (texts, [cards[0], cards[1]])
}

/// Returns `true` if a string reveals that `player` (0 or 1) was dealt `card`.
fn tells(text: &str, player: usize, card: char) -> bool {
    let position = |other: char| {
        let cards = if player == 0 { [card, other] } else { [other, card] };
        text.contains(&format!("\"{} ", String::from_iter(cards)))
    };
    // There is only one card of each rank, so a deal identifies its owner.
    text.contains(&format!("deal-{card}")) || "JQK?-".chars().any(position)
}

#[test]
fn a_folded_card_stays_hidden() {
    for seed in 0..12 {
        let (texts, cards) = visible_texts(seed, [vec!["bet"], vec!["fold"]]);
        let sees = [[true, false], [false, true], [false, false]];
        for (text, sees) in texts.iter().zip(sees) {
            assert_eq!([0, 1].map(|player| tells(text, player, cards[player])), sees, "{text}");
        }
    }
}

#[test]
fn every_seat_sees_the_cards_shown_at_the_end() {
    let (texts, cards) = visible_texts(3, [vec!["bet"], vec!["call"]]);
    let open = format!("{} bb", String::from_iter(cards));
    assert!(texts.iter().all(|text| text.contains(&open)), "{texts:?}");
}

#[test]
fn whole_matches_are_played_by_players_who_only_see_their_own_hand() {
    for name in ["information-sets", "single-observer", "open-hands"] {
        let seat = |name: &str| {
            SeatSetup::new(name, new_player("kuhn-poker:1", name, &Options::default()).unwrap())
        };
        let seats = vec![seat(name), seat(name)];
        let record = Moderator::new(MatchSetup::new(table_game("kuhn-poker:1").unwrap(), seats));
        let ending = record.unwrap().run().unwrap().record.ending.unwrap();
        assert!(matches!(ending.reason, games_package::EndReason::Rules(_)), "{ending:?}");
    }
}
