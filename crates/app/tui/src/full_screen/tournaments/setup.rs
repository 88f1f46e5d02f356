//! Converts the menu's tournament form to a tournament.

use std::path::Path;

use app_context::{AppContext, Failure, FailureKind};
use arena::run_folder::entrants::of_user;
use arena::run_folder::setup::{self, Plan};
use arena::schedule::Format;
use arena::settings::{Entrant, OPENINGS_AUTO, Settings};
use arena::statistics::Sprt;

use crate::full_screen::with_home;
use crate::{MenuEntrant, NewTournament};

/// The settings for the tournament from the menu.
pub(super) fn settings(new: &NewTournament, game: &str) -> Settings {
    let mut settings = Settings::new(game, []);
    let entrant = |entrant: &MenuEntrant| {
        let MenuEntrant { player, name } = entrant.clone();
        Entrant { name, ..Entrant::from(player) }
    };
    settings.players = new.entrants.iter().map(entrant).collect();
    (settings.pairs, settings.time, settings.seed) = (new.pairs, new.time, new.seed);
    (settings.depth, settings.nodes) = (new.depth, new.nodes);
    settings.openings = openings(&new.openings);
    settings.sprt = new.test.map(|(elo0, elo1)| Sprt::usual(elo0, elo1));
    let (groups, advance) = new.groups;
    settings.format = match new.format.as_str() {
        "gauntlet" => Format::Gauntlet { heads: new.heads },
        "swiss" => Format::Swiss { rounds: new.rounds },
        "knockout" => Format::Knockout,
        "groups" => Format::Groups { groups, advance },
        _ => Format::RoundRobin,
    };
    setup::with_distinct_names(settings)
}

/// Converts typed openings to the settings format. A file name can begin with `~`.
fn openings(typed: &str) -> String {
    if typed.is_empty() {
        return OPENINGS_AUTO.into();
    }
    with_home(Path::new(typed)).display().to_string()
}

/// The tournament with its players.
pub(super) fn planned(app: &AppContext, settings: Settings) -> Result<Plan, Failure> {
    let players = of_user(&settings);
    setup::plan(app, settings, &players, FailureKind::Usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_values_become_settings() {
        let player = |player: &str| MenuEntrant { player: player.into(), name: None };
        let new = NewTournament {
            game: "checkers".into(),
            entrants: ["greedy", "random", "greedy"].map(player).into(),
            format: "gauntlet".into(),
            rounds: 1,
            heads: 2,
            groups: (1, 1),
            test: Some((0.0, 20.0)),
            pairs: 3,
            openings: "random:6".into(),
            time: "2s".parse().unwrap(),
            depth: Some(8),
            nodes: Some(1000),
            seed: Some(7),
            name: String::new(),
        };
        let set = settings(&new, "checkers:english");
        let labels: Vec<&str> = set.players.iter().map(Entrant::label).collect();
        assert_eq!(labels, ["greedy", "random", "greedy (2)"]);
        assert_eq!(set.format, Format::Gauntlet { heads: 2 });
        assert_eq!((set.pairs, set.seed, set.time.to_string()), (3, Some(7), "2s".into()));
        assert_eq!((set.depth, set.nodes), (Some(8), Some(1000)));
        assert_eq!((set.openings.as_str(), set.sprt), ("random:6", Some(Sprt::usual(0.0, 20.0))));
        let unsaid = NewTournament { openings: String::new(), ..new };
        assert_eq!(settings(&unsaid, "checkers:english").openings, "auto");
        assert!(openings("~/ballots.txt").ends_with("/ballots.txt"));
        assert!(!openings("~/ballots.txt").contains('~'));
    }
}
