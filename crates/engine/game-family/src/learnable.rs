//! Learning a game by self-play, with its static type erased.

use std::path::Path;

use learning::{LearningError, RunHost, RunOptions, RunReport, best_network, default_folder};

/// A game that can be learned by self-play.
pub trait LearnableGame: Send + Sync {
    /// Starts a run in this folder, or resumes the run in it: [`learning::Learner::run`].
    ///
    /// # Errors
    /// [`LearningError`] if the folder can't be used.
    fn learn(
        &self,
        folder: &Path,
        options: &RunOptions,
        host: &dyn RunHost,
    ) -> Result<RunReport, LearningError>;
}

/// Returns `true` if the user has learned the game with this full name.
pub(crate) fn has_learned(game: &str) -> bool {
    default_folder(game).is_ok_and(|folder| best_network(&folder).is_file())
}
