use board_engine::{Game, Notation, Status};
use dominoes::Dominoes;

/// The scores after moves from a position in a variant and, if the game is over, the payoffs.
fn score_of(variant: &str, position: &str, moves: &[&str]) -> (Vec<u16>, Option<Vec<i16>>) {
    let game = Dominoes::from_variant(variant).unwrap();
    let mut position = game.parse_position(position).unwrap();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    let status = game.legal_moves(&position, &mut Vec::new());
    let payoffs = status.outcome().map(|outcome| outcome.payoffs().to_vec());
    assert_eq!(status == Status::Ongoing, payoffs.is_none());
    (position.scores()[..game.sides()].to_vec(), payoffs)
}

#[test]
fn a_player_that_goes_out_scores_the_pips_of_all_others() {
    let (scores, payoffs) = score_of("3,to=100", "4-6 6-1 5-4 2-2,1-1 9,0,0 1 1 0 play", &["61r"]);
    assert_eq!((scores, payoffs), (vec![9 + 9 + 6, 0, 0], None));
    let (scores, payoffs) = score_of("3,to=20", "4-6 6-1 5-4 2-2,1-1 9,0,0 1 1 0 play", &["61r"]);
    assert_eq!((scores, payoffs), (vec![24, 0, 0], Some(vec![1, -1, -1])));
}

#[test]
fn partners_share_their_points_and_their_payoffs() {
    let text = "4-6 6-1 5-4 6-5 2-2,1-1 0,90 1 1 0 play";
    // North goes out: the pips of East and West count, but South's don't.
    assert_eq!(score_of("block,partners", text, &["61r"]), (vec![9 + 6, 90], None));
    let (_, payoffs) = score_of("block,partners,to=10", &text.replace("90", "9"), &["61r"]);
    assert_eq!(payoffs, Some(vec![1, -1, 1, -1]));
}

#[test]
fn the_lightest_hand_wins_a_blocked_round() {
    // 5-5 doesn't match a four or a six; two consecutive passes end the block game.
    let text = "4-6 5-5 2-1,1-0 0,0 1 1 0 play";
    assert_eq!(score_of("block", text, &["pass", "pass"]), (vec![0, 10 - 4], None));
    let text = "4-6 5-5 5-3,1-1 0,0 1 1 0 play";
    assert_eq!(score_of("block", text, &["pass", "pass"]), (vec![0, 0], None), "equal hands");
    assert_eq!(score_of("block,round", text, &["pass", "pass"]), (vec![0, 0], Some(vec![0, 0])));
    let text = "4-6 5-5 2-1 0-0 0,0,0 1 1 0 play";
    assert_eq!(score_of("block,3", text, &["pass"; 3]), (vec![0, 0, 13], None));
}

#[test]
fn a_line_that_can_never_be_extended_is_blocked_at_once() {
    // All tiles with a six are in the line after this move, and both ends are sixes.
    let line = "6-6,6-1,1-2,2-6,6-3,3-4,4-6,6-5,5-0";
    let text = format!("{line} 6-0,5-5 4-4,1-1 0,0 1 1 0 play");
    assert_eq!(score_of("draw", &text, &["60r"]), (vec![0, 0], None), "10 pips each");
    let text = format!("{line} 6-0,5-5 4-4 0,0 1 1 0 play");
    assert_eq!(score_of("draw", &text, &["60r"]), (vec![0, 2], None));
}

#[test]
fn all_fives_scores_multiples_of_five_at_the_ends() {
    let game = "all-fives,to=200";
    // Foster's example: the double five counts 10, and the ends still total 10 after the blank at its other side and
    // after the double blank.
    let text = "- 5-5,0-0,1-1 5-0,6-5,2-1 0,0 1 1 0 play";
    assert_eq!(score_of(game, text, &["55"]).0, [10, 0]);
    assert_eq!(score_of(game, text, &["55", "50r"]).0, [10, 10]);
    assert_eq!(score_of(game, text, &["55", "50r", "00r"]).0, [20, 10]);
    // 5-6 at the other end changes the ends to 6 and 0.
    assert_eq!(score_of(game, text, &["55", "50r", "00r", "65l"]).0, [20, 10]);
    assert_eq!(score_of(game, "- 3-2,0-0 5-0,6-5 0,0 1 1 0 play", &["32"]).0, [5, 0]);
}

#[test]
fn all_fives_ends_as_soon_as_the_target_is_reached() {
    let (scores, payoffs) =
        score_of("all-fives,to=50", "- 5-5,0-0 5-0,6-5 40,0 1 1 0 play", &["55"]);
    assert_eq!((scores, payoffs), (vec![50, 0], Some(vec![1, -1])));
}

#[test]
fn all_fives_rounds_the_pips_of_the_hands() {
    for (hand, points) in [("2-0", 0), ("2-1", 5), ("4-3", 5), ("5-3", 10)] {
        let text = format!("4-6 6-2 {hand} 0,0 1 1 0 play");
        assert_eq!(score_of("all-fives", &text, &["62r"]).0, [points, 0], "{hand}");
    }
}

#[test]
fn the_next_round_is_led_by_the_next_player() {
    let game = Dominoes::default();
    let mut position = game.parse_position("4-6 6-1 5-4 0,0 1 1 0 play").unwrap();
    for text in ["61r", "shuffle"] {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    assert_eq!(game.format_position(&position), "- - - 9,0 2 2 0 deal");
}

#[test]
fn an_ending_has_its_reason_and_the_points() {
    let ending = |variant: &str, text: &str, moves: &[&str]| {
        let game = Dominoes::from_variant(variant).unwrap();
        let mut position = game.parse_position(text).unwrap();
        for text in moves {
            let mv = game.parse_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        let status = game.legal_moves(&position, &mut Vec::new());
        game.describe_outcome(&position, &status.outcome().unwrap())
    };
    let out = "4-6 6-1 5-4 2-2,1-1 9,0,0 1 1 0 play";
    assert_eq!(ending("3,to=20", out, &["61r"]), "the target is reached, 24–0–0");
    let out = &out.replace('9', "0");
    assert_eq!(ending("3,round", out, &["61r"]), "the round is over: a player went out, 15–0–0");
    let blocked = ("4-6 5-5 2-1,1-0 0,0 1 1 0 play", ["pass", "pass"]);
    let said = ending("block,round", blocked.0, &blocked.1);
    assert_eq!(said, "the round is over: no player can move, 0–6");
}

#[test]
fn the_end_of_a_round_is_described_until_the_tiles_are_shuffled() {
    let said = |variant: &str, text: &str, moves: &[&str]| {
        let game = Dominoes::from_variant(variant).unwrap();
        let mut position = game.parse_position(text).unwrap();
        for text in moves {
            let mv = game.parse_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        game.describe_round_end(&position)
    };
    let out = "4-6 6-1 5-4 2-2,1-1 9,0,0 1 1 0 play";
    assert_eq!(said("3", out, &["61r"]).as_deref(), Some("a player went out, 24–0–0"));
    let blocked = "4-6 5-5 2-1,1-0 0,0 1 1 0 play";
    let ended = said("block", blocked, &["pass", "pass"]);
    assert_eq!(ended.as_deref(), Some("no player can move, 0–6"));
    // In turn: the round is not over, the next round starts, and the game is over.
    assert_eq!(said("block", blocked, &["pass"]), None);
    assert_eq!(said("3", out, &["61r", "shuffle"]), None);
    assert_eq!(said("3,to=20", out, &["61r"]), None);
}
