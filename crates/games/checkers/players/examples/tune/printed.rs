//! Prints term weights as the Rust expression used by the evaluation.

use std::io::{self, Write};

use checkers::{Layout, Variant};
use checkers_players::Term;
use learning::tuning::Fitted;

use crate::counted::name;

/// Weights in hundredths of a man in the hand-crafted evaluation, so the search margins still fit.
pub(crate) struct Printed<'a> {
    /// The terms by their numbers.
    pub(crate) terms: &'a [Term],
    pub(crate) fitted: &'a Fitted,
}

/// The term's field in the evaluation's weights: its name in lower case, with words separated by `_`.
fn field(term: Term) -> String {
    let mut field = String::new();
    for letter in name(term).chars() {
        if letter.is_ascii_uppercase() && !field.is_empty() {
            field.push('_');
        }
        field.push(letter.to_ascii_lowercase());
    }
    field
}

impl Printed<'_> {
    /// Formats "(opening, ending)"; empty for a term that never occurred.
    fn of(&self, term: Term) -> String {
        let number = self.terms.iter().position(|other| *other == term);
        let weight = |knot| number.map_or(0.0, |number| self.fitted.term(number, knot));
        format!("({:.0}, {:.0})", weight(1), weight(0))
    }

    pub(crate) fn write<V: Variant>(&self, out: &mut impl Write) -> io::Result<()> {
        let mut terms = self.terms.to_vec();
        terms.sort_unstable();
        writeln!(out, "Weights {{")?;
        for term in terms {
            if !matches!(term, Term::Place { .. } | Term::Runner(_)) {
                writeln!(out, "    {}: Phased::new{},", field(term), self.of(term))?;
            }
        }
        writeln!(out, "    places: &[")?;
        for row in 0..Layout::<V>::HEIGHT - 1 {
            let columns = 0..Layout::<V>::WIDTH / 2;
            let row = columns.map(|from_edge| self.of(Term::Place { row, from_edge }));
            writeln!(out, "        &[{}],", row.collect::<Vec<_>>().join(", "))?;
        }
        writeln!(out, "    ],")?;
        let runners = (1..Layout::<V>::HEIGHT / 2).map(|rows| self.of(Term::Runner(rows)));
        writeln!(out, "    runners: &[{}],", runners.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "    ..Weights::NOTHING\n}}")
    }
}
