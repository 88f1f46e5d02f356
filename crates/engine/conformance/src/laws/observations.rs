//! Laws for observations: positions as numbers.

use std::collections::BTreeMap;

use board_engine::{Feature, Notation, Seat, Viewer};

use crate::violation::CheckedPosition;
use crate::{Law, Violation};

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
    Ok(())
}
