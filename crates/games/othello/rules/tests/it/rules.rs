use board_engine::{Game, Notation, Outcome, Seat, Status, zobrist};
use othello::{Goal, Move, Othello, Position};

fn status(goal: Goal, position: &Position) -> Status {
    Othello::new(8, goal).unwrap().legal_moves(position, &mut Vec::new())
}

fn outcome(goal: Goal, position: &Position) -> Outcome {
    status(goal, position).outcome().unwrap()
}

#[test]
fn black_starts_with_four_moves() {
    assert_eq!(moves(&position(START)), ["d3", "c4", "f5", "e6"]);
}

#[test]
fn a_disc_flips_enclosed_discs_in_all_directions() {
    let before = "\
        X--X--X-\
        -O-O-O--\
        --OOO---\
        XOO-OOOX\
        --OOO---\
        -O-O-O--\
        X--O--X-\
        ---X---- X";
    let after = after(before, "d4").unwrap();
    let wanted = "\
        X--X--X-\
        -X-X-X--\
        --***---\
        ******XX\
        --***---\
        -X-X-X--\
        X--X--X-\
        ---X---- O";
    assert_eq!(after, position(wanted));
}

#[test]
fn a_row_without_an_enclosing_disc_is_not_flipped() {
    let before = position(
        "OOOOOO--\
         --------\
         -OOOOOOX\
         --------\
         XOO-----\
         --------\
         X-OOO---\
         -------- X",
    );
    // Black has no disc in row 1, and its disc in row 7 is not next to the others.
    assert_eq!(moves(&before), ["a3", "d5"]);
}

#[test]
fn a_side_without_moves_passes() {
    // Black could recapture only h8, where White can continue.
    let before = "\
        OOOOOOOO\
        OOOOOOOO\
        OOOOOOOO\
        OOOOOOOO\
        OOOOOOOO\
        OOOOOOOO\
        OOOOOOOO\
        OOOOOX-- X";
    let passed = after(before, "pass").unwrap();
    assert_eq!(passed, position(&before.replace(" X", " O")));
    assert_eq!(moves(&position(before)), ["pass"]);
    assert_eq!(moves(&passed), ["g8"]);
}

/// The shortest game in which a side loses all its discs.
const WIPEOUT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

#[test]
fn a_side_without_discs_has_lost() {
    let end = after(START, WIPEOUT).unwrap();
    assert_eq!((end.discs(Seat::FIRST).count(), end.discs(Seat::SECOND).count()), (13, 0));
    assert_eq!(outcome(Goal::Win, &end), Outcome::new(&[1, -1], "neither side can move"));
    // The empty squares count for the winner.
    assert_eq!(outcome(Goal::Discs, &end), Outcome::new(&[64, -64], "neither side can move"));
}

#[test]
fn more_discs_win_a_full_board_and_equal_counts_draw() {
    let board = |black: usize, side: &str| {
        position(&format!("{}{} {side}", "X".repeat(black), "O".repeat(64 - black)))
    };
    for side in ["X", "O"] {
        let check = |goal, black, payoffs: [i16; 2]| {
            let wanted = Outcome::new(&payoffs, "the board is full");
            assert_eq!(outcome(goal, &board(black, side)), wanted);
        };
        check(Goal::Win, 33, [1, -1]);
        check(Goal::Win, 32, [0, 0]);
        check(Goal::Win, 20, [-1, 1]);
        check(Goal::Discs, 33, [2, -2]);
        check(Goal::Discs, 32, [0, 0]);
        check(Goal::Discs, 20, [-24, 24]);
    }
}

#[test]
fn an_even_end_with_empty_squares_is_a_draw() {
    let even = position(&format!("{}{}{} X", "X".repeat(10), "-".repeat(44), "O".repeat(10)));
    for goal in [Goal::Win, Goal::Discs] {
        assert_eq!(outcome(goal, &even), Outcome::new(&[0, 0], "neither side can move"));
    }
}

#[test]
fn after_the_end_leaf_counts_continue_with_passes() {
    let mut end = after(START, WIPEOUT).unwrap();
    for _ in 0..3 {
        let mut moves = Vec::new();
        let status = Othello::default().legal_moves(&end, &mut moves);
        assert!(matches!(status, Status::Over(_)));
        assert_eq!(moves, [Move::PASS]);
        Othello::default().play(&mut end, Move::PASS);
    }
}

/// The mover's payoff under perfect play.
fn value(game: &Othello, position: &Position, alpha: i16, beta: i16) -> i16 {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
        return outcome.payoff(position.mover());
    }
    let mut best = alpha;
    for mv in moves {
        let mut child = *position;
        game.play(&mut child, mv);
        best = best.max(-value(game, &child, -beta, -best));
        if best >= beta {
            break;
        }
    }
    best
}

/// The second player wins on 4×4 (Wikipedia, "Reversi"): 11–3, plus the two empty squares for White.
#[test]
fn the_small_board_has_its_known_value() {
    let value = |goal| {
        let game = Othello::new(4, goal).unwrap();
        value(&game, &game.start(), -game.payoff_max(), game.payoff_max())
    };
    assert_eq!((value(Goal::Win), value(Goal::Discs)), (-1, -10));
}

/// J. Feinstein's line of perfect play on 6×6, <https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html>,
/// which shows each move's number on its square. White wins 20–16.
#[test]
fn the_published_line_of_perfect_play_on_6x6_is_legal_and_ends_as_published() {
    let numbers = [
        [28, 9, 8, 7, 31, 32],
        [22, 14, 1, 4, 17, 16],
        [27, 13, 0, 0, 6, 15],
        [19, 2, 0, 0, 5, 12],
        [24, 23, 3, 10, 26, 29],
        [21, 18, 20, 11, 25, 30],
    ];
    let game = Othello::new(6, Goal::Discs).unwrap();
    let squares: Vec<u32> = game.squares().into_iter().collect();
    let mut position = game.start();
    for number in 1..=32 {
        let index = numbers.as_flattened().iter().position(|&other| other == number).unwrap();
        let placing = |mv: &Move| mv.square() == Some(squares[index]);
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        if moves == [Move::PASS] {
            game.play(&mut position, Move::PASS);
            game.legal_moves(&position, &mut moves);
        }
        game.play(&mut position, moves.into_iter().find(placing).unwrap());
    }
    let outcome = game.legal_moves(&position, &mut Vec::new()).outcome().unwrap();
    assert_eq!(outcome, Outcome::new(&[-4, 4], "the board is full"));
}

#[test]
fn other_sizes_are_refused() {
    for size in [0, 2, 3, 5, 7, 9, 10, 255] {
        let error = Othello::new(size, Goal::Win).unwrap_err().to_string();
        assert_eq!(error, format!("the board size must be 4, 6 or 8, not {size}"));
    }
    assert_eq!(Othello::new(8, Goal::Win), Ok(Othello::default()));
}

#[test]
fn random_games_end_as_their_last_positions_indicate() {
    let game = Othello::default();
    for seed in 0..50 {
        let (mut position, mut numbers) = (game.start(), numbers(seed));
        let mut plies = 0;
        while game.play_random(&mut position, &mut Vec::new(), &mut numbers) == Status::Ongoing {
            plies += 1;
        }
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat).count());
        let outcome = outcome(Goal::Win, &position);
        let wanted = i16::from(black > white) - i16::from(black < white);
        assert_eq!(outcome.payoff(Seat::FIRST), wanted);
        assert!(plies >= black + white - 4, "each disc is a ply, and each pass");
    }
}

/// Returns `true` if long tests run in full.
pub(crate) fn deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// The game on a board of this size, played to win.
pub(crate) fn game(size: u8) -> Othello {
    Othello::new(size, Goal::Win).unwrap()
}

pub(crate) fn position(text: &str) -> Position {
    Othello::default().parse_position(text).unwrap()
}

/// The legal moves, in the order in which they are listed.
pub(crate) fn moves(position: &Position) -> Vec<String> {
    let game = Othello::default();
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves.into_iter().map(|mv| game.format_move(position, mv)).collect()
}

/// The position after the moves in a transcript, or the reason for refusing one of them.
pub(crate) fn after(position: &str, transcript: &str) -> Result<Position, String> {
    let game = Othello::default();
    let mut position = self::position(position);
    for text in transcript.split_whitespace() {
        let mv = game.parse_move(&position, text).map_err(|error| error.reason())?;
        game.play(&mut position, mv);
    }
    Ok(position)
}

/// Numbers `0..count`, drawn from a seed.
pub(crate) fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |count| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        u32::try_from(zobrist::scramble(state) % u64::from(count)).unwrap()
    }
}

pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";
