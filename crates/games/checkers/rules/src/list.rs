//! Lists the variants, and finds them by name.

use std::any::Any;
use std::marker::PhantomData;

use board_engine::{Color, Word};

use crate::any_variant::AnyVariant;
use crate::rules::Rules;
use crate::variant::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, Frysk, International,
    InternationalOn, Italian, Killer, Losing, Parlour, ParlourFree, Pool, Russian, Spanish, Thai,
    Turkish, Variant,
};

/// An operation on a variant selected by name. [`visit`](Self::visit) is called with the static type.
pub trait VariantVisitor {
    /// The type of the result.
    type Output;

    /// Performs the operation with this variant.
    fn visit<V: Variant>(self) -> Self::Output;
}

/// Facts about a variant for a game list.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct VariantInfo {
    /// The name for [`with_variant`].
    pub name: &'static str,
    /// A description in one line.
    pub description: &'static str,
    /// The federation's rule book.
    pub rule_book: &'static str,
    /// The number of columns and rows.
    pub board: (u8, u8),
    /// The color that moves first.
    pub starts: Color,
    /// The PDN game number, if it has one.
    pub game_type: Option<u16>,
}

impl VariantInfo {
    const fn of(rules: &Rules) -> Self {
        Self {
            name: rules.name,
            description: rules.description,
            rule_book: rules.rule_book,
            board: (rules.board.width, rules.board.height),
            starts: rules.starts,
            game_type: rules.style.game_type,
        }
    }
}

/// An operation on a variant selected by name. [`visit`](Self::visit) is called with the variant's rules.
pub trait AnyVariantVisitor {
    /// The type of the result.
    type Output;

    /// Performs the operation with this variant.
    fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output;
}

/// Calls the visitor with the rules of the variant with this name; `None` if there is none.
pub fn with_any_variant<T: AnyVariantVisitor>(name: &str, visitor: T) -> Option<T::Output> {
    Some(match any_variant(name)? {
        OfAnyWord::U64(game) => visitor.visit(game),
        OfAnyWord::U128(game) => visitor.visit(game),
    })
}

impl<W: Word> AnyVariant<W> {
    /// The rules of the variant with this name; `None` if no variant with this word type has the name.
    pub fn named(name: &str) -> Option<Self> {
        with_any_variant(name, WithWord::<W>(PhantomData)).flatten()
    }
}

/// Visits variants with this word type.
struct WithWord<W>(PhantomData<W>);

impl<W: Word> AnyVariantVisitor for WithWord<W> {
    type Output = Option<AnyVariant<W>>;

    fn visit<X: Word>(self, game: AnyVariant<X>) -> Self::Output {
        let game: &dyn Any = &game;
        game.downcast_ref::<AnyVariant<W>>().copied()
    }
}

/// A variant's rules, by its word type.
pub(crate) enum OfAnyWord {
    U64(AnyVariant<u64>),
    U128(AnyVariant<u128>),
}

impl From<AnyVariant<u64>> for OfAnyWord {
    fn from(game: AnyVariant<u64>) -> Self {
        Self::U64(game)
    }
}

impl From<AnyVariant<u128>> for OfAnyWord {
    fn from(game: AnyVariant<u128>) -> Self {
        Self::U128(game)
    }
}

/// Generates the list, and the functions that map a name to its type and to its rules.
macro_rules! variants {
    ($($variant:ty),* $(,)?) => {
        /// All named variants, best known first.
        pub const VARIANTS: &[VariantInfo] = &[$(VariantInfo::of(&<$variant as Variant>::RULES)),*];

        /// Calls the visitor with the variant with this name; `None` if there is none.
        pub fn with_variant<T: VariantVisitor>(name: &str, visitor: T) -> Option<T::Output> {
            $(if name == const { <$variant as Variant>::RULES.name } {
                return Some(visitor.visit::<$variant>());
            })*
            None
        }

        /// The rules of the variant with this name. This function is not inlined, because other crates would then
        /// compile it together with the rules of all variants.
        #[inline(never)]
        pub(crate) fn any_variant(name: &str) -> Option<OfAnyWord> {
            $(if name == const { <$variant as Variant>::RULES.name } {
                return Some(OfAnyWord::from(AnyVariant::of::<$variant>()));
            })*
            None
        }
    };
}

variants![
    English,
    International,
    Brazilian,
    Canadian,
    Russian,
    Pool,
    Italian,
    Spanish,
    Czech,
    Thai,
    Turkish,
    Frisian,
    Frysk,
    Killer,
    Breakthrough,
    Losing,
    Parlour,
    ParlourFree,
    InternationalOn<u64, 6, 2>,
    InternationalOn<u64, 8, 3>,
    InternationalOn<u128, 14, 6>,
];
