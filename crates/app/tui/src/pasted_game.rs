//! Reads games pasted into a study.

use std::sync::Arc;

use analysis::Study;
use games_package::TableGame;
use match_library::{MatchFile, begins_like_game};

use crate::words::one_line;

/// The study of a pasted game, with warnings about repaired or omitted parts. `None` if the text doesn't begin like a
/// game. A single move with its number is not a game.
///
/// # Errors
/// The reason why the text can't be studied.
pub(crate) fn study_of(
    text: &str,
    game: &Arc<dyn TableGame>,
) -> Option<Result<(Study, Vec<String>), String>> {
    let text = text.trim();
    let has_several_words = text.split_whitespace().nth(2).is_some();
    (begins_like_game(text) && has_several_words).then(|| read(text, game))
}

fn read(text: &str, game: &Arc<dyn TableGame>) -> Result<(Study, Vec<String>), String> {
    let told = |error: &dyn std::error::Error| one_line(&error.to_string());
    let file = MatchFile::from_bytes(text, Some(game.name())).map_err(|error| told(&error))?;
    let loaded = file.load(None).map_err(|error| told(&error))?;
    let is_same = loaded.game.name() == game.name()
        || loaded.game.name().strip_prefix(game.name()).is_some_and(|rest| rest.starts_with(':'));
    if !is_same {
        return Err(format!("this game is {}, not {}", loaded.game.name(), game.name()));
    }
    let repairs = loaded.repairs.iter().map(ToString::to_string).collect();
    let study = Study::of_match(loaded.record, loaded.game).map_err(|error| error.reason())?;
    Ok((study, repairs))
}
