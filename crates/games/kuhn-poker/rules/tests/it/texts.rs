use board_engine::{Game, HiddenInformation, Notation, Seat, Viewer};
use kuhn_poker::{Card, KuhnPoker, Move};

/// The response to a typed move: the next position, or the reason for refusing the move.
fn play(position: &str, mv: &str) -> String {
    let mut position = KuhnPoker::ONE_HAND.parse_position(position).unwrap();
    match KuhnPoker::ONE_HAND.parse_move(&position, mv) {
        Ok(mv) => {
            KuhnPoker::ONE_HAND.play(&mut position, mv);
            KuhnPoker::ONE_HAND.format_position(&position)
        }
        Err(error) => error.reason(),
    }
}

#[test]
fn moves_are_words_of_the_table() {
    assert_eq!(play("JQ -", "check"), "JQ p");
    assert_eq!(play("JQ -", "B"), "JQ b");
    assert_eq!(play("JQ p", "pass"), "JQ pp");
    assert_eq!(play("J? b", "fold"), "J? bp");
    assert_eq!(play("JQ pb", "call"), "JQ pbb");
    assert_eq!(play("-- -", "deal-Q"), "Q- -");
    assert_eq!(play("Q- -", "k"), "QK -");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(play("JQ -", "call"), "there is no bet: check or bet");
    assert_eq!(play("JQ b", "check"), "there is a bet: call or fold");
    assert_eq!(play("J- -", "bet"), "the cards are being dealt");
    assert_eq!(play("JQ bb", "bet"), "the game is over: the higher card wins");
    assert_eq!(play("JQ -", "raise"), "expected check or bet at column 1");
    assert_eq!(play("J- -", "deal-J"), "the cards are being dealt");
    assert_eq!(play("J- -", "J"), "the cards are being dealt");
    assert_eq!(play("J- -", "ace"), "expected the dealt card: Q or K at column 1");
    assert_eq!(play("JQ -", "K"), "there is no bet: check or bet");
}

#[test]
fn a_refusal_does_not_reveal_the_other_card() {
    let position = KuhnPoker::ONE_HAND.parse_position("JQ b").unwrap();
    let error = KuhnPoker::ONE_HAND.parse_move(&position, "check").unwrap_err().to_string();
    assert_eq!(error, "illegal move check in ?Q b: there is a bet: call or fold");
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let refusal = |text: &str| KuhnPoker::ONE_HAND.parse_position(text).unwrap_err().reason();
    assert_eq!(refusal("JQ"), "expected a space and the actions at column 3");
    assert_eq!(refusal("J -"), "expected J, Q, K, ? or - for each player at column 2");
    assert_eq!(refusal("JX -"), "expected J, Q, K, ? or - for each player at column 2");
    assert_eq!(refusal("JQK -"), "expected the cards of two players at column 3");
    assert_eq!(
        refusal("JQ bpb"),
        "expected the actions, p for a pass and b for a bet, or - at column 4"
    );
    assert_eq!(refusal("JJ -"), "there is one card of each kind");
    assert_eq!(refusal("-J -"), "the first player is dealt the first card");
    assert_eq!(refusal("J- b"), "no player acts before both have a card");
    assert_eq!(refusal("J? bb"), "no player folded, so both cards are open");
}

fn views(text: &str) -> [String; 3] {
    let position = KuhnPoker::ONE_HAND.parse_position(text).unwrap();
    [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public]
        .map(|viewer| KuhnPoker::ONE_HAND.format_position_for(&position, viewer))
}

#[test]
fn each_player_sees_its_own_card_until_all_are_shown() {
    assert_eq!(views("-- -"), ["-- -", "-- -", "-- -"]);
    assert_eq!(views("J- -"), ["J- -", "?- -", "?- -"]);
    assert_eq!(views("JK b"), ["J? b", "?K b", "?? b"]);
    assert_eq!(views("JK bp"), ["J? bp", "?K bp", "?? bp"], "a folded card stays hidden");
    assert_eq!(views("JK bb"), ["JK bb", "JK bb", "JK bb"]);
}

#[test]
fn only_the_receiver_sees_a_dealt_card() {
    let views = |mv| {
        let position = KuhnPoker::ONE_HAND.start();
        [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public]
            .map(|viewer| KuhnPoker::ONE_HAND.format_move_for(&position, mv, viewer))
    };
    assert_eq!(views(Move::Deal(Card::King)), ["deal-K", "deal-?", "deal-?"]);
}

#[test]
fn a_player_considers_both_cards_that_it_does_not_hold() {
    for (text, seat, expected) in [
        ("K? pb", Seat::FIRST, ["KJ pb", "KQ pb"]),
        ("?J b", Seat::SECOND, ["KJ b", "QJ b"]),
        // A belief doesn't use other players' knowledge.
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
