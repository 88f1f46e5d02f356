//! Games played again on the board of their variant.

use board_engine::{Game, Notation, NotationError};
use thiserror::Error;

use crate::game::Checkers;
use crate::generator::{MoveOf, PositionOf};
use crate::pdn::{Element, PdnGame, PlaceInFile};
use crate::variant::Variant;

/// A game that was played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay<V: Variant> {
    /// Where it starts: the tag `FEN` or the variant's starting position.
    pub start: PositionOf<V>,
    /// The moves of the main line. A set-up in the middle breaks it; [`end`](Self::end) knows.
    pub moves: Vec<MoveOf<V>>,
    /// The position after the last move.
    pub end: PositionOf<V>,
}

/// The first move that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {error}")]
pub struct IllegalMove {
    /// Where it stands.
    pub place: PlaceInFile,
    /// How many plies of its line were played before it.
    pub ply: usize,
    /// What is wrong with it.
    #[source]
    pub error: NotationError,
}

/// Plays the moves of a game, its variations included.
///
/// # Errors
/// The first [`IllegalMove`], or set-up that is no position.
pub fn replay<V: Variant>(game: &PdnGame) -> Result<Replay<V>, IllegalMove> {
    let rules = Checkers::<V>::new();
    let start = match game.tags.iter().find(|tag| tag.name == "FEN" && !tag.value.trim().is_empty())
    {
        Some(tag) => {
            let illegal = |error| IllegalMove { place: tag.place, ply: 0, error };
            rules.parse_position(&tag.value).map_err(illegal)?
        }
        None => rules.start(),
    };
    let mut moves = Vec::with_capacity(game.body.len());
    let end = line::<V>(&game.body, start, &mut moves)?;
    Ok(Replay { start, moves, end })
}

/// Plays one line. Variations lie at most as deep as the reader lets them.
fn line<V: Variant>(
    elements: &[Element],
    start: PositionOf<V>,
    moves: &mut Vec<MoveOf<V>>,
) -> Result<PositionOf<V>, IllegalMove> {
    let rules = Checkers::<V>::new();
    let mut position = start;
    let mut before_last = start;
    for element in elements {
        match element {
            Element::Move(mv) => {
                let illegal = |error| IllegalMove { place: mv.place, ply: moves.len(), error };
                let found = rules.parse_move(&position, &mv.text).map_err(illegal)?;
                before_last = position;
                rules.play(&mut position, found);
                moves.push(found);
            }
            Element::Variation(other) => {
                line::<V>(other, before_last, &mut Vec::new())?;
            }
            Element::Setup(text, place) => {
                let illegal = |error| IllegalMove { place: *place, ply: moves.len(), error };
                position = set_up::<V>(&position, text).map_err(illegal)?;
                before_last = position;
            }
            Element::Comment(_) | Element::Nag(_) => {}
        }
    }
    Ok(position)
}

/// The position of a set-up: `FEN "B:W18:B12"`, or `FEN "B::"` for a null move that gives Black the turn.
fn set_up<V: Variant>(
    position: &PositionOf<V>,
    text: &str,
) -> Result<PositionOf<V>, NotationError> {
    let fen = text.trim();
    let fen = fen.strip_prefix("FEN").unwrap_or(fen).trim().trim_matches('"').trim();
    let turn = match fen {
        "W::" => board_engine::Color::White,
        "B::" => board_engine::Color::Black,
        _ => return Checkers::<V>::new().parse_position(fen),
    };
    Ok(PositionOf::<V> { turn, ..*position })
}
