//! `rival games`, `rival players` and `rival plugins`: list what is installed.

use std::io::{Write, stdout};

use app_context::{AppContext, CommandResult, FailureKind, OrFail};
use board_engine::{Seat, Viewer};
use game_catalog::GameInfo;
use games_package::{Games, OptionSpec, PlayerInfo};
use plugin_host::{Plugin, PluginError};
use serde_json::{Value, json};

use tui::plain_text::{columns, rules_of, wrapped};

use crate::arguments::{GamesArguments, ListArguments, PlayersArguments};

pub(crate) fn games(app: &AppContext, arguments: &GamesArguments) -> CommandResult {
    if let Some(name) = &arguments.game {
        return explain(name, arguments.json);
    }
    let games = app.games();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let text = |game: &GameInfo| format!("{:<width$}  {}\n", game.name, game.description);
    let object = |game: &GameInfo| json!({"name": game.name, "description": game.description});
    write_rows(&games, arguments.json, text, object)
}

/// Prints a game's rules, its seats, and its move notation.
fn explain(name: &str, as_json: bool) -> CommandResult {
    let game = app_context::game(name)?;
    let seats: Vec<String> =
        Seat::all(game.seat_count()).map(|seat| game.seat_name(seat)).collect();
    let start = game.open(None).or_fail(FailureKind::Failed)?.position(Viewer::Arbiter);
    let rules = rules_of(&*game);
    let row = [(game.name(), seats, start, rules)];
    let text = |(name, seats, start, rules): &(&str, Vec<String>, String, String)| {
        let rules = wrapped(rules, columns(), 0);
        format!("{name}: {}\n\n{rules}\n\nStart: {start}\n", seats.join(", "))
    };
    let object = |(name, seats, start, rules): &(&str, Vec<String>, String, String)| json!({"name": name, "seats": seats, "start": start, "rules": rules});
    write_rows(&row, as_json, text, object)
}

pub(crate) fn players(app: &AppContext, arguments: &PlayersArguments) -> CommandResult {
    let game = arguments.game.as_deref().map(|name| app_context::game(name)).transpose()?;
    let players = app.players(game.as_ref().map(|game| game.name()))?;
    write_rows(&players, arguments.json, player_text, player_json)
}

pub(crate) fn plugins(app: &AppContext, arguments: &ListArguments) -> CommandResult {
    let found = app.plugins()?;
    let plugins: Vec<&Plugin> = found.iter().collect();
    write_rows(
        &plugins,
        arguments.json,
        |plugin| plugin_text(plugin),
        |plugin| plugin_json(plugin),
    )?;
    let refusals = found.refusals().iter().map(PluginError::to_string);
    let skipped = found.skipped().iter();
    let skipped = skipped.map(|(folder, why)| format!("{}: {why}", folder.display()));
    let refused: Vec<String> = refusals.chain(skipped).collect();
    let text = |why: &String| format!("refused: {why}\n");
    write_rows(&refused, arguments.json, text, |why| json!({"refused": why}))
}

/// Writes each row as one or more lines of text or as a JSON object.
fn write_rows<T>(
    rows: &[T],
    as_json: bool,
    text: impl Fn(&T) -> String,
    object: impl Fn(&T) -> Value,
) -> CommandResult {
    let mut out = stdout().lock();
    for row in rows {
        let shown = if as_json { format!("{}\n", object(row)) } else { text(row) };
        out.write_all(shown.as_bytes())?;
    }
    Ok(())
}

/// A player's specification and description, followed by its options, one per line.
fn player_text((spec, info): &(String, PlayerInfo)) -> String {
    let games = match &info.games {
        Games::All => String::new(),
        Games::Named(names) => format!(" ({})", names.join(", ")),
    };
    let option_text = |option: &OptionSpec| {
        let (default, expected) = (option.default_text(), option.expected());
        format!("{:26}{}={default}  {}; {expected}\n", "", option.name, option.description)
    };
    let options: String = info.options.iter().map(option_text).collect();
    format!("{spec:<24} {}{games}\n{options}", info.description)
}

fn player_json((spec, info): &(String, PlayerInfo)) -> Value {
    let games = match &info.games {
        Games::All => Value::Null,
        Games::Named(names) => json!(names),
    };
    let options: Vec<Value> = info.options.iter().map(option_json).collect();
    json!({"name": spec, "description": info.description, "games": games, "options": options})
}

fn option_json(option: &OptionSpec) -> Value {
    json!({
        "name": option.name,
        "description": option.description,
        "default": option.default_text(),
        "expected": option.expected(),
    })
}

fn plugin_text(plugin: &Plugin) -> String {
    let (title, file) = (plugin.title(), plugin.file().display());
    let (players, place) = (player_names(plugin).join(", "), plugin.place());
    let granted = plugin.granted().map(|granted| format!("    may use {granted}\n"));
    let granted = granted.unwrap_or_default();
    let asked = plugin.not_granted().map(|asked| format!("    asks for {asked}\n"));
    let asked = asked.unwrap_or_default();
    let changed = if plugin.has_changed() {
        "    has changed since it was trusted; run \"rival plugin trust\" to trust the new content\n"
    } else {
        ""
    };
    format!("{title}  {file}\n    players: {players}\n    runs {place}\n{changed}{granted}{asked}")
}

fn plugin_json(plugin: &Plugin) -> Value {
    let file = plugin.file().display().to_string();
    json!({"name": plugin.name(), "version": plugin.version(), "file": file, "players": player_names(plugin), "runs": plugin.place(), "granted": plugin.granted(), "not_granted": plugin.not_granted(), "has_changed": plugin.has_changed()})
}

fn player_names(plugin: &Plugin) -> Vec<&str> {
    plugin.players().iter().map(|player| player.name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use tui::plain_text::{rules_of, wrapped};

    #[test]
    fn the_rules_of_every_game_fit_twelve_lines() {
        for info in game_catalog::games() {
            let game = app_context::game(&info.name).unwrap();
            let rules = wrapped(&rules_of(&*game), Some(76), 0);
            assert!((1..=12).contains(&rules.lines().count()), "{}:\n{rules}", info.name);
        }
    }
}
