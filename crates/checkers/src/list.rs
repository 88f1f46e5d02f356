//! The variants by name.

use board_engine::Color;

use crate::rules::Rules;
use crate::variant::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, Frysk, International,
    InternationalOn, Italian, Killer, Losing, Parlour, ParlourFree, Pool, Russian, Spanish, Thai,
    Turkish, Variant,
};

/// Something to do with a variant that is known by name: [`visit`](Self::visit) is called with the static type.
pub trait VariantVisitor {
    /// What comes out.
    type Output;

    /// Does it with this variant.
    fn visit<V: Variant>(self) -> Self::Output;
}

/// The facts about a variant that a list of games shows.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct VariantInfo {
    /// The name that [`with_variant`] knows it by.
    pub name: &'static str,
    /// A description in one line.
    pub description: &'static str,
    /// The federation's book that its rules follow.
    pub rule_book: &'static str,
    /// The number of columns and of rows.
    pub board: (u8, u8),
    /// The color that moves first.
    pub starts: Color,
    /// The number of the game in PDN, where it has one.
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

/// Makes the list and the one match from a name to a type.
macro_rules! variants {
    ($($variant:ty),* $(,)?) => {
        /// Every variant that has a name, best known first.
        pub const VARIANTS: &[VariantInfo] = &[$(VariantInfo::of(&<$variant as Variant>::RULES)),*];

        /// Calls the visitor with the variant of this name; `None` if there is none.
        pub fn with_variant<T: VariantVisitor>(name: &str, visitor: T) -> Option<T::Output> {
            $(if name == const { <$variant as Variant>::RULES.name } {
                return Some(visitor.visit::<$variant>());
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
