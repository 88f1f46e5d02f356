//! Laws of actions.

use std::collections::HashSet;

use board_engine::{Action, ActionSpace, AfterAction, LegalActions, Notation, Turn};

use crate::violation::CheckedPosition;
use crate::{Law, Violation};

/// Maximum number of actions in one move. More actions indicate a cycle.
const ACTIONS_MAX: usize = 256;

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    if checked.status.outcome().is_some() {
        return Ok(());
    }
    let space = game.action_space();
    let mut legal = LegalActions::default();
    game.fill_actions(&space, position, moves, &mut legal);
    let mut of_steps = LegalActions::default();
    of_steps.fill(*game, &space, position, moves);
    checked.require(legal == of_steps, Law::ActionsMakeTheMoves, || {
        format!("{legal:?} differ from the actions of the steps, {of_steps:?}")
    })?;
    check_numbers(checked, &space, &legal)?;
    check_moves(checked, &legal)?;
    check_stable(checked, &space, &legal)
}

/// The actions of each state are in the space, have names, and differ.
fn check_numbers<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    space: &ActionSpace,
    legal: &LegalActions,
) -> Result<(), Violation> {
    let is_drawn = checked.game.turn(checked.position) == Turn::Chance;
    let has_text = |action: Action| {
        if is_drawn {
            return space.draw_text(action).is_some();
        }
        action.index() < space.count() && space.text(action).is_some()
    };
    for node in 0..legal.node_count() {
        let mut found = HashSet::new();
        for &(action, _) in legal.at(node) {
            let is_numbered = has_text(action) && found.insert(action);
            checked.require(is_numbered, Law::ActionsAreNumbered, || {
                format!("{action:?} ({:?}) among {:?}", space.text(action), legal.at(node))
            })?;
        }
    }
    Ok(())
}

/// Checks that following the actions from the position completes each legal move, and nothing else.
fn check_moves<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    legal: &LegalActions,
) -> Result<(), Violation> {
    let mut made = HashSet::new();
    let mut states = vec![0];
    for _ in 0..ACTIONS_MAX {
        if states.is_empty() {
            break;
        }
        let mut next = HashSet::new();
        for state in std::mem::take(&mut states) {
            let actions = legal.at(state);
            checked.require(!actions.is_empty(), Law::ActionsMakeTheMoves, || {
                format!("no action continues state {state} of {legal:?}")
            })?;
            for &(action, after) in actions {
                let found = legal.after(state, action);
                checked.require(found == Some(after), Law::ActionsMakeTheMoves, || {
                    format!("{action:?} leads to {found:?}")
                })?;
                match after {
                    AfterAction::Move(mv) => drop(made.insert(mv)),
                    AfterAction::Node(node) => drop(next.insert(node)),
                }
            }
        }
        states = next.into_iter().collect();
    }
    let expected: HashSet<usize> = (0..checked.moves.len()).collect();
    checked.require(states.is_empty() && made == expected, Law::ActionsMakeTheMoves, || {
        let missing = expected
            .difference(&made)
            .map(|&index| checked.game.format_move(checked.position, checked.moves[index]));
        format!("they don't make {:?}, in {legal:?}", missing.collect::<Vec<_>>())
    })
}

/// A single-action move has the number of its name or of its only step. These numbers are the same in every position.
fn check_stable<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    space: &ActionSpace,
    legal: &LegalActions,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let steps = game.steps(position, moves);
    let is_drawn = game.turn(position) == Turn::Chance;
    for &(action, after) in legal.at(0) {
        let AfterAction::Move(index) = after else { continue };
        let text = game.format_move(position, moves[index]);
        let by_text = if is_drawn { space.draw(&text) } else { space.named(&text) };
        let by_step = steps.nodes()[0].steps.iter().any(|(step, next)| {
            let ends = steps.nodes()[*next].moves.contains(&index);
            ends && space.of_step(step) == Some(action)
        });
        let is_stable = by_text == Some(action) || by_step;
        checked.require_move(moves[index], is_stable, Law::ActionsAreStable, || {
            format!("{action:?} is neither its string {by_text:?} nor a step")
        })?;
    }
    Ok(())
}
