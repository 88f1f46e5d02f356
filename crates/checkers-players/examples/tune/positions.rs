//! Positions with results, as the terms that count in them.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::num::NonZeroUsize;

use anyhow::{Context, bail, ensure};
use board_engine::{Color, Notation};
use checkers::rules::Kings;
use checkers::{Checkers, Position, Variant};
use checkers_players::{Patterns, Standard, Term, Terms};
use search::Evaluator;

/// A position.
pub(crate) struct Sample {
    /// The terms by their numbers, and how often each counts for White less for Black.
    pub(crate) counts: Vec<(u16, f32)>,
    /// The pattern in each window, for White and for Black.
    pub(crate) windows: [[u32; Patterns::WINDOWS_MAX]; 2],
    /// How many of the men are left, 0 to 1.
    pub(crate) phase: f64,
    /// White's result: 0, 0.5 or 1.
    pub(crate) result: f64,
    /// The score that a search found for White, in hundredths of a man, if it is known.
    pub(crate) found: Option<f64>,
    /// White's chance to win that is to be predicted.
    pub(crate) target: f64,
    /// How much it counts.
    pub(crate) weight: f64,
    /// The score of the hand-made evaluation, in hundredths of a man.
    pub(crate) evaluation: f64,
    /// The sums of the terms and of the patterns of men by the present weights, as the exponent of the odds.
    pub(crate) by_terms: f64,
    pub(crate) by_patterns: f64,
    /// Whether it is left out of the fit, for the test.
    pub(crate) is_test: bool,
}

/// The positions of many games.
#[derive(Default)]
pub(crate) struct Samples {
    /// The terms by their numbers.
    pub(crate) terms: Vec<Term>,
    pub(crate) all: Vec<Sample>,
}

/// One game of this many is kept for the test.
const TEST_GAMES: u64 = 10;

/// Counts the terms of one position after the other.
struct Counter<'a> {
    /// The terms by their numbers.
    terms: Vec<Term>,
    /// The numbers of the terms that occurred; none of those that are left out.
    numbers: BTreeMap<Term, Option<u16>>,
    without: &'a [String],
    counts: BTreeMap<u16, i32>,
}

impl<V: Variant> Terms<V> for Counter<'_> {
    fn add(&mut self, term: Term, times: i32) {
        if times == 0 {
            return;
        }
        let Self { terms, numbers, without, counts } = self;
        let number = numbers.entry(term).or_insert_with(|| {
            if without.contains(&name(term)) {
                return None;
            }
            terms.push(term);
            Some(u16::try_from(terms.len() - 1).expect("there are few terms"))
        });
        if let Some(number) = *number {
            *counts.entry(number).or_default() += times;
        }
    }
}

/// The term's name without what it depends on.
pub(crate) fn name(term: Term) -> String {
    format!("{term:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

impl Sample {
    /// The log loss: −log of the chance that was predicted for its result.
    pub(crate) fn log_loss(&self) -> f64 {
        let chance = self.chance().clamp(1e-9, 1.0 - 1e-9);
        -(self.result * chance.ln() + (1.0 - self.result) * (1.0 - chance).ln())
    }

    /// The chance to win that the present weights give White.
    pub(crate) fn chance(&self) -> f64 {
        chance(self.by_terms + self.by_patterns)
    }
}

/// The chance to win by the exponent of the odds.
pub(crate) fn chance(exponent: f64) -> f64 {
    1.0 / (1.0 + (-exponent).exp())
}

impl Samples {
    /// The mean log loss of the positions that are left out of the fit.
    pub(crate) fn loss(&self) -> f64 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for sample in self.all.iter().filter(|sample| sample.is_test) {
            sum += sample.weight * sample.log_loss();
            weight += sample.weight;
        }
        sum / weight
    }

    /// Reads what `games` has written. Of each game at most `per_game` positions are taken, evenly; the weight of
    /// a game is the square root of their number.
    pub(crate) fn read<V: Variant>(
        texts: impl Iterator<Item = impl BufRead>,
        without: &[String],
        per_game: NonZeroUsize,
    ) -> anyhow::Result<Self> {
        let mut samples = Self::default();
        let mut counter = Counter {
            terms: Vec::new(),
            numbers: BTreeMap::new(),
            without,
            counts: BTreeMap::new(),
        };
        let mut game: Vec<Line<V>> = Vec::new();
        let mut number = 0;
        for line in texts.flat_map(BufRead::lines) {
            let line = line.context("can't read the positions")?;
            let line: Line<V> =
                parse(&line).with_context(|| format!("this is no position: \"{line}\""))?;
            if line.game != number {
                samples.add_game(number, &game, per_game, &mut counter);
                game.clear();
                number = line.game;
            }
            game.push(line);
        }
        samples.add_game(number, &game, per_game, &mut counter);
        let is_unknown =
            |name: &&String| !counter.numbers.keys().any(|&term| self::name(term) == **name);
        if let Some(unknown) = without.iter().find(is_unknown) {
            bail!("no position has a term \"{unknown}\" to be left out");
        }
        samples.terms = counter.terms;
        let tests = samples.all.iter().filter(|sample| sample.is_test).count();
        ensure!(tests > 0, "no game is left for the test: play more than {TEST_GAMES} games");
        ensure!(tests < samples.all.len(), "all games are for the test: play more games");
        Ok(samples)
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn add_game<V: Variant>(
        &mut self,
        number: u64,
        game: &[Line<V>],
        per_game: NonZeroUsize,
        counter: &mut Counter<'_>,
    ) {
        let step = game.len().div_ceil(per_game.get()).max(1);
        let kept = game.len().div_ceil(step);
        let usual = game.iter().step_by(step).filter(|line| !is_special::<V>(&line.position));
        for Line { result, found, position, .. } in usual {
            counter.counts.clear();
            let phase = Standard::count::<V, _>(position, counter);
            let white = Checkers::<V>::seat_of(Color::White);
            let evaluation = Standard.evaluate(&Checkers::<V>::new(), position, white).value();
            self.all.push(Sample {
                counts: counter.counts.iter().map(|(&term, &times)| (term, times as f32)).collect(),
                windows: Patterns::indices::<V>(position),
                phase,
                result: *result,
                found: *found,
                target: *result,
                weight: 1.0 / (kept as f64).sqrt(),
                evaluation: evaluation.into(),
                by_terms: 0.0,
                by_patterns: 0.0,
                is_test: number.is_multiple_of(TEST_GAMES),
            });
        }
    }
}

/// A line of what `games` writes.
struct Line<V: Variant> {
    game: u64,
    result: f64,
    found: Option<f64>,
    position: Position<V::Word>,
}

/// Reads a line; it has `-` where no search has scored the position.
fn parse<V: Variant>(line: &str) -> anyhow::Result<Line<V>> {
    let mut parts = line.splitn(4, ' ');
    let mut next = || parts.next().context("a part is missing");
    let (game, result) = (next()?.parse()?, next()?.parse()?);
    let found = match next()? {
        "-" => None,
        found => Some(found.parse()?),
    };
    ensure!((0.0..=1.0).contains(&result), "a result is a number from 0 to 1");
    ensure!(found.is_none_or(f64::is_finite), "what a search found is a number");
    let position = Checkers::<V>::new().parse_position(next()?)?;
    Ok(Line { game, result, found, position })
}

/// Whether it may be one of the drawn endings, whose evaluation is more than a sum.
fn is_special<V: Variant>(position: &Position<V::Word>) -> bool {
    const PIECES_MAX: u32 = 7;
    !matches!(V::RULES.kings, Kings::Short)
        && position.occupied().count() <= PIECES_MAX
        && Color::ALL.iter().all(|&color| !position.kings(color).is_empty())
}
