//! `rival games`, `rival players`, `rival plugins`: lists of what is installed.

use std::io::{Write, stdout};

use game_catalog::GameInfo;
use games_package::{Games, OptionSpec, PlayerInfo};
use house::{CommandResult, House};
use plugin_host::{Plugin, PluginError};
use serde_json::{Value, json};

use crate::arguments::{ListArguments, PlayersArguments};

pub(crate) fn games(house: &House, arguments: &ListArguments) -> CommandResult {
    let games = house.games();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let text = |game: &GameInfo| format!("{:<width$}  {}\n", game.name, game.description);
    let object = |game: &GameInfo| json!({"name": game.name, "description": game.description});
    write_rows(&games, arguments.json, text, object)
}

pub(crate) fn players(house: &House, arguments: &PlayersArguments) -> CommandResult {
    let game = arguments.game.as_deref().map(|name| house::game(name)).transpose()?;
    let players = house.players(game.as_ref().map(|game| game.name()))?;
    write_rows(&players, arguments.json, player_text, player_json)
}

pub(crate) fn plugins(house: &House, arguments: &ListArguments) -> CommandResult {
    let found = house.plugins()?;
    let plugins: Vec<&Plugin> = found.iter().collect();
    write_rows(
        &plugins,
        arguments.json,
        |plugin| plugin_text(plugin),
        |plugin| plugin_json(plugin),
    )?;
    let text = |refusal: &PluginError| format!("refused: {refusal}\n");
    write_rows(
        found.refusals(),
        arguments.json,
        text,
        |refusal| json!({"refused": refusal.to_string()}),
    )
}

/// Writes each row as text of one or more lines, or as one JSON object.
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

/// The specification and the description of a player, then its options, one to a line.
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
    format!("{title}  {file}\n    players: {players}\n    runs {place}\n{granted}{asked}")
}

fn plugin_json(plugin: &Plugin) -> Value {
    let file = plugin.file().display().to_string();
    json!({"name": plugin.name(), "version": plugin.version(), "file": file, "players": player_names(plugin), "runs": plugin.place(), "granted": plugin.granted(), "not_granted": plugin.not_granted()})
}

fn player_names(plugin: &Plugin) -> Vec<&str> {
    plugin.players().iter().map(|player| player.name.as_str()).collect()
}
