//! Counts the terms of the draughts evaluations in a position.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use anyhow::bail;
use board_engine::{Color, Seat};
use checkers::rules::Kings;
use checkers::{Checkers, Position, Variant};
use checkers_players::{Patterns, Standard, Term, Terms, Window};
use learning::tuning::{Features, Linear};
use search::Evaluator;

/// Numbers the terms in the order in which they first occur.
pub(crate) struct Counted<V> {
    /// The terms by their numbers.
    pub(crate) terms: Vec<Term>,
    /// The numbers of terms that have occurred; `None` for excluded terms.
    numbers: BTreeMap<Term, Option<u16>>,
    without: Vec<String>,
    /// Whether the weights in the tree are the initial weights.
    is_onward: bool,
    /// The kinds of windows to count.
    windows: &'static [Window],
    variant: PhantomData<V>,
}

/// Maximum number of plies without progress in training positions.
const KING_PLIES_MAX: u8 = 8;
/// The number of possible contents of a window part, which has eight squares.
const PART: u32 = 3_u32.pow(8);

/// The term's name without its parameters.
pub(crate) fn name(term: Term) -> String {
    format!("{term:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

impl<V: Variant> Counted<V> {
    /// Counts all terms except those with these names.
    pub(crate) fn without(names: &[String]) -> Self {
        Self {
            terms: Vec::new(),
            numbers: BTreeMap::new(),
            without: names.to_vec(),
            is_onward: false,
            windows: &[Window::Men],
            variant: PhantomData,
        }
    }

    /// Continues from the weights in the tree.
    pub(crate) fn onward(self) -> Self {
        Self { is_onward: true, ..self }
    }

    /// Counts these windows.
    pub(crate) fn looking_at(self, windows: &'static [Window]) -> Self {
        Self { windows, ..self }
    }

    /// Checks the names of the excluded terms.
    ///
    /// # Errors
    /// If one of the names doesn't belong to any term that has occurred.
    pub(crate) fn check_names(&self) -> anyhow::Result<()> {
        match self.unknown_name() {
            Some(unknown) => bail!("no position has the term \"{unknown}\" to omit"),
            None => Ok(()),
        }
    }

    /// Checks the names of terms to exclude by reading positions until all names have occurred.
    ///
    /// # Errors
    /// If one of the names doesn't belong to any term in the positions.
    pub(crate) fn check_names_in<'a>(
        names: &[String],
        positions: impl Iterator<Item = &'a Position<V::Word>>,
    ) -> anyhow::Result<()> {
        let mut counted = Self::without(names).looking_at(&[]);
        for position in positions {
            let terms_before = counted.numbers.len();
            counted.count(&Checkers::<V>::new(), position, &mut Features::default());
            if counted.numbers.len() > terms_before && counted.unknown_name().is_none() {
                break;
            }
        }
        counted.check_names()
    }

    /// The first excluded name without a term that has occurred.
    fn unknown_name(&self) -> Option<&String> {
        let is_known = |name: &String| self.numbers.keys().any(|&term| self::name(term) == *name);
        self.without.iter().find(|name| !is_known(name))
    }

    fn number(&mut self, term: Term) -> Option<u16> {
        let Self { terms, numbers, without, .. } = self;
        *numbers.entry(term).or_insert_with(|| {
            if without.contains(&name(term)) {
                return None;
            }
            terms.push(term);
            Some(u16::try_from(terms.len() - 1).expect("there are few terms"))
        })
    }
}

/// The terms in one position, White's minus Black's.
struct Sums(BTreeMap<Term, i32>);

impl<V: Variant> Terms<V> for Sums {
    fn add(&mut self, term: Term, times: i32) {
        *self.0.entry(term).or_default() += times;
    }
}

impl<V: Variant> Linear<Checkers<V>> for Counted<V> {
    fn is_usual(&self, _: &Checkers<V>, position: &Position<V::Word>) -> bool {
        position.king_plies() <= KING_PLIES_MAX && !is_special::<V>(position)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a share of the men")]
    fn count(&mut self, _: &Checkers<V>, position: &Position<V::Word>, features: &mut Features) {
        let is_white_first = Checkers::<V>::seat_of(Color::White) == Seat::FIRST;
        let sign = if is_white_first { 1 } else { -1 };
        let mut sums = Sums(BTreeMap::new());
        features.stage = Standard::count::<V, _>(position, &mut sums) as f32;
        for (term, times) in sums.0.into_iter().filter(|&(_, times)| times != 0) {
            if let Some(number) = self.number(term) {
                let times = i16::try_from(sign * times).expect("a term counts a few times");
                features.terms.push((number, times.into()));
            }
        }
        for &kind in self.windows {
            let Some([white, black]) = Patterns::indices::<V>(kind, position) else { continue };
            let seen = if is_white_first { [white, black] } else { [black, white] };
            let windows = Patterns::window_count::<V>(kind);
            for (list, seen) in [&mut features.own, &mut features.other].into_iter().zip(seen) {
                for (window, content) in (0..).zip(seen).take(windows) {
                    list.extend(cells::<V>(kind, window, content));
                }
            }
        }
    }

    fn reference(&self, game: &Checkers<V>, position: &Position<V::Word>) -> i32 {
        Standard.evaluate(game, position, Seat::FIRST).value()
    }

    fn initial_weight(&self, term: usize, knot: usize) -> f64 {
        if !self.is_onward {
            return 0.0;
        }
        let [opening, ending] = Patterns::weight_of_term::<V>(self.terms[term]);
        f64::from(if knot == 0 { ending } else { opening })
    }

    /// The initial pattern weights. For a large window, the weights for the whole window include the learned weights
    /// for its parts.
    fn initial_pattern_weights(&self) -> Vec<f64> {
        if !self.is_onward {
            return Vec::new();
        }
        let mut known = Vec::new();
        for &kind in self.windows {
            let weights = Patterns::weights::<V>(kind);
            known.resize(2 * first_cell::<V>(kind) as usize, 0.0);
            let knots = |&[opening, ending]: &[u8; 2]| [ending, opening].map(u8::cast_signed);
            known.extend(weights.iter().flat_map(knots).map(f64::from));
        }
        known
    }
}

/// The index of the first pattern of this kind. Patterns of men come first, then the parts of large windows.
#[expect(clippy::cast_possible_truncation, reason = "there are a few millions")]
fn first_cell<V: Variant>(kind: Window) -> u32 {
    let [count, contents] =
        [Patterns::window_count::<V>(Window::Men), Patterns::contents::<V>(Window::Men)];
    match kind {
        Window::Men => 0,
        Window::Pieces => (count * contents) as u32 + 2 * count as u32 * PART,
    }
}

/// The patterns for this window content: the whole window and, for a large window, also its upper and lower parts.
///
/// A large window has more possible contents than training games can cover. A part's weight counts for all window
/// contents that include the part; the weight for the whole window is added.
pub(crate) fn cells<V: Variant>(
    kind: Window,
    window: u32,
    content: u32,
) -> impl Iterator<Item = u32> {
    let (count, contents) = (Patterns::window_count::<V>(kind), Patterns::contents::<V>(kind));
    let [count, contents] = [count, contents].map(|number| u32::try_from(number).unwrap_or(0));
    let (lower, upper) = (content % PART, content / (contents / PART).max(1));
    let parts = [window * PART + upper, (count + window) * PART + lower];
    let parts = parts.map(|part| count * contents + part);
    let has_parts = kind == Window::Men && contents > PART;
    let parts = parts.into_iter().take(if has_parts { 2 } else { 0 });
    let whole = first_cell::<V>(kind) + window * contents + content;
    std::iter::once(whole).chain(parts)
}

/// Returns `true` if the position might be one of the drawn endings, in which the evaluation is not just a sum.
fn is_special<V: Variant>(position: &Position<V::Word>) -> bool {
    const PIECES_MAX: u32 = 7;
    !matches!(V::RULES.kings, Kings::Short)
        && position.occupied().count() <= PIECES_MAX
        && Color::ALL.iter().all(|&color| !position.kings(color).is_empty())
}
