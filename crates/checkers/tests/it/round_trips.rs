//! Every legal move of random positions survives each notation, there and back.

use board_engine::{Game, Notation, Status, Viewer};
use checkers::{Checkers, Move, Position, VARIANTS, Variant, VariantVisitor, hub, with_variant};

use crate::support::deep;

/// The generator of Marsaglia, "Xorshift RNGs" (2003).
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
