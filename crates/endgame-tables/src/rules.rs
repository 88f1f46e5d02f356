//! Which variants have tables, and by which rules they were made.

use std::fmt::Write;

use checkers::Variant;
use checkers::rules::{Goal, KingRun, Precedence, Rules, Settled};

use crate::code::Aim;

/// Why a variant has no tables; `None` if it has.
pub const fn unsupported<V: Variant>() -> Option<&'static str> {
    unsupported_by(&V::RULES)
}

/// The same for a variant with these rules.
pub(crate) const fn unsupported_by(rules: &Rules) -> Option<&'static str> {
    if matches!(rules.draws.king_run, KingRun::Three) {
        return Some(
            "a king that has moved three times must rest, so that what can be played depends on the moves before, \
             which no table of positions knows",
        );
    }
    if matches!(rules.goal, Goal::MorePieces) {
        return Some("a side without a move passes, so that the sides don't take turns");
    }
    if matches!(rules.precedence, Precedence::Optional) {
        return Some("captures are optional");
    }
    None
}

/// Who wins without a move.
pub(crate) const fn aim<V: Variant>() -> Aim {
    if matches!(V::RULES.goal, Goal::NoMove) { Aim::NoMove } else { Aim::LastMove }
}

/// A text of everything in the rules that a value depends on. A table that was made by other rules has another one.
pub(crate) fn fingerprint(rules: &Rules) -> String {
    let board = rules.board;
    let settled = match rules.draws.settled {
        Settled::Nothing => "nothing",
        Settled::OnePieceEach(_) => "one piece each",
    };
    let mut text = format!("{}x{} {:?}", board.width, board.height, board.squares);
    let _infallible = write!(
        text,
        ", {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, settled {settled}",
        rules.lines,
        rules.men_capture,
        rules.men_take,
        rules.kings,
        rules.precedence,
        rules.taken,
        rules.promotion,
        rules.goal,
    );
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use checkers::{VARIANTS, VariantVisitor, with_variant};

    use super::*;

    struct Supported;

    impl VariantVisitor for Supported {
        type Output = Option<String>;

        fn visit<V: Variant>(self) -> Self::Output {
            unsupported::<V>().is_none().then(|| fingerprint(&V::RULES))
        }
    }

    #[test]
    fn all_variants_have_tables_but_those_with_rules_that_no_table_can_hold() {
        let made = |name| with_variant(name, Supported).flatten();
        let without: Vec<&str> =
            VARIANTS.iter().map(|info| info.name).filter(|name| made(name).is_none()).collect();
        assert_eq!(without, ["frisian", "frysk", "parlour", "parlour-free"]);
        let texts: Vec<String> = VARIANTS.iter().filter_map(|info| made(info.name)).collect();
        let different: BTreeSet<&String> = texts.iter().collect();
        // International on 8×8 is Brazilian with other draws.
        assert_eq!(different.len(), texts.len() - 1, "{texts:#?}");
    }
}
