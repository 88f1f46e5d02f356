//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod knowledge;
mod laws;
mod scoring;
mod texts;

use dominoes::{Dominoes, Rules};

#[test]
fn a_name_is_a_list_of_items_in_any_order() {
    let full = |name: &str| {
        Dominoes::from_variant(name).map(|game| game.variant()).map_err(|e| e.to_string())
    };
    let is = |name: &str, expected: &str| assert_eq!(full(name), Ok(expected.into()), "{name}");
    is("", "draw,6,2,to=100");
    is("block", "block,6,2,to=100");
    is("partners", "draw,6,4,partners,to=100");
    is("3,9,all-fives,round", "all-fives,9,3,round");
    is("to=150, 4,block", "block,6,4,to=150");
    assert_eq!(Dominoes::default().variant(), "draw,6,2,to=100");
    assert_eq!(Dominoes::from_variant("all-fives").unwrap().rules(), Rules::AllFives);
}

#[test]
fn invalid_names_are_refused_with_the_reason() {
    let refusal = |name: &str| Dominoes::from_variant(name).unwrap_err().to_string();
    let items =
        "draw, block, all-fives, 6 or 9 (set), 2 to 4 (players), partners, to=POINTS or round";
    for item in ["5", "muggins", "to", "block;9"] {
        assert_eq!(refusal(item), format!("expected {items}, not \"{item}\""));
    }
    assert_eq!(refusal("block,"), format!("expected {items}, not \"\""));
    assert_eq!(refusal("block,draw"), "\"block\" and \"draw\" can't be combined");
    assert_eq!(refusal("round,to=5"), "\"round\" and \"to=5\" can't be combined");
    assert_eq!(refusal("3,partners"), "a game with partners needs four players, not 3");
    for wrong in ["0", "1001", "+5", "", "99999999"] {
        let expected = format!("expected a target from 1 to 1000, not \"{wrong}\"");
        assert_eq!(refusal(&format!("to={wrong}")), expected);
    }
}
