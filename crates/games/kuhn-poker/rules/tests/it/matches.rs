//! Tests matches over several hands.

use board_engine::{Game, Notation, Seat, Status, Turn, Viewer};
use kuhn_poker::{KuhnPoker, Position};

fn game(hands: u16) -> KuhnPoker {
    KuhnPoker::new(hands).unwrap()
}

/// The position after these moves from the position `text`.
fn after(game: KuhnPoker, text: &str, moves: &[&str]) -> Position {
    let mut position = game.parse_position(text).unwrap();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    position
}

#[test]
fn the_players_take_turns_starting_hands() {
    let first = after(game(3), "-- - 1 +0", &["deal-J", "deal-K"]);
    assert_eq!(game(3).format_position(&first), "JK - 1 +0");
    assert_eq!(game(3).turn(&first), Turn::Seat(Seat::FIRST));
    let second = after(game(3), "JK bb 1 +0", &["shuffle", "deal-J", "deal-K"]);
    assert_eq!(game(3).format_position(&second), "KJ - 2 -2");
    assert_eq!(game(3).turn(&second), Turn::Seat(Seat::SECOND));
    // The second player bets, the first player folds.
    let folded = after(game(3), "KJ - 2 -2", &["bet", "fold"]);
    assert_eq!((folded.balance(Seat::FIRST), folded.balance(Seat::SECOND)), (-3, 3));
}

#[test]
fn chips_are_counted_over_all_hands() {
    let payoffs = |text: &str, hands| {
        let game = game(hands);
        let position = game.parse_position(text).unwrap();
        let status = game.legal_moves(&position, &mut Vec::new());
        status.outcome().map(|outcome| (outcome.payoffs().to_vec(), outcome.reason()))
    };
    let reason = "all hands are played";
    let ending = |text: &str, hands| {
        let game = game(hands);
        let position = game.parse_position(text).unwrap();
        let status = game.legal_moves(&position, &mut Vec::new());
        game.describe_outcome(&position, &status.outcome().unwrap())
    };
    assert_eq!(ending("?J pbp 2 +2", 2), format!("{reason}, 7–1 in chips"));
    assert_eq!(ending("KJ bb", 1), "the higher card wins");
    assert_eq!(payoffs("KJ bb 2 -1", 2), Some((vec![1, -1], reason)));
    assert_eq!(payoffs("K? bp 1 +0", 2), None, "another hand is played");
    assert_eq!(payoffs("?J pbp 2 +2", 2), Some((vec![3, -3], reason)));
    assert_eq!(game(1_000).payoff_max(), 2_000);
}

#[test]
fn the_end_of_a_hand_is_described_until_the_next_one_is_shuffled() {
    let said = |text: &str| {
        let game = game(3);
        game.describe_round_end(&game.parse_position(text).unwrap())
    };
    assert_eq!(said("KJ bb 1 +0").as_deref(), Some("the higher card wins, 8–4 in chips"));
    assert_eq!(said("?? bp 2 +2").as_deref(), Some("a player folded, 7–5 in chips"));
    // In turn: the hand is not over, has not started, or was the last hand.
    assert_eq!([said("KJ b 1 +0"), said("-- - 2 +2"), said("KJ bb 3 +2")], [None, None, None]);
}

#[test]
fn a_folded_card_stays_hidden_and_others_are_shown() {
    let game = game(5);
    let seen =
        |text: &str| game.format_position_for(&game.parse_position(text).unwrap(), Viewer::Public);
    assert_eq!(seen("JK bp 2 +1"), "?? bp 2 +1");
    assert_eq!(seen("JK bb 2 +1"), "JK bb 2 +1");
}

#[test]
fn the_table_shows_cards_chips_and_the_hand() {
    let game = game(20);
    let shown = |text: &str| {
        let position = game.parse_position(text).unwrap();
        game.diagram(&position, Viewer::Seat(Seat::FIRST)).to_string()
    };
    assert_eq!(
        shown("KJ b 2 -2"),
        "Player 1: card K, bet 1, chips 37, button D\nPlayer 2: card ?, bet 2, chips 40\nhand: 2/20\n"
    );
    assert_eq!(
        shown("KJ bb 2 -2"),
        "Player 1: card K, bet 0, chips 40, button D\nPlayer 2: card J, bet 0, chips 40\nhand: 2/20\n"
    );
}

#[test]
fn a_single_hand_is_written_as_before() {
    let game = KuhnPoker::ONE_HAND;
    assert_eq!(game.format_position(&game.start()), "-- -");
    let over = game.parse_position("JK pbb").unwrap();
    let Status::Over(outcome) = game.legal_moves(&over, &mut Vec::new()) else { panic!() };
    assert_eq!((outcome.payoffs(), outcome.reason()), (&[-2, 2][..], "the higher card wins"));
}

#[test]
fn invalid_positions_of_matches_are_refused_with_the_reason() {
    let refusal = |text: &str| game(3).parse_position(text).unwrap_err().reason();
    let form = "expected a hand, its number and the first player's winnings, as in JQ pb 3 +2";
    for text in ["", "JQ pb", "JQ pb 3", "JQ pb +2 3", "JQ pb 03 +2", "JQ pb 3 2", "JQ pb 3 +02"] {
        assert!(refusal(text).starts_with(form), "{text}");
    }
    assert_eq!(refusal("JQ pb 4 +2"), "there is no hand with this number");
    assert_eq!(refusal("JQ pb 0 +0"), "there is no hand with this number");
    assert_eq!(refusal("JQ pb 2 +3"), "the earlier hands can't have won this much");
    assert_eq!(refusal("J- - 2 +1"), "the first player is dealt the first card");
    let error = game(3).parse_move(&game(3).parse_position("JK bb 1 +0").unwrap(), "bet");
    assert_eq!(error.unwrap_err().reason(), "the hand is over");
}
