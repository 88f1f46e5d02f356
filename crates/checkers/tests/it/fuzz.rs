//! Random texts: no reader panics, and what is read survives being written.

use board_engine::{Game, Notation};
use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, hub, with_variant};
use proptest::prelude::*;

use crate::texts::texts;

/// Positions with few pieces on any squares, most of them possible.
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
    fn no_text_confuses_the_readers_of_positions_and_moves(text in texts()) {
        for variant in VARIANTS {
            with_variant(variant.name, ReadText(&text)).unwrap();
        }
    }

    #[test]
    fn every_possible_position_is_counted_listed_and_written_alike(text in positions()) {
        for variant in VARIANTS {
            with_variant(variant.name, ReadText(&text)).unwrap();
        }
    }
}
