//! Law: no file makes the reader panic, hang or give a game that isn't the same after it was written and read.
#![no_main]

use board_engine::Color;
use libfuzzer_sys::fuzz_target;
use pdn::Reader;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes).flatten() {
        let Ok(text) = game.to_pdn(Color::White) else { continue };
        let again = Reader::new(text.as_bytes())
            .next()
            .expect("a game was written")
            .expect("it was written well");
        assert_eq!(again.to_pdn(Color::White).as_ref(), Ok(&text));
    }
});
