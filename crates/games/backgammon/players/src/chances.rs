//! The probabilities of the possible results of a game.

/// The number of chances.
pub(crate) const COUNT: usize = 5;

/// A side's winning chances, as probabilities from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    /// The probability of a win of any kind.
    pub win: f32,
    /// The probability of winning a gammon or a backgammon.
    pub win_gammon: f32,
    /// The probability of winning a backgammon.
    pub win_backgammon: f32,
    /// The probability of losing a gammon or a backgammon.
    pub lose_gammon: f32,
    /// The probability of losing a backgammon.
    pub lose_backgammon: f32,
}

impl Chances {
    /// The same chances from the other side's view.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// The mean points in a game without the cube, −3 to 3.
    pub fn equity(self) -> f32 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon
            - self.lose_gammon
            - self.lose_backgammon
    }

    /// The chances after a win of 1, 2 or 3 points.
    pub fn won(factor: u8) -> Self {
        let at_least = |points| f32::from(u8::from(factor >= points));
        Self { win: 1.0, win_gammon: at_least(2), win_backgammon: at_least(3), ..Self::default() }
    }

    /// The chances as a list, in the order of the fields.
    pub const fn to_array(self) -> [f32; COUNT] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// The chances in such a list, made consistent, because a gammon is also a win, and a backgammon is also a gammon.
    pub fn from_array(array: [f32; COUNT]) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            array.map(|chance| chance.clamp(0.0, 1.0));
        let (win_gammon, lose_gammon) = (win_gammon.min(win), lose_gammon.min(1.0 - win));
        Self {
            win,
            win_gammon,
            win_backgammon: win_backgammon.min(win_gammon),
            lose_gammon,
            lose_backgammon: lose_backgammon.min(lose_gammon),
        }
    }
}
