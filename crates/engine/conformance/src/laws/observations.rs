//! Laws for observations: positions as numbers.

use std::collections::BTreeMap;

use board_engine::{AfterAction, Feature, LegalActions, Notation, Seat, UnfinishedMove, Viewer};

use crate::violation::CheckedPosition;
use crate::{Law, Violation};

/// Maximum number of unfinished moves to check in a position.
const UNFINISHED_MAX: usize = 4;

/// An observation's values by square and feature.
type Values = BTreeMap<(usize, usize), f32>;

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let features = game.features();
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    for viewer in [Viewer::Arbiter, Viewer::Public].into_iter().chain(seats) {
        let (mut pictured, mut observed) = (Values::new(), Values::new());
        let mut unlisted = None;
        Feature::visit(
            &game.diagram(position, viewer),
            &mut |square, feature, value| match feature.place_in(&features) {
                Some(place) => *pictured.entry((square.index(), place)).or_default() += value,
                None => unlisted = Some(feature),
            },
        );
        checked.require(unlisted.is_none(), Law::FeaturesAreListed, || {
            format!("{unlisted:?} is not in {features:?}")
        })?;
        game.observe(position, viewer, &mut |square, place, value| {
            *observed.entry((square.index(), place)).or_default() += value;
        });
        for values in [&mut pictured, &mut observed] {
            values.retain(|_, value| *value != 0.0);
        }
        checked.require(pictured == observed, Law::ObservationsArePictures, || {
            format!("{viewer:?} is shown {pictured:?}, and observes {observed:?}")
        })?;
    }
    check_unfinished(checked, &features)
}

/// Checks observations after the first action of moves with several actions.
fn check_unfinished<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    features: &[Feature],
) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    if checked.status.outcome().is_some() {
        return Ok(());
    }
    let (space, mut legal) = (game.action_space(), LegalActions::default());
    game.fill_actions(&space, position, moves, &mut legal);
    let first = legal.at(0).iter().filter(|(_, after)| matches!(after, AfterAction::Node(_)));
    for &(action, _) in first.take(UNFINISHED_MAX) {
        let unfinished = UnfinishedMove { position: *position, moves, made: &[action] };
        let viewer = Viewer::Arbiter;
        let (mut pictured, mut observed) = (Values::new(), Values::new());
        Feature::visit(
            &unfinished.diagram(*game, &space, viewer),
            &mut |square, feature, value| {
                if let Some(place) = feature.place_in(features) {
                    *pictured.entry((square.index(), place)).or_default() += value;
                }
            },
        );
        game.observe_unfinished(&space, &unfinished, viewer, &mut |square, place, value| {
            *observed.entry((square.index(), place)).or_default() += value;
        });
        for values in [&mut pictured, &mut observed] {
            values.retain(|_, value| *value != 0.0);
        }
        checked.require(pictured == observed, Law::ObservationsArePictures, || {
            format!("after {action:?}, {viewer:?} is shown {pictured:?}, and observes {observed:?}")
        })?;
    }
    Ok(())
}
