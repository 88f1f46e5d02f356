//! The type-erased game: static rules behind a text interface.
//!
//! The table is the same for every game, and the author of a game writes none of it: [`Rules`] wraps
//! any [`Notation`] and gives a [`TableGame`], whose [`MatchState`]s know the history that positions don't.

use std::fmt;
use std::sync::Arc;

use board_engine::{
    Board, Diagram, Glyph, KeyHistory, Notation, NotationError, Outcome, Seat, Square, Turn, Viewer,
};

use crate::{EndReason, Ending};

/// The rules of some game, by name, with texts for moves and positions.
pub trait TableGame: Send + Sync {
    /// The game with its variant: "checkers:english".
    fn name(&self) -> &str;

    /// How many seats play.
    fn seat_count(&self) -> usize;

    /// The most that a seat can win or lose; 1 where games are won, lost or drawn: see
    /// [`Game::payoff_max`](board_engine::Game::payoff_max).
    fn payoff_max(&self) -> i16;

    /// The seat's usual name in this game.
    fn seat_name(&self, seat: Seat) -> String;

    /// A match from `position`, or from the start of the game.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a position of this game.
    fn open(&self, position: Option<&str>) -> Result<Box<dyn MatchState>, NotationError>;

    /// The pieces from which a position can be set up by hand: see [`Notation::pieces_to_set_up`].
    fn pieces_to_set_up(&self) -> Vec<Glyph>;

    /// The text of a position that was set up by hand: see [`Notation::format_set_up`].
    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String;
}

/// A line of play: the position, how it came about, and what can be done. Texts are in the game's notation.
pub trait MatchState: Send + Sync {
    /// The seat to act next, or chance.
    fn turn(&self) -> Turn;

    /// The outcome, if the rules have ended the game, by the position or by repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// The game's own end, if the rules have ended it.
    fn ending(&self) -> Option<Ending>;

    /// How a round has ended, in a position in which the next one has not begun yet: see
    /// [`Notation::describe_round_end`].
    fn round_end(&self) -> Option<String>;

    /// Replaces the content of `texts` by the legal moves; empty if the game is over.
    fn legal_moves(&self, texts: &mut Vec<String>);

    /// In how many of the equally likely ways chance draws each of the legal moves, in their order; empty where a seat
    /// is to move, and if the game is over. See [`Game::weight`](board_engine::Game::weight).
    fn weights(&self) -> Vec<u32>;

    /// The squares that each legal move touches, in the order of [`legal_moves`](Self::legal_moves): see
    /// [`Notation::route`].
    fn routes(&self) -> Vec<Vec<Square>>;

    /// The standard text of the legal move that `text` means.
    ///
    /// # Errors
    /// [`NotationError`] if there is none, with the rule.
    fn resolve(&self, text: &str) -> Result<String, NotationError>;

    /// Plays the legal move that `text` means, and returns its standard text.
    ///
    /// # Errors
    /// [`NotationError`] if there is none; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;

    /// Plays a move of a match that was played elsewhere: the legal one that `text` means, also where the match
    /// [could go on](Self::can_play_on) after a draw. The table's own players are not asked for a move there.
    ///
    /// # Errors
    /// [`NotationError`] if there is none; nothing has changed then.
    fn play_on(&mut self, text: &str) -> Result<String, NotationError>;

    /// Whether the rules make the position a draw though its pieces can move: by counting plies, by repetition, or by
    /// insufficient material. The table ends a match there. Elsewhere a player may have to claim such a draw.
    fn can_play_on(&self) -> bool;

    /// Whether any sequence of moves lets this seat win: see [`Game::can_win`](board_engine::Game::can_win).
    fn can_win(&self, seat: Seat) -> bool;

    /// The draws after which the match went on, in the order of the plies.
    fn passed_draws(&self) -> &[PassedDraw];

    /// Plays a random chance move, and returns its standard text. `draw(n)` gives a number in `0..n`,
    /// all equally likely. None, and nothing has changed, if the game is over.
    fn play_drawn(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Option<String>;

    /// Takes the newest move back. Returns false if there is none.
    fn take_back(&mut self) -> bool;

    /// How many moves have been played since the match was opened.
    fn ply(&self) -> usize;

    /// All moves since then as `viewer` may see them.
    fn moves(&self, viewer: Viewer) -> Vec<String>;

    /// The position as `viewer` may see it.
    fn position(&self, viewer: Viewer) -> String;

    /// A number that is equal for equal boards with equal sides to move, and hardly ever for others: the counters of draw rules
    /// are not in it. It tells what is hidden, and may be another one in another build of the program. See
    /// [`Game::key`](board_engine::Game::key).
    fn key(&self) -> u64;

    /// The [`key`](Self::key) of the position with the colors reversed; none in games where that is no position. See
    /// [`Notation::with_colors_reversed`].
    fn reversed_key(&self) -> Option<u64>;

    /// A number that is equal for positions in which each side has the same pieces; none in games where nobody asks. See
    /// [`Notation::material_key`].
    fn material_key(&self) -> Option<u64>;

    /// The newest move as `viewer` may see it; none before the first one.
    fn last_move(&self, viewer: Viewer) -> Option<String>;

    /// Writes the newest move, as `viewer` may see it, to the end of `text`.
    fn push_last_move(&self, viewer: Viewer, text: &mut String);

    /// The diagram of the position as `viewer` may see it, with the traces of the newest move.
    fn diagram(&self, viewer: Viewer) -> Diagram;

    /// An independent copy.
    fn fork(&self) -> Box<dyn MatchState>;
}

/// A draw by the rules after which the match went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassedDraw {
    /// After how many plies.
    pub after: usize,
    /// The rule, as a phrase: "the third occurrence of the position".
    pub rule: &'static str,
}

/// Any game with a notation, under a name, as a [`TableGame`].
#[derive(Debug)]
pub struct Rules<G> {
    name: String,
    game: Arc<G>,
}

impl<G: Notation> Rules<G> {
    /// The rules `game` under this name: "checkers:english".
    pub fn new(name: impl Into<String>, game: G) -> Self {
        Self { name: name.into(), game: Arc::new(game) }
    }
}

impl<G: Notation> TableGame for Rules<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn seat_count(&self) -> usize {
        self.game.seats()
    }

    fn payoff_max(&self) -> i16 {
        self.game.payoff_max()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn open(&self, position: Option<&str>) -> Result<Box<dyn MatchState>, NotationError> {
        let position = position
            .map_or_else(|| Ok(self.game.start()), |text| self.game.parse_position(text))?;
        Ok(Box::new(RulesState::from(Arc::clone(&self.game), position)))
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        self.game.pieces_to_set_up()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        self.game.format_set_up(board, mover)
    }
}

/// A line of play of one game.
struct RulesState<G: Notation> {
    game: Arc<G>,
    /// The position before each move, with the move.
    past: Vec<(G::Position, G::Move)>,
    position: G::Position,
    keys: KeyHistory,
    /// The legal moves of the position; empty if the game is over.
    moves: Vec<G::Move>,
    outcome: Option<Outcome>,
    /// Whether the outcome is a draw in a position whose pieces can move.
    can_play_on: bool,
    passed_draws: Vec<PassedDraw>,
}

impl<G: Notation> RulesState<G> {
    fn from(game: Arc<G>, position: G::Position) -> Self {
        let keys = KeyHistory::starting_at(&*game, &position);
        let mut state = Self {
            game,
            past: Vec::new(),
            position,
            keys,
            moves: Vec::new(),
            outcome: None,
            can_play_on: false,
            passed_draws: Vec::new(),
        };
        state.update_legal_moves();
        state
    }

    /// Updates the legal moves and the outcome for the position.
    fn update_legal_moves(&mut self) {
        let status = self.game.legal_moves(&self.position, &mut self.moves);
        self.outcome = status.outcome().or_else(|| self.keys.outcome(&*self.game));
        let is_draw = |outcome: Outcome| outcome.payoffs().iter().all(|&payoff| payoff == 0);
        self.can_play_on = self.outcome.is_some_and(is_draw) && !self.moves.is_empty();
        if self.outcome.is_some() {
            self.moves.clear();
        }
    }

    /// The standard text of a legal move.
    fn text_of(&self, mv: G::Move) -> String {
        if self.outcome.is_some() {
            // The list of the legal moves is empty.
            return self.game.format_move(&self.position, mv);
        }
        let mut text = String::new();
        self.game.push_move_among(&self.position, &self.moves, mv, &mut text);
        text
    }

    fn advance(&mut self, mv: G::Move) -> String {
        let text = self.text_of(mv);
        self.past.push((self.position.clone(), mv));
        self.keys.play(&*self.game, &mut self.position, mv);
        self.update_legal_moves();
        text
    }

    fn parse(&self, text: &str) -> Result<G::Move, NotationError> {
        if let Some(outcome) = self.outcome {
            let end = self.game.describe_outcome(&self.position, &outcome);
            let why = format!("the game is over: {end}");
            return Err(NotationError::Refused {
                text: text.into(),
                position: self.position(Viewer::Arbiter),
                why,
            });
        }
        self.game.parse_move_among(&self.position, &self.moves, text)
    }
}

impl<G: Notation> MatchState for RulesState<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome?;
        let reason = self.game.describe_outcome(&self.position, &outcome);
        Some(Ending { reason: EndReason::Rules(reason), ..Ending::by_rules(&outcome) })
    }

    fn round_end(&self) -> Option<String> {
        self.game.describe_round_end(&self.position)
    }

    fn legal_moves(&self, texts: &mut Vec<String>) {
        // Existing strings are reused, so that a caller with a buffer needs no allocation per turn.
        texts.resize_with(self.moves.len(), String::new);
        texts.iter_mut().for_each(String::clear);
        for (text, &mv) in texts.iter_mut().zip(&self.moves) {
            self.game.push_move_among(&self.position, &self.moves, mv, text);
        }
    }

    fn weights(&self) -> Vec<u32> {
        let is_drawn = self.turn() == Turn::Chance;
        let drawn = self.moves.iter().filter(|_| is_drawn);
        drawn.map(|&mv| self.game.weight(&self.position, mv)).collect()
    }

    fn routes(&self) -> Vec<Vec<Square>> {
        self.moves.iter().map(|&mv| self.game.route(&self.position, mv)).collect()
    }

    fn resolve(&self, text: &str) -> Result<String, NotationError> {
        self.parse(text).map(|mv| self.text_of(mv))
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        self.parse(text).map(|mv| self.advance(mv))
    }

    fn play_on(&mut self, text: &str) -> Result<String, NotationError> {
        let Some(outcome) = self.outcome.filter(|_| self.can_play_on) else {
            return self.play(text);
        };
        let mv = self.game.parse_move(&self.position, text)?;
        self.passed_draws.push(PassedDraw { after: self.past.len(), rule: outcome.reason() });
        Ok(self.advance(mv))
    }

    fn can_play_on(&self) -> bool {
        self.can_play_on
    }

    fn can_win(&self, seat: Seat) -> bool {
        self.game.can_win(&self.position, seat)
    }

    fn passed_draws(&self) -> &[PassedDraw] {
        &self.passed_draws
    }

    fn play_drawn(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Option<String> {
        let mv = self.game.draw_move(&self.position, &self.moves, &mut |count| draw(count))?;
        Some(self.advance(mv))
    }

    fn take_back(&mut self) -> bool {
        let Some((position, _)) = self.past.pop() else { return false };
        self.position = position;
        self.keys.take_back();
        self.passed_draws.pop_if(|passed| passed.after == self.past.len());
        self.update_legal_moves();
        true
    }

    fn ply(&self) -> usize {
        self.past.len()
    }

    fn moves(&self, viewer: Viewer) -> Vec<String> {
        self.past
            .iter()
            .map(|(before, mv)| self.game.format_move_for(before, *mv, viewer))
            .collect()
    }

    fn position(&self, viewer: Viewer) -> String {
        self.game.format_position_for(&self.position, viewer)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.position)
    }

    fn reversed_key(&self) -> Option<u64> {
        let reversed = self.game.with_colors_reversed(&self.position)?;
        Some(self.game.key(&reversed))
    }

    fn material_key(&self) -> Option<u64> {
        self.game.material_key(&self.position)
    }

    fn last_move(&self, viewer: Viewer) -> Option<String> {
        self.past.last().map(|(before, mv)| self.game.format_move_for(before, *mv, viewer))
    }

    fn push_last_move(&self, viewer: Viewer, text: &mut String) {
        if let Some((before, mv)) = self.past.last() {
            self.game.push_move_for(before, *mv, viewer, text);
        }
    }

    fn diagram(&self, viewer: Viewer) -> Diagram {
        match self.past.last() {
            Some((before, mv)) => self.game.diagram_after(before, *mv, &self.position, viewer),
            None => self.game.diagram(&self.position, viewer),
        }
    }

    fn fork(&self) -> Box<dyn MatchState> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            past: self.past.clone(),
            position: self.position.clone(),
            keys: self.keys.clone(),
            moves: self.moves.clone(),
            outcome: self.outcome,
            can_play_on: self.can_play_on,
            passed_draws: self.passed_draws.clone(),
        })
    }
}

/// The position, for messages.
impl fmt::Debug for dyn MatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} plies", self.position(Viewer::Arbiter), self.ply())
    }
}

/// The name, for messages.
impl fmt::Debug for dyn TableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
