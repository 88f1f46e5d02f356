//! Moves the cursor, and selects squares to make a move.

use std::time::Duration;

use analysis::Topic;
use board_engine::{Place, Square};
use match_view::Touched;

use crate::message::Effect;
use crate::table::{Overlay, Pressed, Table, is_piece_of};
use crate::view;

/// Maximum time between the two clicks in a double click.
const DOUBLE_CLICK_MAX: Duration = Duration::from_millis(500);

impl Table {
    /// Moves the cursor this many columns to the right and rows down. Without squares, selects another move.
    pub(crate) fn step(&mut self, right: i8, down: i8) {
        if self.model.has_only_text_moves() {
            let (count, forth) = (self.model.moves_without_squares().len(), right + down > 0);
            self.text_move = (self.text_move + if forth { 1 } else { count - 1 }) % count;
            return;
        }
        self.shows_cursor = true;
        let geometry = self.model.history().picture().geometry();
        let on_board = self.cursor.filter(|&square| geometry.contains(square)).and_then(|from| {
            let sign = if self.is_flipped { -1 } else { 1 };
            let plays = |place| geometry.square_at(place).is_some();
            let next = next_place(geometry.place(from), right * sign, down * sign, plays)?;
            geometry.square_at(next)
        });
        if let Some(square) = on_board.or_else(|| view::square_beyond(self, right, down)) {
            self.cursor = Some(square);
        }
    }

    /// Enter: submits the typed text or the selected move, begins the next round, or touches the square under the cursor.
    pub(super) fn enter(&mut self) -> Vec<Effect> {
        if !self.typed.is_empty() {
            return self.submit_typed();
        }
        if let Some(command) = self.model.next_round() {
            return vec![Effect::Send(command)];
        }
        if self.model.has_only_text_moves() {
            let word =
                self.model.moves_without_squares().get(self.text_move).map(ToString::to_string);
            return word.map_or_else(Vec::new, |word| self.submit(&word));
        }
        if let Some(mv) = self.finished_move() {
            return self.submit(&mv);
        }
        if !self.shows_cursor && self.model.steps().made().len() > 0 {
            match self.model.move_to_confirm() {
                Some(_) => self.tell_to_confirm(),
                None => self.tell_next_steps(),
            }
            return Vec::new();
        }
        self.shows_cursor = true;
        self.cursor.map_or_else(Vec::new, |square| self.touch(square))
    }

    /// The move made by the steps so far, if it is complete and awaits confirmation.
    pub(crate) fn finished_move(&self) -> Option<String> {
        self.model.finished_move().map(String::from)
    }

    /// Presses the left mouse button on a square. If a move can consist of several pieces' steps, a double click plays
    /// the piece's first step.
    pub(crate) fn click_square(&mut self, square: Square) -> Vec<Effect> {
        let now = self.model.time();
        let is_double = self.clicked.take().is_some_and(|(clicked, at)| {
            clicked == square && now.saturating_sub(at) <= DOUBLE_CLICK_MAX
        });
        let steps = self.model.steps();
        let can_play = self.model.may_move() && steps.has_several_parts();
        if is_double && can_play && steps.picked() == Some(square) {
            self.hint.clear();
            let touched = self.model.play_first(square);
            return self.take_touch(touched);
        }
        self.clicked = Some((square, now));
        let was_selected = self.model.steps().picked() == Some(square) && self.model.may_move();
        // A selected piece may be dragged, so only the release of the button decides.
        let effects = if was_selected { Vec::new() } else { self.touch(square) };
        let is_selected = self.model.steps().picked() == Some(square);
        self.pressed = is_selected.then_some(Pressed { square, was_selected });
        effects
    }

    /// The release of the mouse button on a square, or elsewhere. After a drag to another square, the pressed piece
    /// steps there.
    pub(crate) fn release(&mut self, square: Option<Square>) -> Vec<Effect> {
        let Some(Pressed { square: from, was_selected }) = self.pressed.take() else {
            return Vec::new();
        };
        let is_selected = self.model.steps().picked() == Some(from) && self.model.may_move();
        match square.filter(|_| is_selected) {
            Some(square) if square != from => {
                self.clicked = None;
                self.touch(square)
            }
            Some(square) if was_selected => self.touch(square),
            _ => Vec::new(),
        }
    }

    /// Touches a square with the cursor or the mouse.
    pub(crate) fn touch(&mut self, square: Square) -> Vec<Effect> {
        if self.model.history().is_in_the_past() {
            self.show_info("This is an earlier position; press End for the current one.");
            return Vec::new();
        }
        if !self.model.may_move() {
            self.show_why_not_now();
            return Vec::new();
        }
        self.hint.clear();
        let from = self.model.steps().picked();
        match self.model.touch(square) {
            Touched::Nothing => self.touch_by_name(from, square),
            touched => self.take_touch(touched),
        }
    }

    /// Shows the result of touching a square.
    pub(super) fn take_touch(&mut self, touched: Touched) -> Vec<Effect> {
        match touched {
            Touched::Picked => self.status_message = None,
            Touched::Stepped => self.tell_to_confirm(),
            Touched::Move(index) => {
                let text = self.texts_of(&[index]).into_iter().next();
                return text.map_or_else(Vec::new, |text| self.submit(&text));
            }
            Touched::Several(indexes) => {
                let texts = self.texts_of(&indexes);
                if let Some(first) = texts.first() {
                    self.set_hint(first);
                    self.overlay = Some(Overlay::Choose(texts, 0));
                }
            }
            Touched::Unclear => {
                self.show_info("Several routes lead there: select the next square.");
            }
            Touched::Nothing => {}
        }
        Vec::new()
    }

    /// The legal moves with these indexes, in notation.
    fn texts_of(&self, indexes: &[usize]) -> Vec<String> {
        let legal = self.model.history().legal();
        indexes.iter().filter_map(|&index| legal.get(index)).map(|mv| mv.text.clone()).collect()
    }

    /// Explains how to play or undo a multi-step move that can end here.
    fn tell_to_confirm(&mut self) {
        self.status_message = None;
        if let Some(mv) = self.model.move_to_confirm() {
            let sentence = format!("Press Enter to play {mv}, Esc to undo a step.");
            self.show_info(sentence);
        }
    }

    /// Explains which step a started move still lacks.
    pub(super) fn tell_next_steps(&mut self) {
        self.show_info(format!("{}; Esc undoes a step.", self.model.next_steps_sentence()));
    }

    /// Touches a square that no legal move touches next. If the square's name is not a move, the game explains why. The
    /// rules can't judge a partial move. After its first step, only its next squares can be touched.
    fn touch_by_name(&mut self, from: Option<Square>, square: Square) -> Vec<Effect> {
        if self.model.steps().made().len() > 0 {
            if self.model.move_to_confirm().is_some() {
                self.tell_to_confirm();
            } else {
                self.show_error("The move doesn't continue there. Press Esc to undo a step.");
            }
            return Vec::new();
        }
        let picture = self.model.history().picture();
        let name = picture.name(square);
        let text = match from {
            Some(from) => format!("{}-{name}", picture.name(from)),
            None => name.to_string(),
        };
        match self.model.history().resolve(&text) {
            Ok(mv) => return self.submit(&mv),
            Err(why) if from.is_none() => {
                let why = self.why_not_first(square).unwrap_or(why);
                self.show_error(format!("That is not possible: {why}"));
            }
            Err(why) => self.show_error(format!("{text} is not possible: {why}")),
        }
        self.model.undo_steps();
        Vec::new()
    }

    /// The reason why no move begins on this square. `None` if every move touches only one square, because the game's
    /// own explanation is then better.
    fn why_not_first(&self, square: Square) -> Option<String> {
        let picture = self.model.history().picture();
        if !self.model.history().legal().iter().any(|mv| mv.route.len() > 1) {
            return None;
        }
        let name = picture.name(square);
        Some(match picture.glyph(square) {
            None => format!("{name} is empty"),
            Some(glyph) if self.model.asked_seat().is_some_and(|seat| is_piece_of(glyph, seat)) => {
                let because = self.reason_against(square);
                because.unwrap_or_else(|| format!("the {} on {name} can't move", glyph.name))
            }
            Some(glyph) => format!("{name} has a {}", glyph.name),
        })
    }

    /// The game's reason why the piece on this square can't move to adjacent squares. The most frequent reason is about
    /// the piece, such as a pin. Other reasons are about a single target square.
    fn reason_against(&self, square: Square) -> Option<String> {
        let picture = self.model.history().picture();
        if !picture.geometry().contains(square) {
            return None;
        }
        let refusal = |goal| {
            let text = format!("{}-{}", picture.name(square), picture.name(goal));
            self.model.history().resolve(&text).err()
        };
        let reasons: Vec<String> =
            picture.geometry().neighbors(square).filter_map(refusal).collect();
        let count = |reason: &&String| reasons.iter().filter(|other| other == reason).count();
        reasons.iter().rev().max_by_key(count).cloned()
    }

    /// Plays a legal move: shows it immediately, and sends it to the table.
    pub(super) fn submit(&mut self, text: &str) -> Vec<Effect> {
        let Some(command) = self.model.play(text) else { return Vec::new() };
        self.typed.clear();
        self.status_message = None;
        self.overlay = None;
        self.clear_selection();
        let advice = self.coaches.then(|| Effect::Advise(self.model.question(Topic::LastMove)));
        [Effect::Send(command)].into_iter().chain(advice).collect()
    }

    /// Highlights a legal move's squares.
    pub(super) fn set_hint(&mut self, text: &str) {
        self.hint = self.model.squares_of(text).to_vec();
    }

    /// Shows the position after `at` moves.
    pub(super) fn show_ply(&mut self, at: usize) {
        self.hint.clear();
        self.model.show_ply(at);
    }

    pub(crate) fn escape(&mut self) {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.model.history().is_in_the_past() {
            self.show_ply(usize::MAX);
        } else if self.model.undo_step() {
            self.status_message = None;
        } else {
            self.hint.clear();
            self.status_message = None;
        }
    }
}

/// The nearest playable place in this direction, preferably in the same row or column.
fn next_place(from: Place, right: i8, down: i8, plays: impl Fn(Place) -> bool) -> Option<Place> {
    let shifted = |right: i8, down: i8| {
        let column = from.column.checked_add_signed(right)?;
        Some(Place { column, row: from.row.checked_add_signed(down)? })
    };
    // The neighboring column in the pair, so two steps up return to the first column.
    let beside = if from.column.is_multiple_of(2) { 1 } else { -1 };
    let candidates = match (right, down) {
        (0, down) => [shifted(0, down), shifted(beside, down), shifted(-beside, down)],
        (right, _) => [shifted(right, 0), shifted(2 * right, 0), None],
    };
    candidates.into_iter().flatten().find(|&place| plays(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_moves_from_square_to_square() {
        let dark = |Place { column, row }: Place| column < 8 && row < 8 && (column + row) % 2 == 1;
        let from = Place { column: 3, row: 4 };
        let to = |right, down| next_place(from, right, down, dark).map(|p| (p.column, p.row));
        assert_eq!(to(1, 0), Some((5, 4)));
        assert_eq!(to(-1, 0), Some((1, 4)));
        assert_eq!(to(0, -1), Some((2, 3)));
        assert_eq!(to(0, 1), Some((2, 5)));
        let back = next_place(Place { column: 2, row: 3 }, 0, 1, dark);
        assert_eq!(back, Some(from));
        assert_eq!(next_place(Place { column: 7, row: 0 }, 1, 0, dark), None);
        assert_eq!(next_place(Place { column: 7, row: 0 }, 0, -1, dark), None);
    }
}
