//! The variants that have tables, and the properties of a variant on which tables depend.

use std::fmt::Write;

use checkers::rules::{Goal, KingRun, Precedence, Rules, Settled};
use checkers::{AnyVariant, Layout, Variant};
use tablebase::{PIECES_MAX, TableValue};

/// The reason why a variant has no tables; `None` if it has tables.
pub const fn unsupported<V: Variant>() -> Option<&'static str> {
    unsupported_by(&V::RULES)
}

/// The reason why a variant with these rules has no tables; `None` if it has tables.
pub(crate) const fn unsupported_by(rules: &Rules) -> Option<&'static str> {
    if matches!(rules.draws.king_run, KingRun::Three) {
        return Some(
            "a king that has moved three times must rest, so legal moves depend on the history of a position",
        );
    }
    if matches!(rules.goal, Goal::MorePieces) {
        return Some("a side without a move passes, so the sides don't alternate");
    }
    if matches!(rules.precedence, Precedence::Optional) {
        return Some("captures are optional");
    }
    None
}

/// A variant's rules for code that is compiled once for all variants.
pub(crate) fn any_variant<V: Variant>() -> AnyVariant<V::Word> {
    AnyVariant::named(V::RULES.name).expect("a game with tables is on the list of variants")
}

/// The winner if a side has no legal move.
pub(crate) const fn aim<V: Variant>() -> Aim {
    if matches!(V::RULES.goal, Goal::NoMove) { Aim::NoMove } else { Aim::LastMove }
}

/// A string with everything in the rules that affects values. Tables built under other rules have a different string.
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

/// The variant properties on which tables depend, besides the moves. Code that needs only these properties takes them
/// as a value and is compiled once for all variants.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) rules: &'static Rules,
    /// The winner if a side has no legal move.
    pub(crate) aim: Aim,
    /// The number of squares.
    pub(crate) squares: usize,
    /// The number of squares in a row, and therefore in the promotion row.
    pub(crate) row_squares: usize,
    /// The number of rows.
    pub(crate) height: usize,
    /// Maximum number of pieces on a side.
    side_max: u32,
}

impl Facts {
    /// The properties of `V`.
    pub(crate) const fn of<V: Variant>() -> &'static Self {
        const {
            &Self {
                name: V::RULES.name,
                rules: &V::RULES,
                aim: aim::<V>(),
                squares: Layout::<V>::SQUARE_COUNT,
                row_squares: Layout::<V>::ROW_SQUARES,
                height: Layout::<V>::HEIGHT as usize,
                side_max: Layout::<V>::PIECES_MAX,
            }
        }
    }

    /// The number of squares that a side's men can occupy.
    pub(crate) const fn squares_of_men(&self) -> usize {
        self.squares - self.row_squares
    }

    /// Maximum number of pieces per side in a table.
    pub(crate) fn side_max(&self) -> u8 {
        u8::try_from(self.side_max).unwrap_or(u8::MAX)
    }

    /// Maximum number of kings per side in a table.
    pub(crate) const fn kings_max(&self) -> u8 {
        if matches!(self.rules.goal, Goal::FirstKing) { 0 } else { PIECES_MAX }
    }
}

/// A value as one number: 0 for a draw, otherwise the plies to the end plus one. The sides
/// alternate, so the parity of the plies identifies the winner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Code(pub(crate) u16);

/// The winner if the side to move has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The other side wins: an even number of plies is a loss.
    LastMove,
    /// The side to move wins: an even number of plies is a win.
    NoMove,
}

impl Code {
    pub(crate) const DRAW: Self = Self(0);
    /// Maximum number of plies that a code can store.
    pub(crate) const PLIES_MAX: u16 = 0x3FF0;

    pub(crate) const fn of_plies(plies: u16) -> Self {
        Self(plies + 1)
    }

    /// The plies to the end; `None` for a draw.
    pub(crate) const fn plies(self) -> Option<u16> {
        self.0.checked_sub(1)
    }

    /// Returns `true` if the side to move wins.
    pub(crate) const fn wins(self, aim: Aim) -> bool {
        match self.plies() {
            Some(plies) => (plies % 2 == 1) == matches!(aim, Aim::LastMove),
            None => false,
        }
    }

    pub(crate) const fn loses(self, aim: Aim) -> bool {
        self.0 > 0 && !self.wins(aim)
    }

    /// The code for a value. A value without a distance gets the smallest code with its parity.
    pub(crate) fn of_value(value: TableValue, aim: Aim) -> Self {
        let least = |wins: bool| u16::from(wins == matches!(aim, Aim::LastMove));
        match value {
            TableValue::Win(plies) => Self::of_plies(plies.unwrap_or_else(|| least(true))),
            TableValue::Draw => Self::DRAW,
            TableValue::Loss(plies) => Self::of_plies(plies.unwrap_or_else(|| least(false))),
        }
    }

    pub(crate) const fn value(self, aim: Aim) -> TableValue {
        match self.plies() {
            None => TableValue::Draw,
            plies if self.wins(aim) => TableValue::Win(plies),
            plies => TableValue::Loss(plies),
        }
    }
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
    fn all_variants_have_tables_unless_their_rules_preclude_tables() {
        let made = |name| with_variant(name, Supported).flatten();
        let without: Vec<&str> =
            VARIANTS.iter().map(|info| info.name).filter(|name| made(name).is_none()).collect();
        assert_eq!(without, ["frisian", "frysk", "parlour", "parlour-free"]);
        let texts: Vec<String> = VARIANTS.iter().filter_map(|info| made(info.name)).collect();
        let different: BTreeSet<&String> = texts.iter().collect();
        // International draughts on 8×8 is Brazilian draughts with other draw rules.
        assert_eq!(different.len(), texts.len() - 1, "{texts:#?}");
    }
}
