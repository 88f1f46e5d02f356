//! Steps by one checker, and whole plays of a roll.

/// Maximum number of steps in a play.
const STEPS_MAX: usize = 4;

/// One checker moved by one die, with points counted from the mover's ace point: from the bar (25) or a point, to a
/// point or off the board (0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Step {
    /// The start: 1 to 24, or [`BAR`](crate::BAR).
    pub const fn from(self) -> u8 {
        self.from
    }

    /// The end: 1 to 24, or [`OFF`].
    pub const fn to(self) -> u8 {
        self.to
    }
}

/// A whole play of a roll: up to four steps, none if no checker can move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Play {
    steps: [Step; STEPS_MAX],
    count: u8,
}

impl Play {
    /// The steps, in an order in which they can be made.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.count).min(STEPS_MAX)]
    }

    /// Returns `true` if no checker moves.
    pub const fn is_pass(&self) -> bool {
        self.count == 0
    }

    /// Returns `true` if the play has the maximum number of steps.
    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        self.count as usize >= STEPS_MAX
    }

    /// Returns `true` if a checker is borne off.
    pub fn bears_off(&self) -> bool {
        self.steps().iter().any(|step| step.to == OFF)
    }

    /// The same play with one more step.
    ///
    /// # Panics
    /// If the play already has four steps.
    #[inline]
    pub(crate) fn and(mut self, step: Step) -> Self {
        self.steps[usize::from(self.count)] = step;
        self.count += 1;
        self
    }

    /// The changes in the checker counts, as one number. Plays with the same resulting counts have the same number.
    /// Each place has four bits, enough for a change of up to four.
    #[inline]
    pub(crate) fn change(&self) -> u128 {
        let place = |index: u8| 1_u128 << (4 * u32::from(index));
        let add = |sum: u128, step: &Step| {
            sum.wrapping_add(place(step.to)).wrapping_sub(place(step.from))
        };
        self.steps().iter().fold(0, add)
    }
}

/// The number of points.
pub const POINTS: usize = 24;
/// The place for checkers that were hit.
pub const BAR: u8 = 25;
/// The place for borne-off checkers.
pub const OFF: u8 = 0;
/// The number of checkers on each side.
pub const CHECKERS: u8 = 15;

/// A side's number of checkers in each place: [`OFF`], points 1 to 24 from its own ace point, and the [`BAR`].
pub type Checkers = [u8; POINTS + 2];
