//! Searches in the user's terms, with game and opening names, and with positions as strings.

use board_engine::{NotationError, Seat};
use game_catalog::{CatalogError, table_game};
use games_package::play_moves;
use thiserror::Error;

use crate::index::MatchResult;
use crate::kept::MatchFilter;
use crate::searching::{NoOpening, Pattern, Search};

/// The search terms as written by the user. An absent term matches everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchTerms {
    /// A game name; a family name includes all its variants.
    pub game: Option<String>,
    /// Part of a player's name.
    pub player: Option<String>,
    /// The seat of this player.
    pub seat: Option<Seat>,
    /// Part of the opponent's name.
    pub opponent: Option<String>,
    /// The match result.
    pub result: Option<MatchResult>,
    /// An opening's code, or part of its name. Requires a game.
    pub opening: Option<String>,
    /// A position in the game's notation. If there are moves but no position, the initial position is used.
    pub position: Option<String>,
    /// Moves from the position, separated by spaces.
    pub after: Option<String>,
    /// `true` to also match the position with the colors reversed.
    pub reversed: bool,
    /// `true` to match the position's material instead of the position.
    pub material: bool,
}

/// The reason why the terms are invalid.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// A position or an opening is given without a game.
    #[error("searching by opening, moves or position requires a game")]
    NoGame,
    /// Material or reversed colors were requested without a position.
    #[error("searching by material or with reversed colors requires a position")]
    NoPosition,
    /// The game doesn't count material.
    #[error("material search is not available for {game}")]
    NoMaterial {
        /// The game's full name.
        game: String,
    },
    /// The opening is unknown.
    #[error(transparent)]
    Opening(#[from] NoOpening),
    /// The position or a move is invalid.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl SearchTerms {
    /// Resolves the names in the terms.
    ///
    /// # Errors
    /// [`SearchError`] if a game, an opening, a position or a move is invalid or missing.
    pub fn resolved(&self) -> Result<ResolvedSearch<'_>, SearchError> {
        let game = self.game.as_deref().map(full_name).transpose()?;
        Ok(ResolvedSearch { terms: self, game, pattern: self.pattern()?, opening: self.opening()? })
    }

    /// The position or material to find; `None` if the terms don't contain any.
    fn pattern(&self) -> Result<Option<Pattern>, SearchError> {
        if self.position.is_none() && self.after.is_none() {
            let needs_position = self.material || self.reversed;
            return if needs_position { Err(SearchError::NoPosition) } else { Ok(None) };
        }
        let game = table_game(self.game.as_deref().ok_or(SearchError::NoGame)?)?;
        let mut state = game.open(self.position.as_deref())?;
        play_moves(&mut *state, self.after.as_deref().unwrap_or_default())?;
        if !self.material {
            return Ok(Some(Pattern::position(&*game, &*state, self.reversed)));
        }
        let none = || SearchError::NoMaterial { game: game.name().into() };
        Pattern::material(&*game, &*state).map(Some).ok_or_else(none)
    }

    /// The opening's positions; `None` if the terms don't contain an opening.
    fn opening(&self) -> Result<Option<Pattern>, SearchError> {
        let Some(name) = &self.opening else { return Ok(None) };
        let game = table_game(self.game.as_deref().ok_or(SearchError::NoGame)?)?;
        Ok(Some(Pattern::opening(&*game, name)?))
    }
}

/// Terms with their names resolved.
#[derive(Clone, Debug)]
pub struct ResolvedSearch<'a> {
    terms: &'a SearchTerms,
    game: Option<String>,
    pattern: Option<Pattern>,
    opening: Option<Pattern>,
}

impl ResolvedSearch<'_> {
    /// The search for these terms.
    pub fn search(&self) -> Search<'_> {
        let SearchTerms { player, seat, opponent, result, .. } = self.terms;
        let filter =
            MatchFilter { game: self.game.as_deref(), result: *result, ..MatchFilter::default() };
        Search {
            filter,
            player: player.as_deref(),
            seat: *seat,
            opponent: opponent.as_deref(),
            pattern: self.pattern.clone(),
            opening: self.opening.clone(),
        }
    }
}

/// A game's full name. A family name stands for all its variants and is returned unchanged.
///
/// # Errors
/// [`CatalogError`] if the game is unknown.
pub fn full_name(game: &str) -> Result<String, CatalogError> {
    let full = table_game(game)?.name().to_owned();
    let family = full.split(':').next().unwrap_or_default();
    Ok(if game == family { family.to_owned() } else { full })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error message for these terms.
    fn error(terms: &SearchTerms) -> String {
        terms.resolved().unwrap_err().to_string()
    }

    #[test]
    fn incomplete_terms_are_refused() {
        let terms = SearchTerms { material: true, ..SearchTerms::default() };
        assert_eq!(
            error(&terms),
            "searching by material or with reversed colors requires a position"
        );
        let terms = SearchTerms { after: Some("b2".into()), ..SearchTerms::default() };
        assert_eq!(error(&terms), "searching by opening, moves or position requires a game");
        let terms = SearchTerms { opening: Some("B90".into()), ..SearchTerms::default() };
        assert_eq!(error(&terms), "searching by opening, moves or position requires a game");
        let game = Some("tic-tac-toe".into());
        let terms = SearchTerms { game: game.clone(), material: true, ..terms };
        assert_eq!(
            error(&terms),
            "searching by material or with reversed colors requires a position"
        );
        let terms = SearchTerms { game, after: Some("b2 b2".into()), ..SearchTerms::default() };
        assert!(matches!(terms.resolved(), Err(SearchError::Notation(_))));
    }

    #[test]
    fn a_family_stands_for_its_variants() {
        assert_eq!(full_name("checkers").unwrap(), "checkers");
        assert_eq!(full_name("checkers:english").unwrap(), "checkers:english");
        assert_eq!(full_name("tic-tac-toe").unwrap(), "tic-tac-toe");
        assert!(full_name("no-such-game").is_err());
    }
}
