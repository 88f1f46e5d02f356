//! Files that people write: configuration, tournaments, openings, puzzles, plugin manifests.

use std::fs;

use app_context::{AppContext, CommonArguments, PlayerSpec};
use arena::openings::Openings;
use arena::settings::Settings;
use arena::tournament::Tournament;
use plugin_host::{Cache, Folder, Isolation, Origin, Plugins};

use crate::target::{Answer, Check, Verdict, must, same, text};

pub(super) fn configuration() -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| {
        let folder = folder.as_ref().map_err(ToString::to_string)?;
        let config = folder.path().join("rival.toml");
        must("a file", fs::write(&config, input))?;
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let app = match AppContext::open(&common) {
            Ok(app) => app,
            Err(failure) => return Ok(Answer::refused(message(&failure))),
        };
        let mut kinds = String::new();
        // Words from the file serve as player names.
        for word in text(input).split(|sign: char| !sign.is_alphanumeric() && sign != '-').take(40)
        {
            if let Err(failure) = app.find(&PlayerSpec::from_user(word)) {
                kinds = Answer::refused(message(&failure)).kind;
            }
        }
        let _first = app.first_game().map_err(|failure| message(&failure))?;
        Ok(Answer::accepted(kinds))
    })
}

/// A failure's message without the file path.
fn message(failure: &app_context::Failure) -> String {
    let text = failure.to_string();
    text.rsplit_once("rival.toml").map_or(text.as_str(), |(_, rest)| rest).into()
}

/// A tournament's settings.
pub(super) fn tournament() -> Check {
    Box::new(|input| {
        let settings = match Settings::from_text(&text(input)) {
            Ok(settings) => settings,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let game = match game_catalog::table_game(&settings.game) {
            Ok(game) => game,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let checked = match settings.check(game.seat_count()) {
            Ok(checked) => checked,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let written = checked.to_text();
        let read = must(
            &format!("settings can't be read from their own text:\n{written}\n"),
            Settings::from_text(&written),
        )?;
        same("settings written and read", &read, &checked)?;
        let first = must(
            "a tournament with settings that were checked",
            Tournament::new(checked, game.clone(), Openings::start()),
        )?;
        let second = must(
            "a tournament with settings that were read",
            Tournament::new(read, game, Openings::start()),
        )?;
        same(
            "fingerprints of equal tournaments",
            &first.fingerprint().to_string(),
            &second.fingerprint().to_string(),
        )?;
        Ok(Answer::accepted(format!("{:?}", first.settings().players.len().min(3))))
    })
}

/// Openings. The first line is the game's name.
pub(super) fn openings() -> Check {
    Box::new(|input| {
        let input = text(input);
        let (name, lines) = input.split_once('\n').unwrap_or((&input, ""));
        let game = match game_catalog::table_game(name) {
            Ok(game) => game,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let openings = match Openings::from_text(&*game, lines, None) {
            Ok(openings) => openings,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let written = openings.to_text();
        let read = must(
            &format!("openings can't be read from their own text:\n{written}\n"),
            Openings::from_text(&*game, &written, None),
        )?;
        same("openings written and read", &read, &openings)?;
        Ok(Answer::accepted(openings.to_text().lines().count().min(5)))
    })
}

pub(super) fn puzzles() -> Check {
    Box::new(|input| {
        let puzzles = match analysis::puzzles::from_text(&text(input)) {
            Ok(puzzles) => puzzles,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let written = analysis::puzzles::to_text(&puzzles);
        let read = must(
            &format!("puzzles can't be read from their own text:\n{written}\n"),
            analysis::puzzles::from_text(&written),
        )?;
        same(
            "puzzles written, and read and written again",
            &analysis::puzzles::to_text(&read),
            &written,
        )?;
        let mut kinds = String::new();
        for puzzle in puzzles.iter().take(20) {
            let Ok(game) = game_catalog::table_game(&puzzle.game) else { continue };
            kinds = match puzzle.open(&*game) {
                Ok(_) => "opened".into(),
                Err(wrong) => Answer::refused(wrong).kind,
            };
        }
        Ok(Answer::accepted(kinds))
    })
}

/// The `player.toml` for a program in any language. The program is not started.
pub(super) fn plugin_manifest() -> Check {
    let set_up = || -> Result<_, String> {
        let folder = must("a folder", tempfile::tempdir())?;
        must("a folder", fs::create_dir_all(folder.path().join("plugins/player")))?;
        let cache = must("a cache", Cache::in_folder(folder.path().join("cache")))?;
        Ok((folder, cache))
    };
    let ready = set_up();
    Box::new(move |input| {
        let (folder, cache) = ready.as_ref().map_err(Clone::clone)?;
        let path = folder.path().join("plugins");
        must("a file", fs::write(path.join("player/player.toml"), input))?;
        let folders = [Folder { path, origin: Origin::Option }];
        let plugins = must("the folder", Plugins::discover(&folders, cache, Isolation::default()))?;
        discovered(&plugins)
    })
}

fn discovered(plugins: &Plugins) -> Verdict {
    match (plugins.iter().next(), plugins.refusals().first()) {
        (Some(plugin), _) => {
            let described = format!("{} {}", plugin.name(), plugin.version());
            if described.chars().any(char::is_control) {
                return Err(format!("a name with control characters: {described:?}"));
            }
            Ok(Answer::accepted(""))
        }
        (None, Some(refusal)) => {
            let text = refusal.to_string();
            Ok(Answer::refused(
                text.split_once("player.toml").map_or(text.as_str(), |(_, why)| why),
            ))
        }
        (None, None) => Ok(Answer::refused("nothing is there")),
    }
}
