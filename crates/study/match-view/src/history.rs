//! All positions in a match so far, and the legal moves in the newest one.

use std::sync::Arc;
use std::time::Duration;

use analysis::{MoveNumber, MoveNumbers};
use board_engine::{Diagram, NotationError, Seat, Square, Steps, Turn, Viewer};
use games_package::{Ending, MatchState, PlayedMove, TableGame, TableState, play_moves};

use crate::touch::LegalMove;

/// A played move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The mover; `None` if unknown.
    pub turn: Option<Turn>,
    /// The move, in the game's notation.
    pub mv: String,
    /// The position after the move; `None` if unknown.
    pub position: Option<String>,
    /// The time used; `None` if unknown.
    pub elapsed: Option<Duration>,
}

/// All positions in a match, including the displayed one.
#[derive(Debug)]
pub struct History {
    game: Arc<dyn TableGame>,
    start: String,
    /// The numbering before the first move.
    numbers: MoveNumbers,
    plies: Vec<Ply>,
    /// The newest visible position.
    state: Box<dyn MatchState>,
    legal: Vec<LegalMove>,
    /// Number of moves before the shown position; `None` if the newest one is shown.
    viewed_ply: Option<usize>,
    picture: Diagram,
    /// The squares touched by the last move before the shown position.
    last_route: Vec<Square>,
}

impl History {
    /// The game before its first move.
    ///
    /// # Panics
    /// If the game doesn't open at its own start; every game does.
    pub fn new(game: Arc<dyn TableGame>) -> Self {
        let state = game.open(None).expect("a game has a start");
        let picture = state.diagram(Viewer::Arbiter);
        let start = state.position(Viewer::Arbiter);
        let numbers = MoveNumbers::of(&*game);
        let mut history = Self {
            game,
            numbers,
            start,
            plies: Vec::new(),
            state,
            legal: Vec::new(),
            viewed_ply: None,
            picture,
            last_route: Vec::new(),
        };
        history.refresh();
        history
    }

    /// Forgets all moves, because they may look different to the next viewer.
    pub fn forget(&mut self) {
        self.plies.clear();
    }

    /// Replaces the history with a table's history. Details of moves in both histories are preserved.
    pub fn set(&mut self, table: &TableState) {
        if table.start != self.start {
            self.start.clone_from(&table.start);
            self.plies.clear();
        }
        let same = self.plies.iter().zip(&table.moves).take_while(|(ply, mv)| ply.mv == **mv);
        let kept = same.count();
        self.plies.truncate(kept);
        self.replay(table);
        if let Some(ply) = self.plies.last_mut() {
            ply.position = Some(table.position.clone());
            let newest = table.newest.as_ref().map(|newest| newest.elapsed);
            ply.elapsed = newest.or(ply.elapsed);
        }
        self.viewed_ply = None;
        self.refresh();
    }

    /// Replays the table's visible moves from the start, and reuses known details.
    fn replay(&mut self, table: &TableState) {
        let Ok(mut state) = self.game.open(Some(&table.start)) else { return };
        let mut is_replayable = true;
        for (index, mv) in table.moves.iter().enumerate() {
            let turn = state.turn();
            is_replayable = is_replayable && state.play_on(mv).is_ok();
            if index >= self.plies.len() {
                self.plies.push(Ply {
                    turn: table.movers.get(index).copied().or(is_replayable.then_some(turn)),
                    mv: mv.clone(),
                    position: is_replayable.then(|| state.position(Viewer::Arbiter)),
                    elapsed: None,
                });
            }
        }
        let is_same_position = state.position(Viewer::Arbiter) == table.position;
        match self.game.open(Some(&table.position)) {
            Ok(seen) if !is_same_position => self.state = seen,
            _ => self.state = state,
        }
    }

    /// Adds a played move. Returns `false` if the move was already [shown](Self::play_unconfirmed).
    pub fn play(&mut self, played: &PlayedMove) -> bool {
        let was_shown = played.ply + 1 == self.plies.len()
            && self.plies.last().is_some_and(|ply| ply.mv == played.mv);
        if was_shown {
            self.plies.truncate(played.ply);
        } else {
            let _known = self.state.play_on(&played.mv);
        }
        if self.state.position(Viewer::Arbiter) != played.position
            && let Ok(state) = self.game.open(Some(&played.position))
        {
            self.state = state;
        }
        self.plies.push(Ply {
            turn: Some(played.turn),
            mv: played.mv.clone(),
            position: Some(played.position.clone()),
            elapsed: Some(played.elapsed),
        });
        self.refresh();
        !was_shown
    }

    /// Plays a legal move that the table has not confirmed yet.
    pub fn play_unconfirmed(&mut self, mv: &str) {
        let turn = self.state.turn();
        if self.state.play(mv).is_ok() {
            let position = Some(self.state.position(Viewer::Arbiter));
            self.plies.push(Ply { turn: Some(turn), mv: mv.into(), position, elapsed: None });
            self.viewed_ply = None;
            self.refresh();
        }
    }

    /// Takes back an unconfirmed move that the table has rejected.
    pub fn take_back_unconfirmed(&mut self) {
        if self.state.take_back() {
            self.plies.pop();
            self.refresh();
        }
    }

    /// Updates the legal moves and the picture.
    fn refresh(&mut self) {
        self.legal = legal_moves(&*self.state);
        self.show();
    }

    /// Updates the picture of the shown position.
    fn show(&mut self) {
        let at = self.shown_ply();
        let shown = match self.viewed_ply {
            None => Some(self.state.diagram(Viewer::Arbiter)),
            Some(at) => self.picture_after(at),
        };
        if let Some(picture) = shown {
            self.picture = picture;
        }
        self.last_route = at.checked_sub(1).map(|ply| self.route(ply)).unwrap_or_default();
    }

    /// The position after `at` moves, without its history.
    fn open(&self, at: usize) -> Option<Box<dyn MatchState>> {
        self.game.open(Some(self.position_after(at)?)).ok()
    }

    /// The squares touched by the move with this index; empty if unknown.
    pub fn route(&self, ply: usize) -> Vec<Square> {
        let (Some(before), Some(played)) = (self.open(ply), self.plies.get(ply)) else {
            return Vec::new();
        };
        let found = legal_moves(&*before).into_iter().find(|mv| mv.text == played.mv);
        found.map(|mv| mv.route).unwrap_or_default()
    }

    /// The picture after `at` moves, with everything that the last move left on the table, such as dice; `None` if
    /// unknown.
    pub fn picture_after(&self, at: usize) -> Option<Diagram> {
        let stood = self.open(at)?;
        let played = at.checked_sub(1).and_then(|last| {
            let mut state = self.open(last)?;
            state.play(&self.plies.get(last)?.mv).ok()?;
            (state.position(Viewer::Arbiter) == stood.position(Viewer::Arbiter)).then_some(state)
        });
        Some(played.unwrap_or(stood).diagram(Viewer::Arbiter))
    }

    /// Shows the position after `at` moves, or the newest position if there are fewer.
    pub fn show_ply(&mut self, at: usize) {
        self.viewed_ply = (at < self.plies.len()).then_some(at);
        self.show();
    }

    /// Number of moves before the shown position.
    pub fn shown_ply(&self) -> usize {
        self.viewed_ply.unwrap_or(self.plies.len())
    }

    /// Returns `true` if the shown position is not the newest one.
    pub fn is_in_the_past(&self) -> bool {
        self.viewed_ply.is_some()
    }

    /// The picture of the shown position.
    pub fn picture(&self) -> &Diagram {
        &self.picture
    }

    /// The squares touched by the last move before the shown position.
    pub fn last_route(&self) -> &[Square] {
        &self.last_route
    }

    /// The legal moves in the newest position.
    pub fn legal(&self) -> &[LegalMove] {
        &self.legal
    }

    /// The steps of the [legal moves](Self::legal) in the newest position.
    pub fn steps(&self) -> Steps {
        self.state.steps()
    }

    /// Returns `true` if a legal move in the newest position touches this square.
    pub fn touches(&self, square: Square) -> bool {
        self.legal.iter().any(|mv| mv.route.contains(&square))
    }

    /// All moves.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The numbering before the first move.
    pub const fn numbers(&self) -> MoveNumbers {
        self.numbers
    }

    /// The movers of the first `count` moves.
    fn movers(&self, count: usize) -> impl Iterator<Item = Turn> {
        self.plies.iter().take(count).filter_map(|ply| ply.turn)
    }

    /// The number of the move with this index; `None` for a chance event.
    pub fn number_of(&self, ply: usize) -> Option<MoveNumber> {
        let mut numbers = self.numbers;
        numbers.add_all(self.movers(ply + 1))
    }

    /// The number of the next move in the newest position. A round of moves has one number.
    pub fn next_number(&self) -> usize {
        let mut numbers = self.numbers;
        let _last = numbers.add_all(self.movers(self.plies.len()));
        numbers.next(self.turn()).number
    }

    /// The shown position among all moves: "move 2… Nf6 of 4".
    pub fn shown_place(&self) -> String {
        let mut numbers = self.numbers;
        let _last = numbers.add_all(self.movers(self.plies.len()));
        let moves = self.plies.iter().take(self.shown_ply());
        let moves = moves.filter_map(|ply| Some((ply.turn?, ply.mv.as_str())));
        format!("{} of {}", self.numbers.place(moves), numbers.count())
    }

    /// The legal move in the newest position that `text` represents.
    ///
    /// # Errors
    /// The reason why the text is not a legal move, as a phrase.
    pub fn resolve(&self, text: &str) -> Result<String, String> {
        self.resolve_typed(text).map_err(|error| error.reason())
    }

    /// As [`resolve`](Self::resolve), with the kind of error: text that is not a move differs from a move that the
    /// rules forbid.
    ///
    /// # Errors
    /// The reason why it is not a legal move.
    pub fn resolve_typed(&self, text: &str) -> Result<String, NotationError> {
        self.state.resolve_typed(text)
    }

    /// The first move of a line of several legal moves, such as "e4 e5". `None` if the text is not such a line.
    pub fn first_of_line(&self, text: &str) -> Option<String> {
        let mut state = self.state.fork();
        let moves = play_moves(&mut *state, text).ok()?;
        moves.into_iter().next().filter(|_| state.ply() > self.state.ply() + 1)
    }

    /// The position where the match started.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The position after `at` moves, in the game's notation; `None` if unknown.
    pub fn position_after(&self, at: usize) -> Option<&str> {
        match at.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => self.plies.get(last)?.position.as_deref(),
        }
    }

    /// The seat to move, or chance, in the newest position.
    pub fn turn(&self) -> Turn {
        self.state.turn()
    }

    /// The ending by the rules, if the game is over.
    pub fn ending(&self) -> Option<Ending> {
        self.state.ending()
    }

    /// The result of a finished round in the newest position, until the next round begins.
    pub fn round_end(&self) -> Option<String> {
        self.state.round_end()
    }

    /// The result of the last round, if only chance has acted since.
    pub fn last_round_end(&self) -> Option<String> {
        let by_chance = |ply: &&Ply| ply.turn == Some(Turn::Chance);
        let newest = self.plies.len();
        let since = newest - self.plies.iter().rev().take_while(by_chance).count();
        (since..=newest).rev().find_map(|at| self.open(at)?.round_end())
    }

    /// All moves since the start, in the game's notation.
    pub fn moves(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.mv.clone()).collect()
    }

    /// Number of plies back to the last position but `skipped` with one of these seats to move; all plies if there is no
    /// such position.
    pub fn plies_back_to(&self, skipped: usize, is_of_person: impl Fn(Seat) -> bool) -> usize {
        let is_persons =
            |ply: &Ply| matches!(ply.turn, Some(Turn::Seat(seat)) if is_of_person(seat));
        let mut back = (1..).zip(self.plies.iter().rev()).filter(|(_, ply)| is_persons(ply));
        back.nth(skipped).map_or(self.plies.len(), |(plies, _)| plies).max(1)
    }
}

/// The legal moves with their routes.
fn legal_moves(state: &dyn MatchState) -> Vec<LegalMove> {
    let mut texts = Vec::new();
    state.legal_moves(&mut texts);
    texts.into_iter().zip(state.routes()).map(|(text, route)| LegalMove { text, route }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_the_table_after_the_newest_move() {
        let game = game_catalog::table_game("pig").unwrap();
        let mut history = History::new(game);
        let mut table = TableState {
            start: "0,0 1 0".into(),
            moves: ["roll", "5"].map(String::from).into(),
            position: "0,0 1 5".into(),
            ..TableState::default()
        };
        history.set(&table);
        assert!(history.picture().to_string().contains("die: 5\n"), "{}", history.picture());
        // If the moves lead to a different position than the table's, only the table's position is known.
        table.position = "0,0 1 6".into();
        history.set(&table);
        assert!(history.picture().to_string().contains("die: -\n"), "{}", history.picture());
    }
}
