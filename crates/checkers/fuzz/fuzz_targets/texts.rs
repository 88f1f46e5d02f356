//! Law: no text makes the readers of positions and moves panic, and what they read survives being written.
#![no_main]

use board_engine::{Game, Notation};
use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, hub, with_variant};
use libfuzzer_sys::fuzz_target;

struct Read<'a>(&'a str);

impl VariantVisitor for Read<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let _ = hub::parse_position::<V>(self.0);
        let _ = game.parse_move(&game.start(), self.0);
        if let Ok(position) = game.parse_position(self.0) {
            assert_eq!(game.parse_position(&game.format_position(&position)), Ok(position));
            let _ = game.parse_move(&position, self.0);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    with_variant(VARIANTS[usize::from(first) % VARIANTS.len()].name, Read(text));
});
