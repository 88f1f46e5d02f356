//! A variant of which the static type is erased.
//!
//! What is not hot is compiled for [`AnyVariant`] once for each size of a board's word, and not for each variant. It calls the
//! rules through a table of functions. The tables are made in this crate alone, so that no other one compiles generator and
//! notation for all variants again.

use std::fmt;
use std::marker::PhantomData;

use board_engine::{
    Board, Deterministic, Diagram, Game, Glyph, Notation, NotationError, Outcome,
    PerfectInformation, Repetition, Seat, Square, Status, Turn, Viewer, Word, ZeroSum,
};

use crate::game::Checkers;
use crate::hub;
use crate::moves::Move;
use crate::names::Naming;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;

/// The rules of some variant whose board has this word, and what else belongs to it: see [`with`](AnyVariant::with).
#[derive(Clone, Copy)]
pub struct AnyVariant<W: Word, T = ()> {
    of: &'static dyn OfVariant<W>,
    own: T,
}

impl<W: Word, T> fmt::Debug for AnyVariant<W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyVariant({})", self.rules().name)
    }
}

impl<W: Word> AnyVariant<W> {
    /// The rules of `V`. Whoever calls this compiles them for the table.
    pub(crate) const fn of<V: Variant<Word = W>>() -> Self {
        Self { of: &Of::<V>(PhantomData), own: () }
    }

    /// The same with something that belongs to the variant.
    pub fn with<T>(self, own: T) -> AnyVariant<W, T> {
        AnyVariant { of: self.of, own }
    }
}

impl<W: Word, T> AnyVariant<W, T> {
    /// What belongs to it: see [`with`](AnyVariant::with).
    pub const fn own(&self) -> &T {
        &self.own
    }

    /// What the variant's type has as a constant.
    pub fn rules(&self) -> &'static Rules {
        self.of.rules()
    }

    /// See [`Checkers::renamed_move`].
    pub fn renamed_move(&self, text: &str, naming: Naming) -> String {
        self.of.renamed_move(text, naming)
    }

    /// See [`Checkers::parse_renamed_position`].
    ///
    /// # Errors
    /// [`NotationError`] as of [`parse_position`](Notation::parse_position).
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
    /// [`NotationError`] as of that.
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
    /// [`NotationError`] as of that.
    pub fn parse_hub_move(
        &self,
        position: &Position<W>,
        text: &str,
    ) -> Result<Move<W>, NotationError> {
        self.of.parse_hub_move(position, text)
    }
}

/// What the table of functions is made for.
struct Of<V>(PhantomData<V>);

/// Declares the table of the rules of a variant, fills it for each variant, and calls through it for any.
macro_rules! rules_by_table {
    ($($trait:ident { $($own:tt)* } {
        $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
    })*) => {
        /// The rules of a variant: what the methods of the same names do.
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
    } {
        fn start() -> Position<W>;
        fn turn(position: &Position<W>) -> Turn;
        fn legal_moves(position: &Position<W>, moves: &mut Vec<Move<W>>) -> Status;
        fn status(position: &Position<W>, scratch: &mut Vec<Move<W>>) -> Status;
        fn count_moves(position: &Position<W>, scratch: &mut Vec<Move<W>>) -> u64;
        fn count_replies(
            position: &Position<W>,
            moves: &mut Vec<Move<W>>,
            scratch: &mut Vec<Move<W>>
        ) -> u64;
        fn play(position: &mut Position<W>, mv: Move<W>);
        fn key(position: &Position<W>) -> u64;
        fn counters_key(position: &Position<W>) -> u64;
        fn irreversible(position: &Position<W>, mv: Move<W>) -> bool;
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
        fn with_colors_reversed(position: &Position<W>) -> Option<Position<W>>;
        fn material_key(position: &Position<W>) -> Option<u64>;
        fn diagram(position: &Position<W>, viewer: Viewer) -> Diagram;
    }
}

impl<W: Word, T: Send + Sync + 'static> ZeroSum for AnyVariant<W, T> {}
impl<W: Word, T: Send + Sync + 'static> Deterministic for AnyVariant<W, T> {}
impl<W: Word, T: Send + Sync + 'static> PerfectInformation for AnyVariant<W, T> {}

/// What else a variant has: what the methods and functions of [`AnyVariant`] refer to.
trait OfVariant<W: Word>: RulesOf<W> {
    fn rules(&self) -> &'static Rules;

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
