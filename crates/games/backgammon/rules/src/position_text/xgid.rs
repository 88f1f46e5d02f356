//! eXtreme Gammon's identifiers: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`.
//!
//! The fields are the checkers from the opponent's bar to the player's own, with capital letters for the player at the
//! bottom of the board; the logarithm of the cube value; the cube's owner and the side to move, each 1 for the player
//! at the bottom and −1 for the other player; the dice, or `00` before the roll, or `D` when a double is offered; both
//! scores; 1 for a match's Crawford game, and the rules for money games; the match length; the highest cube value
//! (eXtreme Gammon manual, "XGID"). The first seat is the player at the bottom.

use board_engine::Seat;

use super::{Draft, Problem};
use crate::{Board, Cube, Phase, Position, Roll};

/// Parses an XGID; `None` if the string is not an XGID.
pub(super) fn parse(text: &str) -> Option<Result<Draft, Problem>> {
    let fields = text.trim().strip_prefix("XGID=")?;
    Some(read(fields))
}

fn read(fields: &str) -> Result<Draft, Problem> {
    let fields: Vec<&str> = fields.split(':').collect();
    let [checkers, cube, owner, turn, dice, score, other_score, crawford, points, _cube_max] =
        fields[..]
    else {
        return Err(Problem::Malformed);
    };
    let cube: u32 = number(cube)?.into();
    let owner = match owner {
        "0" => None,
        side => Some(seat(side)?),
    };
    let mover = seat(turn)?;
    let phase = match dice.as_bytes() {
        b"00" => Phase::Rolling,
        b"D" => Phase::Offered,
        [one, other] => {
            let digits = [one, other].map(|digit| digit.wrapping_sub(b'0'));
            let roll = Roll::new(digits[0], digits[1]).ok_or(Problem::Malformed)?;
            Phase::Moving(roll.sorted())
        }
        _ => return Err(Problem::Malformed),
    };
    let match_points = number(points)?;
    let position = Position {
        board: board(checkers)?,
        mover,
        phase,
        cube: Cube { value: 1_u8.checked_shl(cube).unwrap_or(u8::MAX), owner },
        scores: [0; 2],
        is_crawford: match_points > 0 && number(crawford)? == 1,
    };
    let scores = if match_points > 0 { [number(score)?, number(other_score)?] } else { [0; 2] };
    Ok(Draft { position, match_points, scores, is_decided: false })
}

fn number(text: &str) -> Result<u16, Problem> {
    text.parse().ok().ok_or(Problem::Malformed)
}

fn seat(side: &str) -> Result<Seat, Problem> {
    match side {
        "1" => Ok(Seat::FIRST),
        "-1" => Ok(Seat::SECOND),
        _ => Err(Problem::Malformed),
    }
}

fn board(text: &str) -> Result<Board, Problem> {
    if text.len() != 26 {
        return Err(Problem::Malformed);
    }
    let mut checkers = [[0_u8; 26]; 2];
    for (place, letter) in text.bytes().enumerate() {
        match letter {
            b'-' => {}
            b'A'..=b'O' => checkers[0][place] = letter - b'A' + 1,
            b'a'..=b'o' => checkers[1][25 - place] = letter - b'a' + 1,
            _ => return Err(Problem::Malformed),
        }
    }
    let no_bar = checkers.iter().all(|side| side[0] == 0);
    let board = Board::new(checkers).filter(|_| no_bar);
    board.ok_or_else(|| {
        "a side has more than 15 checkers, or checkers on the other side's bar".into()
    })
}
