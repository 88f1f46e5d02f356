//! What PDN writes in its own way.

use games_package::PlaceInText;
use pdn::PlaceInFile;

/// The text of a pass in variants that have one. PDN has no move for it, but a set-up with nothing but the side to move
/// (PDN 3.0).
pub(crate) const PASS: &str = "pass";

/// A place in a file of PDN as one in any text.
pub(crate) const fn place_of(place: PlaceInFile) -> PlaceInText {
    PlaceInText { line: place.line, column: place.column }
}
