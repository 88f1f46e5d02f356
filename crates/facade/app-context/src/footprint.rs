//! Resources used by a seated player.

use games_package::{MEMORY_OPTION, Options};

use crate::context::AppContext;
use crate::failure::Failure;
use crate::spec::PlayerSpec;

/// A process's memory overhead in MiB, in addition to the memory that its player declares.
const PROCESS_MIB: u64 = 8;

/// The memory in MiB assumed for an engine without a configured hash size, which is the default of most engines.
const ENGINE_MIB_DEFAULT: u64 = 16;

/// Resources used by a seated player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// The declared maximum memory, in MiB.
    pub memory_mib: u64,
    /// The number of additional processes: 0 or 1.
    pub processes: usize,
}

impl AppContext {
    /// The resources that this player uses in `game`. A human uses none. An unknown player also counts as using none,
    /// because it is rejected later.
    ///
    /// # Errors
    /// [`Failure`] if the player's options are malformed or the plugins can't be searched.
    pub fn footprint(&self, game: &str, spec: &PlayerSpec) -> Result<Footprint, Failure> {
        let player = self.find(spec)?;
        if self.seats_person(&player) {
            return Ok(Footprint::default());
        }
        if player.is_engine() {
            let memory_mib = player.options.get(MEMORY_OPTION).unwrap_or(ENGINE_MIB_DEFAULT);
            return Ok(Footprint::of_process(memory_mib));
        }
        if player.is_from_plugin() {
            let plugins = self.plugins()?;
            let Ok((plugin, info)) = plugins.find(&player.name) else {
                return Ok(Footprint::default());
            };
            let memory_mib = info.memory_mib(&player.options);
            if plugin.has_own_processes() {
                return Ok(Footprint::of_process(memory_mib));
            }
            return Ok(Footprint { memory_mib, processes: 0 });
        }
        let memory_mib = catalog_memory_mib(game, &player.name, &player.options);
        Ok(Footprint { memory_mib, processes: 0 })
    }
}

impl Footprint {
    /// A player in a separate process.
    const fn of_process(memory_mib: u64) -> Self {
        Self { memory_mib: memory_mib.saturating_add(PROCESS_MIB), processes: 1 }
    }
}

fn catalog_memory_mib(game: &str, name: &str, options: &Options) -> u64 {
    let infos = game_catalog::player_infos_for(game).unwrap_or_default();
    infos.iter().find(|info| info.name == name).map_or(0, |info| info.memory_mib(options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommonArguments;

    #[test]
    fn a_player_uses_the_memory_that_it_states() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("rival.toml");
        let text = "[players]\n\
            large = { player = 'pvs', options = { hash = 256 } }\n\
            other = { player = 'engine:uci:/usr/games/stockfish', options = { hash = 32 } }\n\
            small = { player = 'engine:uci:/usr/games/stockfish' }\n";
        std::fs::write(&config, text).unwrap();
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let app = AppContext::open(&common).unwrap();
        let check = |player: &str, memory_mib, processes| {
            let spec = PlayerSpec::from_network(player);
            let found = app.footprint("chess", &spec).unwrap();
            assert_eq!(found, Footprint { memory_mib, processes }, "{player}");
        };
        check("pvs", 64, 0);
        check("pvs:hash=16", 16, 0);
        check("large", 256, 0);
        check("large:hash=1", 1, 0);
        check("level:name=club", games_package::MEMORY_MIB_DEFAULT, 0);
        check("human", 0, 0);
        check("nobody", 0, 0);
        check("other", 32 + PROCESS_MIB, 1);
        check("small", ENGINE_MIB_DEFAULT + PROCESS_MIB, 1);
    }
}
