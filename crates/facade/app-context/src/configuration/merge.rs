//! Merges files into the configuration, and protects settings that a folder's file can't change.

use std::path::Path;
use std::time::Duration;

use game_catalog::player_infos;
use games_package::TimeControl;
use plugin_host::{Grant, Isolation, Policy};

use super::file::{self, File, Owner};
use super::{Configuration, ConfiguredPlayer, IsolationSettings};
use crate::failure::Failure;

/// The place to make settings that a folder's file can't change.
const YOURS: &str = "in your own configuration or in a --config file";

impl Configuration {
    /// Merges the file; its values override existing ones.
    ///
    /// # Errors
    /// [`Failure`] if the file contains a forbidden setting.
    pub(super) fn add(&mut self, file: &File) -> Result<(), Failure> {
        self.plugins.extend(file.content.plugins.iter().map(|folder| file.beside(folder)));
        self.add_players(file)?;
        self.isolation.add(file)?;
        let file::Defaults { game, opponent, time } = &file.content.defaults;
        let defaults = &mut self.defaults;
        defaults.game = game.clone().or_else(|| defaults.game.take());
        let opponent = opponent.as_ref().map(|text| file.player(text, "defaults.opponent"));
        defaults.opponent = opponent.or_else(|| defaults.opponent.take());
        defaults.time = time.or(defaults.time);
        self.add_skin(file);
        Ok(())
    }

    /// Adds players with new names. Existing names can't change, so a typed name has the same meaning everywhere.
    fn add_players(&mut self, file: &File) -> Result<(), Failure> {
        if file.content.players.is_empty() {
            return Ok(());
        }
        let built_in = player_infos();
        for (name, file::Player { player, options }) in &file.content.players {
            let (text, refuse) = (name.as_ref(), |why: &str| Err(file.refusal(name.span(), why)));
            if built_in.iter().any(|info| info.name == *text) {
                return refuse(&format!("{text} is a built-in player; choose another name"));
            }
            if text.is_empty() || text.contains(['/', ':']) {
                return refuse(&format!("invalid name \"{text}\": choose one without / and :"));
            }
            if let Some(known) = self.players.get(text) {
                let key = known.player.key.as_deref().unwrap_or(text);
                return refuse(&format!("{text} is in use ({key}); choose another name"));
            }
            let player = file.player(player, &format!("players.{text}"));
            let configured = ConfiguredPlayer { player, options: options.clone() };
            self.players.insert(text.clone(), configured);
        }
        Ok(())
    }

    fn add_skin(&mut self, file: &File) {
        let file::Skin { pieces, palette, colors } = &file.content.skin;
        let skin = &mut self.skin;
        skin.pieces = pieces.as_ref().map(|it| file.located(it)).or_else(|| skin.pieces.take());
        skin.palette = palette.as_ref().map(|it| file.located(it)).or_else(|| skin.palette.take());
        skin.colors.extend(colors.iter().map(|(name, it)| (file.located(name), file.located(it))));
    }
}

impl IsolationSettings {
    fn add(&mut self, file: &File) -> Result<(), Failure> {
        let file::Isolation { policy, memory_mib, move_time, trust, grants } =
            &file.content.isolation;
        if file.owner == Owner::Folder {
            self.check_tighter(file)?;
        }
        self.policy = policy.as_ref().map_or(self.policy, |policy| *policy.as_ref());
        self.memory_mib = memory_mib.as_ref().map(|mib| *mib.as_ref()).or(self.memory_mib);
        self.move_time = move_time.as_ref().map(|time| *time.as_ref()).or(self.move_time);
        self.isolated.extend(trust.keys().map(|named| file.beside(named)));
        let grants = grants.iter().map(|(named, granted)| grant(file, named, granted.as_ref()));
        self.grants.extend(grants);
        if let Some(mib) = memory_mib.as_ref().filter(|_| file.owner == Owner::Folder) {
            for grant in &mut self.grants {
                let most = mib.as_ref() << 20;
                grant.memory_bytes_max = grant.memory_bytes_max.map(|bytes| bytes.min(most));
            }
        }
        Ok(())
    }

    /// Checks that a folder's file does not loosen any limit.
    fn check_tighter(&self, file: &File) -> Result<(), Failure> {
        let file::Isolation { policy, memory_mib, move_time, grants, .. } = &file.content.isolation;
        if let Some(granted) = grants.values().next() {
            let why = format!("plugin permissions can be set only {YOURS}");
            return Err(file.refusal(granted.span(), &why));
        }
        let looser =
            policy.as_ref().filter(|it| strictness(*it.as_ref()) < strictness(self.policy));
        if let Some(looser) = looser {
            return Err(
                file.refusal(looser.span(), &format!("plugin trust can be set only {YOURS}"))
            );
        }
        let memory_max = self.memory_mib_max();
        if let Some(more) = memory_mib.as_ref().filter(|it| *it.as_ref() > memory_max) {
            let why =
                format!("memory_mib is at most {memory_max} here; more can be set only {YOURS}");
            return Err(file.refusal(more.span(), &why));
        }
        let time_max = self.move_time_max();
        let is_longer = |time: TimeControl| match (limit(time), time_max) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(time), Some(most)) => time > most,
        };
        if let Some(longer) = move_time.as_ref().filter(|it| is_longer(*it.as_ref())) {
            let most = time_max.map_or(TimeControl::Unlimited, TimeControl::PerMove);
            let why = format!("move_time is at most {most} here; more can be set only {YOURS}");
            return Err(file.refusal(longer.span(), &why));
        }
        Ok(())
    }

    /// Maximum memory per plugin, in MiB.
    pub(crate) fn memory_mib_max(&self) -> u64 {
        self.memory_mib.unwrap_or_else(|| Isolation::default().memory_bytes_max >> 20)
    }

    /// Maximum thinking time per move for a plugin in a match without a clock, if limited.
    pub(crate) fn move_time_max(&self) -> Option<Duration> {
        self.move_time.map_or_else(|| Isolation::default().move_time_max, limit)
    }
}

/// The permissions that the file grants to the named plugin.
fn grant(file: &File, named: &Path, granted: &file::Granted) -> Grant {
    Grant {
        file: file.beside(named),
        memory_bytes_max: granted.memory_mib.as_ref().map(|mib| mib.as_ref() << 20),
        threads_max: granted.threads.map(|count| count.get().into()),
    }
}

/// The time per move; `None` if unlimited.
const fn limit(time: TimeControl) -> Option<Duration> {
    match time {
        TimeControl::PerMove(time) => Some(time),
        _ => None,
    }
}

/// The strictness of a policy, in ascending order.
const fn strictness(policy: Policy) -> u8 {
    match policy {
        Policy::Off => 0,
        Policy::Prefer => 1,
        Policy::Require => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player_request::Origin;
    use crate::spec::PlayerSpec;

    /// The merged configuration of the user's own file and a folder's file.
    fn both(own: &str, folder: &str) -> Result<Configuration, Failure> {
        let mut configuration = Configuration::default();
        for (text, path, owner) in
            [(own, "own/rival.toml", Owner::User), (folder, "rival.toml", Owner::Folder)]
        {
            configuration.add(&File::parse(text.into(), Path::new(path), owner)?)?;
        }
        Ok(configuration)
    }

    #[track_caller]
    fn check(own: &str, folder: &str, expected: &str) {
        let result = both(own, folder).map_or_else(|failure| failure.to_string(), |_| "ok".into());
        assert_eq!(result, expected);
    }

    /// Checks the merged isolation settings of both files.
    #[track_caller]
    fn check_isolation(own: &str, folder: &str, expected: &str) {
        check(&format!("[isolation]\n{own}"), &format!("[isolation]\n{folder}"), expected);
    }

    #[test]
    fn the_file_of_a_folder_loosens_no_limit() {
        let trust = |column| {
            format!(
                "rival.toml: line 2, column {column}: plugin trust can be set only in your own configuration or in a --config file"
            )
        };
        check_isolation("", "policy = 'off'", &trust(10));
        check_isolation("policy = 'require'", "policy = 'prefer'", &trust(10));
        let memory = |most| {
            format!(
                "rival.toml: line 2, column 14: memory_mib is at most {most} here; more can be set only in your own configuration or in a --config file"
            )
        };
        check_isolation("", "memory_mib = 20000", &memory(4096));
        check_isolation("memory_mib = 512", "memory_mib = 513", &memory(512));
        let time = |most| {
            format!(
                "rival.toml: line 2, column 13: move_time is at most {most} here; more can be set only in your own configuration or in a --config file"
            )
        };
        check_isolation("", "move_time = 'none'", &time("10m"));
        check_isolation("", "move_time = '601s'", &time("10m"));
        check_isolation("move_time = '2s'", "move_time = '3s'", &time("2s"));
    }

    #[test]
    fn a_folders_file_may_tighten_limits() {
        check_isolation("policy = 'off'", "policy = 'prefer'", "ok");
        check_isolation("memory_mib = 8192", "memory_mib = 8192", "ok");
        check_isolation("move_time = 'none'", "move_time = '1h'", "ok");
        let strict = "[isolation]\npolicy = 'require'\nmemory_mib = 64\nmove_time = '1s'\n";
        let isolation = both("", strict).unwrap().isolation;
        assert_eq!(isolation.policy, Policy::Require);
        assert_eq!(isolation.memory_mib_max(), 64);
        assert_eq!(isolation.move_time_max(), Some(Duration::from_secs(1)));
    }

    #[test]
    fn only_the_user_grants_and_a_folder_may_restrict_grants() {
        let refused = "rival.toml: line 2, column 24: plugin permissions can be set only in your own configuration or in a --config file";
        check_isolation("", "grants = { 'liba.so' = { threads = 2 } }", refused);
        let own = "[isolation.grants]\n'liba.so' = { memory_mib = 9000, threads = 600 }";
        let granted = |folder: &str| {
            let grants = both(own, folder).unwrap().isolation.grants;
            let [grant] = grants.as_slice() else { panic!("{grants:?}") };
            assert_eq!(grant.file, Path::new("own/liba.so"));
            (grant.memory_bytes_max.unwrap() >> 20, grant.threads_max)
        };
        assert_eq!(granted(""), (9000, Some(600)));
        assert_eq!(granted("[isolation]\nmemory_mib = 100"), (100, Some(600)));
    }

    #[test]
    fn the_file_of_a_folder_leaves_other_settings_of_the_user() {
        let own = "plugins = ['mine']\n[isolation]\npolicy = 'require'\nmemory_mib = 512\n[players.mine]\nplayer = 'pvs'\n[defaults]\nopponent = 'mine'\ntime = '5s'\n[skin]\npieces = 'wide'\n";
        let configuration = both(own, "plugins = ['theirs', '/all']").unwrap();
        assert_eq!(configuration.plugins, ["own/mine", "theirs", "/all"].map(Path::new));
        assert_eq!(configuration.isolation.policy, Policy::Require);
        assert_eq!(configuration.isolation.memory_mib_max(), 512);
        assert_eq!(configuration.defaults.opponent.as_ref().map(PlayerSpec::text), Some("mine"));
        assert_eq!(configuration.defaults.time, "5s".parse().ok());
        assert_eq!(configuration.skin.pieces.map(|pieces| pieces.text), Some("wide".into()));
        let theirs = "[defaults]\nopponent = 'random'\n[skin]\npieces = 'ascii'";
        let configuration = both(own, theirs).unwrap();
        assert_eq!(configuration.defaults.opponent.as_ref().map(PlayerSpec::text), Some("random"));
        assert_eq!(configuration.skin.pieces.map(|pieces| pieces.text), Some("ascii".into()));
    }

    #[test]
    fn no_name_changes_its_meaning() {
        let wrong = |what: &str| format!("rival.toml: line 1, column {what}");
        let player = "player = 'pvs'";
        for name in ["random", "human", "pvs", "level"] {
            let what = format!("10: {name} is a built-in player; choose another name");
            check("", &format!("[players.{name}]\n{player}"), &wrong(&what));
        }
        for name in ["textbook/alpha-beta", "engine:hub:scan hub", ""] {
            check(
                "",
                &format!("[players.'{name}']\n{player}"),
                &wrong(&format!("10: invalid name \"{name}\": choose one without / and :")),
            );
        }
        let mine = format!("[players.mine]\n{player}");
        check(
            &mine,
            &mine,
            &wrong("10: mine is in use (own/rival.toml: players.mine); choose another name"),
        );
        check(
            "[players.random]\nplayer = 'pvs'",
            "",
            "own/rival.toml: line 1, column 10: random is a built-in player; choose another name",
        );
        check(&mine, &mine.replace("mine", "theirs"), "ok");
    }

    #[test]
    fn a_players_origin_is_its_file() {
        let text = "[defaults]\nopponent = 'a'\n[players.NAME]\nplayer = 'b'\n";
        let of = |name| text.replace("NAME", name);
        let configuration = both(&of("mine"), &of("theirs")).unwrap();
        let origin = |name| configuration.players.get(name).map(|it| it.player.origin.clone());
        assert_eq!(origin("mine"), Some(Origin::User));
        assert_eq!(origin("theirs"), Some(Origin::File("rival.toml: line 4".into())));
        let opponent = configuration.defaults.opponent.unwrap();
        assert_eq!(opponent.origin, Origin::File("rival.toml: line 2".into()));
        let named = File::parse(of("named"), Path::new("named.toml"), Owner::Named).unwrap();
        let mut configuration = Configuration::default();
        configuration.add(&named).unwrap();
        let opponent = configuration.defaults.opponent.unwrap();
        assert_eq!(opponent.origin, Origin::File("named.toml: line 2".into()));
    }

    #[test]
    fn every_file_may_keep_plugins_apart() {
        let isolated = |name: &str| format!("[isolation.trust]\n'{name}' = 'isolated'");
        let both = both(&isolated("liba.so"), &isolated("libb.so")).unwrap();
        assert_eq!(both.isolation.isolated, ["own/liba.so", "libb.so"].map(Path::new));
    }
}
