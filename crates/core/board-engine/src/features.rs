//! Features: positions as numbers on squares, for learning programs.

use std::fmt;

use crate::{Diagram, Glyph, GlyphKind, Seat, Square};

/// A numeric property of a square in an observation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// The number of pieces that a seat has in a role.
    Piece {
        /// The owner.
        owner: Seat,
        /// The role: see [`GlyphKind::Piece`].
        role: &'static str,
    },
    /// The number of neutral pieces.
    Marker,
    /// The number of cards or tiles that are face down.
    FaceDown,
    /// The rank of a card: 2 to 10, then jack, queen, king and ace.
    Rank,
    /// The suit of a card, from 1.
    Suit,
    /// The number on a die.
    Die,
    /// The pips on the first end of a tile, or on the end that covers the square, plus 1.
    FirstEnd,
    /// The pips on the second end of a tile, plus 1.
    SecondEnd,
    /// The value of a counter.
    Counter,
}

/// The features other than a seat's pieces.
const OTHERS: [Feature; 8] = [
    Feature::Marker,
    Feature::FaceDown,
    Feature::Rank,
    Feature::Suit,
    Feature::Die,
    Feature::FirstEnd,
    Feature::SecondEnd,
    Feature::Counter,
];

/// The feature in words, without its owner: "king", "rank of a card".
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Piece { role, .. } => role,
            Self::Marker => "marker",
            Self::FaceDown => "face down",
            Self::Rank => "rank of a card",
            Self::Suit => "suit of a card",
            Self::Die => "die",
            Self::FirstEnd => "first end of a tile",
            Self::SecondEnd => "second end of a tile",
            Self::Counter => "counter",
        })
    }
}

/// One feature per piece; every feature if there are no pieces.
pub(crate) fn of_pieces(pieces: &[Glyph], seats: usize) -> Vec<Feature> {
    let feature = |glyph: &Glyph| match (glyph.kind, glyph.owner) {
        (GlyphKind::Piece { role }, Some(owner)) => Feature::Piece { owner, role },
        _ => Feature::Marker,
    };
    if pieces.is_empty() {
        let of_seats = Seat::all(seats).map(|owner| Feature::Piece { owner, role: "piece" });
        return of_seats.chain(OTHERS).collect();
    }
    let mut features: Vec<Feature> = Vec::new();
    for feature in pieces.iter().map(feature) {
        if !features.contains(&feature) {
            features.push(feature);
        }
    }
    features
}

impl Feature {
    /// The index of the feature in a list. A piece whose role is not in the list counts as its owner's first role.
    /// `None` if the list contains neither.
    pub fn place_in(self, features: &[Self]) -> Option<usize> {
        let place = features.iter().position(|known| *known == self);
        place.or_else(|| match self {
            Self::Piece { owner: seat, .. } => features
                .iter()
                .position(|known| matches!(known, Self::Piece { owner, .. } if *owner == seat)),
            _ => None,
        })
    }

    /// Reports each feature of a diagram: the square, the feature and its value. Values of the same feature on a square
    /// add up. [Spent](Diagram::spent) pieces have no features.
    pub fn visit(diagram: &Diagram, see: &mut dyn FnMut(Square, Self, f32)) {
        visit(diagram, see);
    }
}

/// Reports the features of a diagram that are in the list: see [`Notation::observe`](crate::Notation::observe).
pub(crate) fn observe(
    features: &[Feature],
    diagram: &Diagram,
    see: &mut dyn FnMut(Square, usize, f32),
) {
    Feature::visit(diagram, &mut |square, feature, value| {
        if let Some(index) = feature.place_in(features) {
            see(square, index, value);
        }
    });
}

fn visit(diagram: &Diagram, add: &mut dyn FnMut(Square, Feature, f32)) {
    for square in diagram.squares().filter(|square| !diagram.spent().contains(square)) {
        for glyph in diagram.pieces(square) {
            add_glyph(glyph, &mut |feature, value| add(square, feature, value));
        }
    }
    for laid in diagram.laid() {
        for square in laid.squares {
            match laid.end_on(square) {
                Some(pips) => add(square, Feature::FirstEnd, f32::from(pips) + 1.0),
                None => add(square, Feature::Marker, 1.0),
            }
        }
    }
}

fn add_glyph(glyph: &Glyph, add: &mut dyn FnMut(Feature, f32)) {
    match glyph.kind {
        GlyphKind::Piece { role } => match glyph.owner {
            Some(owner) => add(Feature::Piece { owner, role }, 1.0),
            None => add(Feature::Marker, 1.0),
        },
        GlyphKind::Marker => add(Feature::Marker, 1.0),
        GlyphKind::Card(None) | GlyphKind::Tile(None) => add(Feature::FaceDown, 1.0),
        // A die that has not been rolled shows nothing.
        GlyphKind::Die(None) => {}
        GlyphKind::Card(Some(face)) => {
            add(Feature::Rank, f32::from(face.rank as u8) + 2.0);
            if let Some(suit) = face.suit {
                add(Feature::Suit, f32::from(suit as u8) + 1.0);
            }
        }
        GlyphKind::Die(Some(number)) => add(Feature::Die, f32::from(number)),
        GlyphKind::Tile(Some([first, second])) => {
            add(Feature::FirstEnd, f32::from(first) + 1.0);
            add(Feature::SecondEnd, f32::from(second) + 1.0);
        }
        #[expect(clippy::cast_precision_loss, reason = "counters are small")]
        GlyphKind::Counter { value, .. } => add(Feature::Counter, value as f32),
    }
}
