use board_engine::{Game, Notation};
use kuhn_poker::KuhnPoker;

/// What the game says of a move typed at a position: the position after it, or the reason against it.
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
fn refused_moves_say_why() {
    assert_eq!(play("JQ -", "call"), "there is no bet: check or bet");
    assert_eq!(play("JQ b", "check"), "there is a bet: call or fold");
    assert_eq!(play("J- -", "bet"), "the cards are being dealt");
    assert_eq!(play("JQ bb", "bet"), "the game is over: the higher card wins");
    assert_eq!(play("JQ -", "raise"), "expected check or bet at column 1");
    assert_eq!(play("J- -", "deal-J"), "the cards are being dealt");
    assert_eq!(play("J- -", "J"), "the cards are being dealt");
    assert_eq!(play("J- -", "ace"), "expected a card that is dealt: Q or K at column 1");
    assert_eq!(play("JQ -", "K"), "there is no bet: check or bet");
}

#[test]
fn a_refusal_does_not_tell_the_other_card() {
    let position = KuhnPoker::ONE_HAND.parse_position("JQ b").unwrap();
    let error = KuhnPoker::ONE_HAND.parse_move(&position, "check").unwrap_err().to_string();
    assert_eq!(error, "illegal move check in ?Q b: there is a bet: call or fold");
}

#[test]
fn positions_that_are_wrong_say_why() {
    let refusal = |text: &str| KuhnPoker::ONE_HAND.parse_position(text).unwrap_err().reason();
    assert_eq!(refusal("JQ"), "expected a blank and what was done at column 3");
    assert_eq!(refusal("J -"), "expected J, Q, K, ? or - for each player at column 2");
    assert_eq!(refusal("JX -"), "expected J, Q, K, ? or - for each player at column 2");
    assert_eq!(refusal("JQK -"), "expected the cards of two players at column 3");
    assert_eq!(
        refusal("JQ bpb"),
        "expected -, or what was done: p for a pass, b for a bet at column 4"
    );
    assert_eq!(refusal("JJ -"), "there is one card of each kind");
    assert_eq!(refusal("-J -"), "the first player is dealt the first card");
    assert_eq!(refusal("J- b"), "nobody acts before both have a card");
    assert_eq!(refusal("J? bb"), "nobody folded, so both cards lie open");
}
