//! Tests of a player's beliefs about hidden hands.

use board_engine::{HiddenInformation, Notation, Seat};
use dominoes::{Dominoes, Position, Tiles};

/// A source of nearly uniform numbers.
fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |count| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u32::try_from(((mixed >> 32) * u64::from(count)) >> 32).unwrap()
    }
}

fn deals(variant: &str, text: &str, count: u64) -> Vec<Position> {
    let game = Dominoes::from_variant(variant).unwrap();
    let position = game.parse_position(text).unwrap();
    (0..count).map(|seed| game.resample(&position, Seat::FIRST, &mut numbers(seed))).collect()
}

fn has_pips(hand: Tiles, pips: u8) -> bool {
    hand.iter().any(|tile| tile.ends().contains(&pips))
}

#[test]
fn a_hand_is_not_dealt_numbers_that_it_is_known_to_lack() {
    let text = "4-2,2-6 3-3,6-4 ?5!25 ?7!06 ?4 0,0,0,0 1 1 0 play";
    for deal in deals("block,4", text, 500) {
        let [_, second, third, fourth] = [0, 1, 2, 3].map(|seat| deal.hand(Seat::new(seat)));
        assert_eq!([second.len(), third.len(), fourth.len()], [5, 7, 4]);
        assert!(!has_pips(second, 2) && !has_pips(second, 5));
        assert!(!has_pips(third, 0) && !has_pips(third, 6));
    }
}

#[test]
fn a_deal_is_found_even_if_few_fit() {
    // The second player has none of five numbers: only 1-0, 1-1 and 0-0 are possible.
    let text = "4-2,2-6 3-3,6-4 ?3!23456 ?5 0,0,0 1 1 0 play";
    for deal in deals("block,3", text, 50) {
        let hand: Vec<String> =
            deal.hand(Seat::SECOND).iter().map(|tile| tile.to_string()).collect();
        assert_eq!(hand, ["0-0", "1-0", "1-1"]);
    }
}

#[test]
fn all_consistent_deals_are_about_equally_likely() {
    // Two hidden hands with one tile each; only 0-0, 1-0 and 1-1 fit the first hand, and 22 other tiles also fit the
    // second.
    let text = "4-2,2-6 3-3,6-4 ?1!23456 ?1 0,0,0 1 1 0 play";
    let mut counts = std::collections::BTreeMap::new();
    let all = deals("block,3", text, 24_000);
    for deal in &all {
        let tiles = [1, 2].map(|seat| deal.hand(Seat::new(seat)).iter().next().unwrap().index());
        *counts.entry(tiles).or_insert(0_u32) += 1;
    }
    // 24 tiles are unseen: 3 for the second player, then 23 for the third.
    assert_eq!(counts.len(), 3 * 23);
    let expected = 24_000.0 / 69.0;
    for (tiles, count) in counts {
        let difference = (f64::from(count) - expected).abs();
        assert!(difference < 5.0 * f64::sqrt(expected), "{tiles:?}: {count}, not {expected}");
    }
}
