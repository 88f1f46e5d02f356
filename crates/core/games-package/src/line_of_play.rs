//! A line of play: a position, with moves that can be played and taken back.
//!
//! Deep searches of any game use this type. Visiting a position allocates nothing: move lists are reused, and looking
//! ahead only stores numbers.

use std::sync::Arc;

use board_engine::{Game, KeyHistory, Notation, NotationError, Outcome, Repetition, Turn};

/// A position in some game, with the moves that led to it. Strings are in the game's notation, and a move is its index
/// in the list of legal moves.
pub trait LineOfPlay: Send + Sync {
    /// The state of the position, without its notation.
    fn state(&self) -> PositionState;

    /// Calls `each` with the state after each legal move, in order; not at all if the game is over.
    fn look_ahead(&mut self, each: &mut dyn FnMut(PositionState));

    /// The number of moves that can be taken back: the moves played on this line.
    fn ply_count(&self) -> usize;

    /// Plays the legal move at `index`. If a rule that counts moves or positions has ended the game, the list still
    /// contains the pieces' moves. Returns `false`, and plays nothing, if the index is out of range.
    fn play(&mut self, index: usize) -> bool;

    /// Takes the last move back. Returns `false` if there is no move.
    fn take_back(&mut self) -> bool;

    /// An independent line that starts here. Earlier moves can't be taken back, but still count for
    /// repetition.
    fn fork(&self) -> Box<dyn LineOfPlay>;

    /// Appends the position to `text`.
    fn push_position(&self, text: &mut String);

    /// Appends the legal move at `index` to `text`. Returns `false` if the index is out of range.
    fn push_move(&self, index: usize, text: &mut String) -> bool;

    /// The index of the legal move that `text` represents.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move, with the rule that forbids it.
    fn parse_move(&self, text: &str) -> Result<usize, NotationError>;

    /// The weight of the legal move at `index` if chance draws it: see
    /// [`Game::weight`](board_engine::Game::weight). `None` if the index is out of range.
    fn weight(&self, index: usize) -> Option<u32>;
}

/// The state of a position, without its notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionState {
    /// The position's Zobrist key: see [`Game::key`](board_engine::Game::key).
    pub key: u64,
    /// The seat to act, or chance. If the game is over, the seat that would act otherwise.
    pub turn: Turn,
    /// The number of legal moves; 0 if the game is over.
    pub move_count: usize,
    /// The outcome, if the rules have ended the game: by the position, or by its repetition on the line.
    pub outcome: Option<Outcome>,
}

/// A line of play that begins at this position, or at the start of the game. The line follows the rules of `game`, and
/// uses `notation` for its strings. `notation` is the same game, but its static type may be erased, because few
/// positions are written as strings.
///
/// # Errors
/// [`NotationError`] if the position is malformed.
pub fn new_line_of_play<G, N>(
    game: G,
    notation: N,
    position: Option<&str>,
) -> Result<Box<dyn LineOfPlay>, NotationError>
where
    G: Game,
    N: Notation<Position = G::Position, Move = G::Move>,
{
    Ok(Box::new(PlayedLine::new(game, notation, position)?))
}

/// A line of play in a game with a known static type.
struct PlayedLine<G: Game, N> {
    game: Arc<G>,
    /// The same game, for parsing and formatting moves and positions.
    notation: Arc<N>,
    /// The positions from the start. Entries after the current one are retained so that their memory can be reused.
    steps: Vec<LineStep<G>>,
    /// The index of the current position.
    current: usize,
    /// The keys of the positions on the line and before it; `None` if repetition has no effect.
    keys: Option<KeyHistory>,
}

/// A position of the line.
struct LineStep<G: Game> {
    position: G::Position,
    moves: Vec<G::Move>,
    outcome: Option<Outcome>,
}

impl<G: Game, N: Notation<Position = G::Position, Move = G::Move>> PlayedLine<G, N> {
    /// A line that begins at this position, or at the start of the game.
    fn new(game: G, notation: N, position: Option<&str>) -> Result<Self, NotationError> {
        let position =
            position.map_or_else(|| Ok(game.start()), |text| notation.parse_position(text))?;
        let repeats = game.repetition() != Repetition::Ignored;
        let keys = repeats.then(|| KeyHistory::starting_at(&game, &position));
        let first = LineStep { position, moves: Vec::new(), outcome: None };
        let (game, notation) = (Arc::new(game), Arc::new(notation));
        let mut line = Self { game, notation, steps: vec![first], current: 0, keys };
        line.update();
        Ok(line)
    }

    /// Updates the legal moves and the outcome of the current position.
    fn update(&mut self) {
        let Self { game, steps, current, keys, .. } = self;
        let step = &mut steps[*current];
        let status = game.legal_moves(&step.position, &mut step.moves);
        let repeated = || keys.as_ref().and_then(|keys| keys.outcome(&**game));
        step.outcome = status.outcome().or_else(repeated);
    }

    fn step(&self) -> &LineStep<G> {
        &self.steps[self.current]
    }
}

impl<G: Game, N: Notation<Position = G::Position, Move = G::Move>> LineOfPlay for PlayedLine<G, N> {
    fn state(&self) -> PositionState {
        let step = self.step();
        let known = self.keys.as_ref().and_then(KeyHistory::key);
        PositionState {
            key: known.unwrap_or_else(|| self.game.key(&step.position)),
            turn: self.game.turn(&step.position),
            move_count: if step.outcome.is_none() { step.moves.len() } else { 0 },
            outcome: step.outcome,
        }
    }

    fn look_ahead(&mut self, each: &mut dyn FnMut(PositionState)) {
        for index in 0..self.state().move_count {
            self.play(index);
            each(self.state());
            self.take_back();
        }
    }

    fn ply_count(&self) -> usize {
        self.current
    }

    fn play(&mut self, index: usize) -> bool {
        let Some(&mv) = self.step().moves.get(index) else { return false };
        let next = self.current + 1;
        if next == self.steps.len() {
            let position = self.step().position.clone();
            self.steps.push(LineStep { position, moves: Vec::new(), outcome: None });
        } else {
            let (played, later) = self.steps.split_at_mut(next);
            later[0].position.clone_from(&played[self.current].position);
        }
        let position = &mut self.steps[next].position;
        match &mut self.keys {
            Some(keys) => keys.play(&*self.game, position, mv),
            None => self.game.play(position, mv),
        }
        self.current = next;
        self.update();
        true
    }

    fn take_back(&mut self) -> bool {
        let Some(before) = self.current.checked_sub(1) else { return false };
        self.current = before;
        if let Some(keys) = &mut self.keys {
            keys.take_back();
        }
        true
    }

    fn fork(&self) -> Box<dyn LineOfPlay> {
        let LineStep { position, moves, outcome } = self.step();
        let first =
            LineStep { position: position.clone(), moves: moves.clone(), outcome: *outcome };
        Box::new(Self {
            game: Arc::clone(&self.game),
            notation: Arc::clone(&self.notation),
            steps: vec![first],
            current: 0,
            keys: self.keys.clone(),
        })
    }

    fn push_position(&self, text: &mut String) {
        text.push_str(&self.notation.format_position(&self.step().position));
    }

    fn push_move(&self, index: usize, text: &mut String) -> bool {
        let step = self.step();
        let mv = step.moves.get(index);
        mv.inspect(|&&mv| self.notation.push_move(&step.position, mv, text)).is_some()
    }

    fn parse_move(&self, text: &str) -> Result<usize, NotationError> {
        let step = self.step();
        let mv = self.notation.parse_move(&step.position, text)?;
        let found = step.moves.iter().position(|&legal| legal == mv);
        found.ok_or_else(|| NotationError::Refused {
            text: text.into(),
            position: self.notation.format_position(&step.position),
            why: "it is not among the legal moves".into(),
        })
    }

    fn weight(&self, index: usize) -> Option<u32> {
        let step = self.step();
        step.moves.get(index).map(|&mv| self.game.weight(&step.position, mv))
    }
}
