use backgammon::{Phase, Position, Stakes};
use board_engine::{Game, Notation, Seat, Status, Turn};

use crate::support::{START, after, game, money, xgid};

/// A position in which White bears off the last checker with any roll.
fn won(black: &[(usize, u8)]) -> String {
    xgid(&[(1, 1)], black)
}

/// White's payoff and the reason, if the game is over.
fn ending(stakes: Stakes, position: &Position) -> Option<(i16, &'static str)> {
    let Status::Over(outcome) = game(stakes).legal_moves(position, &mut Vec::new()) else {
        return None;
    };
    Some((outcome.payoff(Seat::FIRST), outcome.reason()))
}

fn ends(stakes: Stakes, start: &str, moves: &[&str]) -> Option<(i16, &'static str)> {
    ending(stakes, &after(stakes, start, moves).unwrap())
}

#[test]
fn a_game_counts_one_two_or_three_points() {
    let play = ["21", "1/off"];
    let one = |black: &[(usize, u8)]| ends(Stakes::Single, &won(black), &play).unwrap();
    assert_eq!(one(&[(5, 14)]), (1, "all checkers are borne off"));
    assert_eq!(one(&[(5, 15)]), (2, "it is a gammon"));
    assert_eq!(one(&[(5, 14), (18, 1)]), (2, "it is a gammon"));
    assert_eq!(one(&[(5, 14), (19, 1)]), (3, "it is a backgammon"));
    assert_eq!(one(&[(5, 14), (25, 1)]), (3, "it is a backgammon"));
    assert_eq!(one(&[(5, 13), (25, 1)]), (1, "all checkers are borne off"));
}

#[test]
fn the_cube_multiplies_the_points() {
    let doubled = ["double", "take", "21", "1/off"];
    assert_eq!(ends(money(), &won(&[(5, 15)]), &doubled).unwrap().0, 4);
    assert_eq!(ends(money(), &won(&[(5, 15)]), &["roll", "21", "1/off"]).unwrap().0, 2);
    assert_eq!(
        ends(money(), &won(&[(5, 15)]), &["double", "drop"]),
        Some((1, "the double was dropped"))
    );
    let jacoby = Stakes::Money { jacoby: true };
    assert_eq!(ends(jacoby, &won(&[(5, 15)]), &["roll", "21", "1/off"]).unwrap().0, 1);
    assert_eq!(ends(jacoby, &won(&[(5, 15)]), &doubled).unwrap().0, 4);
    assert_eq!((game(money()).payoff_max(), game(Stakes::Single).payoff_max()), (192, 3));
}

#[test]
fn only_the_owner_of_the_cube_doubles() {
    let doubled = after(money(), START, &["double"]).unwrap();
    assert_eq!(game(money()).turn(&doubled), Turn::Seat(Seat::SECOND), "Black takes or drops");
    let taken = ["double", "take", "31", "8/5 6/5"];
    let black = after(money(), START, &taken).unwrap();
    assert_eq!((black.phase(), black.cube().owner), (Phase::Deciding, Some(Seat::SECOND)));
    let white = after(money(), START, &[&taken[..], &["roll", "31", "8/5 6/5"]].concat()).unwrap();
    assert_eq!(white.phase(), Phase::Rolling, "White has nothing to decide");
    assert_eq!(after(Stakes::Single, START, &[]).unwrap().phase(), Phase::Rolling);
    // Neither side can double 64.
    let highest = "XGID=-b----E-C---eE---c-e----B-:6:1:1:00:0:0:0:0:10";
    assert_eq!(after(money(), highest, &[]).unwrap().phase(), Phase::Rolling);
}

/// The identifier for the position in which White bears off the last checker, at this score in a match to 7.
fn at(white: u8, black: u8, cube: u8, is_crawford: bool, checkers: &[(usize, u8)]) -> String {
    let board = won(checkers);
    let board = board.split(':').next().unwrap().to_string();
    let owner = u8::from(cube > 0);
    format!("{board}:{cube}:{owner}:1:00:{white}:{black}:{}:7:10", u8::from(is_crawford))
}

#[test]
fn a_match_continues_until_a_side_has_its_points() {
    let stakes = Stakes::Match { points: 7 };
    let roll = ["roll", "21", "1/off"];
    let gammon = [(5, 15)];
    assert_eq!(ends(stakes, &at(3, 5, 1, false, &gammon), &roll), Some((1, "the match is won")));
    let next = after(stakes, &at(2, 5, 1, false, &gammon), &roll).unwrap();
    assert_eq!((next.score(Seat::FIRST), next.score(Seat::SECOND)), (6, 5));
    assert_eq!((next.phase(), next.cube().value, next.is_crawford()), (Phase::Opening, 1, true));
    assert_eq!(next.board(), game(stakes).start().board());
    let dropped = after(stakes, &at(2, 3, 1, false, &gammon), &["double", "drop"]).unwrap();
    assert_eq!((dropped.score(Seat::FIRST), dropped.phase()), (4, Phase::Opening));
    assert!(!dropped.is_crawford());
    let last = ends(stakes, &at(5, 3, 1, false, &gammon), &["double", "drop"]);
    assert_eq!(last, Some((1, "the match is won")));
}

#[test]
fn an_ending_states_the_score_or_the_points() {
    let said = |stakes, start: &str, moves: &[&str]| {
        let position = after(stakes, start, moves).unwrap();
        let status = game(stakes).legal_moves(&position, &mut Vec::new());
        game(stakes).describe_outcome(&position, &status.outcome().unwrap())
    };
    let (roll, gammon) = (["roll", "21", "1/off"], [(5, 15)]);
    let stakes = Stakes::Match { points: 7 };
    let match_won = said(stakes, &at(3, 5, 1, false, &gammon), &roll);
    assert_eq!(match_won, "the match is won, 7–5");
    let money = Stakes::Money { jacoby: false };
    assert_eq!(said(money, &won(&gammon), &roll), "it is a gammon, 2 points");
    assert_eq!(said(money, &won(&[(5, 14)]), &roll), "all checkers are borne off");
    assert_eq!(said(Stakes::Single, &won(&gammon), &roll[1..]), "it is a gammon");
}

#[test]
fn the_match_score_is_announced_before_the_next_game() {
    let stakes = Stakes::Match { points: 7 };
    let said = |start: &str, moves: &[&str]| {
        game(stakes).describe_round_end(&after(stakes, start, moves).unwrap())
    };
    let start = at(2, 5, 1, false, &[(5, 15)]);
    let roll = ["roll", "21", "1/off"];
    assert_eq!(said(&start, &roll).as_deref(), Some("a game is won, 6–5"));
    // First the game is not over; then the next game has started; and before the first game there is no finished game
    // to describe.
    assert_eq!([said(&start, &roll[..2]), said(&start, &["double", "drop", "31"])], [None, None]);
    assert_eq!(game(stakes).describe_round_end(&game(stakes).start()), None);
}

#[test]
fn doubling_is_illegal_in_the_crawford_game() {
    let stakes = Stakes::Match { points: 7 };
    let start = game(stakes).start();
    assert_eq!((start.phase(), start.is_crawford()), (Phase::Opening, false));
    assert!(game(Stakes::Match { points: 1 }).start().is_crawford());
    let crawford = after(stakes, &at(6, 4, 0, true, &[(5, 14)]), &[]).unwrap();
    assert_eq!(crawford.phase(), Phase::Rolling);
    // Black needs one point and White wins the game, so both sides may double again in the next game.
    let later = after(stakes, &at(4, 6, 0, true, &[(5, 14)]), &["21", "1/off"]).unwrap();
    assert_eq!((later.score(Seat::FIRST), later.is_crawford()), (5, false));
    let last = after(stakes, &at(5, 6, 0, false, &[(5, 14)]), &["roll", "21", "1/off"]).unwrap();
    assert_eq!((last.score(Seat::FIRST), last.is_crawford()), (6, false), "6–6");
}
