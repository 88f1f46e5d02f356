//! Games without the cube.

use backgammon::{Backgammon, Board, Move};
use backgammon_players::Chances;
use board_engine::{Game, Seat, Turn};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// What a player goes by: the chances of a side that is about to roll.
pub(crate) type Judge<'a> = &'a dyn Fn(&Board, Seat) -> Chances;

/// One game: passes each position in which a side is about to roll to `each`, the last one with the winner.
pub(crate) fn play(
    judges: [Judge<'_>; 2],
    rng: &mut ChaCha8Rng,
    each: &mut dyn FnMut(&Board, Seat),
) -> (Seat, u8) {
    let game = Backgammon::default();
    let mut position = game.start();
    let mut moves = Vec::new();
    loop {
        let status = game.legal_moves(&position, &mut moves);
        if status.outcome().is_some() {
            let winner = position.board().winner().expect("a game without the cube");
            return (winner, position.board().factor(winner));
        }
        let mv = match game.turn(&position) {
            Turn::Chance => {
                let drawn = game.draw_move(&position, &moves, &mut |n| rng.random_range(0..n));
                drawn.expect("there are rolls")
            }
            Turn::Seat(seat) => best(*position.board(), seat, &moves, judges[seat.index()]),
        };
        game.play(&mut position, mv);
        if matches!(mv, Move::Play(_)) {
            each(position.board(), position.mover());
        }
    }
}

/// The play after which the other side, which is about to roll, has the least.
fn best(board: Board, seat: Seat, moves: &[Move], judge: Judge<'_>) -> Move {
    if let [only] = moves {
        return *only;
    }
    let equity = |mv: &Move| {
        let Move::Play(play) = *mv else { return 0.0 };
        let mut after = board;
        after.play(seat, play);
        judge(&after, seat.opponent()).equity()
    };
    let rated = moves.iter().map(|mv| (equity(mv), *mv));
    rated.min_by(|one, other| one.0.total_cmp(&other.0)).expect("there is a play").1
}
