//! The report's scripts: the web page's board with its modules, and the positions as data.
//!
//! A browser doesn't load modules from files next to a local page, so each module is a `data:` URL in an import map. A
//! nonce lets the browser run only these scripts, whatever the names in the tables contain.

use crate::journal::Entry;
use crate::run::Run;
use board_engine::Seat;
use maud::{Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::run_folder::replay::Replays;

/// The web page modules that a board needs, each with its source and listed after its imports.
const MODULES: [(&str, &str); 8] = [
    ("dom", web_page::text("/dom.js")),
    ("touch", web_page::text("/touch.js")),
    ("pieces", web_page::text("/pieces.js")),
    ("match-model", web_page::text("/match-model.js")),
    ("board", web_page::text("/board.js")),
    ("replay-model", web_page::text("/replay-model.js")),
    ("playback", web_page::text("/playback.js")),
    ("replay", web_page::text("/replay.js")),
];

/// The web page's piece drawings.
const PIECES: &str = web_page::text("/pieces.svg");

/// The report's strings, then the strings for the web page's tournament and game views.
const WORDS: [&str; 2] =
    [web_page::text("/words/en.json"), web_page::text("/words-tournaments/en.json")];

/// The script that opens a game on the page.
const SCRIPT: &str = include_str!("replays.js");

/// The characters that must be escaped in a URL.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%').add(b'#').add(b'"').add(b'<').add(b'>').add(b'`');

/// Text inside a script element, escaped so that it can't end the element.
fn in_script(text: &str) -> PreEscaped<String> {
    PreEscaped(text.replace('<', "\\u003c"))
}

/// A page's scripts and data.
#[derive(Debug)]
pub(super) struct Scripts {
    positions: String,
    import_map: String,
    /// The nonce for the scripts that may run.
    nonce: String,
}

impl Scripts {
    /// The scripts for showing the games in `entries`.
    pub(super) fn of(run: &Run, entries: &[&Entry]) -> Self {
        let positions = positions(run, entries).to_string();
        // No player name can contain this hash.
        let nonce = blake3::hash(positions.as_bytes()).to_hex().chars().take(32).collect();
        Self { positions, import_map: import_map().to_string(), nonce }
    }

    /// The value of the `nonce` attribute.
    pub(super) fn nonce(&self) -> &str {
        &self.nonce
    }

    /// The script elements, to place at the end of the page.
    pub(super) fn elements(&self) -> Markup {
        html! {
            (PreEscaped(PIECES.replacen("<svg ", "<svg class=\"drawings\" aria-hidden=\"true\" ", 1)))
            script #words type="application/json" { (in_script(&words().to_string())) }
            script #positions type="application/json" { (in_script(&self.positions)) }
            script type="importmap" nonce=(self.nonce) { (in_script(&self.import_map)) }
            script type="module" nonce=(self.nonce) { (PreEscaped(SCRIPT)) }
        }
    }
}

/// All strings in [`WORDS`].
fn words() -> Value {
    let sets = WORDS.map(serde_json::from_str::<Map<String, Value>>);
    Value::Object(sets.into_iter().flatten().flatten().collect())
}

/// The modules by import name.
fn import_map() -> Value {
    let imports = MODULES.iter().map(|(name, text)| {
        let mut text = (*text).to_owned();
        for (other, _) in MODULES {
            text =
                text.replace(&format!(" from './{other}.js'"), &format!(" from 'rival/{other}'"));
            text =
                text.replace(&format!("import './{other}.js'"), &format!("import 'rival/{other}'"));
        }
        let address =
            format!("data:text/javascript;charset=utf-8,{}", utf8_percent_encode(&text, ESCAPED));
        (format!("rival/{name}"), Value::from(address))
    });
    json!({"imports": imports.collect::<Map<_, _>>()})
}

/// The games' positions, by game name.
fn positions(run: &Run, entries: &[&Entry]) -> Value {
    let rules = &**run.tournament().game();
    let seats: Vec<String> =
        Seat::all(rules.seat_count()).map(|seat| rules.seat_name(seat)).collect();
    let players = run.tournament().settings().players.iter().map(ToString::to_string);
    let players: Vec<String> = players.collect();
    let Some(mut replays) = Replays::new(rules) else { return Value::Null };
    let mut games = Map::new();
    for entry in entries {
        let Some(positions) = replays.add(rules, entry) else { continue };
        let (who, payoffs) = (&entry.players, &entry.payoffs);
        games.insert(
            entry.id.clone(),
            json!({"players": who, "payoffs": payoffs, "positions": positions}),
        );
    }
    json!({"seats": seats, "players": players, "games": games, "shared": replays.into_shared()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_exists_and_only_imports_existing_modules() {
        let map = import_map();
        for (name, _) in MODULES {
            let address = map["imports"][format!("rival/{name}")].as_str().unwrap();
            assert!(address.len() > 500, "{name} is empty");
            for part in address.split(" from '").skip(1).chain(address.split("import '").skip(1)) {
                let from = part.split('\'').next().unwrap();
                assert!(map["imports"][from].is_string(), "{name} imports {from}");
            }
            assert!(!address.contains(['"', '<', '\n', '#']), "{name} is no address");
        }
        for from in SCRIPT.split(" from '").skip(1).map(|part| part.split('\'').next().unwrap()) {
            assert!(map["imports"][from].is_string(), "the script imports {from}");
        }
    }

    #[test]
    fn every_text_that_a_module_requests_exists() {
        let words = words();
        for (name, text) in MODULES {
            let calls: Vec<&str> = text.split("t('").collect();
            for (before, after) in calls.iter().zip(calls.iter().skip(1)) {
                // This is a different function whose name ends in "t".
                if before.ends_with(|last: char| last.is_alphanumeric() || last == '.') {
                    continue;
                }
                let key = after.split('\'').next().unwrap();
                assert!(words[key].is_string(), "{name} asks for {key}");
            }
        }
    }

    #[test]
    fn data_cannot_end_its_element() {
        assert_eq!(in_script("</script><b>").0, "\\u003c/script>\\u003cb>");
    }
}
