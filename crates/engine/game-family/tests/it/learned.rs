//! Tests for the player with a learned network.

use std::path::Path;

use game_family::{
    CatalogEntry, Duel, EvaluatorInfo, NO_EVALUATOR, OpenGame, RunHost, RunOptions, RunProgress,
    open,
};
use games_package::{EndReason, MatchSetup, Moderator, Options, SeatSetup};
use search::{NoHints, Zero};
use tic_tac_toe::TicTacToe;

#[derive(Debug)]
enum Entry {}

impl CatalogEntry for Entry {
    type Game = TicTacToe;
    type Kind = Duel;
    type Evaluator = Zero;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Zero)] = &[(NO_EVALUATOR, Zero)];
}

struct Endless;

impl RunHost for Endless {
    fn is_stopped(&self) -> bool {
        false
    }

    fn progress(&self, _: &RunProgress) {}
}

fn opened() -> Box<dyn OpenGame> {
    open::<Entry>("never-learned".into(), TicTacToe::default())
}

fn with_network(path: &Path) -> Options {
    let mut options = Options::default();
    options.set("network", path.display().to_string());
    options
}

#[test]
fn without_a_network_the_player_names_the_command() {
    let Err(error) = opened().new_player("learned", &Options::default()) else {
        unreachable!("there is no network")
    };
    let message = error.to_string();
    assert!(message.contains("never-learned has no learned network in"), "{message}");
    assert!(message.ends_with("run: rival learn never-learned"), "{message}");
    assert!(opened().players().iter().all(|about| about.name != "learned"));
}

#[test]
fn a_learned_network_plays_whole_matches() {
    let folder = tempfile::tempdir().unwrap();
    let options = RunOptions {
        nodes: 20,
        opening_plies: 5,
        chunks: 2,
        chunk_positions: 1_000,
        patience: 1,
        ..RunOptions::new(1, "test".into())
    };
    let game = opened();
    game.learnable().unwrap().learn(folder.path(), &options, &Endless).unwrap();
    let network = folder.path().join("best.net");
    let seat = |_| {
        let player = game.new_player("learned", &with_network(&network)).unwrap().unwrap();
        SeatSetup::new("learned", player)
    };
    let mut setup = MatchSetup::new(game.table_game(), (0..2).map(seat).collect());
    setup.thinking.nodes = Some(200);
    let ending = Moderator::new(setup).unwrap().run().unwrap().record.ending.unwrap();
    assert!(matches!(ending.reason, EndReason::Rules(_)), "{ending:?}");
    let other = open::<Entry>("other".into(), TicTacToe::default());
    let Err(error) = other.new_player("learned", &with_network(&network)) else {
        unreachable!("it is a network of another game")
    };
    assert!(error.to_string().contains("trained for never-learned"), "{error}");
}
