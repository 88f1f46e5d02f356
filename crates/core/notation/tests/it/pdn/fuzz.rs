//! Tests with random input: the reader doesn't panic, and a parsed game survives a round trip through the writer.

use board_engine::Color;
use notation::pdn::{GameType, PdnResult, Reader};
use proptest::prelude::*;

use super::texts::texts;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_reader_handles_any_file(text in texts()) {
        for game in Reader::new(text.as_bytes()).flatten() {
            let Ok(written) = game.to_pdn(Color::White) else { continue };
            let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
            prop_assert_eq!(again.to_pdn(Color::White).unwrap(), written);
        }
    }

    #[test]
    fn the_reader_handles_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let games = Reader::new(bytes.as_slice()).count();
        prop_assert!(games <= bytes.len());
    }

    #[test]
    fn tag_readers_handle_any_tag(text in "[WBANS0-9,?/+ -]{0,20}") {
        let _ = PdnResult::parse(&text);
        if let Some(game_type) = GameType::parse(&text) {
            prop_assert_eq!(GameType::parse(&game_type.to_string()), Some(game_type));
        }
    }
}
