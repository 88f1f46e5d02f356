//! Players that play from books.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use games_package::{
    AskError, Host, Player, Prompt, Reply, Request, Setup, Thinking, ThinkingLimits, TimeControl,
    Urgency,
};
use opening_book::{Book, BookPlayer, BookSettings};

use crate::support::{built, game};

const ENGLISH: &str = "checkers:english";

/// Keeps what a player reports.
#[derive(Default)]
struct Listener(Mutex<Vec<Thinking>>);

impl Host for Listener {
    fn urgency(&self) -> Urgency {
        Urgency::None
    }

    fn report(&self, thinking: &Thinking) {
        self.0.lock().unwrap().push(thinking.clone());
    }

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Err(text.into())
    }

    fn log(&self, _: &str) {}
}

/// The move that a player with this book plays after these moves in a match with this seed, and what it reports.
fn choose(book: &Arc<Book>, margin: u32, seed: u64, played: &[&str]) -> (String, Vec<Thinking>) {
    let options = "hash=1".parse().unwrap();
    let player = game_catalog::new_player(ENGLISH, "pvs", &options).unwrap();
    let mut player = BookPlayer::new(player, Arc::clone(book), margin);
    let game = game(ENGLISH);
    let mut state = game.open(None).unwrap();
    let start = state.position(board_engine::Viewer::Arbiter);
    for mv in played {
        state.play(mv).unwrap();
    }
    let board_engine::Turn::Seat(seat) = state.turn() else { panic!("no chance in draughts") };
    let thinking = ThinkingLimits { depth: None, nodes: Some(2_000) };
    let time_control = TimeControl::Unlimited;
    let (name, seat_count) = (ENGLISH.to_owned(), 2);
    let setup =
        Setup { game: name, seat, seat_count, time_control, thinking, pondering: false, seed };
    player.start(&setup).unwrap();
    let mut request = Request {
        seat,
        start,
        moves: played.join(" "),
        position: state.position(board_engine::Viewer::Seat(seat)),
        legal_moves: Vec::new(),
        time_left: None,
        budget: None,
        draw_offer: None,
    };
    state.legal_moves(&mut request.legal_moves);
    let listener = Listener::default();
    match player.choose_move(&request, &listener).unwrap() {
        Reply::Move(mv) => (mv, listener.0.into_inner().unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_plays_a_good_move_of_the_book_and_says_why() {
    let book = Arc::new(built(ENGLISH, BookSettings::default(), 40));
    let start = book.game().open(None).unwrap();
    let best = book.moves(&*start).unwrap().remove(0);
    let (_, reports) = choose(&book, 0, 3, &[]);
    let [report] = &reports[..] else { panic!("{reports:?}") };
    assert_eq!((report.nodes, report.valuation), (0, best.valuation));
}

#[test]
fn the_seed_chooses_among_moves_within_the_margin() {
    let book = Arc::new(built(ENGLISH, BookSettings::default(), 40));
    let start = book.game().open(None).unwrap();
    let moves = book.moves(&*start).unwrap();
    let played = |margin| -> BTreeSet<String> {
        (0..60).map(|seed| choose(&book, margin, seed, &[]).0).collect()
    };
    let all: BTreeSet<String> = moves.iter().map(|known| known.mv.clone()).collect();
    assert_eq!(played(1_000), all);
    let best = moves.iter().filter(|known| known.valuation == moves[0].valuation);
    assert_eq!(played(0), best.map(|known| known.mv.clone()).collect());
    for seed in 0..5 {
        assert_eq!(choose(&book, 1_000, seed, &[]), choose(&book, 1_000, seed, &[]));
    }
}

#[test]
fn where_the_book_ends_the_player_thinks() {
    let book = Arc::new(built(ENGLISH, BookSettings::default(), 1));
    let (_, reports) = choose(&book, 0, 0, &["9-14"]);
    assert!(reports.len() > 1 && reports.iter().all(|report| report.nodes > 0), "{reports:?}");
}
