//! GNU Backgammon's position ID and match ID.

use board_engine::Seat;

use super::{Draft, Problem};
use crate::place_set::{BitReader, BitWriter};
use crate::{Backgammon, Board, Cube, Phase, Position, Roll, Stakes};

const POSITION_BYTES: usize = 10;
const MATCH_BYTES: usize = 9;

/// The state of a game that has not started.
const STATE_NONE: u16 = 0;
const STATE_PLAYING: u16 = 1;
const STATE_OVER: u16 = 2;
const STATE_DROPPED: u16 = 4;

/// The code for a cube without an owner.
const CENTERED: u16 = 3;

/// The suffix after the identifiers if the dice are rolling although the mover could have doubled.
const ROLLING: &str = " roll";

pub(crate) fn format(game: Backgammon, position: &Position) -> String {
    let is_decided = position.phase == Phase::Rolling && game.can_double(position);
    let suffix = if is_decided { ROLLING } else { "" };
    format!("{}:{}{suffix}", position_id(position), match_id(game, position))
}

fn position_id(position: &Position) -> String {
    let mut bits = BitWriter::default();
    for seat in [position.mover.opponent(), position.mover] {
        for &count in &position.board.checkers(seat)[1..] {
            let count = u32::from(count);
            bits.push((1 << count) - 1, count + 1);
        }
    }
    bits.text(POSITION_BYTES)
}

fn match_id(game: Backgammon, position: &Position) -> String {
    let mut bits = BitWriter::default();
    let mut push = |value: u16, count: u32| bits.push(value.into(), count);
    let state = match position.phase {
        Phase::Opening => STATE_NONE,
        Phase::BorneOff => STATE_OVER,
        Phase::Dropped => STATE_DROPPED,
        Phase::Deciding | Phase::Offered | Phase::Rolling | Phase::Moving(_) => STATE_PLAYING,
    };
    let is_offered = position.phase == Phase::Offered;
    let is_others_turn = is_offered || position.phase == Phase::Dropped;
    let turn = if is_others_turn { position.mover.opponent() } else { position.mover };
    push(u16::try_from(position.cube.value.trailing_zeros()).unwrap_or(0), 4);
    push(position.cube.owner.map_or(CENTERED, player), 2);
    push(player(position.mover), 1);
    push(position.is_crawford.into(), 1);
    push(state, 3);
    push(player(turn), 1);
    push(is_offered.into(), 1);
    // Neither side offers to resign.
    push(0, 2);
    let dice = match position.phase {
        Phase::Moving(roll) => roll.dice(),
        _ => [0; 2],
    };
    for die in dice {
        push(die.into(), 3);
    }
    push(game.match_points().unwrap_or(0).into(), 15);
    push(position.score(Seat::SECOND).into(), 15);
    push(position.score(Seat::FIRST).into(), 15);
    push((game.stakes() == Stakes::Money { jacoby: false }).into(), 1);
    bits.text(MATCH_BYTES)
}

/// GNU's number for a seat.
const fn player(seat: Seat) -> u16 {
    if seat.index() == 0 { 1 } else { 0 }
}

const fn seat(player: u16) -> Seat {
    if player == 0 { Seat::SECOND } else { Seat::FIRST }
}

pub(super) fn parse(game: Backgammon, text: &str) -> Result<Draft, Problem> {
    let (ids, is_decided) = match text.trim_end().strip_suffix(ROLLING) {
        Some(ids) => (ids, true),
        None => (text, false),
    };
    // "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA", with any words around them.
    let words = ids.split(|c: char| c.is_whitespace() || c == ':');
    let words: Vec<&str> = words
        .filter(|word| !matches!(*word, "" | "Position" | "Match" | "ID" | "GNUBGID"))
        .collect();
    let (position, match_id) = match words[..] {
        [position] => (position, None),
        [position, match_id] => (position, Some(match_id)),
        _ => return Err(Problem::Malformed),
    };
    let sides = read_board(position)?;
    let state = match match_id {
        Some(text) => MatchState::read(text).ok_or(Problem::Malformed)?,
        None => MatchState {
            match_points: game.match_points().unwrap_or(0).into(),
            ..MatchState::DEFAULT
        },
    };
    Ok(Draft { is_decided, ..state.draft(sides)? })
}

/// The checkers of the side that is not on roll, then of the side on roll.
fn read_board(text: &str) -> Result<[[u8; 26]; 2], Problem> {
    let mut bits = BitReader::new(text, POSITION_BYTES).ok_or(Problem::Malformed)?;
    let mut sides = [[0_u8; 26]; 2];
    for side in &mut sides {
        for count in &mut side[1..] {
            while bits.take(1) == 1 {
                *count += 1;
                if *count > 15 {
                    return Err("a side has more than 15 checkers".into());
                }
            }
        }
    }
    if bits.is_empty() { Ok(sides) } else { Err(Problem::Malformed) }
}

/// The fields in a match ID.
#[derive(Clone, Copy, Debug)]
struct MatchState {
    cube: u16,
    owner: u16,
    mover: u16,
    is_crawford: bool,
    state: u16,
    is_offered: bool,
    resigned: u16,
    dice: [u16; 2],
    match_points: u16,
    /// Both players' points, GNU's player 0 first.
    scores: [u16; 2],
}

impl MatchState {
    /// The first seat is about to roll.
    const DEFAULT: Self = Self {
        cube: 0,
        owner: CENTERED,
        mover: 1,
        is_crawford: false,
        state: STATE_PLAYING,
        is_offered: false,
        resigned: 0,
        dice: [0; 2],
        match_points: 0,
        scores: [0; 2],
    };

    fn read(text: &str) -> Option<Self> {
        let mut bits = BitReader::new(text, MATCH_BYTES)?;
        let mut take = |count| bits.take(count);
        let (cube, owner, mover, is_crawford, state) =
            (take(4), take(2), take(1), take(1) == 1, take(3));
        // The side to move follows from the other fields.
        let _turn = take(1);
        let (is_offered, resigned, dice) = (take(1) == 1, take(2), [take(3), take(3)]);
        let (match_points, scores) = (take(15), [take(15), take(15)]);
        let fields = Self {
            cube,
            owner,
            mover,
            is_crawford,
            state,
            is_offered,
            resigned,
            dice,
            match_points,
            scores,
        };
        Some(fields)
    }

    fn draft(self, sides: [[u8; 26]; 2]) -> Result<Draft, Problem> {
        let mover = seat(self.mover);
        let [other, own] = sides;
        let checkers = if mover == Seat::FIRST { [own, other] } else { [other, own] };
        let board = Board::new(checkers)
            .ok_or("a side has more than 15 checkers, or both sides have checkers on one point")?;
        let owner = match self.owner {
            CENTERED => None,
            2 => return Err(Problem::Malformed),
            player => Some(seat(player)),
        };
        let cube = Cube { value: 1_u8.checked_shl(self.cube.into()).unwrap_or(u8::MAX), owner };
        if self.resigned > 0 || self.state == 3 {
            return Err("a resignation is offered".into());
        }
        let position = Position {
            board,
            mover,
            phase: self.phase()?,
            cube,
            scores: [0; 2],
            is_crawford: self.is_crawford,
        };
        let start = Position::start([0; 2], self.is_crawford);
        let is_start = self.state == STATE_NONE
            && Position { phase: Phase::Opening, ..position } == start
            && position.phase == Phase::Rolling;
        let phase = if is_start { Phase::Opening } else { position.phase };
        let [second, first] = self.scores;
        Ok(Draft {
            position: Position { phase, ..position },
            match_points: self.match_points,
            scores: [first, second],
            is_decided: false,
        })
    }

    fn phase(self) -> Result<Phase, Problem> {
        Ok(match (self.state, self.dice) {
            (STATE_OVER, _) => Phase::BorneOff,
            (STATE_DROPPED, _) => Phase::Dropped,
            (STATE_NONE | STATE_PLAYING, [0, 0]) if self.is_offered => Phase::Offered,
            (STATE_NONE | STATE_PLAYING, [0, 0]) => Phase::Rolling,
            (STATE_NONE | STATE_PLAYING, dice) => {
                let [one, other] = dice.map(|die| u8::try_from(die).unwrap_or(0));
                let roll = Roll::new(one, other).ok_or("dice show numbers from 1 to 6")?;
                Phase::Moving(roll.sorted())
            }
            _ => return Err(Problem::Malformed),
        })
    }
}
