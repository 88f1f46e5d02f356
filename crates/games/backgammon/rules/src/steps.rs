//! The steps of plays: one checker moved by one die.

use std::collections::HashMap;

use board_engine::{Seat, Step as ShownStep, StepNode, Steps};

use crate::{BAR, Backgammon, Board, Move, Phase, Position, Roll, Step, diagram};

/// The steps in these plays, in every legal order. Each die disappears when it is used up. From each place, the step
/// with the higher die comes first.
pub(crate) fn of(game: Backgammon, position: &Position, moves: &[Move]) -> Steps {
    let Phase::Moving(roll) = position.phase else { return Steps::default() };
    let (board, seat) = (position.board, position.mover);
    let results = moves.iter().enumerate().filter_map(|(index, mv)| match mv {
        Move::Play(play) if !play.is_pass() => {
            let mut after = board;
            after.play(seat, *play);
            Some((after, index))
        }
        _ => None,
    });
    let mut search = Search {
        game,
        seat,
        roll,
        results: results.collect(),
        seen: HashMap::new(),
        steps: Steps::default(),
    };
    let start = search.node_at(&board, Dice::of(roll));
    search.fill(0, start);
    search.steps
}

/// The remaining dice, as counts of the higher and the lower number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Dice([u8; 2]);

impl Dice {
    const fn of(roll: Roll) -> Self {
        Self(if roll.is_double() { [4, 0] } else { [1, 1] })
    }

    /// The dice without one of these numbers. `None` if none remains.
    fn without(mut self, index: usize) -> Option<Self> {
        self.0[index] = self.0[index].checked_sub(1)?;
        Some(self)
    }
}

struct Search {
    game: Backgammon,
    seat: Seat,
    roll: Roll,
    /// The boards after the legal plays, with the indexes of the plays.
    results: HashMap<Board, usize>,
    /// The nodes for visited boards; `None` if no legal play leads to the board.
    seen: HashMap<(Board, Dice), Option<usize>>,
    steps: Steps,
}

impl Search {
    /// The node for this board and these unused dice: the play that ends here, and the steps that continue.
    fn node_at(&mut self, board: &Board, dice: Dice) -> StepNode {
        let mut node = StepNode::default();
        node.moves.extend(self.results.get(board));
        for (index, die) in [self.roll.high(), self.roll.low()].into_iter().enumerate() {
            let Some(rest) = dice.without(index) else { continue };
            for from in (1..=BAR).rev() {
                let Some(step) = board.step(self.seat, from, die) else { continue };
                let mut after = *board;
                let hits = after.make(self.seat, step);
                let Some(next) = self.reach(&after, rest) else { continue };
                let shown = self.shown(step, hits, index, rest);
                let is_same = |other: &ShownStep| (other.from, other.to) == (shown.from, shown.to);
                // If either die bears off a checker, the rest of the play is the same.
                if !node.steps.iter().any(|(other, _)| is_same(other)) {
                    node.steps.push((shown, next));
                }
            }
        }
        node
    }

    /// The node index for a board with these dice left; `None` if the board doesn't lead to a legal play.
    fn reach(&mut self, board: &Board, dice: Dice) -> Option<usize> {
        if let Some(known) = self.seen.get(&(*board, dice)) {
            return *known;
        }
        let node = self.node_at(board, dice);
        let is_open = !node.moves.is_empty() || !node.steps.is_empty();
        let index = is_open.then(|| {
            let index = self.steps.add_node();
            self.fill(index, node);
            index
        });
        self.seen.insert((*board, dice), index);
        index
    }

    fn fill(&mut self, index: usize, node: StepNode) {
        node.moves.into_iter().for_each(|mv| self.steps.end(index, mv));
        node.steps.into_iter().for_each(|(step, next)| self.steps.link(index, step, next));
    }

    /// The step on the diagram, with the checker that it hits and the die that it uses up.
    fn shown(&self, step: Step, hits: bool, index: usize, rest: Dice) -> ShownStep {
        let square = |seat, place| diagram::square(self.game, seat, place);
        let to = square(self.seat, step.to());
        let mut shown = ShownStep::new(square(self.seat, step.from()), to);
        if hits {
            shown = shown.moving(to, square(self.seat.opponent(), BAR));
        }
        let number = if index == 0 { self.roll.high() } else { self.roll.low() };
        let used_up = match rest.0[index] {
            // Each die of a double counts twice.
            2 => Some(1),
            0 if self.roll.is_double() => Some(0),
            0 => self.roll.dice().iter().position(|&die| die == number),
            _ => None,
        };
        match used_up {
            Some(die) => shown.taking(diagram::die_square(self.game, die)),
            None => shown,
        }
    }
}
