//! The type-erased game: static rules behind a text interface.
//!
//! The table is the same for every game, and game authors write none of it: [`Rules`] turns any [`Notation`] into a
//! [`TableGame`]. Its [`MatchState`]s have the history, which positions don't.

use std::fmt;
use std::sync::Arc;

use board_engine::{
    Board, Diagram, Glyph, KeyHistory, Notation, NotationError, Outcome, Seat, Square, Steps, Turn,
    Viewer,
};

use crate::{EndReason, Ending, deadline};

/// The rules of some game, by name, with texts for moves and positions.
pub trait TableGame: Send + Sync {
    /// The game with its variant: "checkers:english".
    fn name(&self) -> &str;

    /// The number of seats.
    fn seat_count(&self) -> usize;

    /// The largest payoff; 1 if games are won, lost or drawn: see [`Game::payoff_max`](board_engine::Game::payoff_max).
    fn payoff_max(&self) -> i16;

    /// The seat's usual name in this game.
    fn seat_name(&self, seat: Seat) -> String;

    /// A match from `position`, or from the start of the game.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a position of this game, or if the computation's [deadline] has passed.
    fn open(&self, position: Option<&str>) -> Result<Box<dyn MatchState>, NotationError>;

    /// The pieces that a user can place to set up a position: see [`Notation::pieces_to_set_up`].
    fn pieces_to_set_up(&self) -> Vec<Glyph>;

    /// A summary of the rules and move notation, at most ten lines; empty if the game has none. See
    /// [`Notation::rules_summary`].
    fn rules_summary(&self) -> String;

    /// The text of a position that a user has set up: see [`Notation::format_set_up`].
    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String;

    /// The pieces from which a user chooses when this piece arrives on a square: see [`Notation::promotions`].
    fn promotions(&self, piece: &Glyph, square: Square) -> Vec<Glyph>;
}

/// A line of play: the position, its history and the legal moves. Texts are in the game's notation.
pub trait MatchState: Send + Sync {
    /// The seat to act next, or chance.
    fn turn(&self) -> Turn;

    /// The outcome, if the rules have ended the game, by the position or by repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// The game's own end, if the rules have ended it.
    fn ending(&self) -> Option<Ending>;

    /// The end of a round, in a position before the next round: see [`Notation::describe_round_end`].
    fn round_end(&self) -> Option<String>;

    /// Replaces the content of `texts` with the legal moves; empty if the game is over.
    fn legal_moves(&self, texts: &mut Vec<String>);

    /// The weight of each legal move at a chance turn: the number of equally likely draws that give it, in the order of
    /// the moves. Empty at a seat's turn, and if the game is over. See [`Game::weight`](board_engine::Game::weight).
    fn weights(&self) -> Vec<u32>;

    /// The squares of each of the [legal moves](Self::legal_moves), in their order: see [`Notation::route`].
    fn routes(&self) -> Vec<Vec<Square>>;

    /// The steps of each of the [legal moves](Self::legal_moves), in their order: see [`Notation::steps`].
    fn steps(&self) -> Steps;

    /// The standard text of the legal move that `text` means.
    ///
    /// # Errors
    /// [`NotationError`] with the rule if there is none. This method and the methods that play a text also fail if the
    /// computation's [deadline] has passed.
    fn resolve(&self, text: &str) -> Result<String, NotationError>;

    /// Plays the legal move that `text` means, and returns its standard text.
    ///
    /// # Errors
    /// [`NotationError`] if there is none; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;

    /// Plays the first move of a text, and returns its standard text and the rest: see [`Notation::parse_first_move`].
    ///
    /// # Errors
    /// [`NotationError`] if there is none; nothing has changed then.
    fn play_first<'a>(&mut self, text: &'a str) -> Result<(String, &'a str), NotationError>;

    /// Plays a move of a match from elsewhere: the legal move that `text` means, even if the match [could
    /// continue](Self::can_play_on) after a draw. The table's own players get no request after such a draw.
    ///
    /// # Errors
    /// [`NotationError`] if there is none; nothing has changed then.
    fn play_on(&mut self, text: &str) -> Result<String, NotationError>;

    /// Returns `true` if the position is a draw although its pieces can move: by counting plies, by repetition, or by
    /// insufficient material. The table ends a match there; elsewhere a player may have to claim the draw.
    fn can_play_on(&self) -> bool;

    /// Returns `true` if any sequence of moves lets this seat win: see [`Game::can_win`](board_engine::Game::can_win).
    fn can_win(&self, seat: Seat) -> bool;

    /// The draws after which the match continued, in the order of the plies.
    fn passed_draws(&self) -> &[PassedDraw];

    /// Plays a random chance move, and returns its standard text. `draw(n)` returns a uniform number in `0..n`. None,
    /// without any change, if the game is over.
    fn play_drawn(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Option<String>;

    /// Takes the newest move back. Returns `false` if there is none.
    fn take_back(&mut self) -> bool;

    /// The number of moves played since the match was opened.
    fn ply(&self) -> usize;

    /// The number of moves since the last irreversible move, or since the match was opened. After an irreversible move
    /// no earlier position can recur. See [`Game::irreversible`](board_engine::Game::irreversible).
    fn reversible_plies(&self) -> usize;

    /// All moves since the match was opened, as `viewer` may see them.
    fn moves(&self, viewer: Viewer) -> Vec<String>;

    /// The position as `viewer` may see it.
    fn position(&self, viewer: Viewer) -> String;

    /// A hash of the board and the side to move, without the counters of draw rules. It reveals hidden information,
    /// and may differ between builds. See [`Game::key`](board_engine::Game::key).
    fn key(&self) -> u64;

    /// The [`key`](Self::key) of the position with colors reversed; `None` in games without that symmetry. See
    /// [`Notation::with_colors_reversed`].
    fn reversed_key(&self) -> Option<u64>;

    /// A hash of each side's pieces; `None` in games without material search. See [`Notation::material_key`].
    fn material_key(&self) -> Option<u64>;

    /// The keys of each position since the match was opened, in the order of the plies; the current one is the last.
    fn board_keys(&self) -> Vec<BoardKeys>;

    /// The newest move as `viewer` may see it; `None` before the first one.
    fn last_move(&self, viewer: Viewer) -> Option<String>;

    /// Appends the newest move, as `viewer` may see it, to `text`.
    fn push_last_move(&self, viewer: Viewer, text: &mut String);

    /// The diagram of the position as `viewer` may see it, with the traces of the newest move.
    fn diagram(&self, viewer: Viewer) -> Diagram;

    /// An independent copy.
    fn fork(&self) -> Box<dyn MatchState>;
}

/// The keys of a position for a position index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardKeys {
    /// The board and the side to move: see [`MatchState::key`].
    pub position: u64,
    /// The pieces of each side: see [`MatchState::material_key`].
    pub material: Option<u64>,
}

/// A draw by the rules after which the match continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassedDraw {
    /// The number of plies before the draw.
    pub after: usize,
    /// The rule, as a phrase: "threefold repetition".
    pub rule: &'static str,
}

/// Any game with a notation, named, as a [`TableGame`].
#[derive(Debug)]
pub struct Rules<G> {
    name: String,
    game: Arc<G>,
}

impl<G: Notation> Rules<G> {
    /// The rules of `game` under this name: "checkers:english".
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
        let read = |text: &str| in_time(text).and_then(|()| self.game.parse_position(text));
        let position = position.map_or_else(|| Ok(self.game.start()), read)?;
        Ok(Box::new(RulesState::from(Arc::clone(&self.game), position)))
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        self.game.pieces_to_set_up()
    }

    fn rules_summary(&self) -> String {
        self.game.rules_summary()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        self.game.format_set_up(board, mover)
    }

    fn promotions(&self, piece: &Glyph, square: Square) -> Vec<Glyph> {
        self.game.promotions(piece, square)
    }
}

/// Refuses a text if the [deadline] has passed.
fn in_time(text: &str) -> Result<(), NotationError> {
    if deadline::has_passed() {
        Err(NotationError::OutOfTime { text: text.into() })
    } else {
        Ok(())
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
    /// Whether the outcome is a draw in a position in which pieces can move.
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

    /// Refuses a move if the game is over or the [deadline] has passed.
    fn check_ongoing(&self, text: &str) -> Result<(), NotationError> {
        in_time(text)?;
        if let Some(outcome) = self.outcome {
            let end = self.game.describe_outcome(&self.position, &outcome);
            let why = format!("the game is over: {end}");
            return Err(NotationError::Refused {
                text: text.into(),
                position: self.position(Viewer::Arbiter),
                why,
            });
        }
        Ok(())
    }

    fn parse(&self, text: &str) -> Result<G::Move, NotationError> {
        self.check_ongoing(text)?;
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
        // Reuses existing strings, so a caller with a buffer needs no allocation per turn.
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

    fn steps(&self) -> Steps {
        self.game.steps(&self.position, &self.moves)
    }

    fn resolve(&self, text: &str) -> Result<String, NotationError> {
        self.parse(text).map(|mv| self.text_of(mv))
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        self.parse(text).map(|mv| self.advance(mv))
    }

    fn play_first<'a>(&mut self, text: &'a str) -> Result<(String, &'a str), NotationError> {
        self.check_ongoing(text)?;
        let (mv, rest) = self.game.parse_first_move(&self.position, text)?;
        Ok((self.advance(mv), rest))
    }

    fn play_on(&mut self, text: &str) -> Result<String, NotationError> {
        let Some(outcome) = self.outcome.filter(|_| self.can_play_on) else {
            return self.play(text);
        };
        in_time(text)?;
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

    fn reversible_plies(&self) -> usize {
        self.keys.reversible_plies()
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

    fn board_keys(&self) -> Vec<BoardKeys> {
        let positions = self.past.iter().map(|(before, _)| before).chain([&self.position]);
        let keys = positions.zip(self.keys.keys()).map(|(position, key)| BoardKeys {
            position: key,
            material: self.game.material_key(position),
        });
        keys.collect()
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
