//! Every position of a match so far, and what can be played now.

use std::sync::Arc;
use std::time::Duration;

use board_engine::{Diagram, Seat, Square, Turn, Viewer};
use games_package::{MatchState, PlayedMove, TableGame, TableState};

use crate::choosing::LegalMove;

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Whose move it was; none if that is not known.
    pub turn: Option<Turn>,
    /// The move, in the game's notation.
    pub mv: String,
    /// The position after it; none if it isn't known.
    pub position: Option<String>,
    /// How long it took, where that is known.
    pub elapsed: Option<Duration>,
}

/// All positions of a match, of which one is shown.
#[derive(Debug)]
pub struct History {
    game: Arc<dyn TableGame>,
    start: String,
    plies: Vec<Ply>,
    /// The newest position, as far as it can be seen.
    state: Box<dyn MatchState>,
    legal: Vec<LegalMove>,
    /// How many moves the position that is shown comes after, where it isn't the newest.
    back_at: Option<usize>,
    picture: Diagram,
    /// The squares that the last move before the shown position touched.
    last_route: Vec<Square>,
}

impl History {
    /// The game before its first move.
    ///
    /// # Panics
    /// If the game doesn't open at its own start, which every game does.
    pub fn new(game: Arc<dyn TableGame>) -> Self {
        let state = game.open(None).expect("a game has a start");
        let picture = state.diagram(Viewer::Arbiter);
        let start = state.position(Viewer::Arbiter);
        let mut history = Self {
            game,
            start,
            plies: Vec::new(),
            state,
            legal: Vec::new(),
            back_at: None,
            picture,
            last_route: Vec::new(),
        };
        history.refresh();
        history
    }

    /// Forgets all moves: they will be shown to another viewer, to whom they may look different.
    pub fn forget(&mut self) {
        self.plies.clear();
    }

    /// Takes the state of a table. What is known of moves that stay is kept.
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
        self.back_at = None;
        self.refresh();
    }

    /// Plays the moves of the table from its start, as far as they can be seen; what is known of them stays.
    fn replay(&mut self, table: &TableState) {
        let Ok(mut state) = self.game.open(Some(&table.start)) else { return };
        let mut can_follow = true;
        for (index, mv) in table.moves.iter().enumerate() {
            let turn = state.turn();
            can_follow = can_follow && state.play_on(mv).is_ok();
            if index >= self.plies.len() {
                self.plies.push(Ply {
                    turn: table.movers.get(index).copied().or(can_follow.then_some(turn)),
                    mv: mv.clone(),
                    position: can_follow.then(|| state.position(Viewer::Arbiter)),
                    elapsed: None,
                });
            }
        }
        let is_there = state.position(Viewer::Arbiter) == table.position;
        match self.game.open(Some(&table.position)) {
            Ok(seen) if !is_there => self.state = seen,
            _ => self.state = state,
        }
    }

    /// Takes a move that was made. Whether it is new: a move that was [played ahead](Self::play_ahead) is not.
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

    /// Plays a legal move before the table has it.
    pub fn play_ahead(&mut self, mv: &str) {
        let turn = self.state.turn();
        if self.state.play(mv).is_ok() {
            let position = Some(self.state.position(Viewer::Arbiter));
            self.plies.push(Ply { turn: Some(turn), mv: mv.into(), position, elapsed: None });
            self.back_at = None;
            self.refresh();
        }
    }

    /// Takes back the move that was played ahead: the table has refused it.
    pub fn take_back_ahead(&mut self) {
        if self.state.take_back() {
            self.plies.pop();
            self.refresh();
        }
    }

    /// Lists the legal moves of the newest position, and shows it.
    fn refresh(&mut self) {
        self.legal = legal_moves(&*self.state);
        self.show();
    }

    /// Makes the picture of the shown position.
    fn show(&mut self) {
        let at = self.shown_ply();
        let shown = match self.back_at {
            None => Some(self.state.diagram(Viewer::Arbiter)),
            Some(at) => self.picture_after(at),
        };
        if let Some(picture) = shown {
            self.picture = picture;
        }
        self.last_route = at.checked_sub(1).map(|ply| self.route(ply)).unwrap_or_default();
    }

    /// The position after so many moves, without what came before it.
    fn open(&self, at: usize) -> Option<Box<dyn MatchState>> {
        let position = match at.checked_sub(1) {
            None => &self.start,
            Some(before) => self.plies.get(before)?.position.as_ref()?,
        };
        self.game.open(Some(position)).ok()
    }

    /// The squares that the move of this number, from 0, touched; none if it isn't known.
    pub fn route(&self, ply: usize) -> Vec<Square> {
        let (Some(before), Some(played)) = (self.open(ply), self.plies.get(ply)) else {
            return Vec::new();
        };
        let found = legal_moves(&*before).into_iter().find(|mv| mv.text == played.mv);
        found.map(|mv| mv.route).unwrap_or_default()
    }

    /// The picture before the move of this number.
    pub fn picture_before(&self, ply: usize) -> Option<Diagram> {
        self.picture_after(ply)
    }

    /// The picture after so many moves, with what the last of them has left on the table.
    fn picture_after(&self, at: usize) -> Option<Diagram> {
        let stood = self.open(at)?;
        let played = at.checked_sub(1).and_then(|last| {
            let mut state = self.open(last)?;
            state.play(&self.plies.get(last)?.mv).ok()?;
            (state.position(Viewer::Arbiter) == stood.position(Viewer::Arbiter)).then_some(state)
        });
        Some(played.unwrap_or(stood).diagram(Viewer::Arbiter))
    }

    /// Shows the position after so many moves; the newest one if there are no more.
    pub fn show_ply(&mut self, at: usize) {
        self.back_at = (at < self.plies.len()).then_some(at);
        self.show();
    }

    /// The number of moves before the shown position.
    pub fn shown_ply(&self) -> usize {
        self.back_at.unwrap_or(self.plies.len())
    }

    /// Whether an earlier position than the newest one is shown.
    pub fn is_in_the_past(&self) -> bool {
        self.back_at.is_some()
    }

    /// The shown position.
    pub fn picture(&self) -> &Diagram {
        &self.picture
    }

    /// The squares that the last move before the shown position touched.
    pub fn last_route(&self) -> &[Square] {
        &self.last_route
    }

    /// The legal moves of the newest position.
    pub fn legal(&self) -> &[LegalMove] {
        &self.legal
    }

    /// Whether a legal move of the newest position touches this square.
    pub fn touches(&self, square: Square) -> bool {
        self.legal.iter().any(|mv| mv.route.contains(&square))
    }

    /// All moves.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The legal move of the newest position that a text means.
    ///
    /// # Errors
    /// Why it means none, as a phrase.
    pub fn resolve(&self, text: &str) -> Result<String, String> {
        self.state.resolve(text).map_err(|error| error.reason())
    }

    /// The position in which the match started.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The picture of the start.
    pub fn first_picture(&self) -> Option<Diagram> {
        self.picture_before(0)
    }

    /// All moves since the start, in the game's notation.
    pub fn moves(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.mv.clone()).collect()
    }

    /// The number of plies back to the newest position in which one of these seats was to move; all if there is none.
    pub fn plies_back_to(&self, is_of_person: impl Fn(Seat) -> bool) -> usize {
        let is_persons =
            |ply: &Ply| matches!(ply.turn, Some(Turn::Seat(seat)) if is_of_person(seat));
        let back = self.plies.iter().rev().position(is_persons);
        back.map_or(self.plies.len(), |index| index + 1).max(1)
    }
}

/// The legal moves with the squares that they touch.
fn legal_moves(state: &dyn MatchState) -> Vec<LegalMove> {
    let mut texts = Vec::new();
    state.legal_moves(&mut texts);
    texts.into_iter().zip(state.routes()).map(|(text, route)| LegalMove { text, route }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_what_the_newest_move_has_left_on_the_table() {
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
        // If the moves lead elsewhere, the position is all that is known.
        table.position = "0,0 1 6".into();
        history.set(&table);
        assert!(history.picture().to_string().contains("die: -\n"), "{}", history.picture());
    }
}
