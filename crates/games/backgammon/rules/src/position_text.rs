//! Positions as text: GNU Backgammon's identifiers.
//!
//! `4HPwATDgc/ABMA:cAkAAAAAAAAA` consists of a position ID, which gives the checkers, and a match ID, which gives the
//! side to act, the dice, the cube and the score (GNU Backgammon manual, "A technical description of the Position ID"
//! and "of the Match ID"). The first seat is GNU's player 1, at the bottom of its board. A game before its opening roll
//! has the state 0. ` roll` follows both identifiers if a side that could double is already rolling.
//!
//! The parser also accepts a position ID alone, both identifiers preceded by words, as GNU Backgammon shows them, and
//! eXtreme Gammon's XGID.

mod ids;
mod xgid;

use board_engine::{NotationError, Seat};

use crate::{Backgammon, Board, CUBE_MAX, Phase, Position, Stakes};

pub(crate) use self::ids::format;

const EXPECTED: &str = "a position ID, or one with a match ID, as in 4HPwATDgc/ABMA:cAkAAAAAAAAA";

/// A parsed position before validation.
#[derive(Clone, Copy, Debug)]
struct Draft {
    position: Position,
    /// The match length in points; 0 outside matches.
    match_points: u16,
    scores: [u16; 2],
    /// `true` if the mover has decided not to double before this roll.
    is_decided: bool,
}

pub(crate) fn parse(game: Backgammon, text: &str) -> Result<Position, NotationError> {
    let draft = match xgid::parse(text) {
        Some(draft) => draft,
        None => ids::parse(game, text),
    };
    let draft = draft.map_err(|why| match why {
        Problem::Malformed => NotationError::malformed_position(text, 0, EXPECTED),
        Problem::Impossible(why) => NotationError::Impossible { text: text.into(), why },
    })?;
    check(game, draft).map_err(|why| NotationError::Impossible { text: text.into(), why })
}

/// The reason why a string is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Problem {
    Malformed,
    Impossible(String),
}

impl From<&str> for Problem {
    fn from(why: &str) -> Self {
        Self::Impossible(why.into())
    }
}

/// The draft's position, if it is playable in this game.
fn check(game: Backgammon, draft: Draft) -> Result<Position, String> {
    let Draft { mut position, match_points, scores, is_decided } = draft;
    let goal = u16::from(game.match_points().unwrap_or(0));
    if match_points != goal {
        return Err(wrong_stakes(match_points, goal));
    }
    if let Some(score) = scores.into_iter().find(|&score| score > goal) {
        return Err(format!("a score of {score} in a match to {goal}"));
    }
    position.scores = scores.map(|score| u8::try_from(score).unwrap_or(u8::MAX));
    if goal == 1 {
        position.is_crawford = true;
    }
    check_cube(game, &position)?;
    check_board(&position.board)?;
    let has_choice = position.phase == Phase::Rolling && game.can_double(&position);
    if is_decided && !has_choice {
        return Err("there is nothing to decide before this roll".into());
    }
    if has_choice && !is_decided {
        position.phase = Phase::Deciding;
    }
    check_end(game, position)
}

fn wrong_stakes(match_points: u16, goal: u16) -> String {
    match (match_points, goal) {
        (0, _) => format!("the ID is for a single game, but this is a match to {goal}"),
        (_, 0) => format!("the ID is for a match to {match_points}, but this is a single game"),
        _ => format!("the ID is for a match to {match_points}, but this is a match to {goal}"),
    }
}

fn check_cube(game: Backgammon, position: &Position) -> Result<(), String> {
    let cube = position.cube;
    if cube.value > CUBE_MAX {
        return Err(format!("the cube shows at most {CUBE_MAX}"));
    }
    if cube.value == 1 && cube.owner.is_some() {
        return Err("a cube at 1 has no owner".into());
    }
    let is_turned = cube.value > 1;
    if is_turned && game.stakes() == Stakes::Single {
        return Err("this game is played without the cube".into());
    }
    if is_turned && position.is_crawford {
        return Err("the cube can't be turned in the Crawford game".into());
    }
    let goal = game.match_points().unwrap_or(0);
    let is_near = position.scores.iter().any(|&score| score + 1 >= goal);
    if position.is_crawford && !(goal > 0 && is_near) {
        return Err("in the Crawford game, one side must be one point from winning".into());
    }
    if position.phase == Phase::Offered && !game.can_double(position) {
        return Err("the mover can't double".into());
    }
    Ok(())
}

fn check_board(board: &Board) -> Result<(), String> {
    let is_closed_out = |seat: Seat| {
        let home = &board.checkers(seat.opponent())[1..=6];
        board.checkers(seat)[25] > 0 && home.iter().all(|&count| count >= 2)
    };
    if Seat::all(2).all(is_closed_out) {
        return Err("both sides are closed out: neither can ever move".into());
    }
    if Seat::all(2).all(|seat| board.checkers(seat)[0] == 15) {
        return Err("both sides have borne off all checkers".into());
    }
    Ok(())
}

/// Checks that the position has a winner if the game is finished, and none otherwise.
fn check_end(game: Backgammon, mut position: Position) -> Result<Position, String> {
    let scores = position.scores;
    let has_won = |seat: Seat| match game.match_points() {
        Some(goal) => scores[seat.index()] == goal,
        None => true,
    };
    match (position.phase, position.board.winner()) {
        (Phase::BorneOff, Some(winner)) if has_won(winner) => {
            // The turn has already passed to the other side.
            position.mover = winner.opponent();
        }
        (Phase::BorneOff, None) => return Err("neither side has borne off all checkers".into()),
        (Phase::BorneOff, Some(_)) => {
            return Err("the match continues with another game".into());
        }
        (_, Some(_)) => return Err("a side that has borne off all checkers has won".into()),
        (Phase::Dropped, None) => {
            if game.stakes() == Stakes::Single || position.is_crawford {
                return Err("no side may double here".into());
            }
            if !has_won(position.mover) {
                return Err("the match continues with another game".into());
            }
            if !position.cube.is_open_to(position.mover) {
                return Err("the mover can't double".into());
            }
        }
        (_, None) => {}
    }
    let is_over = matches!(position.phase, Phase::BorneOff | Phase::Dropped);
    let winners = Seat::all(2).filter(|&seat| has_won(seat)).count();
    if game.match_points().is_some() && winners != usize::from(is_over) {
        return Err("a side with enough points has won the match".into());
    }
    Ok(position)
}
