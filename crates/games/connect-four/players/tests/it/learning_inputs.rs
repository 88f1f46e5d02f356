//! Inputs of learned networks.

use board_engine::{Game, Seat, Status, Word};
use connect_four::{ConnectFour, ConnectGame};
use connect_four_players::DiscInputs;
use learning::{AutomaticInputs, LearningInputs, active_inputs};

/// Plays many games along the legal moves, and compares the inputs of all their positions.
fn check<W: Word>(game: &ConnectGame<W>) {
    let automatic = AutomaticInputs::new(game).unwrap();
    let fast = DiscInputs::new(game).unwrap();
    let sources: [&dyn LearningInputs<ConnectGame<W>>; 2] = [&automatic, &fast];
    assert_eq!(sources[0].layout(), sources[1].layout());
    let mut moves = Vec::new();
    for step in 1..20 {
        let mut position = game.start();
        for ply in 0.. {
            for seat in [Seat::FIRST, Seat::SECOND] {
                let [one, other] = sources.map(|source| {
                    let mut inputs = Vec::new();
                    active_inputs(source, game, &position, seat, &mut inputs);
                    inputs
                });
                assert_eq!(one, other, "{position:?}");
            }
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            game.play(&mut position, moves[ply * step % moves.len()]);
        }
    }
}

#[test]
fn bits_and_diagram_give_the_same_inputs() {
    check(&ConnectFour::default());
    check(&ConnectGame::<u128>::new(14, 8, 5).unwrap());
    check(&ConnectGame::<u64>::new(3, 12, 10).unwrap());
}
