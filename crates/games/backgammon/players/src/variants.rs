//! The backgammon variants by name.

use backgammon::{Backgammon, Stakes};
use game_family::CatalogError;

pub(crate) const NAME: &str = "backgammon";

pub(crate) const SINGLE: &str = "single";

pub(crate) const CUBE: &str = "cube";

pub(crate) const JACOBY: &str = "cube,jacoby";

/// The prefix of match variants, before the number of points.
pub(crate) const MATCH: &str = "match,";

/// A variant's rules.
pub(crate) fn rules(variant: &str) -> Result<Backgammon, CatalogError> {
    let wrong = |why| CatalogError::parameters(NAME, variant, why);
    let stakes = match (variant, variant.strip_prefix(MATCH)) {
        (SINGLE, _) => Stakes::Single,
        (CUBE, _) => Stakes::Money { jacoby: false },
        (JACOBY, _) => Stakes::Money { jacoby: true },
        (_, Some(points)) => {
            let points = points.parse().ok();
            let points =
                points.ok_or_else(|| wrong("expected a match length, like match,7".into()))?;
            Stakes::Match { points }
        }
        (_, None) => {
            let expected = format!("expected {SINGLE}, {CUBE}, {JACOBY} or {MATCH}POINTS");
            return Err(wrong(expected));
        }
    };
    Backgammon::new(stakes).map_err(|error| wrong(error.to_string()))
}
