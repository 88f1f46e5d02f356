//! A position with the static type of its game.

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use board_engine::{
    Action, ActionSpace, Diagram, Game, KeyHistory, Leaves, LegalActions, Notation, NotationError,
    Outcome, Repetition, Status, Turn, Viewer, perft,
};
use games_package::{CatalogError, parse_pasted_position};
use search::{Depth, Evaluator, Known, Solved, Solver, StopSignal, Task, TooLarge};

use super::{Explorer, SearchResult};
use crate::classic::EvaluatorInfo;
use crate::entry::{CatalogEntry, GameMotif, Kind, unknown_error};
use crate::observation::{At, Planes};
use crate::playout::Playout;
use crate::solution::{Solution, SolveError, SolveWanted};

/// The game of a position and the game's name, shared by all copies of the position.
struct Named<G> {
    name: String,
    game: G,
    space: OnceLock<ActionSpace>,
    planes: OnceLock<Planes>,
}

impl<G: Notation> Named<G> {
    fn space(&self) -> &ActionSpace {
        self.space.get_or_init(|| self.game.action_space())
    }

    fn planes(&self) -> &Planes {
        self.planes.get_or_init(|| Planes::of(&self.game))
    }
}

/// A position with the static type of its game.
pub(crate) struct Exploring<E: CatalogEntry> {
    named: Arc<Named<E::Game>>,
    position: <E::Game as Game>::Position,
    /// The keys since the last irreversible move; `None` if repetition has no effect.
    keys: Option<KeyHistory>,
    moves: Vec<<E::Game as Game>::Move>,
    outcome: Option<Outcome>,
}

impl<E: CatalogEntry> Exploring<E> {
    /// This position, or the start.
    pub(crate) fn new(
        name: String,
        game: E::Game,
        position: Option<&str>,
    ) -> Result<Self, NotationError> {
        let position =
            position.map_or_else(|| Ok(game.start()), |text| parse_pasted_position(&game, text))?;
        let repeats = game.repetition() != Repetition::Ignored;
        let keys = repeats.then(|| KeyHistory::starting_at(&game, &position));
        let (space, planes) = (OnceLock::new(), OnceLock::new());
        let named = Arc::new(Named { name, game, space, planes });
        let mut exploring = Self { named, position, keys, moves: Vec::new(), outcome: None };
        exploring.update();
        Ok(exploring)
    }

    /// For each legal move, the action that makes it up; `None` if it takes several actions.
    #[inline]
    fn single_actions(&self) -> impl Iterator<Item = Option<Action>> {
        let (game, space) = (&self.named.game, self.named.space());
        self.moves.iter().map(move |&mv| game.action(space, &self.position, mv))
    }

    /// Updates the legal moves and the outcome for the position.
    fn update(&mut self) {
        let game = &self.named.game;
        let status = game.legal_moves(&self.position, &mut self.moves);
        let repeated = || self.keys.as_ref().and_then(|keys| keys.outcome(game));
        self.outcome = status.outcome().or_else(repeated);
    }
}

impl<E: CatalogEntry> Explorer for Exploring<E> {
    fn game(&self) -> &str {
        &self.named.name
    }

    fn seat_count(&self) -> usize {
        self.named.game.seats()
    }

    fn position(&self) -> String {
        self.named.game.format_position(&self.position)
    }

    fn position_for(&self, viewer: Viewer) -> String {
        self.named.game.format_position_for(&self.position, viewer)
    }

    fn diagram(&self, viewer: Viewer) -> Diagram {
        self.named.game.diagram(&self.position, viewer)
    }

    fn key(&self) -> u64 {
        self.named.game.key(&self.position)
    }

    fn is_same(&self, other: &dyn Explorer) -> bool {
        self.key() == other.key()
            && self.game() == other.game()
            && self.position() == other.position()
    }

    fn turn(&self) -> Turn {
        self.named.game.turn(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn ending(&self) -> Option<String> {
        let describe = |outcome| self.named.game.describe_outcome(&self.position, &outcome);
        self.outcome.map(describe)
    }

    fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| self.named.game.format_move(&self.position, mv)).collect()
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn push_move(&self, index: usize, text: &mut String) {
        self.named.game.push_move(&self.position, self.moves[index], text);
    }

    fn push_move_for(&self, index: usize, viewer: Viewer, text: &mut String) {
        self.named.game.push_move_for(&self.position, self.moves[index], viewer, text);
    }

    fn parse_move(&self, text: &str) -> Result<usize, NotationError> {
        let mv = self.named.game.parse_move(&self.position, text)?;
        let found = self.moves.iter().position(|&legal| legal == mv);
        found.ok_or_else(|| NotationError::Refused {
            text: text.into(),
            position: self.position(),
            why: "it is not among the legal moves".into(),
        })
    }

    fn weight(&self, index: usize) -> u32 {
        self.named.game.weight(&self.position, self.moves[index])
    }

    fn payoffs_cancel(&self) -> bool {
        E::payoffs_cancel(&self.named.game)
    }

    fn action_space(&self) -> &ActionSpace {
        self.named.space()
    }

    fn fill_actions(&self, legal: &mut LegalActions) {
        if self.outcome.is_some() {
            return legal.clear();
        }
        let Named { game, .. } = &*self.named;
        game.fill_actions(self.named.space(), &self.position, &self.moves, legal);
    }

    fn has_only_single_actions(&self) -> bool {
        self.outcome.is_none()
            && !self.moves.is_empty()
            && self.single_actions().all(|action| action.is_some())
    }

    fn action_of(&self, index: usize) -> Option<Action> {
        let Named { game, .. } = &*self.named;
        game.action(self.named.space(), &self.position, self.moves[index])
    }

    fn move_of(&self, action: Action) -> Option<usize> {
        self.single_actions().position(|other| other == Some(action))
    }

    fn mark_actions(&self, mask: &mut [u8]) {
        self.single_actions().flatten().for_each(|action| mask[action.index()] = 1);
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.named.planes().shape()
    }

    fn plane_names(&self) -> Vec<String> {
        self.named.planes().names(&self.named.game)
    }

    fn observe(&self, viewer: Viewer, made: &[Action], planes: &mut [f32]) {
        let (position, moves, outcome) = (&self.position, &self.moves, self.outcome);
        let space = self.named.space();
        let at = At { position, moves, outcome, viewer, space, made };
        self.named.planes().write(&self.named.game, &at, planes);
    }

    fn play(&mut self, index: usize) {
        let (game, mv) = (&self.named.game, self.moves[index]);
        match &mut self.keys {
            Some(keys) if !game.irreversible(&self.position, mv) => {
                keys.play(game, &mut self.position, mv);
            }
            keys => {
                game.play(&mut self.position, mv);
                if let Some(keys) = keys {
                    *keys = KeyHistory::starting_at(game, &self.position);
                }
            }
        }
        self.update();
    }

    fn fork(&self) -> Box<dyn Explorer> {
        Box::new(Self {
            named: Arc::clone(&self.named),
            position: self.position.clone(),
            keys: self.keys.clone(),
            moves: self.moves.clone(),
            outcome: self.outcome,
        })
    }

    fn play_out(&self, plies_max: u32, draw: &mut dyn FnMut(u32) -> u32) -> Playout {
        if self.outcome.is_some() {
            return Playout { outcome: self.outcome, plies: 0 };
        }
        E::play_out(&self.named.game, &self.position, plies_max, draw)
    }

    fn leaves(&self, depth: u32, leaves: Leaves) -> u64 {
        perft(&self.named.game, &self.position, depth, leaves)
    }

    fn leaves_after(&self, index: usize, depth: u32, leaves: Leaves) -> u64 {
        let mut child = self.position.clone();
        self.named.game.play(&mut child, self.moves[index]);
        perft(&self.named.game, &child, depth, leaves)
    }

    fn motif(&self, solution: &[String]) -> Option<&'static str> {
        if E::MOTIFS.is_empty() {
            return None;
        }
        let (game, mut after) = (&self.named.game, self.position.clone());
        let mut moves = Vec::new();
        for text in solution {
            let mv = game.parse_move(&after, text).ok()?;
            game.play(&mut after, mv);
            moves.push(mv);
        }
        let fits = |motif: &&GameMotif<E::Game>| (motif.fits)(game, &self.position, &moves);
        E::MOTIFS.iter().find(fits).map(|motif| motif.name)
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        E::evaluator_infos()
    }

    fn algorithms(&self) -> &'static [&'static str] {
        E::Kind::ALGORITHMS
    }

    fn search(
        &self,
        algorithm: &str,
        evaluator: &str,
        depth: u32,
    ) -> Result<SearchResult, CatalogError> {
        let (game, position) = (&self.named.game, &self.position);
        let no_algorithm =
            || unknown_error("algorithm", algorithm, E::Kind::ALGORITHMS.iter().copied());
        if !E::Kind::ALGORITHMS.contains(&algorithm) {
            return Err(no_algorithm());
        }
        let evaluator = &E::evaluator(evaluator).ok_or_else(|| {
            unknown_error("evaluator", evaluator, E::EVALUATORS.iter().map(|(info, _)| info.name))
        })?;
        let task = Task { game, evaluator, position, history: None };
        let report = E::Kind::search(&task, algorithm, Depth::new(depth));
        let report = report.ok_or_else(no_algorithm)?;
        let best = report.best.map(|mv| game.format_move(position, mv));
        let score = report.score.in_units(evaluator.unit());
        Ok(SearchResult { best, score, statistics: report.statistics })
    }

    fn solve(
        &self,
        wanted: SolveWanted,
        known: &mut dyn FnMut(Known),
        stop: StopSignal<'_>,
    ) -> Result<Solution, SolveError> {
        let (Named { name, game, .. }, position) = (&*self.named, &self.position);
        if let Status::Over(outcome) = game.legal_moves(position, &mut Vec::new()) {
            return Err(SolveError::Over { why: outcome.reason().to_owned() });
        }
        let none = || SolveError::NoSolver { game: name.clone() };
        let mut solver = E::Kind::solver(game).ok_or_else(none)?;
        let too_large = |error: TooLarge| SolveError::TooLarge {
            game: name.clone(),
            positions: error.positions,
        };
        let value = solver.solve(game, position, known, stop).map_err(too_large)?;
        let mut moves = Vec::new();
        if wanted == SolveWanted::EachMove {
            for &mv in &self.moves {
                let value = value_of_move(&mut *solver, game, position, mv, stop);
                let value = value.map_err(too_large)?;
                moves.push((game.format_move(position, mv), value));
            }
            moves.sort_by_cached_key(|(_, value)| Reverse(value.preference()));
        }
        Ok(Solution { value, moves, positions: solver.positions() })
    }
}

/// A move's value for the side that makes it.
fn value_of_move<G: Game>(
    solver: &mut dyn Solver<G>,
    game: &G,
    position: &G::Position,
    mv: G::Move,
    stop: StopSignal<'_>,
) -> Result<Solved, TooLarge> {
    let mut after = position.clone();
    game.play(&mut after, mv);
    if let (Status::Over(outcome), Turn::Seat(mover)) =
        (game.legal_moves(&after, &mut Vec::new()), game.turn(position))
    {
        let payoff = outcome.payoff(mover);
        return Ok(Solved { payoff, plies: (payoff != 0).then_some(1) });
    }
    let value = solver.solve(game, &after, &mut |_| {}, stop)?.one_ply_farther();
    Ok(if game.turn(&after) == game.turn(position) { value } else { value.reverse() })
}
