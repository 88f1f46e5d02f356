//! Openings from games in a notation such as PDN or PGN.

use std::collections::BTreeSet;

use board_engine::Viewer;
use games_package::{MatchState, TableGame};
use notation::{PlaceInText, Sheet, SheetError, Sheets};

use super::{GAMES_MAX, Opening, OpeningError, OpeningOrder, Openings};

/// Default maximum length of an opening from a finished game, in plies.
const FINISHED_PLIES_MAX: usize = 8;

impl Openings {
    /// Takes openings from games in a notation: the first `plies` plies of each game. By default, takes all plies of a
    /// game without a result, but only the first half of a game with a result, up to eight plies. If several games lead
    /// to the same position, uses only the first.
    ///
    /// # Errors
    /// [`OpeningError`] for the first unusable game.
    pub fn from_sheets(
        game: &dyn TableGame,
        sheets: Sheets<'_>,
        plies: Option<usize>,
        order: OpeningOrder,
    ) -> Result<Self, OpeningError> {
        let (mut openings, mut seen) = (Vec::new(), BTreeSet::new());
        for (sheet, number) in sheets.zip(1..) {
            let wrong = |error| OpeningError::Sheet { number, error: Box::new(error) };
            let sheet = sheet.map_err(wrong)?;
            let (opening, state) = opening(game, &sheet, plies).map_err(wrong)?;
            if state.outcome().is_some() {
                return Err(OpeningError::SheetOver { number, plies: state.ply() });
            }
            if seen.insert(state.position(Viewer::Arbiter)) {
                openings.push(opening);
            }
            if openings.len() > GAMES_MAX {
                return Err(OpeningError::TooMany);
            }
        }
        Ok(Self::from(order.arrange(openings)?))
    }
}

/// A game's opening and the position after it.
fn opening(
    game: &dyn TableGame,
    sheet: &Sheet,
    plies: Option<usize>,
) -> Result<(Opening, Box<dyn MatchState>), SheetError> {
    let found = sheet.game.as_deref().unwrap_or_else(|| game.name());
    if found != game.name() {
        return Err(SheetError::OtherGame { found: found.into(), game: game.name().into() });
    }
    let (start, place) = match &sheet.start {
        Some((start, place)) => (Some(start.as_str()), *place),
        None => (None, PlaceInText::default()),
    };
    let opened = game.open(start);
    let mut state = opened.map_err(|error| SheetError::malformed(place, error.to_string()))?;
    let usual = match sheet.payoffs {
        Some(_) => (sheet.moves.len() / 2).min(FINISHED_PLIES_MAX),
        None => sheet.moves.len(),
    };
    let mut moves = Vec::new();
    for mv in sheet.moves.iter().take(plies.unwrap_or(usual)) {
        let played = state.play(&mv.text);
        moves.push(played.map_err(|error| SheetError::malformed(mv.place, error.to_string()))?);
    }
    // A line in an opening file is either a position or a list of moves.
    let opening = if start.is_some() || moves.is_empty() {
        Opening { position: Some(state.position(Viewer::Arbiter)), moves: Vec::new() }
    } else {
        Opening { position: None, moves }
    };
    Ok((opening, state))
}
