//! Tests of the steps in plays.

use backgammon::Backgammon;
use board_engine::{Diagram, Game, GlyphKind, Notation, Step, Steps, Viewer, Zone};

/// The position after these moves.
fn after(moves: &[&str]) -> <Backgammon as Game>::Position {
    let game = Backgammon::default();
    let mut position = game.start();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    position
}

/// The steps after these moves. Checks that every play has steps, with at most this number of nodes, and that each
/// play's last step leaves the pip counts of the next position.
fn check(moves: &[&str], nodes_max: usize) -> Steps {
    let game = Backgammon::default();
    let position = after(moves);
    let mut legal = Vec::new();
    game.legal_moves(&position, &mut legal);
    let steps = game.steps(&position, &legal);
    assert!(steps.nodes().len() <= nodes_max, "{}", steps.nodes().len());
    let mut ends: Vec<usize> =
        steps.nodes().iter().flat_map(|node| node.moves.iter().copied()).collect();
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends, (0..legal.len()).collect::<Vec<_>>(), "every play has steps");
    let before = game.diagram(&position, Viewer::Arbiter);
    for node in steps.nodes() {
        assert!(node.moves.len() <= 1 && (node.moves.is_empty() || node.steps.is_empty()));
        let Some(&mv) = node.moves.first() else { continue };
        let (mut shown, mut next) = (before.clone(), position);
        node.show(&mut shown);
        game.play(&mut next, legal[mv]);
        assert_eq!(captions(&shown), captions(&game.diagram(&next, Viewer::Arbiter)));
    }
    steps
}

fn captions(diagram: &Diagram) -> Vec<String> {
    diagram.captions().iter().map(|caption| caption.text.clone()).collect()
}

/// The texts of the dice after the given steps from the start, each a step's index in its node. Used dice are in
/// parentheses.
fn dice(moves: &[&str], taken: &[usize]) -> String {
    let steps = check(moves, usize::MAX);
    let mut shown = Backgammon::default().diagram(&after(moves), Viewer::Arbiter);
    let mut node = 0;
    for &step in taken {
        node = steps.nodes()[node].steps[step].1;
    }
    steps.nodes()[node].show(&mut shown);
    let squares = shown.zones().iter().flat_map(Zone::squares);
    let texts = squares.filter_map(|square| {
        let die = shown.glyph(square).filter(|glyph| matches!(glyph.kind, GlyphKind::Die(_)))?;
        let is_spent = shown.spent().contains(&square);
        Some(if is_spent { format!("({})", die.text) } else { die.text.clone() })
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_double_shows_four_dice_and_used_dice_are_marked() {
    let double = ["31", "8/5,6/5", "22"];
    assert_eq!(dice(&double, &[]), "2 2 2 2");
    assert_eq!(dice(&double, &[0]), "(2) 2 2 2");
    assert_eq!(dice(&double, &[0, 0, 0, 0]), "(2) (2) (2) (2)");
    assert_eq!(dice(&["31"], &[]), "3 1");
    assert_eq!(dice(&["31"], &[0]), "(3) 1");
}

#[test]
fn pip_counts_follow_the_steps() {
    let steps = check(&["31"], 60);
    let mut shown = Backgammon::default().diagram(&after(&["31"]), Viewer::Arbiter);
    assert_eq!(captions(&shown), ["167 pips", "167 pips"]);
    steps.nodes()[steps.nodes()[0].steps[0].1].show(&mut shown);
    assert_eq!(captions(&shown), ["164 pips", "167 pips"]);
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
    assert_eq!((24 - step.to.index(), step.others.len()), (3, 0));
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
