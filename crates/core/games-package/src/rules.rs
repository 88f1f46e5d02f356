//! Any game with a notation as a [`TableGame`], with the history of its matches.

use std::sync::{Arc, OnceLock};

use board_engine::{
    Board, Diagram, Glyph, JointMove, KeyHistory, Notation, NotationError, Outcome, Seat, Square,
    Steps, Turn, Viewer,
};

use crate::pasted_position::{parse_pasted_position, plain_position};
use crate::table_game::{BoardKeys, MatchState, PassedDraw, TableGame};
use crate::{EndReason, Ending, deadline};

/// A named game with a notation, as a [`TableGame`].
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
        let read =
            |text: &str| in_time(text).and_then(|()| parse_pasted_position(&*self.game, text));
        let position = position.map_or_else(|| Ok(self.game.start()), read)?;
        Ok(Box::new(RulesState::from(Arc::clone(&self.game), position)))
    }

    fn corrections(&self, position: &str) -> Option<String> {
        let game = &*self.game;
        game.corrections(position).or_else(|| game.corrections(&plain_position(position)))
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

    fn joint_moves(&self) -> Vec<JointMove> {
        self.game.joint_moves()
    }
}

/// Refuses a string if the [deadline] has passed.
fn in_time(text: &str) -> Result<(), NotationError> {
    if deadline::has_passed() {
        Err(NotationError::OutOfTime { text: text.into() })
    } else {
        Ok(())
    }
}

/// A line of play in one game.
struct RulesState<G: Notation> {
    game: Arc<G>,
    /// The position before each move, and the move.
    past: Vec<(G::Position, G::Move)>,
    position: G::Position,
    keys: KeyHistory,
    /// The legal moves in the position, once they have been listed; empty if the game is over.
    moves: OnceLock<Vec<G::Move>>,
    outcome: Option<Outcome>,
    /// Whether the outcome is a draw in a position where pieces can still move.
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
            moves: OnceLock::new(),
            outcome: None,
            can_play_on: false,
            passed_draws: Vec::new(),
        };
        state.update_status();
        state
    }

    /// Updates the outcome for the position, and lists its legal moves if that is free.
    fn update_status(&mut self) {
        let mut moves = self.moves.take().unwrap_or_default();
        let status = if G::READS_WITHOUT_LIST {
            self.game.status(&self.position, &mut moves)
        } else {
            self.game.legal_moves(&self.position, &mut moves)
        };
        self.outcome = status.outcome().or_else(|| self.keys.outcome(&*self.game));
        let is_draw = |outcome: Outcome| outcome.payoffs().iter().all(|&payoff| payoff == 0);
        let is_draw = self.outcome.is_some_and(is_draw);
        if is_draw && G::READS_WITHOUT_LIST {
            self.game.legal_moves(&self.position, &mut moves);
        }
        self.can_play_on = is_draw && !moves.is_empty();
        if self.outcome.is_some() {
            moves.clear();
        } else if G::READS_WITHOUT_LIST {
            return;
        }
        self.moves = OnceLock::from(moves);
    }

    /// The legal moves in the position; empty if the game is over.
    fn moves(&self) -> &[G::Move] {
        self.moves.get_or_init(|| {
            let mut moves = Vec::new();
            self.game.legal_moves(&self.position, &mut moves);
            moves
        })
    }

    /// A legal move in standard notation.
    fn text_of(&self, mv: G::Move) -> String {
        if self.outcome.is_some() {
            // The list of the legal moves is empty.
            return self.game.format_move(&self.position, mv);
        }
        let mut text = String::new();
        if G::READS_WITHOUT_LIST {
            self.game.push_move(&self.position, mv, &mut text);
        } else {
            self.game.push_move_among(&self.position, self.moves(), mv, &mut text);
        }
        text
    }

    fn advance(&mut self, mv: G::Move) -> String {
        let text = self.text_of(mv);
        self.past.push((self.position.clone(), mv));
        self.keys.play(&*self.game, &mut self.position, mv);
        self.update_status();
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
        if G::READS_WITHOUT_LIST {
            return self.game.parse_move(&self.position, text);
        }
        self.game.parse_move_among(&self.position, self.moves(), text)
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
        // Reuses existing strings so that a caller with a buffer needs no allocation per turn.
        let moves = self.moves();
        texts.resize_with(moves.len(), String::new);
        texts.iter_mut().for_each(String::clear);
        for (text, &mv) in texts.iter_mut().zip(moves) {
            self.game.push_move_among(&self.position, moves, mv, text);
        }
    }

    fn weights(&self) -> Vec<u32> {
        let is_drawn = self.turn() == Turn::Chance;
        let drawn = self.moves().iter().filter(|_| is_drawn);
        drawn.map(|&mv| self.game.weight(&self.position, mv)).collect()
    }

    fn routes(&self) -> Vec<Vec<Square>> {
        self.moves().iter().map(|&mv| self.game.route(&self.position, mv)).collect()
    }

    fn route(&self, text: &str) -> Result<Vec<Square>, NotationError> {
        self.parse(text).map(|mv| self.game.route(&self.position, mv))
    }

    fn steps(&self) -> Steps {
        self.game.steps(&self.position, self.moves())
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
        let mv = self.game.draw_move(&self.position, self.moves(), &mut |count| draw(count))?;
        Some(self.advance(mv))
    }

    fn take_back(&mut self) -> bool {
        let Some((position, _)) = self.past.pop() else { return false };
        self.position = position;
        self.keys.take_back();
        self.passed_draws.pop_if(|passed| passed.after == self.past.len());
        self.update_status();
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
