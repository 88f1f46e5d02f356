//! A game played by numbered actions.

use std::fmt;

use board_engine::{Action, AfterAction, LegalActions, Turn, Viewer};
use game_catalog::Explorer;
use thiserror::Error;

use crate::random::drawn_move;

/// A game in progress that is played by actions, as training programs do. Between the actions of one move the position
/// stays the same, and the legal actions are those that continue the move.
pub struct Episode {
    position: Box<dyn Explorer>,
    legal: LegalActions,
    node: usize,
    /// The actions of the unfinished move.
    made: Vec<Action>,
}

/// The position and the unfinished move, for messages.
impl fmt::Debug for Episode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.position.position(), self.made)
    }
}

/// An action that is not legal in a state.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", illegal(*number, text.as_deref(), *count))]
pub struct IllegalAction {
    /// The number of the action.
    pub number: i64,
    /// The text of the action; `None` if the game has no such action.
    pub text: Option<String>,
    /// The number of actions that the game has.
    pub count: usize,
}

fn illegal(number: i64, text: Option<&str>, count: usize) -> String {
    match text {
        Some(text) => format!("action {number} ({text}) is not legal here"),
        None => format!("there is no action {number}: there are {count}, numbered from 0"),
    }
}

impl Episode {
    /// A game from this position.
    pub fn new(position: Box<dyn Explorer>) -> Self {
        let mut episode =
            Self { position, legal: LegalActions::default(), node: 0, made: Vec::new() };
        episode.begin_move();
        episode
    }

    /// The position at the beginning of the current move.
    pub fn position(&self) -> &dyn Explorer {
        &*self.position
    }

    /// The legal actions, each with the state after it; the draws at a turn of chance; none if the game is over.
    pub fn actions(&self) -> &[(Action, AfterAction)] {
        self.legal.at(self.node)
    }

    /// The actions of the unfinished move, in order.
    pub fn made(&self) -> &[Action] {
        &self.made
    }

    /// Whether chance acts next.
    pub fn is_chance(&self) -> bool {
        self.position.outcome().is_none() && self.position.turn() == Turn::Chance
    }

    /// Takes a legal action, or at a turn of chance a draw. Returns the index of the move that it completes.
    ///
    /// # Errors
    /// [`IllegalAction`] if the action is not legal; nothing has changed then.
    pub fn act(&mut self, number: i64) -> Result<Option<usize>, IllegalAction> {
        let legal = self.checked(number)?;
        Ok(self.take(legal))
    }

    /// Takes an action that is legal here.
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

    /// The action with this number, which has to be legal, with the state after it.
    pub(crate) fn checked(&self, number: i64) -> Result<(Action, AfterAction), IllegalAction> {
        let action = u32::try_from(number).ok().map(Action::new);
        let after = action.and_then(|action| Some((action, self.legal.after(self.node, action)?)));
        after.ok_or_else(|| self.illegal(number, action))
    }

    /// Plays the turns of chance that come next. `draw(n)` gives a number in `0..n`, all equally likely.
    pub fn draw_chance(&mut self, draw: &mut dyn FnMut(u32) -> u32) {
        while self.is_chance() {
            match drawn_move(&*self.position, draw) {
                Some(index) => self.play(index),
                None => return,
            }
        }
    }

    /// Writes what `viewer` sees, with the actions of an unfinished move made: see [`Explorer::observe`].
    ///
    /// # Panics
    /// If `planes` doesn't have the length of the shape.
    pub fn observe(&self, viewer: Viewer, planes: &mut [f32]) {
        self.position.observe(viewer, &self.made, planes);
    }

    /// An independent copy.
    #[must_use]
    pub fn fork(&self) -> Self {
        let (legal, made) = (self.legal.clone(), self.made.clone());
        Self { position: self.position.fork(), legal, node: self.node, made }
    }

    /// Plays the legal move with this index, whatever actions have been taken for the current one.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn play(&mut self, index: usize) {
        self.position.play(index);
        self.begin_move();
    }

    fn begin_move(&mut self) {
        self.position.fill_actions(&mut self.legal);
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
