//! Players without search: random, greedy, careless, and human players.

use std::fmt;

use board_engine::{Game, Notation};
use games_package::{Event, Host, Player, PlayerError, Prompt, Reply, Request, Setup};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Tracker;

/// The rank of a legal move: higher is better.
pub type MoveRank<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> i32;

/// Plays one of the highest-ranked moves, without a search.
#[derive(Debug)]
pub struct GreedyPlayer<G: Notation> {
    tracker: Tracker<G>,
    rank: MoveRank<G>,
    rng: ChaCha8Rng,
}

impl<G: Notation> GreedyPlayer<G> {
    /// A greedy player of `game` that ranks moves with `rank`. The player uses seed 0 until a match provides another
    /// seed.
    pub fn new(game: G, rank: MoveRank<G>) -> Self {
        Self { tracker: Tracker::new(game), rank, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    /// A greedy player for a game with hidden information: it sees each position from its seat's view.
    pub fn of_positions(game: G, rank: MoveRank<G>) -> Self {
        Self { tracker: Tracker::of_positions(game), rank, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    /// The highest-ranked moves.
    fn best_moves(&self) -> Vec<<G as Game>::Move> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let ranks: Vec<i32> = moves.iter().map(|&mv| (self.rank)(game, position, mv)).collect();
        let highest = ranks.iter().max().copied();
        moves
            .into_iter()
            .zip(ranks)
            .filter(|(_, rank)| Some(*rank) == highest)
            .map(|(mv, _)| mv)
            .collect()
    }
}

impl<G: Notation> Player for GreedyPlayer<G> {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.rng = ChaCha8Rng::seed_from_u64(setup.seed);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, _host: &dyn Host) -> Result<Reply, PlayerError> {
        self.tracker.follow(request)?;
        let chosen = self.best_moves().choose(&mut self.rng).copied();
        self.tracker.reply(chosen)
    }
}

/// Plays a uniformly random legal move of any game: the baseline that every other player must beat.
#[derive(Debug)]
pub struct RandomPlayer {
    rng: ChaCha8Rng,
}

impl RandomPlayer {
    /// A player that uses seed 0 until a match provides another seed.
    pub fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0) }
    }
}

impl Default for RandomPlayer {
    fn default() -> Self {
        Self::new()
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.rng = ChaCha8Rng::seed_from_u64(setup.seed);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, _host: &dyn Host) -> Result<Reply, PlayerError> {
        let chosen = request.legal_moves.choose(&mut self.rng);
        chosen.map(Reply::play).ok_or_else(|| PlayerError::new("there is no legal move"))
    }
}

/// Wraps a player under another name, and sometimes plays a random legal move instead of the player's move.
pub struct CarelessPlayer {
    name: String,
    player: Box<dyn Player>,
    random: RandomPlayer,
    /// The probability of a random move, 0 to 1.
    carelessness: f64,
    rng: ChaCha8Rng,
}

impl fmt::Debug for CarelessPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("CarelessPlayer");
        shown.field("name", &self.name).field("carelessness", &self.carelessness);
        shown.finish_non_exhaustive()
    }
}

impl CarelessPlayer {
    /// A player with this name that plays a random legal move with this probability, and otherwise plays like `player`.
    /// The player uses seed 0 until a match provides another seed.
    ///
    /// # Panics
    /// If `carelessness` is not between 0 and 1.
    pub fn new(name: impl Into<String>, player: Box<dyn Player>, carelessness: f64) -> Self {
        assert!((0.0..=1.0).contains(&carelessness), "a probability");
        let rng = ChaCha8Rng::seed_from_u64(0);
        Self { name: name.into(), player, random: RandomPlayer::new(), carelessness, rng }
    }
}

impl Player for CarelessPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.rng = ChaCha8Rng::seed_from_u64(setup.seed);
        self.random.start(setup)?;
        self.player.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if self.rng.random_bool(self.carelessness) {
            self.random.choose_move(request, host)
        } else {
            self.player.choose_move(request, host)
        }
    }

    fn observe(&mut self, event: &Event) {
        self.player.observe(event);
    }
}

/// A human player: asks the host for a move. The host can be a screen, an electronic board or a voice interface; the
/// player doesn't know which. The table checks the typed text and asks until it receives a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HumanPlayer {
    name: String,
}

impl HumanPlayer {
    /// A human player with this name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// A human player with an unknown name: "human".
impl Default for HumanPlayer {
    fn default() -> Self {
        Self::named("human")
    }
}

impl Player for HumanPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose_move(&mut self, _request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        Ok(Reply::Move(host.ask(&Prompt::default())?))
    }
}
