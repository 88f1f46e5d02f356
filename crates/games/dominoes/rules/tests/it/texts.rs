use board_engine::{Game, Notation, Seat, Viewer};
use dominoes::Dominoes;

/// The response to a typed move: the next position, or the reason for refusing the move.
fn play(position: &str, mv: &str) -> String {
    let game = Dominoes::default();
    let mut position = game.parse_position(position).unwrap();
    match game.parse_move(&position, mv) {
        Ok(mv) => {
            game.play(&mut position, mv);
            game.format_position(&position)
        }
        Err(error) => error.reason(),
    }
}

const TURN: &str = "4-2,2-6 3-3,6-4 1-0,5-4 12,0 1 1 0 play";

#[test]
fn tiles_are_parsed_as_people_write_them() {
    let right = "4-2,2-6,6-4 3-3 1-0,5-4 12,0 1 2 0 play";
    for text in ["6-4@right", "4-6@RIGHT", "64r", "[6|4]@r", "6:4right", " 4|6r "] {
        assert_eq!(play(TURN, text), right, "{text}");
    }
    assert_eq!(play(TURN, "64l"), "6-4,4-2,2-6 3-3 1-0,5-4 12,0 1 2 0 play");
    assert_eq!(play("- 6-4,3-3 1-0,5-4 0,0 1 1 0 play", "46"), "6-4 3-3 1-0,5-4 0,0 1 2 0 play");
}

#[test]
fn a_tile_that_fits_at_both_ends_needs_an_end() {
    assert_eq!(play(TURN, "6-4"), "it may mean 6-4@left or 6-4@right");
    assert_eq!(
        play("4-5,5-5 3-3,5-3 1-0,4-3 0,0 1 1 0 play", "35"),
        "4-5,5-5,5-3 3-3 1-0,4-3 0,0 1 2 0 play"
    );
}

#[test]
fn a_player_that_cannot_play_draws_or_passes() {
    let drawn = play("4-2,2-6 5-5,3-3 1-0,5-4 0,0 1 1 0 play", "d");
    assert_eq!(drawn, "4-2,2-6 3-3,5-5!46 1-0,5-4 0,0 1 1 0 draw");
    assert_eq!(play(&drawn, "deal-2-1"), "4-2,2-6 2-1,3-3,5-5 1-0,5-4 0,0 1 1 0 drawn");
    assert_eq!(play(&drawn, "12"), play(&drawn, "deal-2-1"));
    assert_eq!(play(&drawn, "nothing"), "expected the dealt tile, like 6-4 at column 1");
    assert_eq!(play(&drawn, "deal-6-4"), "4-2,2-6 3-3,5-5,6-4 1-0,5-4 0,0 1 1 0 drawn");
    // After the drawn tile is played, the other tiles don't match the end at which it was played.
    assert_eq!(
        play("4-2,2-6 3-3,5-5,6-4 1-0,5-4 0,0 1 1 0 drawn", "64r"),
        "4-2,2-6,6-4 3-3,5-5!46 1-0,5-4 0,0 1 2 0 play"
    );
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(play(TURN, "5-4"), "5-4 is not in the hand");
    assert_eq!(play(TURN, "3-3"), "3-3 doesn't match there: the ends are 4 and 6");
    assert_eq!(play(TURN, "draw"), "a tile can be played: the ends are 4 and 6");
    assert_eq!(play(TURN, "deal-2-1"), "no tile is being dealt");
    assert_eq!(play("4-2,2-6 5-5,3-3 1-0,5-4 0,0 1 1 0 play", "pass"), "a tile can be drawn: draw");
    let expected = "expected a tile like 6-4, with @left or @right where it fits at both ends, draw or pass at column 1";
    for text in ["", "7", "6-4-2", "[6|4", "6-4@top", "x-y"] {
        assert_eq!(play(TURN, text), expected, "{text:?}");
    }
}

#[test]
fn a_refusal_does_not_show_other_hands() {
    let game = Dominoes::default();
    let error =
        game.parse_move(&game.parse_position(TURN).unwrap(), "5-4").unwrap_err().to_string();
    assert_eq!(
        error,
        "illegal move 5-4 in 4-2,2-6 3-3,6-4 ?2 12,0 1 1 0 play: 5-4 is not in the hand"
    );
}

#[test]
fn each_player_sees_its_own_hand_until_the_round_is_over() {
    let seen = |text: &str| {
        let game = Dominoes::default();
        let position = game.parse_position(text).unwrap();
        [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public]
            .map(|viewer| game.format_position_for(&position, viewer))
    };
    assert_eq!(
        seen("4-2,2-6 6-4,3-3!2 5-4,1-0 0,0 1 1 0 play"),
        [
            "4-2,2-6 3-3,6-4!2 ?2 0,0 1 1 0 play",
            "4-2,2-6 ?2!2 1-0,5-4 0,0 1 1 0 play",
            "4-2,2-6 ?2!2 ?2 0,0 1 1 0 play"
        ]
    );
    let over = "4-2,2-6 - 1-0,5-4 10,0 1 1 0 over";
    assert_eq!(seen(over), [over; 3]);
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let refusal = |text: &str| Dominoes::default().parse_position(text).unwrap_err().reason();
    let refused = |part: &str, by: &str| refusal(&TURN.replace(part, by));
    assert_eq!(
        refusal("4-6"),
        "expected the line, 2 hands, scores, leader, mover, passes and stage, as in \"- - - 0,0 1 1 0 deal\" at column 4"
    );
    let line = "expected tiles of the set that match, as in 6-4,4-4, or - for none at column 1";
    for wrong in ["4-6,5-5", "7-7,7-6", "4-6,6-4", "46"] {
        assert_eq!(refused("4-2,2-6", wrong), line, "{wrong}");
    }
    let hand = "expected a hand like 6-4,5-5 or ?7, with !25 for numbers that it lacks at column 9";
    for wrong in ["3-4", "6-4,6-4", "9-9", "?", "?0", "?99", "?1,?1", "6-4!", "6-4!53", "6-4!7"] {
        assert_eq!(refused("3-3,6-4", wrong), hand, "{wrong}");
    }
    assert_eq!(refused("5-4", "4-2"), "a tile occurs twice");
    assert_eq!(refused("1-0,5-4", "?25"), "the unseen tiles don't fit into the hidden hands");
    assert_eq!(refused("1-0,5-4", "?9!0123"), "the unseen tiles don't fit into the hidden hands");
    assert_eq!(refused("5-4", "5-4!5"), "a hand has a tile with a number that it is known to lack");
    assert_eq!(refused("12,0", "100,0"), "a side that has reached the target has won");
    assert_eq!(refused("0 play", "2 play"), "no player can move, so the round is over");
    assert_eq!(refused("1-0,5-4", "-"), "a player without tiles has ended the round");
    assert_eq!(refused("0 play", "0 draw"), "a player that can play doesn't draw");
    assert_eq!(refused("0 play", "0 deal"), "no player moves before the hands are dealt");
    let dealing = refusal("- 6-6,6-5 - 0,0 1 1 0 deal");
    assert_eq!(dealing, "the hands are dealt in turn, one tile at a time");
    assert_eq!(refusal("- - - 0,0 1 1 0 over"), "a round can't end like this");
    assert_eq!(
        refused("1-0,5-4 12,0 1 1 0 play", "?2 12,0 1 1 0 over"),
        "all hands are open when the round is over"
    );
    assert_eq!(refusal("- 6-6 5-5 0,0 1 2 0 play"), "the leader plays the first tile");
}
