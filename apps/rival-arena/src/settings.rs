//! Converts arguments to settings.

use app_context::{Failure, FailureKind, OrFail};
use arena::schedule::Format;
use arena::settings::{Adjudication, DrawRule, OPENINGS_AUTO, Settings};
use game_catalog::table_game;
use games_package::TimeControl;

use crate::arguments::{FormatName, RuleArguments, TournamentArguments};

/// The settings that arguments describe.
pub(crate) fn settings(
    game: &str,
    players: &[String],
    rules: &RuleArguments,
) -> Result<Settings, Failure> {
    let game = table_game(game).or_fail(FailureKind::Usage)?;
    let mut settings = Settings::new(game.name(), players.iter().cloned());
    settings.players.iter_mut().for_each(|entrant| entrant.add_engine_options(&rules.option));
    settings.pairs = rules.pairs.unwrap_or(1);
    settings.seed = rules.seed;
    settings.time = rules.time.or(rules.clock).unwrap_or(TimeControl::Unlimited);
    settings.margin = rules.margin.unwrap_or_default();
    settings.move_limit = rules.move_limit;
    settings.startup_limit = rules.startup_limit;
    settings.ponder = rules.ponder;
    settings.pv = rules.pv;
    settings.restart = rules.restart;
    settings.depth = rules.depth;
    settings.nodes = rules.nodes;
    settings.openings = rules.openings.clone().unwrap_or_else(|| OPENINGS_AUTO.into());
    settings.openings_order = rules.order.map(Into::into).unwrap_or_default();
    settings.openings_start = rules.start.unwrap_or(1);
    let given = &rules.adjudication;
    settings.adjudication = Adjudication {
        draw: given.draw.map(|rule| DrawRule { resets: given.draw_resets, ..rule }),
        win: given.win,
        resign: given.resign,
        plies_max: given.plies_max,
        tables: given.tables,
    };
    Ok(settings)
}

/// The format that arguments describe.
pub(crate) const fn format(arguments: &TournamentArguments) -> Format {
    let TournamentArguments { rounds, heads, groups, advance, .. } = *arguments;
    match arguments.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet { heads },
        FormatName::Swiss => Format::Swiss { rounds },
        FormatName::Knockout => Format::Knockout,
        FormatName::Groups => Format::Groups { groups, advance },
    }
}
