//! The inputs of games that report their parts without a diagram.

use board_engine::{Feature, Notation, Seat, Square, Viewer};

use super::layout::Layout;
use super::probe;

/// No input: the layout has no such part.
const NONE: u16 = u16::MAX;

/// The input of each feature on each square, for games in which [`Notation::observe`] reports all parts.
#[derive(Debug)]
pub(super) struct Observed {
    squares: usize,
    /// The inputs in each seat's view, by feature and square.
    inputs: [Vec<u16>; 2],
}

impl Observed {
    /// `None` if the features differ from the parts of the diagram in some position of a few random games.
    pub(super) fn new<G: Notation>(game: &G, layout: &Layout) -> Option<Self> {
        let squares = game.diagram(&game.start(), Viewer::Arbiter).squares().len();
        let features = game.features();
        let inputs = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let of_feature = |feature: &Feature| {
                let feature = *feature;
                (0..squares).map(move |square| match feature {
                    Feature::Piece { owner, role } => {
                        let input = layout.input(Square::new(square), role, Some(owner), seat);
                        input.and_then(|input| u16::try_from(input).ok()).unwrap_or(NONE)
                    }
                    _ => NONE,
                })
            };
            features.iter().flat_map(of_feature).collect()
        });
        let observed = Self { squares, inputs };
        let mut is_equal = true;
        probe::each_position(game, |position| {
            let diagram = game.diagram(position, Viewer::Arbiter);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let (mut fast, mut slow) = (Vec::new(), Vec::new());
                observed.each(game, position, seat, &mut |input| fast.push(input));
                layout.each(&diagram, seat, |input| slow.push(input));
                fast.sort_unstable();
                slow.sort_unstable();
                is_equal &= fast == slow;
            }
        });
        is_equal.then_some(observed)
    }

    /// Calls `add` with the inputs of a position in the view of `seat`.
    #[inline]
    pub(super) fn each<G: Notation>(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        add: &mut dyn FnMut(usize),
    ) {
        let inputs = &self.inputs[seat.index().min(1)];
        game.observe(position, Viewer::Arbiter, &mut |square, feature, _| match inputs
            .get(feature * self.squares + square.index())
        {
            Some(&NONE) | None => {}
            Some(&input) => add(input.into()),
        });
    }
}
