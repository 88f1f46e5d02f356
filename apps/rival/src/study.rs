//! A match with its variations, and a place in it: to walk through, and to try other moves.

use std::sync::Arc;

use board_engine::NotationError;
use games_package::{MatchState, Ply, Record, TableGame, Variation};
use house::{Failure, FailureKind, OrFail};

/// Somebody's way through a match.
#[derive(Debug)]
pub(crate) struct Study {
    record: Record,
    game: Arc<dyn TableGame>,
    /// The position where we are, with all that led to it.
    state: Box<dyn MatchState>,
    /// Into which variation of the line before each step leads; nowhere on the match itself.
    path: Vec<usize>,
    /// Moves after the last one belong to the match, which was not played by anybody else.
    is_own: bool,
}

/// How a move went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// It was the next one of the line.
    Followed,
    /// It leads into a variation that there was.
    Entered,
    /// It is new.
    New,
}

/// The match itself or a variation.
struct Line<'a> {
    /// How many plies were played before it.
    first: usize,
    plies: &'a [Ply],
    variations: &'a [Variation],
}

impl Study {
    /// At the start of a match that was played.
    ///
    /// # Errors
    /// If its start is no position.
    pub(crate) fn of_match(record: Record, game: Arc<dyn TableGame>) -> Result<Self, Failure> {
        let state = game.open(Some(&record.start)).or_fail(FailureKind::Input)?;
        Ok(Self { record, game, state, path: Vec::new(), is_own: false })
    }

    /// At a position from which nothing has been played.
    ///
    /// # Errors
    /// If it is no position.
    pub(crate) fn of_position(
        game: Arc<dyn TableGame>,
        position: Option<&str>,
    ) -> Result<Self, Failure> {
        let record = empty_record(&*game, position)?;
        Ok(Self { is_own: true, ..Self::of_match(record, game)? })
    }

    pub(crate) fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// The match, with all that was tried.
    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) const fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The position where we are.
    pub(crate) fn state(&self) -> &dyn MatchState {
        &*self.state
    }

    /// How many plies lead here.
    pub(crate) fn ply(&self) -> usize {
        self.state.ply()
    }

    /// The moves that lead here.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.state.moves(board_engine::Viewer::Arbiter)
    }

    /// Whether we are in a variation.
    pub(crate) fn is_aside(&self) -> bool {
        !self.path.is_empty()
    }

    /// The ply that led here, as it stands in its line; none at the start.
    pub(crate) fn last(&self) -> Option<&Ply> {
        let line = self.line();
        self.ply().checked_sub(line.first + 1).and_then(|index| line.plies.get(index))
    }

    /// The next ply of the line, if there is one.
    pub(crate) fn coming(&self) -> Option<&Ply> {
        let line = self.line();
        line.plies.get(self.ply() - line.first)
    }

    /// The first moves of the variations that go off here.
    pub(crate) fn others(&self) -> Vec<&str> {
        let (ply, line) = (self.ply(), self.line());
        let here = line.variations.iter().filter(|variation| variation.after == ply);
        here.filter_map(|variation| variation.plies.first()).map(|ply| ply.mv.as_str()).collect()
    }

    /// Goes a ply on in the line. The move; none at its end.
    pub(crate) fn next(&mut self) -> Option<String> {
        let mv = self.coming()?.mv.clone();
        self.state.play_on(&mv).ok()
    }

    /// Goes a ply back, out of a variation whose first ply it was. Whether there was one.
    pub(crate) fn back(&mut self) -> bool {
        if self.ply() == self.line().first + 1 {
            self.path.pop();
        }
        self.state.take_back()
    }

    /// Leaves the variation. Whether we were in one.
    pub(crate) fn up(&mut self) -> bool {
        let first = self.line().first;
        let was_aside = self.path.pop().is_some();
        while was_aside && self.ply() > first && self.state.take_back() {}
        was_aside
    }

    /// To the position of the match itself after so many plies, or as many as there are.
    pub(crate) fn go_to(&mut self, ply: usize) {
        while self.up() {}
        while self.ply() > ply && self.state.take_back() {}
        while self.ply() < ply && self.next().is_some() {}
    }

    /// Plays a move: the next one of the line, one of a variation, or a new one.
    ///
    /// # Errors
    /// If the rules forbid it.
    pub(crate) fn play(&mut self, text: &str) -> Result<(String, Step), NotationError> {
        let mv = self.state.resolve(text)?;
        let ply = self.ply();
        let line = self.line();
        let is_end = ply == line.first + line.plies.len();
        let step = if self.coming().is_some_and(|coming| coming.mv == mv) {
            Step::Followed
        } else if let Some(index) = variation_with(line.variations, ply, &mv) {
            self.path.push(index);
            Step::Entered
        } else if is_end && (self.is_own || self.is_aside()) {
            self.line_mut().0.push(Ply::from(mv.as_str()));
            Step::New
        } else {
            let plies = vec![Ply::from(mv.as_str())];
            let (_, variations) = self.line_mut();
            variations.push(Variation { after: ply, plies, variations: Vec::new() });
            self.path.push(self.line().variations.len() - 1);
            Step::New
        };
        self.state.play(&mv)?;
        if self.is_own && !self.is_aside() && step == Step::New {
            self.record.final_position = self.state.position(board_engine::Viewer::Arbiter);
        }
        Ok((mv, step))
    }

    fn line(&self) -> Line<'_> {
        let mut line =
            Line { first: 0, plies: &self.record.plies, variations: &self.record.variations };
        for &index in &self.path {
            let Variation { after, plies, variations } = &line.variations[index];
            line = Line { first: *after, plies, variations };
        }
        line
    }

    /// The plies and the variations of the line that we are in.
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

/// A match in which nothing has been played, by nobody.
fn empty_record(game: &dyn TableGame, position: Option<&str>) -> Result<Record, Failure> {
    let state = game.open(position).or_fail(FailureKind::Input)?;
    let start = state.position(board_engine::Viewer::Arbiter);
    let nobody = games_package::RecordedPlayer {
        spec: house::HUMAN.into(),
        name: String::new(),
        origin: None,
        odds: games_package::Odds::default(),
    };
    Ok(Record {
        game: game.name().into(),
        players: vec![nobody; game.seat_count()],
        time_control: games_package::TimeControl::Unlimited,
        thinking: games_package::ThinkingLimits::default(),
        pondering: false,
        seed: 0,
        final_position: start.clone(),
        start,
        plies: Vec::new(),
        variations: Vec::new(),
        ending: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study() -> Study {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let mut record = empty_record(&*game, None).unwrap();
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
        assert!(study.is_aside());
        study.go_to(1);
        assert_eq!(study.others(), ["b2"]);
        assert_eq!(step(&mut study, "b2"), Step::Entered);
        assert_eq!(step(&mut study, "c3"), Step::Followed);
        assert_eq!(study.moves(), ["a1", "b2", "c3"]);
        assert!(study.play("c3").is_err());
        assert_eq!(study.moves(), ["a1", "b2", "c3"]);
    }

    #[test]
    fn one_goes_back_out_of_a_variation() {
        let mut study = study();
        study.go_to(2);
        study.play("c3").unwrap();
        study.play("a3").unwrap();
        study.back();
        assert!(study.is_aside());
        study.back();
        assert!(!study.is_aside());
        assert_eq!((study.ply(), study.next().as_deref()), (2, Some("c1")));
        assert_eq!(study.next(), None);
        study.play("a2").unwrap();
        assert!(study.up() && !study.up());
        assert_eq!(study.ply(), 3);
        let game = study.game().clone();
        assert_eq!(study.record().plies.len(), 3);
        let mut played = study.record().clone();
        played.final_position = study.state().position(board_engine::Viewer::Arbiter);
        played.replay(&*game).unwrap();
    }

    #[test]
    fn what_is_tried_from_a_position_is_the_match() {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let mut study = Study::of_position(game.clone(), None).unwrap();
        study.play("a1").unwrap();
        study.play("b2").unwrap();
        study.back();
        study.play("c3").unwrap();
        assert_eq!((study.record().plies.len(), study.record().variations.len()), (2, 1));
        study.record().replay(&*game).unwrap();
    }
}
