//! Training data from games.

use std::sync::Arc;

use arena::openings::Openings;
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::Tournament;
use arena::training::{self, TrainingError, TrainingGame};

use crate::support::play_on;

#[test]
fn every_position_is_read_as_it_was_played() {
    for (name, players) in [("checkers", ["alpha-beta", "random"]), ("pig", ["greedy", "random"])] {
        let game = game_catalog::table_game(name).unwrap();
        let mut settings = Settings::new(game.name(), players.map(String::from));
        (settings.nodes, settings.seed, settings.pairs) = (Some(50), Some(3), 2);
        let tournament = Tournament::new(settings, Arc::clone(&game), Openings::start()).unwrap();
        let entries = play_on(&mut Run::new(Arc::new(tournament), &[]).unwrap());
        let mut file = Vec::new();
        training::begin(&mut file, game.name()).unwrap();
        for entry in &entries {
            training::write(&mut file, &TrainingGame::of(entry, &*game).unwrap()).unwrap();
        }
        let mut games = Vec::new();
        training::read(&mut file.as_slice(), &*game, &mut |samples| games.push(samples)).unwrap();
        assert_eq!(games.len(), entries.len());
        for (samples, entry) in games.iter().zip(&entries) {
            let moves: Vec<&str> = entry.moves.split(' ').collect();
            for sample in samples {
                assert_eq!(sample.mv, moves[sample.ply]);
                assert_eq!(sample.payoff, entry.payoffs[sample.seat]);
                assert_eq!(sample.ply + sample.plies_left, moves.len());
                let is_told = entry.thoughts.get(sample.ply).is_some_and(Option::is_some);
                assert_eq!(sample.score.is_some(), is_told);
            }
            assert_eq!(samples[0].position, entry.start);
        }
        let foreign = game_catalog::table_game("tic-tac-toe").unwrap();
        let refused = training::read(&mut file.as_slice(), &*foreign, &mut |_| ());
        assert!(matches!(refused, Err(TrainingError::Foreign(_))), "{refused:?}");
        for end in [file.len() - 1, file.len() - 5] {
            let torn = training::read(&mut &file[..end], &*game, &mut |_| ());
            assert!(torn.is_err(), "a file that ends in the middle of a game");
        }
    }
}
