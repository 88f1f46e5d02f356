//! The players of earlier programs, as opponents and as a measure of progress.

use games_package::OptionSpec;
use players::WinPreference;

use crate::player_entry::PlayerAbout;

/// The option of a [`ClassicSearch::ByLevel`].
pub(crate) const LEVEL: &str = "level";

/// A player of an earlier program: its evaluator and its search.
#[derive(Debug)]
pub struct Classic<E: 'static> {
    /// Its description.
    pub about: PlayerAbout,
    /// Its evaluator.
    pub evaluator: E,
    /// Its search.
    pub search: ClassicSearch,
}

/// The search of a classic player.
#[derive(Clone, Copy, Debug)]
pub enum ClassicSearch {
    /// Iterative deepening by alpha-beta, like the textbook's players.
    Iterative,
    /// Iterative deepening by the algorithm that its option names.
    IterativeByOption,
    /// A fixed depth, by minimax; it plays the first of equal moves.
    Minimax(u32),
    /// The depth of its level, by alpha-beta; it plays a random one of equal moves.
    ByLevel(&'static DepthLevels, WinPreference),
}

/// Levels of strength by name, with their depths in plies.
#[derive(Debug)]
pub struct DepthLevels {
    /// The name of the default level.
    pub default: &'static str,
    /// The levels, weakest first.
    pub plies: &'static [(&'static str, u32)],
}

impl DepthLevels {
    /// The depth of a level, in plies; 1 if there is no such level.
    pub(crate) fn depth(&self, level: &str) -> u32 {
        self.plies.iter().find(|(name, _)| *name == level).map_or(1, |(_, depth)| *depth)
    }

    /// The option of a player with these levels.
    pub fn option(&self) -> OptionSpec {
        let names: Vec<&str> = self.plies.iter().map(|(name, _)| *name).collect();
        let depths: Vec<String> = self.plies.iter().map(|(_, depth)| depth.to_string()).collect();
        let what = format!("how many plies it looks ahead: {}", depths.join(", "));
        OptionSpec::choice(LEVEL, &what, self.default, &names)
    }
}
