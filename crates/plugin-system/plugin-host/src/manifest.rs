//! Reads and checks a plugin's manifest.

use games_package::{
    DeclarationError, Games, OptionKind, OptionSpec, PlayerInfo, check_count, check_name,
    check_options, check_unique,
};
use plugin_abi::message::{
    GamesV1, Manifest, ManifestV1, OptionKindV1, OptionSpecV1, PlayerInfoV1, decode,
};

use crate::error::{line_of, one_line};

/// Maximum number of characters in a game name.
pub(crate) const GAME_CHARS_MAX: usize = 64;

/// A manifest that has been checked.
pub(crate) struct CheckedManifest {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) players: Vec<PlayerInfo>,
}

/// Reads and checks a manifest.
///
/// # Errors
/// The problem, as a phrase.
pub(crate) fn read(bytes: &[u8]) -> Result<CheckedManifest, String> {
    let manifest = decode(bytes).map_err(|error| format!("its manifest is {error}"))?;
    let Manifest::V1(manifest) = manifest;
    if manifest.players.is_empty() {
        check_name("plugin", &manifest.name).map_err(|error| error.to_string())?;
        return Err("it has no players; list them in export_players!".into());
    }
    checked(manifest).map_err(|error| one_line(&error.to_string()))
}

fn checked(manifest: ManifestV1) -> Result<CheckedManifest, DeclarationError> {
    let ManifestV1 { name, version, players } = manifest;
    check_name("plugin", &name)?;
    check_count("players", players.len())?;
    let players = players.into_iter().map(player_info).collect::<Result<Vec<_>, _>>()?;
    check_unique("player", players.iter().map(|player| player.name.as_str()))?;
    Ok(CheckedManifest { name, version: one_line(&version), players })
}

fn player_info(info: PlayerInfoV1) -> Result<PlayerInfo, DeclarationError> {
    check_name("player", &info.name)?;
    let options = check_options(info.options.into_iter().map(option_spec).collect())?;
    let games = match info.games {
        GamesV1::All => Games::All,
        GamesV1::Named(names) => {
            check_count("games", names.len())?;
            Games::Named(names.iter().map(|name| line_of(name, GAME_CHARS_MAX)).collect())
        }
    };
    Ok(PlayerInfo { name: info.name, description: one_line(&info.description), games, options })
}

fn option_spec(spec: OptionSpecV1) -> OptionSpec {
    let kind = match spec.kind {
        OptionKindV1::Integer { default, min, max } => OptionKind::Integer { default, min, max },
        OptionKindV1::Flag { default } => OptionKind::Flag { default },
        OptionKindV1::Choice { default, choices } => OptionKind::Choice { default, choices },
        OptionKindV1::Text { default } => OptionKind::Text { default },
    };
    OptionSpec { name: spec.name, description: spec.description, kind }
}

#[cfg(test)]
mod tests {
    use plugin_abi::message::encode;

    use super::*;

    fn player(name: &str) -> PlayerInfoV1 {
        PlayerInfoV1 {
            name: name.into(),
            description: String::new(),
            games: GamesV1::All,
            options: vec![],
        }
    }

    fn integer(name: &str, default: i64) -> OptionSpecV1 {
        let kind = OptionKindV1::Integer { default, min: 1, max: 9 };
        OptionSpecV1 { name: name.into(), description: String::new(), kind }
    }

    fn check(name: &str, players: Vec<PlayerInfoV1>, expected: &str) {
        let manifest = ManifestV1 { name: name.into(), version: "1".into(), players };
        let bytes = encode(&Manifest::V1(manifest)).unwrap();
        assert_eq!(read(&bytes).err().as_deref().unwrap_or("fine"), expected);
    }

    #[test]
    fn a_manifest_is_refused_by_what_is_wrong_with_it() {
        check("good", vec![player("one"), player("two")], "fine");
        check("good", vec![], "it has no players; list them in export_players!");
        check(
            "good",
            vec![player("one"), player("one")],
            "it has two players named one: rename one",
        );
        check("good", vec![player("one"); 257], "it has 257 players: at most 256 are allowed");
    }

    #[test]
    fn names_that_can_not_be_typed_are_refused() {
        let refusal = |what: &str, name: &str| {
            format!("its {what} name \"{name}\" is invalid: use 1 to 64 of a-z, 0-9, -, _ and .")
        };
        check("A", vec![player("one")], &refusal("plugin", "A"));
        check("", vec![player("one")], &refusal("plugin", ""));
        check("good", vec![player("a/b")], &refusal("player", "a/b"));
        check("good", vec![player("a\nb")], &refusal("player", "a b"));
        check("good", vec![player("a\u{202e}b")], &refusal("player", "a\u{fffd}b"));
        check("\x1b[31mgood", vec![player("one")], &refusal("plugin", "\u{fffd}[31mgood"));
        check("../good", vec![player("one")], &refusal("plugin", "../good"));
        check("good\0", vec![player("one")], &refusal("plugin", "good\u{fffd}"));
        let long = "x".repeat(65);
        check("good", vec![player(&long)], &refusal("player", &format!("{}…", "x".repeat(64))));
        let with =
            |name: &str| vec![PlayerInfoV1 { options: vec![integer(name, 1)], ..player("one") }];
        check("good", with("a=b"), &refusal("option", "a=b"));
        check("good", with("a\nb"), &refusal("option", "a b"));
    }

    #[test]
    fn values_that_can_not_be_typed_or_printed_are_refused() {
        let check_kind = |kind, expected: &str| {
            let option = OptionSpecV1 { name: "o".into(), description: String::new(), kind };
            check("good", vec![PlayerInfoV1 { options: vec![option], ..player("one") }], expected);
        };
        let choices = |choices: &[&str]| OptionKindV1::Choice {
            default: choices.first().copied().unwrap_or_default().into(),
            choices: choices.iter().map(ToString::to_string).collect(),
        };
        check_kind(choices(&["a", "B c", "ü"]), "fine");
        for (choice, shown) in [
            ("", ""),
            (" a", "a"),
            ("a,b", "a,b"),
            ("a\x1b[2J", "a\u{fffd}[2J"),
            ("a\u{202e}", "a\u{fffd}"),
        ] {
            check_kind(
                choices(&["fine", choice]),
                &format!(
                    "its option o has the invalid choice \"{shown}\": use 1 to 64 bytes, without commas, surrounding blanks or unprintable characters"
                ),
            );
        }
        check_kind(choices(&["a", "b", "a"]), "it has two choices named a: rename one");
        check_kind(choices(&["a"; 257]), "it has 257 choices: at most 256 are allowed");
        check_kind(OptionKindV1::Text { default: "a, b".into() }, "fine");
        let refusal = "its option o has a default that is longer than 256 bytes or has unprintable characters";
        check_kind(OptionKindV1::Text { default: "a\nb".into() }, refusal);
        check_kind(OptionKindV1::Text { default: "x".repeat(257) }, refusal);
    }

    #[test]
    fn lists_of_games_are_limited() {
        let games = GamesV1::Named(vec!["g".into(); 257]);
        let refusal = "it has 257 games: at most 256 are allowed";
        check("good", vec![PlayerInfoV1 { games, ..player("one") }], refusal);
    }

    #[test]
    fn options_must_allow_their_defaults() {
        let with = |options| vec![PlayerInfoV1 { options, ..player("one") }];
        check("good", with(vec![integer("depth", 9)]), "fine");
        check(
            "good",
            with(vec![integer("depth", 10)]),
            "its default: option depth can't be \"10\": expected a whole number from 1 to 9",
        );
        check(
            "good",
            with(vec![integer("depth", 1), integer("depth", 2)]),
            "it has two options named depth: rename one",
        );
    }

    #[test]
    fn garbage_is_not_a_manifest() {
        let refusal = read(b"\x07").err().unwrap();
        assert!(refusal.starts_with("its manifest is a malformed message ("));
    }
}
