//! Tournaments for tests.

use std::sync::Arc;

use arena::journal::Entry;
use arena::openings::Openings;
use arena::play::{CancelToken, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::schedule::Format;
use arena::settings::Settings;
use arena::tournament::Tournament;
use games_package::{Options, Player};

/// Catalog players, by their names in the settings.
pub(crate) struct Catalog(pub(crate) Vec<String>, pub(crate) String);

impl Catalog {
    pub(crate) fn of(tournament: &Tournament) -> Self {
        let settings = tournament.settings();
        let players = settings.players.iter().map(|entrant| entrant.player.clone());
        Self(players.collect(), settings.game.clone())
    }
}

impl PlayerFactory for Catalog {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        game_catalog::new_player(&self.1, &self.0[index], &Options::default())
            .map_err(|error| error.to_string())
    }

    fn trust(&self, _index: usize) -> Trust {
        Trust::Own
    }
}

/// A tournament between random players with different names.
pub(crate) fn tournament(players: usize, format: Format, pairs: u32) -> Arc<Tournament> {
    let game = game_catalog::table_game("tic-tac-toe").unwrap();
    let mut settings = Settings::new(game.name(), vec!["random".into(); players]);
    for (index, entrant) in settings.players.iter_mut().enumerate() {
        entrant.name = Some(format!("player {index}"));
    }
    settings.format = format;
    settings.pairs = pairs;
    settings.seed = Some(7);
    let tournament = Tournament::new(settings, Arc::clone(&game), Openings::start()).unwrap();
    Arc::new(tournament)
}

/// Plays all remaining games and returns them in order.
pub(crate) fn play_on(run: &mut Run) -> Vec<Entry> {
    let tournament = Arc::clone(run.tournament());
    let factory = Catalog::of(&tournament);
    let mut entries = Vec::new();
    while let Some(job) = run.next_job() {
        let entry = play(&tournament, &job, &factory, &CancelToken::default()).unwrap();
        run.finish(&entry);
        entries.push(entry);
    }
    entries
}
