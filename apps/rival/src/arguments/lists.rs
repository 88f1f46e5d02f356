//! The commands that list what is installed, and shell completions.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// Shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Print one JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArguments {
    /// Explain the rules and the notation of this game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Print one JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayersArguments {
    /// List only players for this game, with their options
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Print one JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}
