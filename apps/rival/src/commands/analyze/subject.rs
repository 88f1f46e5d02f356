//! The subject of an analysis (a game, a position or a file), named by the first words of the command line.

use std::path::Path;

use app_context::{Failure, HUMAN};
use match_library::kept_name;

use crate::arguments::AnalyzeArguments;

/// The argument that reads positions from standard input.
const STANDARD_INPUT: &str = "-";

/// Moves a file, or a position without its game, to the right argument.
///
/// # Errors
/// If the first word is not a game, a file or a position.
pub(super) fn resolved(mut arguments: AnalyzeArguments) -> Result<AnalyzeArguments, Failure> {
    if arguments.positions.as_deref().is_some_and(|text| text != STANDARD_INPUT) {
        arguments.position = arguments.positions.take();
    }
    let Some(text) = arguments.game.as_deref() else { return Ok(arguments) };
    let Err(unknown) = app_context::game(text) else { return Ok(arguments) };
    if arguments.record.is_some() {
        return Err(unknown);
    }
    if Path::new(text).is_file() || kept_name(Path::new(text)).is_some() {
        arguments.record = arguments.game.take().map(Into::into);
        // The next word is the file's game.
        arguments.game = arguments.position.take();
        return Ok(arguments);
    }
    if arguments.position.is_some() {
        return Err(unknown);
    }
    let game = game_of_position(text).ok_or(unknown)?;
    arguments.position = arguments.game.replace(game);
    Ok(arguments)
}

/// The first game in which this text is a position.
fn game_of_position(text: &str) -> Option<String> {
    let is_of = |name: &String| {
        let game = app_context::game(name).ok()?;
        analysis::Study::of_position(game, Some(text), HUMAN).ok()
    };
    game_catalog::games().into_iter().map(|info| info.name).find(|name| is_of(name).is_some())
}
