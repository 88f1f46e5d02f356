//! A value in one number.

use tablebase::TableValue;

/// A value in one number: 0 for a draw, or the plies to the end and one. Both sides move in turn, so that the parity of the
/// plies says who wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Code(pub(crate) u16);

/// Who wins where the side to move has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The other side: an even number of plies is a loss.
    LastMove,
    /// The side to move: an even number of plies is a win.
    NoMove,
}

impl Code {
    pub(crate) const DRAW: Self = Self(0);
    /// The greatest number of plies that the numbers have room for.
    pub(crate) const PLIES_MAX: u16 = 0x3FF0;

    pub(crate) const fn of_plies(plies: u16) -> Self {
        Self(plies + 1)
    }

    /// The plies to the end; `None` for a draw.
    pub(crate) const fn plies(self) -> Option<u16> {
        self.0.checked_sub(1)
    }

    /// Whether the side to move wins.
    pub(crate) const fn wins(self, aim: Aim) -> bool {
        match self.plies() {
            Some(plies) => (plies % 2 == 1) == matches!(aim, Aim::LastMove),
            None => false,
        }
    }

    pub(crate) const fn loses(self, aim: Aim) -> bool {
        self.0 > 0 && !self.wins(aim)
    }

    /// The code of a value. One without a distance gets the least that has its parity.
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
    use super::*;

    #[test]
    fn a_value_survives_its_code() {
        for plies in 0..300 {
            for aim in [Aim::LastMove, Aim::NoMove] {
                let value = Code::of_plies(plies).value(aim);
                assert_eq!(Code::of_value(value, aim), Code::of_plies(plies));
                assert_eq!(value.plies(), Some(plies));
                let bare = Code::of_value(value.without_plies(), aim);
                assert_eq!(bare.value(aim).without_plies(), value.without_plies());
            }
        }
        assert_eq!(Code::DRAW.value(Aim::NoMove), TableValue::Draw);
    }
}
