//! Positions with results, as the terms that count in them.

use std::collections::BTreeMap;
use std::io::BufRead;

use anyhow::{Context, bail};
use board_engine::{Color, Notation};
use checkers::rules::Kings;
use checkers::{Checkers, Position, Variant};
use evaluation::{Standard, Term, Terms};
use search::Evaluator;

/// A position.
pub(crate) struct Sample {
    /// The terms by their numbers, and how often each counts for White less for Black.
    pub(crate) counts: Vec<(u16, f32)>,
    /// How many of the men are left, 0 to 1.
    pub(crate) phase: f64,
    /// What White got: 0, 0.5 or 1.
    pub(crate) result: f64,
    /// How much it counts.
    pub(crate) weight: f64,
    /// What the present evaluation says, in hundredths of a man.
    pub(crate) opinion: f64,
    /// It is left out of the fit, which is tested on it.
    pub(crate) is_test: bool,
}

/// The positions of many games.
#[derive(Default)]
pub(crate) struct Samples {
    /// The terms by their numbers.
    pub(crate) terms: Vec<Term>,
    pub(crate) all: Vec<Sample>,
}

/// One game in so many is kept for the test.
const TEST_GAMES: u64 = 10;

/// Counts the terms of one position after the other.
struct Counter<'a> {
    numbers: BTreeMap<Term, u16>,
    without: &'a [String],
    counts: BTreeMap<u16, i32>,
}

impl<V: Variant> Terms<V> for Counter<'_> {
    fn add(&mut self, term: Term, times: i32) {
        if times != 0 && !self.without.contains(&name(term)) {
            let next = u16::try_from(self.numbers.len()).expect("there are few terms");
            let number = *self.numbers.entry(term).or_insert(next);
            *self.counts.entry(number).or_default() += times;
        }
    }
}

/// The term's name without what it depends on.
pub(crate) fn name(term: Term) -> String {
    format!("{term:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

impl Samples {
    /// Reads what `games` has written. Of each game at most `per_game` positions are taken, evenly; the games weigh
    /// the more the more positions they have, by the square root of their number.
    pub(crate) fn read<V: Variant>(
        text: impl BufRead,
        without: &[String],
        per_game: usize,
    ) -> anyhow::Result<Self> {
        let mut samples = Self::default();
        let mut counter = Counter { numbers: BTreeMap::new(), without, counts: BTreeMap::new() };
        let mut game: Vec<(f64, Position<V::Word>)> = Vec::new();
        let mut number = 0;
        for line in text.lines() {
            let line = line.context("can't read the positions")?;
            let (of_game, result, position) =
                parse::<V>(&line).with_context(|| format!("this is no position: \"{line}\""))?;
            if of_game != number {
                samples.add_game::<V>(number, &game, per_game, &mut counter);
                game.clear();
                number = of_game;
            }
            game.push((result, position));
        }
        samples.add_game::<V>(number, &game, per_game, &mut counter);
        let mut terms: Vec<(Term, u16)> = counter.numbers.into_iter().collect();
        terms.sort_by_key(|(_, number)| *number);
        samples.terms = terms.into_iter().map(|(term, _)| term).collect();
        if samples.all.is_empty() {
            bail!("there are no positions: play games first");
        }
        Ok(samples)
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn add_game<V: Variant>(
        &mut self,
        number: u64,
        game: &[(f64, Position<V::Word>)],
        per_game: usize,
        counter: &mut Counter<'_>,
    ) {
        let step = game.len().div_ceil(per_game).max(1);
        let kept = game.len().div_ceil(step);
        let usual = game.iter().step_by(step).filter(|(_, position)| !is_special::<V>(position));
        for (result, position) in usual {
            counter.counts.clear();
            let phase = Standard::count::<V, _>(position, counter);
            let white = Checkers::<V>::seat_of(Color::White);
            let opinion = Standard.evaluate(&Checkers::<V>::new(), position, white).value();
            self.all.push(Sample {
                counts: counter.counts.iter().map(|(&term, &times)| (term, times as f32)).collect(),
                phase,
                result: *result,
                weight: 1.0 / (kept as f64).sqrt(),
                opinion: opinion.into(),
                is_test: number.is_multiple_of(TEST_GAMES),
            });
        }
    }
}

fn parse<V: Variant>(line: &str) -> anyhow::Result<(u64, f64, Position<V::Word>)> {
    let mut parts = line.splitn(3, ' ');
    let mut next = || parts.next().context("a part is missing");
    let (number, result, position) = (next()?.parse()?, next()?.parse()?, next()?);
    Ok((number, result, Checkers::<V>::new().parse_position(position)?))
}

/// Whether it may be one of the drawn endings, about which the evaluation says more than a sum.
fn is_special<V: Variant>(position: &Position<V::Word>) -> bool {
    const PIECES_MAX: u32 = 7;
    !matches!(V::RULES.kings, Kings::Short)
        && position.occupied().count() <= PIECES_MAX
        && Color::ALL.iter().all(|&color| !position.kings(color).is_empty())
}
