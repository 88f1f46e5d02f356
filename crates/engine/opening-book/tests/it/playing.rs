//! Tests for players that play from books.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use games_package::{
    AskError, Host, MoveLimit, Player, Prompt, Reply, Request, Setup, Thinking, ThinkingLimits,
    TimeControl, Urgency,
};
use opening_book::{Book, BookPlayer, BookSettings, WeightedBook, WeightedMove};

use crate::{built, game};

const ENGLISH: &str = "checkers:english";

/// Stores a player's reports.
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

/// The move that a player with this book plays after these moves in a match with this seed, and its reports.
fn choose(book: &Arc<Book>, margin: u32, seed: u64, played: &[&str]) -> (String, Vec<Thinking>) {
    choose_as(BookPlayer::new(strong_player(), Arc::clone(book), margin), seed, played)
}

fn strong_player() -> Box<dyn Player> {
    let options = "hash=1".parse().unwrap();
    game_catalog::new_player(ENGLISH, "pvs", &options).unwrap()
}

/// The move that this player plays after these moves in a match with this seed, and its reports.
fn choose_as(mut player: BookPlayer, seed: u64, played: &[&str]) -> (String, Vec<Thinking>) {
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
    let setup = Setup {
        game: name,
        seat,
        seat_count,
        time_control,
        thinking,
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed,
    };
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
        clocks: Vec::new(),
    };
    state.legal_moves(&mut request.legal_moves);
    let listener = Listener::default();
    match player.choose_move(&request, &listener).unwrap() {
        Reply::Move(mv) => (mv, listener.0.into_inner().unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_player_plays_a_good_book_move_with_its_reason() {
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
fn the_player_thinks_after_the_end_of_the_book() {
    let book = Arc::new(built(ENGLISH, BookSettings::default(), 1));
    let (_, reports) = choose(&book, 0, 0, &["9-14"]);
    assert!(reports.len() > 1 && reports.iter().all(|report| report.nodes > 0), "{reports:?}");
}

/// Weighted moves at the start: a move that is never played, two that are, and an illegal one.
#[derive(Debug)]
struct FewMoves;

impl WeightedBook for FewMoves {
    fn moves(&self, position: &str) -> Vec<WeightedMove> {
        let weights = [("12-16", 0), ("11-15", 7_000), ("9-14", 63_000), ("1-32", 1_000)];
        let is_start = position == "B:W21-32:B1-12";
        let known = weights.iter().filter(|_| is_start);
        known.map(|&(mv, weight)| WeightedMove { mv: mv.into(), weight }).collect()
    }

    fn move_count(&self) -> usize {
        4
    }
}

#[test]
fn moves_with_weights_are_played_in_proportion() {
    let choose = |seed, played: &[&str]| {
        choose_as(BookPlayer::weighted(strong_player(), Arc::new(FewMoves)), seed, played)
    };
    let chosen: Vec<(String, Vec<Thinking>)> = (0..100).map(|seed| choose(seed, &[])).collect();
    assert!(chosen.iter().all(|(_, reports)| reports.is_empty()));
    let count = |wanted: &str| chosen.iter().filter(|(mv, _)| mv == wanted).count();
    assert_eq!(count("11-15") + count("9-14"), 100);
    assert!((1..30).contains(&count("11-15")), "{}", count("11-15"));
    assert!(!choose(0, &["9-14"]).1.is_empty(), "the player thinks after the end of the book");
}
