//! A game played by numbered actions.

use std::fmt;
use std::sync::OnceLock;

use board_engine::{Action, AfterAction, LegalActions, Turn, Viewer};
use game_catalog::Explorer;
use thiserror::Error;

use crate::random::drawn_move;

/// A game in progress that is played by actions, as training programs do. A move may consist of several actions.
/// Between actions, the position stays the same, and only actions that continue the move are legal.
pub struct Episode {
    position: Box<dyn Explorer>,
    /// Every legal move is a single action, so `legal` isn't needed to step.
    is_direct: bool,
    /// The actions that make up the legal moves, once they are needed.
    legal: OnceLock<LegalActions>,
    node: usize,
    /// The actions taken so far in the unfinished move.
    made: Vec<Action>,
}

/// Formats the position and the unfinished move, for messages.
impl fmt::Debug for Episode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.position.position(), self.made)
    }
}

/// An action that is not legal in a state.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", illegal(*number, text.as_deref(), *count))]
pub struct IllegalAction {
    /// The action number.
    pub number: i64,
    /// The action as a string; `None` if the game doesn't have this action.
    pub text: Option<String>,
    /// The number of actions in the game.
    pub count: usize,
}

fn illegal(number: i64, text: Option<&str>, count: usize) -> String {
    match text {
        Some(text) => format!("action {number} ({text}) is not legal here"),
        None => format!("there is no action {number}: the {count} actions are numbered from 0"),
    }
}

impl Episode {
    /// Creates a game from this position.
    pub fn new(position: Box<dyn Explorer>) -> Self {
        let is_direct = position.has_only_single_actions();
        Self { position, is_direct, legal: OnceLock::new(), node: 0, made: Vec::new() }
    }

    /// The position at the beginning of the current move.
    pub fn position(&self) -> &dyn Explorer {
        &*self.position
    }

    /// The legal actions, each with the state after it. At a chance node, these are the possible draws; if the game is
    /// over, there are none.
    pub fn actions(&self) -> &[(Action, AfterAction)] {
        self.legal().at(self.node)
    }

    /// The number of legal actions.
    pub(crate) fn action_count(&self) -> usize {
        if self.is_direct { self.position.move_count() } else { self.actions().len() }
    }

    /// The legal action at this place in [`actions`](Self::actions); `None` if there are fewer.
    pub(crate) fn nth_action(&self, place: usize) -> Option<Action> {
        if self.is_direct {
            return (place < self.position.move_count()).then(|| self.position.action_of(place))?;
        }
        self.actions().get(place).map(|(action, _)| *action)
    }

    /// Sets `mask` to 1 at the number of each legal action.
    pub(crate) fn mark_actions(&self, mask: &mut [u8]) {
        if self.is_direct {
            return self.position.mark_actions(mask);
        }
        self.actions().iter().for_each(|(action, _)| mask[action.index()] = 1);
    }

    fn legal(&self) -> &LegalActions {
        self.legal.get_or_init(|| {
            let mut legal = LegalActions::default();
            self.position.fill_actions(&mut legal);
            legal
        })
    }

    /// The actions taken so far in the unfinished move, in order.
    pub fn made(&self) -> &[Action] {
        &self.made
    }

    /// Returns `true` if chance is to move.
    pub fn is_chance(&self) -> bool {
        self.position.outcome().is_none() && self.position.turn() == Turn::Chance
    }

    /// Takes a legal action or, at a chance node, a draw. Returns the index of the move that this completes, if any.
    ///
    /// # Errors
    /// [`IllegalAction`] if the action is illegal. In that case, nothing has changed.
    pub fn act(&mut self, number: i64) -> Result<Option<usize>, IllegalAction> {
        let legal = self.checked(number)?;
        Ok(self.take(legal))
    }

    /// Takes an action that must be legal.
    pub(crate) fn take(&mut self, (action, after): (Action, AfterAction)) -> Option<usize> {
        match after {
            AfterAction::Move(index) => {
                self.play(index);
                Some(index)
            }
            AfterAction::Node(node) => {
                self.made.push(action);
                self.node = node;
                None
            }
        }
    }

    /// Checks that the action with this number is legal, and returns it with the state after it.
    pub(crate) fn checked(&self, number: i64) -> Result<(Action, AfterAction), IllegalAction> {
        let action = u32::try_from(number).ok().map(Action::new);
        let after = action.and_then(|action| Some((action, self.after(action)?)));
        after.ok_or_else(|| self.illegal(number, action))
    }

    fn after(&self, action: Action) -> Option<AfterAction> {
        if self.is_direct {
            return self.position.move_of(action).map(AfterAction::Move);
        }
        self.legal().after(self.node, action)
    }

    /// Plays chance moves until a player is to move. `draw(n)` must return a uniform number in `0..n`.
    pub fn draw_chance(&mut self, draw: &mut dyn FnMut(u32) -> u32) {
        while self.is_chance() {
            match drawn_move(&*self.position, draw) {
                Some(index) => self.play(index),
                None => return,
            }
        }
    }

    /// Writes `viewer`'s observation, including the actions taken so far in an unfinished move. See
    /// [`Explorer::observe`].
    ///
    /// # Panics
    /// If the length of `planes` doesn't match the shape.
    pub fn observe(&self, viewer: Viewer, planes: &mut [f32]) {
        self.position.observe(viewer, &self.made, planes);
    }

    /// An independent copy.
    #[must_use]
    pub fn fork(&self) -> Self {
        let (is_direct, legal, made) = (self.is_direct, self.legal.clone(), self.made.clone());
        Self { position: self.position.fork(), is_direct, legal, node: self.node, made }
    }

    /// Plays the legal move with this index. Discards actions already taken for an unfinished move.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn play(&mut self, index: usize) {
        self.position.play(index);
        self.is_direct = self.position.has_only_single_actions();
        let before = self.legal.take();
        if !self.is_direct {
            // Reuses the memory of the old position.
            let mut legal = before.unwrap_or_default();
            self.position.fill_actions(&mut legal);
            self.legal = legal.into();
        }
        self.made.clear();
        self.node = 0;
    }

    fn illegal(&self, number: i64, action: Option<Action>) -> IllegalAction {
        let space = self.position.action_space();
        let is_chance = self.is_chance();
        let count = if is_chance { space.draw_count() } else { space.count() };
        let text = action.and_then(|action| {
            if is_chance { space.draw_text(action).map(String::from) } else { space.text(action) }
        });
        IllegalAction { number, text, count }
    }
}
