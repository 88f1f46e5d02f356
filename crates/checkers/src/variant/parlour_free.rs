//! The same house rules without compulsory captures.

use crate::rules::{Precedence, Rules};
use crate::variant::{Parlour, Variant};

/// [`Parlour`], but captures are optional.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParlourFree;

impl Variant for ParlourFree {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "parlour-free",
        description: "House rules: as parlour, but captures are optional",
        precedence: Precedence::Optional,
        ..Parlour::RULES
    };
}
