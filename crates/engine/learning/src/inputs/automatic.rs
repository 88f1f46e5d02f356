//! Inputs for any game, derived from its diagrams.

use board_engine::{Notation, Seat, Turn, Viewer};

use super::layout::{Layout, Parts};
use super::observed::Observed;
use super::text::WordValues;
use super::{INPUTS_MAX, LearningInputs, probe, symmetry};

/// Inputs for any two-player game, derived from its diagrams.
///
/// | inputs | one for each |
/// |---|---|
/// | the side to move | seat |
/// | a part on the board | square, owner and kind; further copies on a stack count up |
/// | parts in a zone | zone, owner and kind; further copies count up |
/// | the notation of the position | character in each short word that varies, such as castling rights |
///
/// A part's owner is the viewing seat or its opponent. If the game is unchanged by swapping the seats and turning the
/// board (half a turn, a flip or a transposition), the second seat sees the turned board. In other games each seat has
/// its own inputs. The kinds come from the pieces that users can set up and from a few random games. If a game's
/// [`observe`](Notation::observe) reports the same parts, its inputs are computed without diagrams.
#[derive(Debug)]
pub struct AutomaticInputs {
    layout: Layout,
    hash: u64,
    active_max: usize,
    observed: Option<Observed>,
    symmetries: Vec<Vec<u16>>,
}

impl AutomaticInputs {
    /// The inputs for this game. `None` if the game has more than [`INPUTS_MAX`] inputs, or doesn't have two seats.
    pub fn new<G: Notation>(game: &G) -> Option<Self> {
        if game.seats() != 2 {
            return None;
        }
        let (mut parts, mut words) = (Parts::default(), WordValues::default());
        for glyph in game.pieces_to_set_up() {
            parts.add_glyph(&glyph);
        }
        probe::each_position(game, &mut |position| {
            parts.add(&game.diagram(position, Viewer::Arbiter));
            words.add(&game.format_position(position), mover(game, position));
        });
        let start = game.diagram(&game.start(), Viewer::Arbiter);
        let turn = symmetry::of_sides(game, &start);
        let layout = Layout::new(&start, parts, words.words(), turn);
        if layout.count() > INPUTS_MAX {
            return None;
        }
        let mut most = 0;
        probe::each_position(game, &mut |position| {
            let mut active = 0;
            layout
                .each(&game.diagram(position, Viewer::Arbiter), Seat::FIRST, &mut |_| active += 1);
            most = most.max(active);
        });
        // Positions that were not visited may have a few more parts.
        let active_max = 1 + most + most / 2 + layout.words.active_max();
        let hash = layout.hash();
        // Words can name squares.
        let turns =
            if layout.words.is_empty() { symmetry::of_board(game, &start) } else { Vec::new() };
        let turned = |turn| layout.turned(start.geometry(), turn);
        let symmetries = turns.into_iter().filter_map(turned).collect();
        let observed = Observed::new(game, &layout);
        Some(Self { layout, hash, active_max, observed, symmetries })
    }
}

impl<G: Notation> LearningInputs<G> for AutomaticInputs {
    fn count(&self) -> usize {
        self.layout.count()
    }

    fn active_max(&self) -> usize {
        self.active_max
    }

    fn layout(&self) -> u64 {
        self.hash
    }

    fn symmetries(&self) -> &[Vec<u16>] {
        &self.symmetries
    }

    fn push(&self, game: &G, position: &G::Position, seat: Seat, inputs: &mut Vec<u16>) {
        let mover = mover(game, position);
        let mut push = |input: usize| inputs.extend(u16::try_from(input));
        push(mover.index().min(1));
        match &self.observed {
            Some(observed) => observed.each(game, position, seat, &mut push),
            None => self.layout.each(&game.diagram(position, Viewer::Arbiter), seat, &mut push),
        }
        if !self.layout.words.is_empty() {
            let first = self.layout.first_of_words();
            let text = game.format_position(position);
            self.layout.words.each(&text, mover, &mut |word| push(first + word));
        }
    }
}

/// The seat to act; the first seat at a chance turn, which suitable games don't have.
fn mover<G: Notation>(game: &G, position: &G::Position) -> Seat {
    match game.turn(position) {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

#[cfg(test)]
mod tests {
    use checkers::{AnyVariant, AnyVariantVisitor, VARIANTS, with_any_variant};

    use super::*;

    /// Drawing a diagram takes many times as long as evaluating its position.
    fn check<G: Notation>(name: &str, game: &G) {
        let inputs = AutomaticInputs::new(game).unwrap();
        assert!(inputs.observed.is_some(), "{name}: every evaluation draws a diagram");
    }

    struct Check;

    impl AnyVariantVisitor for Check {
        type Output = ();

        fn visit<W: board_engine::Word>(self, game: AnyVariant<W>) {
            check(game.rules().name, &game);
        }
    }

    #[test]
    fn no_evaluation_draws_a_diagram() {
        check("tic-tac-toe", &tic_tac_toe::TicTacToe::default());
        check("connect-four", &connect_four::ConnectFour::default());
        check("othello", &othello::Othello::default());
        check("hex", &hex_game::Hex::default());
        check("breakthrough", &breakthrough::Breakthrough::default());
        check("chess", &chess::Chess::default());
        for variant in VARIANTS {
            with_any_variant(variant.name, Check).unwrap();
        }
    }
}
