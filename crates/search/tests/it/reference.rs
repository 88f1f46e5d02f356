//! The value of a position, found in the plainest way: every line is followed on fresh lists, the keys of all
//! positions are kept, and nothing is shared with the crate but its words.

use board_engine::{Game, Repetition, SEATS_MAX, Seat, Status, Turn};
use search::{Evaluator, Score};

use crate::tree::RandomScores;

/// The values of the last position of `line` for each seat.
pub(crate) fn values<G: Game>(
    game: &G,
    line: &mut Vec<G::Position>,
    plies_before: usize,
    depth: usize,
) -> [Score; SEATS_MAX] {
    let position = line.last().expect("the root at least").clone();
    let mut moves = Vec::new();
    let status = game.legal_moves(&position, &mut moves);
    let mut values = [Score::ZERO; SEATS_MAX];
    for seat in Seat::all(game.seats()) {
        if let Some(outcome) = status.outcome().or_else(|| repetition(game, line)) {
            values[seat.index()] = Score::of_payoff(outcome.payoff(seat), plies_before);
        } else if depth == 0 {
            values[seat.index()] = RandomScores.evaluate(game, &position, seat);
        }
    }
    if status != Status::Ongoing || repetition(game, line).is_some() || depth == 0 {
        return values;
    }
    let Turn::Seat(mover) = game.turn(&position) else { panic!("no chance here") };
    let mut best: Option<[Score; SEATS_MAX]> = None;
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        line.push(child);
        let below = self::values(game, line, plies_before + 1, depth - 1);
        line.pop();
        if best.is_none_or(|best| below[mover.index()] > best[mover.index()]) {
            best = Some(below);
        }
    }
    best.expect("a game that goes on has a move")
}

fn repetition<G: Game>(game: &G, line: &[G::Position]) -> Option<board_engine::Outcome> {
    let Repetition::Ends { occurrences, outcome } = game.repetition() else { return None };
    let last = game.key(line.last()?);
    let count = line.iter().filter(|position| game.key(position) == last).count();
    (count >= usize::from(occurrences)).then_some(outcome)
}
