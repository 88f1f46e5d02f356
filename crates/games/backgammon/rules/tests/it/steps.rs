//! Tests of the steps in plays.

use backgammon::Backgammon;
use board_engine::{Game, Notation, Step, Steps};

/// The steps after these moves. Checks that every play has steps, with at most this number of
/// nodes.
fn check(moves: &[&str], nodes_max: usize) -> Steps {
    let game = Backgammon::default();
    let mut position = game.start();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    let mut legal = Vec::new();
    game.legal_moves(&position, &mut legal);
    let steps = game.steps(&position, &legal);
    assert!(steps.nodes().len() <= nodes_max, "{}", steps.nodes().len());
    let mut ends: Vec<usize> =
        steps.nodes().iter().flat_map(|node| node.moves.iter().copied()).collect();
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends, (0..legal.len()).collect::<Vec<_>>(), "every play has steps");
    for node in steps.nodes() {
        assert!(node.moves.len() <= 1 && (node.moves.is_empty() || node.steps.is_empty()));
    }
    steps
}

#[test]
fn both_dice_are_played_in_either_order() {
    let steps = check(&["31"], 60);
    let root = &steps.nodes()[0];
    let is_from = |point: usize| {
        move |step: &&(Step, usize)| step.0.from.is_some_and(|from| from.index() == 24 - point)
    };
    let of_eight: Vec<usize> =
        root.steps.iter().filter(is_from(8)).map(|(step, _)| 24 - step.to.index()).collect();
    assert_eq!(of_eight, [5, 7], "the higher die comes first");
    let (step, next) = root.steps.iter().find(is_from(6)).unwrap();
    assert_eq!((24 - step.to.index(), step.others.len()), (3, 1));
    assert!(
        steps.nodes()[*next]
            .steps
            .iter()
            .all(|(step, _)| { step.from.unwrap().index().abs_diff(step.to.index()) == 1 })
    );
}

#[test]
fn a_double_is_a_small_graph() {
    check(&["31", "8/5,6/5", "11"], 400);
    check(&["31", "8/5,6/5", "66"], 200);
}
