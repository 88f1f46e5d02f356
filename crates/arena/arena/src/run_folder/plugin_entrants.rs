//! The players from all plugins, as tournament entrants.

use anyhow::anyhow;
use app_context::{AppContext, Failure, FailureKind, PlayerSpec};
use games_package::{Games, suggestion};

use crate::settings::{Entrant, Excluded, Settings, Unstartable};

/// Adds every plugin player for the game that isn't named yet, except shipped plugins and the players and plugins in
/// `except`. Excludes an added player that fails to start, unless `unstartable` says otherwise. Rejected plugin files,
/// folders without a plugin, and players for unknown games count as excluded players. Returns a note for each name that
/// several plugins have.
///
/// # Errors
/// [`Failure`] if plugins can't be found, or if `except` contains an unknown name.
pub fn add_all(
    app: &AppContext,
    settings: &mut Settings,
    except: &[String],
    unstartable: Option<Unstartable>,
) -> Result<Vec<String>, Failure> {
    let plugins = app.plugins()?;
    let mut seen: Vec<String> = settings.players.iter().map(|it| it.player.clone()).collect();
    let (mut unused, mut known) = (except.to_vec(), Vec::new());
    let mut is_excepted = |name: &str| {
        let plugin = name.split('/').next().unwrap_or_default();
        let declared = plugin.split('@').next().unwrap_or_default();
        let is_meant = |it: &String| [name, plugin, declared].contains(&it.as_str());
        unused.retain(|it| !is_meant(it));
        known.push(name.to_owned());
        except.iter().any(is_meant)
    };
    for plugin in plugins.iter() {
        for info in plugin.players() {
            let name = format!("{}/{}", plugin.name(), info.name);
            let is_omitted = is_excepted(&name) || app.is_shipped(plugin) || seen.contains(&name);
            let asked = PlayerSpec::from_user(&name).request()?;
            if is_omitted || app.seats_person(&asked) {
                continue;
            }
            if !info.games.include(&settings.game) {
                let excluded = unknown_game(&info.games).map(|why| Excluded { name, why });
                settings.excluded.extend(excluded);
                continue;
            }
            seen.push(name.clone());
            let own = unstartable.is_none().then_some(Unstartable::Exclude);
            settings.players.push(Entrant { unstartable: own, ..Entrant::from(name) });
        }
    }
    for refusal in plugins.refusals() {
        let name = plugin_host::file_label(refusal.file());
        if !is_excepted(&name) {
            settings.excluded.push(Excluded { name, why: refusal.to_string() });
        }
    }
    for (folder, why) in plugins.skipped() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !is_excepted(&name) {
            settings.excluded.push(Excluded { name, why: why.clone() });
        }
    }
    let Some(name) = unused.first() else {
        return Ok(plugins.same_names().iter().map(ToString::to_string).collect());
    };
    let names =
        known.iter().flat_map(|name| [name.as_str(), name.split('/').next().unwrap_or(name)]);
    let hint = suggestion(name, names).map(|name| format!("; did you mean \"{name}\"?"));
    let hint = hint.unwrap_or_else(|| "; \"rival plugins\" lists them".into());
    let why = anyhow!("--except {name}: no such plugin or player{hint}");
    Err(Failure::new(FailureKind::Usage, why))
}

/// The reason to exclude a player that lists an unknown game, which is probably a mistake.
fn unknown_game(games: &Games) -> Option<String> {
    let Games::Named(names) = games else { return None };
    let name = names.iter().find(|name| game_catalog::check_name(name).is_err())?;
    let typed = name.trim().to_lowercase().replace(' ', "-");
    let known = game_catalog::games();
    let families = known.iter().filter_map(|game| game.name.split(':').next());
    let meant = suggestion(&typed, families);
    let hint = meant.map_or_else(String::new, |meant| format!("; did you mean \"{meant}\"?"));
    Some(format!("unknown game \"{name}\" in games{hint}"))
}
