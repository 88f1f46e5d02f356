//! Inputs for games that report their parts without a diagram.

use board_engine::{Diagram, Feature, Notation, Seat, Square, Viewer, Zone};

use super::layout::{COUNTER, Layout};
use super::probe;

/// The inputs for each feature on each square, for games where [`Notation::observe`] reports all parts.
#[derive(Debug)]
pub(super) struct Observed {
    squares: usize,
    /// The inputs in each seat's view, by feature and square.
    inputs: [Vec<Inputs>; 2],
}

/// The inputs for a feature on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inputs {
    /// The layout has no such part.
    None,
    Piece(u16),
    /// As many inputs as the counter shows, up to `most`.
    Counter {
        first: u16,
        most: u16,
    },
}

impl Observed {
    /// Maps the features to inputs. Returns `None` if the features differ from the diagram's parts in some position
    /// from a few random games.
    pub(super) fn new<G: Notation>(game: &G, layout: &Layout) -> Option<Self> {
        let start = game.diagram(&game.start(), Viewer::Arbiter);
        let squares = start.squares().len();
        let features = game.features();
        let inputs = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let of_feature = |feature: &Feature| {
                let (feature, start) = (*feature, &start);
                (0..squares).map(move |square| {
                    let inputs = of_feature(layout, start, feature, Square::new(square), seat);
                    inputs.unwrap_or(Inputs::None)
                })
            };
            features.iter().flat_map(of_feature).collect()
        });
        let observed = Self { squares, inputs };
        let mut is_equal = true;
        probe::each_position(game, &mut |position| {
            let diagram = game.diagram(position, Viewer::Arbiter);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let (mut fast, mut slow) = (Vec::new(), Vec::new());
                observed.each(game, position, seat, &mut |input| fast.push(input));
                layout.each(&diagram, seat, &mut |input| slow.push(input));
                fast.sort_unstable();
                slow.sort_unstable();
                is_equal &= fast == slow;
            }
        });
        is_equal.then_some(observed)
    }

    /// Calls `add` with the inputs for a position in `seat`'s view.
    #[inline]
    pub(super) fn each<G: Notation>(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        add: &mut dyn FnMut(usize),
    ) {
        let inputs = &self.inputs[seat.index().min(1)];
        game.observe(position, Viewer::Arbiter, &mut |square, feature, value| match inputs
            .get(feature * self.squares + square.index())
        {
            None | Some(Inputs::None) => {}
            Some(&Inputs::Piece(input)) => add(input.into()),
            Some(&Inputs::Counter { first, most }) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a counter shows a whole number that is not negative"
                )]
                let value = (value as u32).min(most.into());
                (0..value).for_each(|level| add(usize::from(first) + level as usize));
            }
        });
    }
}

/// The inputs for a feature on a square; `None` if the layout has no such part.
fn of_feature(
    layout: &Layout,
    start: &Diagram,
    feature: Feature,
    square: Square,
    seat: Seat,
) -> Option<Inputs> {
    match feature {
        Feature::Piece { owner, role } => {
            let inputs = layout.inputs(square, role, Some(owner), seat)?;
            u16::try_from(inputs.first).ok().map(Inputs::Piece)
        }
        Feature::Counter => {
            let zone = start.zones().iter().find(|zone| zone.squares().any(|it| it == square));
            let owner = zone.and_then(Zone::owner);
            let inputs = layout.inputs(square, COUNTER, owner, seat)?;
            let (first, most) = (inputs.first.try_into().ok()?, inputs.copies.try_into().ok()?);
            Some(Inputs::Counter { first, most })
        }
        _ => None,
    }
}
