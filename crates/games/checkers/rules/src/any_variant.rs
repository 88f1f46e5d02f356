//! A variant with its static type erased.
//!
//! Code for [`AnyVariant`] is compiled once per word size instead of once per variant. That code calls the rules
//! through a function table. A few facts about the variant are data, so the cheapest rules need no call. Only this
//! crate builds the tables, so other crates don't compile the generator and the notation for all variants again.

use std::fmt;
use std::marker::PhantomData;

use board_engine::{
    Action, ActionSpace, Bitboard, Board, Color, Deterministic, Diagram, Feature, Game, Glyph,
    Notation, NotationError, Outcome, PerfectInformation, Repetition, Seat, Square, Status, Steps,
    Turn, Viewer, Word, ZeroSum,
};

use crate::game::{self, Checkers};
use crate::hub;
use crate::layout::Layout;
use crate::names::Naming;
use crate::position::{Move, Position};
use crate::rules::{MoveLines, Promotion, Rules};
use crate::variant::Variant;

/// The rules of a variant with this word type, with attached data: see [`with`](AnyVariant::with).
#[derive(Clone, Copy)]
pub struct AnyVariant<W: Word, T = ()> {
    of: &'static dyn OfVariant<W>,
    facts: &'static VariantFacts,
    own: T,
}

/// The facts about a variant that the cheapest rules need.
struct VariantFacts {
    /// The color that moves first.
    starts: Color,
    /// For each color, its crowning row.
    crown: [u128; 2],
    /// For each color, the row on which a captured man crowns the capturing man; empty if only the end of a move
    /// crowns.
    crowning_capture: [u128; 2],
    /// Whether men step sideways.
    is_straight: bool,
}

impl VariantFacts {
    const fn of<V: Variant>() -> Self {
        Self {
            starts: V::RULES.starts,
            crown: Layout::<V>::CROWN,
            crowning_capture: if matches!(V::RULES.promotion, Promotion::AtOnce) {
                Layout::<V>::BEFORE_CROWN
            } else {
                [0; 2]
            },
            is_straight: matches!(V::RULES.lines, MoveLines::Straight),
        }
    }
}

impl<W: Word, T> fmt::Debug for AnyVariant<W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyVariant({})", self.rules().name)
    }
}

impl<W: Word> AnyVariant<W> {
    /// The rules of `V`. Each call compiles these rules for the function table.
    pub(crate) const fn of<V: Variant<Word = W>>() -> Self {
        let facts = const { &VariantFacts::of::<V>() };
        Self { of: &Of::<V>(PhantomData), facts, own: () }
    }

    /// The same rules with attached data that belongs to the variant.
    pub fn with<T>(self, own: T) -> AnyVariant<W, T> {
        AnyVariant { of: self.of, facts: self.facts, own }
    }
}

impl<W: Word, T> AnyVariant<W, T> {
    /// The attached data: see [`with`](AnyVariant::with).
    pub const fn own(&self) -> &T {
        &self.own
    }

    /// The variant's rules.
    pub fn rules(&self) -> &'static Rules {
        self.of.rules()
    }

    /// This color's crowning row.
    #[inline]
    pub fn crown(&self, color: Color) -> Bitboard<W> {
        Bitboard(W::truncated(self.facts.crown[color.index()]))
    }

    /// Returns `true` if the man of `color` that makes `mv` becomes a king.
    #[inline]
    fn crowns(&self, color: Color, mv: Move<W>) -> bool {
        let crowning = Bitboard(W::truncated(self.facts.crowning_capture[color.index()]));
        self.crown(color).contains(mv.to()) || mv.taken().meets(crowning)
    }

    /// See [`Checkers::can_capture`].
    pub fn can_capture(&self, position: &Position<W>) -> bool {
        self.of.can_capture(position)
    }

    /// See [`Checkers::renamed_move`].
    pub fn renamed_move(&self, text: &str, naming: Naming) -> String {
        self.of.renamed_move(text, naming)
    }

    /// See [`Checkers::parse_renamed_position`].
    ///
    /// # Errors
    /// [`NotationError`] as for [`parse_position`](Notation::parse_position).
    pub fn parse_renamed_position(
        &self,
        text: &str,
        naming: Naming,
    ) -> Result<Position<W>, NotationError> {
        self.of.parse_renamed_position(text, naming)
    }

    /// See [`hub::format_position`].
    pub fn format_hub_position(&self, position: &Position<W>) -> String {
        self.of.format_hub_position(position)
    }

    /// See [`hub::parse_position`].
    ///
    /// # Errors
    /// [`NotationError`] as for [`hub::parse_position`].
    pub fn parse_hub_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        self.of.parse_hub_position(text)
    }

    /// See [`hub::format_move`].
    pub fn format_hub_move(&self, mv: Move<W>) -> String {
        self.of.format_hub_move(mv)
    }

    /// See [`hub::parse_move`].
    ///
    /// # Errors
    /// [`NotationError`] as for [`hub::parse_move`].
    pub fn parse_hub_move(
        &self,
        position: &Position<W>,
        text: &str,
    ) -> Result<Move<W>, NotationError> {
        self.of.parse_hub_move(position, text)
    }
}

/// The type for which a function table is built.
struct Of<V>(PhantomData<V>);

/// Declares the function table for a variant's rules, fills the table for each variant, and calls through it for any
/// variant.
macro_rules! rules_by_table {
    ($($trait:ident { $($own:tt)* } {
        $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
    })*) => {
        /// The rules of a variant: the methods with the same names.
        trait RulesOf<W: Word>: Send + Sync {
            $($(fn $name(&self, $($argument: $type),*) $(-> $result)?;)*)*
        }

        impl<V: Variant<Word = W>, W: Word> RulesOf<W> for Of<V> {
            $($(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                $trait::$name(&Checkers::<V>::new(), $($argument),*)
            })*)*
        }

        $(impl<W: Word, T: Send + Sync + 'static> $trait for AnyVariant<W, T> {
            $($own)*
            $(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                self.of.$name($($argument),*)
            })*
        })*
    };
}

rules_by_table! {
    Game {
        type Position = Position<W>;
        type Move = Move<W>;

        fn seats(&self) -> usize {
            2
        }

        #[inline]
        fn turn(&self, position: &Position<W>) -> Turn {
            Turn::Seat(if position.turn() == self.facts.starts { Seat::FIRST } else { Seat::SECOND })
        }

        #[inline]
        fn play(&self, position: &mut Position<W>, mv: Move<W>) {
            let color = position.turn();
            if !position.kings.is_empty() || self.crowns(color, mv) || mv.is_pass() {
                return self.of.play(position, mv);
            }
            game::play_man(position, color, mv);
        }

        #[inline]
        fn key(&self, position: &Position<W>) -> u64 {
            game::key(position)
        }

        #[inline]
        fn counters_key(&self, position: &Position<W>) -> u64 {
            if position.kings.is_empty() { 0 } else { self.of.counters_key(position) }
        }

        #[inline]
        fn irreversible(&self, position: &Position<W>, mv: Move<W>) -> bool {
            game::is_irreversible(position, mv, self.facts.is_straight)
        }
    } {
        fn start() -> Position<W>;
        fn legal_moves(position: &Position<W>, moves: &mut Vec<Move<W>>) -> Status;
        fn status(position: &Position<W>, scratch: &mut Vec<Move<W>>) -> Status;
        fn count_moves(position: &Position<W>, scratch: &mut Vec<Move<W>>) -> u64;
        fn count_replies(
            position: &Position<W>,
            moves: &mut Vec<Move<W>>,
            scratch: &mut Vec<Move<W>>
        ) -> u64;
        fn repetition() -> Repetition;
    }

    Notation {} {
        fn seat_name(seat: Seat) -> String;
        fn format_move(position: &Position<W>, mv: Move<W>) -> String;
        fn push_move(position: &Position<W>, mv: Move<W>, text: &mut String);
        fn push_move_among(
            position: &Position<W>,
            moves: &[Move<W>],
            mv: Move<W>,
            text: &mut String
        );
        fn parse_move(position: &Position<W>, text: &str) -> Result<Move<W>, NotationError>;
        fn parse_move_among(
            position: &Position<W>,
            moves: &[Move<W>],
            text: &str
        ) -> Result<Move<W>, NotationError>;
        fn format_position(position: &Position<W>) -> String;
        fn parse_position(text: &str) -> Result<Position<W>, NotationError>;
        fn pieces_to_set_up() -> Vec<Glyph>;
        fn format_set_up(board: &Board<usize>, mover: Seat) -> String;
        fn describe_outcome(position: &Position<W>, outcome: &Outcome) -> String;
        fn route(position: &Position<W>, mv: Move<W>) -> Vec<Square>;
        fn steps(position: &Position<W>, moves: &[Move<W>]) -> Steps;
        fn action_space() -> ActionSpace;
        fn action(space: &ActionSpace, position: &Position<W>, mv: Move<W>) -> Option<Action>;
        fn features() -> Vec<Feature>;
        fn observe(
            position: &Position<W>,
            viewer: Viewer,
            see: &mut dyn FnMut(Square, usize, f32)
        );
        fn with_colors_reversed(position: &Position<W>) -> Option<Position<W>>;
        fn material_key(position: &Position<W>) -> Option<u64>;
        fn diagram(position: &Position<W>, viewer: Viewer) -> Diagram;
        fn rules_summary() -> String;
    }
}

impl<W: Word, T: Send + Sync + 'static> ZeroSum for AnyVariant<W, T> {}
impl<W: Word, T: Send + Sync + 'static> Deterministic for AnyVariant<W, T> {}
impl<W: Word, T: Send + Sync + 'static> PerfectInformation for AnyVariant<W, T> {}

/// The variant functions that [`AnyVariant`] calls.
trait OfVariant<W: Word>: RulesOf<W> {
    fn rules(&self) -> &'static Rules;

    fn play(&self, position: &mut Position<W>, mv: Move<W>);

    fn counters_key(&self, position: &Position<W>) -> u64;

    fn can_capture(&self, position: &Position<W>) -> bool;

    fn renamed_move(&self, text: &str, naming: Naming) -> String;

    fn parse_renamed_position(
        &self,
        text: &str,
        naming: Naming,
    ) -> Result<Position<W>, NotationError>;

    fn format_hub_position(&self, position: &Position<W>) -> String;

    fn parse_hub_position(&self, text: &str) -> Result<Position<W>, NotationError>;

    fn format_hub_move(&self, mv: Move<W>) -> String;

    fn parse_hub_move(&self, position: &Position<W>, text: &str) -> Result<Move<W>, NotationError>;
}

impl<V: Variant<Word = W>, W: Word> OfVariant<W> for Of<V> {
    fn rules(&self) -> &'static Rules {
        const { &V::RULES }
    }

    fn play(&self, position: &mut Position<W>, mv: Move<W>) {
        Checkers::<V>::new().play(position, mv);
    }

    fn counters_key(&self, position: &Position<W>) -> u64 {
        Checkers::<V>::new().counters_key(position)
    }

    fn can_capture(&self, position: &Position<W>) -> bool {
        Checkers::<V>::can_capture(position)
    }

    fn renamed_move(&self, text: &str, naming: Naming) -> String {
        Checkers::<V>::new().renamed_move(text, naming)
    }

    fn parse_renamed_position(
        &self,
        text: &str,
        naming: Naming,
    ) -> Result<Position<W>, NotationError> {
        Checkers::<V>::new().parse_renamed_position(text, naming)
    }

    fn format_hub_position(&self, position: &Position<W>) -> String {
        hub::format_position::<V>(position)
    }

    fn parse_hub_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        hub::parse_position::<V>(text)
    }

    fn format_hub_move(&self, mv: Move<W>) -> String {
        hub::format_move::<V>(mv)
    }

    fn parse_hub_move(&self, position: &Position<W>, text: &str) -> Result<Move<W>, NotationError> {
        hub::parse_move::<V>(position, text)
    }
}
