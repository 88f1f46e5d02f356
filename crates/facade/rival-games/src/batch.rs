//! Many instances of a game, played at once with numbered actions.

use std::fmt;

use board_engine::{Action, AfterAction, Turn, Viewer};
use game_catalog::Explorer;
use thiserror::Error;

use crate::episode::{Episode, IllegalAction};
use crate::random::random_source;

/// Many instances of a game that are played at once. A step takes one action in each game, and finished games restart.
/// Chance moves are drawn automatically.
pub struct Batch {
    start: Box<dyn Explorer>,
    episodes: Vec<Episode>,
    /// The payoffs in the games that ended in the last step, seat by seat; 0 for other games.
    payoffs: Vec<i16>,
    over: Vec<bool>,
    draw: Box<dyn FnMut(u32) -> u32 + Send + Sync>,
}

/// Formats the games, for messages.
impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.episodes).finish()
    }
}

/// The reason why a batch rejects a step.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The number of actions differs from the number of games.
    #[error("{found} actions for {expected} games")]
    Count {
        /// The number of actions.
        found: usize,
        /// The number of games.
        expected: usize,
    },
    /// An action is not legal.
    #[error("game {game}: {source}")]
    Illegal {
        /// The game, from 0.
        game: usize,
        /// The illegal action.
        source: IllegalAction,
    },
}

impl Batch {
    /// Creates `count` games that start from this position. The same seed produces the same chance draws.
    pub fn new(start: Box<dyn Explorer>, count: usize, seed: u64) -> Self {
        let mut draw = random_source(seed);
        let mut begun = || {
            let mut episode = Episode::new(start.fork());
            episode.draw_chance(&mut draw);
            episode
        };
        let episodes: Vec<Episode> = (0..count).map(|_| begun()).collect();
        let (payoffs, over) = (vec![0; count * start.seat_count()], vec![false; count]);
        Self { start, episodes, payoffs, over, draw: Box::new(draw) }
    }

    /// The position where each game begins.
    pub fn start(&self) -> &dyn Explorer {
        &*self.start
    }

    /// The games.
    pub fn episodes(&self) -> &[Episode] {
        &self.episodes
    }

    /// The payoffs in the games that ended in the last step, seat by seat; 0 for other games.
    pub fn payoffs(&self) -> &[i16] {
        &self.payoffs
    }

    /// For each game, `true` if it ended in the last step; a new game has then begun in its place.
    pub fn over(&self) -> &[bool] {
        &self.over
    }

    /// Takes one action in each game, draws chance moves, and restarts finished games.
    ///
    /// # Errors
    /// [`BatchError`] if the number of actions is wrong, or an action is illegal. In that case, nothing has changed.
    pub fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        let taken = self.checked(actions)?;
        self.payoffs.fill(0);
        let seats = self.start.seat_count();
        for (game, (episode, legal)) in self.episodes.iter_mut().zip(taken).enumerate() {
            episode.take(legal);
            episode.draw_chance(&mut *self.draw);
            let outcome = episode.position().outcome();
            self.over[game] = outcome.is_some();
            if let Some(outcome) = outcome {
                self.payoffs[game * seats..][..seats].copy_from_slice(outcome.payoffs());
                *episode = Episode::new(self.start.fork());
                episode.draw_chance(&mut *self.draw);
            }
        }
        Ok(())
    }

    fn checked(&self, actions: &[i64]) -> Result<Vec<(Action, AfterAction)>, BatchError> {
        let (found, expected) = (actions.len(), self.episodes.len());
        if found != expected {
            return Err(BatchError::Count { found, expected });
        }
        let games = self.episodes.iter().zip(actions).enumerate();
        let legal = games.map(|(game, (episode, &action))| {
            episode.checked(action).map_err(|source| BatchError::Illegal { game, source })
        });
        legal.collect()
    }

    /// Writes the observation of the seat to move in each game, one game after another.
    ///
    /// # Panics
    /// If the length of `planes` differs from the total length of all observations.
    pub fn observe(&self, planes: &mut [f32]) {
        let size: usize = self.start.observation_shape().iter().product();
        assert_eq!(planes.len(), size * self.episodes.len(), "as long as all observations");
        for (episode, planes) in self.episodes.iter().zip(planes.chunks_exact_mut(size.max(1))) {
            episode.observe(viewer(episode), planes);
        }
    }

    /// Sets `masks`, which has one entry per game and action, to 1 for each legal action. Other entries don't change.
    ///
    /// # Panics
    /// If the length of `masks` differs from the total length of all masks.
    pub fn mask(&self, masks: &mut [u8]) {
        let count = self.start.action_space().count();
        assert_eq!(masks.len(), count * self.episodes.len(), "as long as all masks");
        for (episode, mask) in self.episodes.iter().zip(masks.chunks_exact_mut(count.max(1))) {
            episode.mark_actions(mask);
        }
    }

    /// The seat to move in each game.
    pub fn seats(&self) -> impl Iterator<Item = usize> {
        self.episodes.iter().map(|episode| match episode.position().turn() {
            Turn::Seat(seat) => seat.index(),
            Turn::Chance => 0,
        })
    }

    /// A random legal action for each game, with all actions equally likely. `draw(n)` must return a number in `0..n`.
    pub fn random_actions(&self, draw: &mut dyn FnMut(u32) -> u32) -> Vec<i64> {
        let chosen = self.episodes.iter().map(|episode| {
            let count = u32::try_from(episode.action_count()).unwrap_or(u32::MAX);
            let action = episode.nth_action(draw(count) as usize);
            let number = action.map(|action| i64::try_from(action.index()));
            number.and_then(Result::ok).unwrap_or(-1)
        });
        chosen.collect()
    }
}

/// The view of the seat to move.
fn viewer(episode: &Episode) -> Viewer {
    match episode.position().turn() {
        Turn::Seat(seat) => Viewer::Seat(seat),
        Turn::Chance => Viewer::Public,
    }
}
