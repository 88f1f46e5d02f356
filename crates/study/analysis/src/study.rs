//! Navigates a match and its variations, and tries out other moves.

use std::sync::Arc;

use board_engine::{NotationError, Viewer};
use games_package::{
    Header, MatchState, Odds, Ply, Record, RecordedPlayer, TableGame, ThinkingLimits, TimeControl,
    VARIATION_DEPTH_MAX, Variation,
};

use crate::endgame_tables::position_after_pass;

/// A cursor in a match and its variations.
#[derive(Debug)]
pub struct Study {
    record: Record,
    game: Arc<dyn TableGame>,
    /// The current position, with all moves that led to it.
    state: Box<dyn MatchState>,
    /// The variations that contain the position, from the outermost to the innermost, each as its index in its parent
    /// line. Empty in the main line.
    path: Vec<usize>,
    /// `true` if moves played at the end of the match extend the match instead of starting a variation, because the
    /// study began from a position.
    extends_match: bool,
}

/// A move's effect on the current line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The move was the line's next move.
    Followed,
    /// The move was the first move of a variation.
    Entered,
    /// The move is new.
    New,
}

/// A location in a study's move tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Location {
    /// The variations that contain this location, from the outermost to the innermost, each as its index in its parent
    /// line. Empty in the main line.
    pub path: Vec<usize>,
    /// The number of plies before this location, from the start of the match.
    pub ply: usize,
}

/// The main line or a variation.
struct StudyLine<'a> {
    /// The number of plies before this line.
    first: usize,
    plies: &'a [Ply],
    variations: &'a [Variation],
}

impl Study {
    /// A study of a match, positioned at its start.
    ///
    /// # Errors
    /// [`NotationError`] if the start is not a valid position.
    pub fn of_match(record: Record, game: Arc<dyn TableGame>) -> Result<Self, NotationError> {
        let state = game.open(Some(&record.start))?;
        Ok(Self { record, game, state, path: Vec::new(), extends_match: false })
    }

    /// A study of a position, without moves. The record has `player` in all seats.
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a valid position.
    pub fn of_position(
        game: Arc<dyn TableGame>,
        position: Option<&str>,
        player: &str,
    ) -> Result<Self, NotationError> {
        let record = empty_record(&*game, position, player)?;
        Ok(Self { extends_match: true, ..Self::of_match(record, game)? })
    }

    /// The rules.
    pub fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// Returns `true` if a string that is not a move is a position in the game. Strings without a separator don't
    /// count, because some could be mistyped moves.
    pub fn is_position(&self, text: &str) -> bool {
        text.contains([' ', '/', ':', ';']) && self.game.open(Some(text)).is_ok()
    }

    /// The match, with all variations.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The match, for annotating it.
    pub const fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The state of the match at the current position.
    pub fn state(&self) -> &dyn MatchState {
        &*self.state
    }

    /// Number of plies before the current position.
    pub fn ply(&self) -> usize {
        self.state.ply()
    }

    /// The position with the same pieces and the other side to move; its best move is the threat.
    /// `None` if the game has no such position.
    pub fn position_after_pass(&self) -> Option<String> {
        position_after_pass(&*self.game, &*self.state)
    }

    /// The moves up to the current position.
    pub fn moves(&self) -> Vec<String> {
        self.state.moves(Viewer::Arbiter)
    }

    /// Returns `true` if the current position is in a variation.
    pub fn is_in_variation(&self) -> bool {
        !self.path.is_empty()
    }

    /// The location of the current position.
    pub fn location(&self) -> Location {
        Location { path: self.path.clone(), ply: self.ply() }
    }

    /// The locations after the last move and after its alternatives, the parent line's move first. Empty at the start.
    pub fn alternatives(&self) -> Vec<Location> {
        let Some(before) = self.ply().checked_sub(1) else { return Vec::new() };
        let begins_here = self.line().first == before;
        let parent = if begins_here { self.path.split_last().map(|(_, path)| path) } else { None };
        let path = parent.unwrap_or(&self.path);
        let line = self.line_at(path);
        let follows = (before - line.first < line.plies.len()).then(|| path.to_vec());
        let others = line.variations.iter().enumerate().filter(|(_, other)| other.after == before);
        let others = others.map(|(index, _)| [path, &[index]].concat());
        follows.into_iter().chain(others).map(|path| Location { path, ply: before + 1 }).collect()
    }

    /// The last ply before the current position; `None` at the start.
    pub fn last(&self) -> Option<&Ply> {
        let line = self.line();
        self.ply().checked_sub(line.first + 1).and_then(|index| line.plies.get(index))
    }

    /// The line's next ply; `None` at its end.
    pub fn next_ply(&self) -> Option<&Ply> {
        let line = self.line();
        line.plies.get(self.ply() - line.first)
    }

    /// The first moves of the variations that begin here.
    pub fn variations(&self) -> Vec<&str> {
        let (ply, line) = (self.ply(), self.line());
        let here = line.variations.iter().filter(|variation| variation.after == ply);
        here.filter_map(|variation| variation.plies.first()).map(|ply| ply.mv.as_str()).collect()
    }

    /// Goes forward one ply in the line and returns the move; `None` at its end.
    pub fn forward(&mut self) -> Option<String> {
        let mv = self.next_ply()?.mv.clone();
        self.state.play_on(&mv).ok()
    }

    /// Goes back one ply, and leaves a variation when going back before its first ply. Returns `false` at the start.
    pub fn back(&mut self) -> bool {
        if self.ply() == self.line().first + 1 {
            self.path.pop();
        }
        self.state.take_back()
    }

    /// Goes back to the start of the variation. Returns `false` in the main line.
    pub fn leave_variation(&mut self) -> bool {
        let first = self.line().first;
        let was_inside = self.path.pop().is_some();
        while was_inside && self.ply() > first && self.state.take_back() {}
        was_inside
    }

    /// Goes to the main-line position after `ply` plies, or to its end.
    pub fn go_to(&mut self, ply: usize) {
        while self.leave_variation() {}
        while self.ply() > ply && self.state.take_back() {}
        while self.ply() < ply && self.forward().is_some() {}
    }

    /// Goes to a location, or as close to it as the move tree allows.
    pub fn go_to_location(&mut self, location: &Location) {
        self.go_to(0);
        for (depth, &index) in location.path.iter().enumerate() {
            let line = self.line_at(&location.path[..depth]);
            let Some(after) = line.variations.get(index).map(|variation| variation.after) else {
                break;
            };
            while self.ply() < after && self.forward().is_some() {}
            self.path.push(index);
        }
        while self.ply() < location.ply && self.forward().is_some() {}
        self.leave_empty_variation();
    }

    /// Leaves a variation if the current position precedes its first move, because the parent line has the same
    /// position.
    fn leave_empty_variation(&mut self) {
        while self.is_in_variation() && self.ply() <= self.line().first {
            self.path.pop();
        }
    }

    /// Deletes the variation that contains the current position, and goes to its start. Returns `false` in the main
    /// line.
    pub fn delete_variation(&mut self) -> bool {
        let Some(&index) = self.path.last() else { return false };
        self.leave_variation();
        self.line_mut().1.remove(index);
        true
    }

    /// The last ply before the current position, for annotating it; `None` at the start.
    pub fn last_mut(&mut self) -> Option<&mut Ply> {
        let index = self.ply().checked_sub(self.line().first + 1)?;
        self.line_mut().0.get_mut(index)
    }

    /// Plays a move: the line's next move, the first move of a variation, or a new move.
    ///
    /// # Errors
    /// [`NotationError`] if the move is not legal, or if it would start a variation nested too deeply to be saved.
    pub fn play(&mut self, text: &str) -> Result<(String, Step), NotationError> {
        let mv = self.state.resolve_typed(text)?;
        let ply = self.ply();
        let line = self.line();
        let is_end = ply == line.first + line.plies.len();
        let is_deepest = self.path.len() == VARIATION_DEPTH_MAX;
        let step = if self.next_ply().is_some_and(|next| next.mv == mv) {
            Step::Followed
        } else if let Some(index) = variation_with(line.variations, ply, &mv) {
            self.path.push(index);
            Step::Entered
        } else if is_end && (self.extends_match || self.is_in_variation()) {
            self.line_mut().0.push(Ply::from(mv.as_str()));
            Step::New
        } else if is_deepest {
            return Err(NotationError::Refused {
                text: mv,
                position: self.state.position(Viewer::Arbiter),
                why: format!("variations can be nested {VARIATION_DEPTH_MAX} deep at most"),
            });
        } else {
            let plies = vec![Ply::from(mv.as_str())];
            let (_, variations) = self.line_mut();
            variations.push(Variation { after: ply, plies, variations: Vec::new() });
            self.path.push(self.line().variations.len() - 1);
            Step::New
        };
        self.state.play(&mv)?;
        if self.extends_match && !self.is_in_variation() && step == Step::New {
            self.record.final_position = self.state.position(Viewer::Arbiter);
        }
        Ok((mv, step))
    }

    fn line(&self) -> StudyLine<'_> {
        self.line_at(&self.path)
    }

    /// The line at a path of existing variations.
    fn line_at(&self, path: &[usize]) -> StudyLine<'_> {
        let mut line =
            StudyLine { first: 0, plies: &self.record.plies, variations: &self.record.variations };
        for &index in path {
            let Variation { after, plies, variations } = &line.variations[index];
            line = StudyLine { first: *after, plies, variations };
        }
        line
    }

    /// The line's plies and variations.
    fn line_mut(&mut self) -> (&mut Vec<Ply>, &mut Vec<Variation>) {
        let mut line = (&mut self.record.plies, &mut self.record.variations);
        for &index in &self.path {
            let variation = &mut line.1[index];
            line = (&mut variation.plies, &mut variation.variations);
        }
        line
    }
}

fn variation_with(variations: &[Variation], ply: usize, mv: &str) -> Option<usize> {
    let begins = |variation: &Variation| {
        variation.after == ply && variation.plies.first().is_some_and(|first| first.mv == mv)
    };
    variations.iter().position(begins)
}

/// A match without moves.
fn empty_record(
    game: &dyn TableGame,
    position: Option<&str>,
    player: &str,
) -> Result<Record, NotationError> {
    let state = game.open(position)?;
    let start = state.position(Viewer::Arbiter);
    let player = RecordedPlayer {
        spec: player.into(),
        name: String::new(),
        origin: None,
        odds: Odds::default(),
    };
    Ok(Record {
        game: game.name().into(),
        players: vec![player; game.seat_count()],
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        seed: 0,
        final_position: start.clone(),
        start,
        plies: Vec::new(),
        variations: Vec::new(),
        ending: None,
        header: Header::default(),
    })
}

#[cfg(test)]
mod tests {
    use notation::RecordFile;

    use super::*;

    fn study() -> Study {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let mut record = empty_record(&*game, None, "human").unwrap();
        record.plies = ["a1", "b1", "c1"].map(Ply::from).into();
        Study::of_match(record, game).unwrap()
    }

    #[test]
    fn a_move_is_followed_entered_or_new() {
        let mut study = study();
        let step = |study: &mut Study, mv| study.play(mv).unwrap().1;
        assert_eq!(step(&mut study, "a1"), Step::Followed);
        assert_eq!(step(&mut study, "b2"), Step::New);
        assert_eq!(step(&mut study, "c3"), Step::New);
        assert!(study.is_in_variation());
        study.go_to(1);
        assert_eq!(study.variations(), ["b2"]);
        assert_eq!(step(&mut study, "b2"), Step::Entered);
        assert_eq!(step(&mut study, "c3"), Step::Followed);
        assert_eq!(study.moves(), ["a1", "b2", "c3"]);
        assert!(study.play("c3").is_err());
        assert_eq!(study.moves(), ["a1", "b2", "c3"]);
    }

    #[test]
    fn going_back_leaves_a_variation() {
        let mut study = study();
        study.go_to(2);
        study.play("c3").unwrap();
        study.play("a3").unwrap();
        study.back();
        assert!(study.is_in_variation());
        study.back();
        assert!(!study.is_in_variation());
        assert_eq!((study.ply(), study.forward().as_deref()), (2, Some("c1")));
        assert_eq!(study.forward(), None);
        study.play("a2").unwrap();
        assert!(study.leave_variation() && !study.leave_variation());
        assert_eq!(study.ply(), 3);
        let game = study.game().clone();
        assert_eq!(study.record().plies.len(), 3);
        let mut played = study.record().clone();
        played.final_position = study.state().position(Viewer::Arbiter);
        played.replay(&*game).unwrap();
    }

    #[test]
    fn moves_from_a_position_extend_the_match() {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let mut study = Study::of_position(game.clone(), None, "human").unwrap();
        study.play("a1").unwrap();
        study.play("b2").unwrap();
        study.back();
        study.play("c3").unwrap();
        assert_eq!((study.record().plies.len(), study.record().variations.len()), (2, 1));
        study.record().replay(&*game).unwrap();
    }

    #[test]
    fn a_study_can_always_be_saved_and_read() {
        // No side can win before the board is nearly full, which takes more moves than the nesting limit.
        let game = game_catalog::table_game("tic-tac-toe:11,10,11").unwrap();
        let mut study = Study::of_position(game, None, "human").unwrap();
        let mut moves = Vec::new();
        let mut refused = None;
        for _ in 0..=VARIATION_DEPTH_MAX {
            study.state().legal_moves(&mut moves);
            study.play(&moves[0]).unwrap();
            study.back();
            refused = study.play(&moves[1]).err();
        }
        let why = refused.unwrap().reason();
        assert!(why.contains("variations can be nested 100 deep at most"), "{why}");
        let read = Record::from_text(&study.record().to_text()).unwrap();
        assert_eq!(&read, study.record());
    }
}
