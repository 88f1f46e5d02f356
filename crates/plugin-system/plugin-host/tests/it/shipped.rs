//! The plugins that ship with the program.

use std::sync::Mutex;

use games_package::{
    AskError, FailureKind, Host, Options, Player, Prompt, Reply, Thinking, Urgency,
};
use plugin_host::{Plugin, PluginPlayer};

use super::isolation;
use crate::support::{cache, library, request, turn};

fn player(plugin: &str, name: &str, game: &str) -> PluginPlayer {
    let plugin = Plugin::load(library(plugin), cache(), &isolation()).unwrap();
    plugin.new_player(name, game, &Options::default()).unwrap()
}

/// A simulated user who types these lines and then leaves.
struct Person {
    lines: Mutex<Vec<&'static str>>,
    prompts: Mutex<Vec<Prompt>>,
}

impl Person {
    fn typing(lines: &[&'static str]) -> Self {
        let lines = lines.iter().rev().copied().collect();
        Self { lines: Mutex::new(lines), prompts: Mutex::default() }
    }
}

impl Host for Person {
    fn urgency(&self) -> Urgency {
        Urgency::None
    }

    fn report(&self, _: &Thinking) {}

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        self.prompts.lock().unwrap().push(prompt.clone());
        self.lines.lock().unwrap().pop().map(Into::into).ok_or(AskError::Cancelled)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Err(format!("{text} is no move"))
    }

    fn log(&self, _: &str) {}
}

#[test]
fn minimal_plays_the_first_legal_move_of_any_game() {
    assert_eq!(turn(&mut player("minimal", "first", "any")), Ok(Reply::play("22-17")));
}

#[test]
fn human_asks_for_a_move() {
    let person = Person::typing(&["22-17"]);
    let reply = player("human", "human", "any").choose_move(&request(), &person).unwrap();
    assert_eq!(reply, Reply::play("22-17"));
    assert_eq!(person.prompts.into_inner().unwrap(), [Prompt::default()]);
}

#[test]
fn human_ends_its_turn_when_it_is_withdrawn() {
    let person = Person::typing(&[]);
    let error = player("human", "human", "any").choose_move(&request(), &person).unwrap_err();
    assert_eq!((error.kind(), error.text()), (FailureKind::Error, "the turn was withdrawn"));
}

#[test]
fn textbook_lists_its_players() {
    let plugin = Plugin::load(library("textbook"), cache(), &isolation()).unwrap();
    let names: Vec<_> = plugin.players().iter().map(|info| info.name.as_str()).collect();
    let textbook = ["alpha-beta", "negascout", "negamax", "minimax"];
    let classics = ["fibonacci", "advance", "count", "mobility", "maximin", "neighbors"];
    assert_eq!(names, [&textbook[..], &classics, &["greedy", "random"]].concat());
    assert!(plugin.players().iter().all(|info| info.description != "is not in the catalog"));
}
