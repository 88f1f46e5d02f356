//! Limits the server resources for players chosen by remote clients.

use app_context::{AppContext, PlayerSpec};
use games_package::{MEMORY_OPTION, OptionKind, PlayerInfo};

use crate::error::Refused;

/// The options for memory (in MiB) and for processor cores, each with the maximum for remote clients.
const SHARES: [(&str, i64); 2] = [(MEMORY_OPTION, 16), ("threads", 1)];

/// The player for a remote client, limited to that client's share even if the player's defaults are higher. Doesn't
/// change configured values.
///
/// # Errors
/// [`Refused`] if the request exceeds the limits or the name is malformed.
pub(crate) fn shared(
    spec: PlayerSpec,
    game: &str,
    app: &AppContext,
) -> Result<PlayerSpec, Refused> {
    let given = spec.request()?.options;
    let asked = app.find(&spec)?;
    let infos = game_catalog::player_infos_for(game).unwrap_or_default();
    let info = infos.into_iter().find(|info| info.name == asked.name);
    SHARES.into_iter().try_fold(spec, |spec, (name, most)| {
        if given.get::<i64>(name).is_ok_and(|value| value > most) {
            let why =
                format!("{}: {name} is at most {most} for visitors to this server", asked.name);
            return Err(Refused::bad(why));
        }
        let is_set = asked.options.iter().any(|(set, _)| set == name);
        let default = info.as_ref().and_then(|info| default(info, name));
        let takes_more = !is_set && default.is_some_and(|default| default > most);
        Ok(if takes_more { spec.with_option(&format!("{name}={most}")) } else { spec })
    })
}

/// A numeric option's default value.
fn default(player: &PlayerInfo, option: &str) -> Option<i64> {
    let spec = player.options.iter().find(|spec| spec.name == option)?;
    match spec.kind {
        OptionKind::Integer { default, .. } => Some(default),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app_context::CommonArguments;

    #[test]
    fn visitors_get_small_tables_and_the_owners_grants() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("rival.toml");
        let large = "[players]\nlarge = { player = 'pvs', options = { hash = 256 } }\n";
        std::fs::write(&config, large).unwrap();
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let app = AppContext::open(&common).unwrap();
        let check = |player: &str, expected: &str| {
            let shared = shared(PlayerSpec::from_network(player), "checkers:english", &app);
            let found: String =
                shared.map_or_else(|refused| refused.why().into(), |it| it.text().into());
            assert_eq!(found, expected);
        };
        check("pvs", "pvs:hash=16");
        check("pvs:depth=3", "pvs:depth=3,hash=16");
        check("pvs:hash=8", "pvs:hash=8");
        check("level:name=club", "level:name=club");
        check("large", "large");
        check("large:hash=512", "pvs: hash is at most 16 for visitors to this server");
    }
}
