//! Positions on the command line.

use clap::Args;

/// Longer than any option, but shorter than a position in a game that writes `-` for empty squares.
const OPTION_LENGTH_MAX: usize = 24;

/// A position, with or without the option's name.
#[derive(Debug, Default, Args)]
pub(crate) struct PositionArguments {
    /// Position in the game's notation [default: the start]
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = parse_position)]
    positional: Option<String>,
    /// Position in the game's notation
    #[arg(
        long,
        alias = "fen",
        value_name = "POSITION",
        allow_hyphen_values = true,
        conflicts_with = "positional"
    )]
    position: Option<String>,
}

impl PositionArguments {
    /// The position; `None` for the start.
    pub(crate) fn text(&self) -> Option<&str> {
        self.positional.as_deref().or(self.position.as_deref())
    }
}

/// Parses a position. Rejects `-` followed by a few lower-case letters, which is a mistyped option.
pub(super) fn parse_position(text: &str) -> Result<String, String> {
    let name = text.trim_start_matches('-');
    let is_option = name.len() < text.len()
        && text.len() <= OPTION_LENGTH_MAX
        && name.starts_with(|first: char| first.is_ascii_lowercase());
    if is_option { Err("no such option; see --help".into()) } else { Ok(text.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_can_begin_with_hyphens_without_being_an_option() {
        let board = "-".repeat(36);
        assert_eq!(parse_position(&board), Ok(board));
        assert_eq!(parse_position("W:W21:B1").unwrap(), "W:W21:B1");
        assert_eq!(parse_position("--move").unwrap_err(), "no such option; see --help");
    }
}
