//! Checks which moves are extended.

use board_engine::{
    Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
};
use search::{Depth, Limits, Task, Technique, Techniques, Zero};

use super::{options, report};

/// The first seat can enter a corridor of forced moves. That seat wins after the corridor and a few more plies with
/// choices. Elsewhere nothing happens.
#[derive(Debug)]
struct Corridor {
    /// The index of the move into the corridor, among the two moves at the start.
    entrance: u8,
    /// The number of plies with one legal move.
    length: u8,
    /// The number of plies with two legal moves from the corridor's end to the win.
    hall: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    ply: u8,
    is_inside: bool,
}

const PLIES_MAX: u8 = 40;

impl Game for Corridor {
    type Position = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { ply: 0, is_inside: false }
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(Seat::new(usize::from(position.ply % 2)))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.is_inside && position.ply > self.length + self.hall {
            return Status::Over(Outcome::win(Seat::FIRST, "the end of the hall"));
        }
        if position.ply == PLIES_MAX {
            return Status::Over(Outcome::draw("it is late"));
        }
        let has_choice = !position.is_inside || position.ply > self.length;
        moves.extend(0..=u8::from(has_choice));
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: u8) {
        position.is_inside |= position.ply == 0 && mv == self.entrance;
        position.ply += 1;
    }

    fn key(&self, position: &Position) -> u64 {
        u64::from(position.ply) << 1 | u64::from(position.is_inside)
    }

    fn irreversible(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl Deterministic for Corridor {}
impl PerfectInformation for Corridor {}
impl ZeroSum for Corridor {}

/// Minimum depth at which a search with these techniques sees the win.
fn depth_of_win(game: &Corridor, techniques: Techniques) -> Option<u32> {
    let position = game.start();
    let task = Task { game, evaluator: &Zero, position: &position, history: None };
    let sees_it = |&depth: &u32| {
        let limits = Limits::to_depth(Depth::new(depth));
        report(options(techniques), &task, &limits).score.is_win()
    };
    (1..16).find(sees_it)
}

#[test]
fn single_replies_cost_no_depth_in_the_main_line_and_near_the_leaves() {
    let with = Techniques::NONE.with(Technique::SingleReply);
    // In the main line, single replies are extended at any depth.
    let first = Corridor { entrance: 0, length: 4, hall: 6 };
    assert_eq!(depth_of_win(&first, Techniques::NONE), Some(11));
    assert_eq!(depth_of_win(&first, with), Some(7));
    // Outside the main line, single replies are extended near the leaves.
    let short = Corridor { entrance: 1, length: 4, hall: 2 };
    assert_eq!(depth_of_win(&short, Techniques::NONE), Some(7));
    assert_eq!(depth_of_win(&short, with), Some(3));
    // Outside the main line and far from the leaves, single replies are not extended.
    let long = Corridor { entrance: 1, ..first };
    assert_eq!(depth_of_win(&long, Techniques::NONE), Some(11));
    assert_eq!(depth_of_win(&long, with), Some(11));
}
