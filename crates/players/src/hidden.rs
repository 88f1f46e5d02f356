//! Players of games in which something is hidden.

use board_engine::{HiddenInformation, Notation, NotationError};
use games_package::{Host, Player, PlayerError, Reply, Request, Setup, ThinkingLimits};
use search::{Algorithm, Depth, Limits, Task, Zero};

/// Plays what a search finds that looks at a position as this seat is shown it. It remembers nothing of the moves: some
/// of them it hasn't seen.
#[derive(Debug)]
pub struct HiddenPlayer<G, A> {
    name: String,
    game: G,
    /// Makes the search that has this seed.
    algorithm: fn(u64) -> A,
    depth: Option<u32>,
    nodes: Option<u64>,
    nodes_untimed: Option<u64>,
    seed: u64,
    allowed: ThinkingLimits,
}

impl<G: Notation + HiddenInformation, A: Algorithm<G>> HiddenPlayer<G, A> {
    /// A player of `game` that calls itself by `name`, with the limits of its own that the match's go over. `algorithm`
    /// makes the search that has this seed. Without a depth that is not limited.
    pub fn new(
        name: &str,
        game: G,
        algorithm: fn(u64) -> A,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Self {
        let allowed = ThinkingLimits::default();
        let nodes_untimed = None;
        Self { name: name.into(), game, algorithm, depth, nodes, nodes_untimed, seed: 0, allowed }
    }

    /// It visits so many nodes for a move where neither its own limits nor those of the match say how many, and no clock
    /// runs. A search that the depth doesn't end needs that.
    #[must_use]
    pub fn with_nodes_untimed(mut self, nodes: u64) -> Self {
        self.nodes_untimed = Some(nodes);
        self
    }

    fn nodes(&self, request: &Request) -> Option<u64> {
        let told = self.allowed.nodes.or(self.nodes);
        told.or(if request.time_left.is_some() { None } else { self.nodes_untimed })
    }
}

impl<G: Notation + HiddenInformation, A: Algorithm<G> + Send> Player for HiddenPlayer<G, A> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.seed = setup.seed;
        self.allowed = setup.thinking;
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice() {
            return Ok(Reply::play(only));
        }
        let unreadable = |error: NotationError| PlayerError::new(error.to_string());
        let position = self.game.parse_position(&request.position).map_err(unreadable)?;
        // Another seed for each move, and the same one when it is asked again.
        let algorithm = (self.algorithm)(self.seed ^ (request.moves.len() as u64).rotate_left(32));
        let task = Task { game: &self.game, evaluator: &Zero, position: &position, history: None };
        let stop = || host.is_stopped();
        let limits = Limits {
            depth: self.allowed.depth.or(self.depth).map_or(Depth::MAX, Depth::new),
            nodes: self.nodes(request),
            stop: Some(&stop),
        };
        let best = algorithm.search(&task, &limits).best;
        let best = best.ok_or_else(|| PlayerError::new("there is no legal move"))?;
        Ok(Reply::play(self.game.format_move(&position, best)))
    }
}
