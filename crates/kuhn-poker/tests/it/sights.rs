//! What each sees, and what one must believe.

use board_engine::{Game, HiddenInformation, Notation, Seat, Viewer};
use kuhn_poker::{Card, KuhnPoker, Move};

fn seen(text: &str) -> [String; 3] {
    let position = KuhnPoker::ONE_HAND.parse_position(text).unwrap();
    [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public]
        .map(|viewer| KuhnPoker::ONE_HAND.format_position_for(&position, viewer))
}

#[test]
fn each_sees_the_own_card_until_all_lie_open() {
    assert_eq!(seen("-- -"), ["-- -", "-- -", "-- -"]);
    assert_eq!(seen("J- -"), ["J- -", "?- -", "?- -"]);
    assert_eq!(seen("JK b"), ["J? b", "?K b", "?? b"]);
    assert_eq!(seen("JK bp"), ["J? bp", "?K bp", "?? bp"], "who folds shows nothing");
    assert_eq!(seen("JK bb"), ["JK bb", "JK bb", "JK bb"]);
}

#[test]
fn a_deal_is_seen_by_who_gets_the_card() {
    let seen = |mv| {
        let position = KuhnPoker::ONE_HAND.start();
        [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public]
            .map(|viewer| KuhnPoker::ONE_HAND.format_move_for(&position, mv, viewer))
    };
    assert_eq!(seen(Move::Deal(Card::King)), ["deal-K", "deal-?", "deal-?"]);
}

#[test]
fn a_player_believes_in_both_cards_that_it_does_not_hold() {
    for (text, seat, expected) in [
        ("K? pb", Seat::FIRST, ["KJ pb", "KQ pb"]),
        ("?J b", Seat::SECOND, ["KJ b", "QJ b"]),
        // What is known to others is not used.
        ("JK -", Seat::FIRST, ["JK -", "JQ -"]),
    ] {
        let position = KuhnPoker::ONE_HAND.parse_position(text).unwrap();
        let mut found: Vec<String> = (0..2)
            .map(|number| {
                KuhnPoker::ONE_HAND.format_position(&KuhnPoker::ONE_HAND.resample(
                    &position,
                    seat,
                    &mut |_| number,
                ))
            })
            .collect();
        found.sort();
        assert_eq!(found, expected, "{text}");
    }
}
