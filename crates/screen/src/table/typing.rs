//! What is typed: a move or a word, which Enter carries out.

use std::path::PathBuf;

use board_engine::Seat;
use games_package::Command;
use match_view::{LegalMove, clock};

use super::{Overlay, Table};
use crate::actions::{self, Action};
use crate::message::Effect;
use crate::words::{cut, in_words, one_line};

/// The longest text that is typed or pasted, in characters: the name of a file may stand in it.
const TYPED_MAX: usize = 1_000;

/// How much of what is typed is told again, in characters.
const TOLD_MAX: usize = 30;

impl Table {
    pub(super) fn type_sign(&mut self, sign: char) {
        if self.model.history().is_in_the_past() {
            self.look(usize::MAX);
        }
        if self.typed.chars().count() < TYPED_MAX {
            self.typed.push(sign);
            self.remark = None;
        }
    }

    /// Takes in what was pasted as one text, which does nothing before Enter. Lines become one.
    pub(super) fn paste(&mut self, text: &str) {
        let text = one_line(text);
        match &mut self.overlay {
            _ if self.model.covered_for().is_some() => {}
            None => text.chars().for_each(|sign| self.type_sign(sign)),
            Some(Overlay::SaveAs(name)) => {
                let room = TYPED_MAX.saturating_sub(name.chars().count());
                name.extend(text.chars().take(room));
            }
            Some(_) => {}
        }
    }

    /// The legal moves that begin with what is typed, or that it names in another way.
    pub(crate) fn completions(&self) -> Vec<&LegalMove> {
        self.model.completions(&self.typed)
    }

    /// The move that the game reads from what is typed, if one can be played now.
    fn named_move(&self) -> Option<String> {
        self.model
            .history()
            .resolve(&self.typed)
            .ok()
            .filter(|_| self.model.may_move() && !self.typed.is_empty())
    }

    /// Whether what is typed is a move, and no word.
    pub(crate) fn names_move(&self) -> bool {
        self.named_move().is_some()
    }

    /// Does what is typed: a move that the game reads, else a word, else the only move that goes on so.
    pub(super) fn submit_typed(&mut self) -> Vec<Effect> {
        let named = self.named_move();
        if named.is_none()
            && let Some((binding, rest)) = actions::read(&self.typed)
        {
            let rest = rest.to_string();
            self.typed.clear();
            return self.perform_typed(binding.action, &rest);
        }
        if !self.model.may_move() {
            self.say(self.model.why_not_now());
            return Vec::new();
        }
        let only = match self.completions().as_slice() {
            [only] => Some(only.text.clone()),
            _ => None,
        };
        if let Some(mv) = named.or(only) {
            return self.submit(&mv);
        }
        self.refuse_typed();
        Vec::new()
    }

    /// Says why what is typed is neither a move nor a word.
    fn refuse_typed(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let told = cut(typed.trim(), TOLD_MAX);
        match (actions::near(&typed), self.model.history().resolve(&typed)) {
            (Some(word), _) => {
                self.complain(format!("No word \"{told}\": did you mean {word}?"));
            }
            (None, Err(why)) => self.complain(format!("{told} is not possible: {why}")),
            (None, Ok(_)) => {}
        }
    }

    /// Does what a typed word asks for, with what follows it.
    fn perform_typed(&mut self, action: Action, rest: &str) -> Vec<Effect> {
        match (action, rest) {
            (Action::Coach, "on") => self.set_coach(true),
            (Action::Coach, "off") => self.set_coach(false),
            (Action::Save, name) if !name.is_empty() => return self.save_as(name),
            (Action::Load, "") => self.say("Say which: load FILE, like load match.toml."),
            (Action::Load, name) => return vec![Effect::Load(PathBuf::from(name))],
            (Action::Pause, _) => return vec![Effect::Tell(Command::Pause)],
            (action, _) => return self.perform(action),
        }
        Vec::new()
    }

    /// What is typed grows as far as all completions agree; with nothing typed, the next word is chosen.
    pub(super) fn tab(&mut self) {
        if self.typed.is_empty() {
            self.word = (self.word + 1) % self.model.moves_without_squares().len().max(1);
            return;
        }
        let moves = self.completions().into_iter().map(|mv| mv.text.clone());
        let words = actions::completions(&self.typed).map(String::from);
        let completions: Vec<String> = moves.chain(words).collect();
        let Some((first, others)) = completions.split_first() else { return };
        let agreed = |(index, sign): &(usize, char)| {
            others.iter().all(|other| other.chars().nth(*index) == Some(*sign))
        };
        let text: String =
            first.chars().enumerate().take_while(agreed).map(|(_, sign)| sign).collect();
        if text.chars().count() >= self.typed.trim().chars().count() {
            self.typed = text;
        }
    }
}

/// What is only said.
impl Table {
    /// Where the pieces of the shown position stand.
    pub(super) fn tell_in_words(&mut self) {
        self.overlay = Some(Overlay::Told(in_words(self.model.history().picture())));
    }

    pub(super) fn tell_legal_moves(&mut self) {
        let moves: Vec<&str> =
            self.model.history().legal().iter().map(|mv| mv.text.as_str()).collect();
        self.overlay = Some(Overlay::Told(if moves.is_empty() {
            "There is no legal move.".into()
        } else {
            format!("Legal moves: {}", moves.join(" "))
        }));
    }

    pub(super) fn tell_last_move(&mut self) {
        let last = self.model.history().plies().last().map(|ply| ply.mv.clone());
        self.say(match last {
            Some(mv) => format!("The last move was {mv}."),
            None => "Nothing has been played.".into(),
        });
    }

    pub(super) fn tell_clocks(&mut self) {
        let shown = |seat: Seat| {
            let time = self.model.clock(seat).map_or_else(|| "no limit".into(), clock);
            format!("{}: {time}", self.model.game().seat_name(seat))
        };
        let clocks: Vec<String> = Seat::all(self.model.people().len()).map(shown).collect();
        self.say(if self.model.has_clocks() {
            clocks.join(", ")
        } else {
            "This match has no clock.".into()
        });
    }
}
