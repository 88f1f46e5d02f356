//! Tests that every legal move in random positions survives a round trip through each notation.

use board_engine::{Game, Notation, NotationError, Status, Viewer};
use checkers::{
    Checkers, English, International, Move, Position, VARIANTS, Variant, VariantVisitor, hub,
    with_variant,
};
use proptest::prelude::*;

use crate::support::{deep, position};
use crate::texts::texts;

/// A random number generator (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

struct RoundTrips {
    positions: usize,
}

impl VariantVisitor for RoundTrips {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let mut random = Random(0x2545_F491_4F6C_DD1D);
        let mut left = self.positions;
        while left > 0 {
            let mut position = game.start();
            let mut moves = Vec::new();
            let mut plies = 0;
            while left > 0
                && plies < 300
                && game.legal_moves(&position, &mut moves) == Status::Ongoing
            {
                left -= 1;
                check_position::<V>(&position, &moves);
                let mv = moves[random.below(moves.len())];
                game.play(&mut position, mv);
                plies += 1;
            }
        }
    }
}

fn check_position<V: Variant>(position: &Position<V::Word>, moves: &[Move<V::Word>]) {
    let game = Checkers::<V>::new();
    let fen = game.format_position(position);
    assert_eq!(game.parse_position(&fen).as_ref(), Ok(position), "{fen}");
    let letters = hub::format_position::<V>(position);
    let read = hub::parse_position::<V>(&letters).unwrap();
    assert_eq!(hub::format_position::<V>(&read), letters);
    for &mv in moves {
        let text = game.format_move(position, mv);
        assert_eq!(game.parse_move(position, &text), Ok(mv), "{text} in {fen}");
        if mv.is_pass() {
            continue;
        }
        let path = game.path(position, mv);
        let legs = mv.taken().count().max(1) as usize;
        assert_eq!(path.len(), legs + 1, "a leg for each piece of {text} in {fen}");
        let whole = path.iter().map(|&bit| checkers::Layout::<V>::name(bit)).collect::<Vec<_>>();
        let diagram = game.diagram(position, Viewer::Public);
        let route = game.route(position, mv);
        let touched: Vec<&str> = route.iter().map(|&square| diagram.name(square)).collect();
        assert_eq!(touched, whole, "{text} in {fen}");
        let whole = whole.join(if mv.is_capture() { "x" } else { "-" });
        assert_eq!(game.parse_move(position, &whole), Ok(mv), "{whole} in {fen}");
        let text = hub::format_move::<V>(mv);
        assert_eq!(hub::parse_move::<V>(position, &text), Ok(mv), "{text} in {letters}");
    }
}

#[test]
fn every_move_survives_every_notation() {
    let positions = if deep() { 100_000 } else { 1_000 };
    for variant in VARIANTS {
        with_variant(variant.name, RoundTrips { positions }).unwrap();
    }
}

/// Positions with few pieces on any squares; most of them are possible.
fn positions() -> impl Strategy<Value = String> {
    let squares = prop::collection::btree_map(1..=32_u8, (any::<bool>(), any::<bool>()), 1..14);
    (squares, any::<bool>()).prop_map(|(squares, white)| {
        let list = |of_white: bool| {
            let names = squares.iter().filter(|(_, (white, _))| *white == of_white);
            let name = |(number, (_, king)): (&u8, &(bool, bool))| {
                format!("{}{number}", if *king { "K" } else { "" })
            };
            names.map(name).collect::<Vec<_>>().join(",")
        };
        format!("{}:W{}:B{}", if white { "W" } else { "B" }, list(true), list(false))
    })
}

struct ReadText<'a>(&'a str);

impl VariantVisitor for ReadText<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let _ = hub::parse_position::<V>(self.0);
        let _ = hub::parse_move::<V>(&game.start(), self.0);
        let _ = game.parse_move(&game.start(), self.0);
        let Ok(position) = game.parse_position(self.0) else { return };
        assert_eq!(game.parse_position(&game.format_position(&position)), Ok(position), "{game:?}");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        assert_eq!(game.count_moves(&position, &mut Vec::new()), moves.len() as u64, "{game:?}");
        for &mv in &moves {
            let text = game.format_move(&position, mv);
            assert_eq!(game.parse_move(&position, &text), Ok(mv), "{game:?}, {text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn position_and_move_parsers_handle_any_text(text in texts()) {
        for variant in VARIANTS {
            with_variant(variant.name, ReadText(&text)).unwrap();
        }
    }

    #[test]
    fn every_possible_position_is_counted_listed_and_written_consistently(text in positions()) {
        for variant in VARIANTS {
            with_variant(variant.name, ReadText(&text)).unwrap();
        }
    }
}

fn check<V: Variant>(fen: &str, text: &str, why: &str) {
    let error = Checkers::<V>::new().parse_move(&position::<V>(fen), text).unwrap_err();
    assert!(matches!(error, NotationError::Refused { .. }), "{error}");
    assert_eq!(error.reason(), why, "{text} in {fen}");
}

const START: &str = "B:W21-32:B1-12";

#[test]
fn a_move_starts_on_the_movers_piece() {
    check::<English>(START, "14-18", "no piece on 14");
    check::<English>(START, "22-17", "22 is White's");
    check::<English>(START, "8-11", "11 is occupied");
}

#[test]
fn men_step_forward() {
    check::<English>(START, "11-18", "a man moves one square forward");
    check::<English>("B:W32:B15", "15-10", "a man does not move backward");
    check::<English>(START, "11x15", "nothing can be captured from 11 to 15");
}

#[test]
fn kings_move_the_distance_that_their_variant_allows() {
    check::<English>("W:WK15:B1", "15-22", "a king moves one square along a diagonal");
    check::<International>("W:WK46:B5", "46-45", "a king moves along a diagonal");
    check::<International>("W:WK46,32:B1", "46-28", "the piece on 32 is in the way");
}

#[test]
fn captures_must_be_made() {
    check::<English>("W:W22,32:B18", "32-28", "22x15 must be taken");
    check::<English>("W:W22,23:B18", "22-17", "capturing is mandatory: 22x15 or 23x14");
}

#[test]
fn captures_must_be_completed() {
    check::<English>("W:W22:B18,11", "22x15", "the capture continues: 22x15x8");
}

#[test]
fn most_pieces_must_be_taken() {
    check::<International>("W:W32,37:B28,19,41", "37x46", "two pieces must be taken: 32x14");
    check::<International>("W:W32,37:B28,19,41", "37-31", "two pieces must be taken: 32x14");
}

#[test]
fn nothing_is_played_after_the_end() {
    check::<English>("W:W13:B9,6", "13-17", "the game is over");
}

#[test]
fn refusals_state_the_position() {
    let error =
        Checkers::<English>::new().parse_move(&position::<English>(START), "14-18").unwrap_err();
    assert_eq!(error.to_string(), "illegal move 14-18 in B:W21-32:B1-12: no piece on 14");
}
