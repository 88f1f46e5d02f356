//! Gives engines short names.

use std::collections::BTreeMap;
use std::path::Path;

use crate::settings::Entrant;

/// The prefix of another program's engine.
const ENGINE: &str = "engine:";
/// The prefix of an engine at a network address.
const NETWORK: &str = "engine:dxp:";

/// Returns `true` if the player is another program's engine.
pub(super) fn is_engine(entrant: &Entrant) -> bool {
    entrant.player.starts_with(ENGINE)
}

/// Names each unnamed engine after its program. If several engines use the same program, appends their options or a
/// number.
pub(super) fn shorten(players: &mut [Entrant]) {
    let is_nameless = |entrant: &Entrant| {
        is_engine(entrant) && entrant.name.as_ref().is_none_or(|name| name.starts_with(ENGINE))
    };
    let nameless: Vec<usize> =
        (0..players.len()).filter(|&index| is_nameless(&players[index])).collect();
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    for &index in &nameless {
        let (program, options) = program_and_options(&players[index]);
        let others = (0..players.len()).filter(|&other| other != index);
        let is_shared = others.into_iter().any(|other| {
            let name = if nameless.contains(&other) {
                program_and_options(&players[other]).0
            } else {
                players[other].label().to_owned()
            };
            name == program
        });
        let is_known = options.is_empty() || !is_shared;
        names.insert(index, if is_known { program } else { format!("{program} ({options})") });
    }
    for &index in &nameless {
        let name = names[&index].clone();
        let before = (0..players.len()).filter(|&other| match names.get(&other) {
            Some(known) => other < index && *known == name,
            None => players[other].label() == name,
        });
        let count = before.count();
        players[index].name =
            Some(if count == 0 { name } else { format!("{name} ({})", count + 1) });
        names.insert(index, players[index].label().to_owned());
    }
}

/// An engine's program name and options.
fn program_and_options(entrant: &Entrant) -> (String, String) {
    let (command, options) = entrant.player.split_once('?').unwrap_or((&entrant.player, ""));
    if let Some(address) = command.strip_prefix(NETWORK) {
        return (address.into(), options.into());
    }
    let line = command.splitn(3, ':').nth(2).unwrap_or(command);
    let words = shlex::split(line).unwrap_or_default();
    let program = words.first().map_or(line, String::as_str);
    let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or(program);
    (name.into(), options.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named_after_their_programs() {
        let check = |players: &[&str], expected: &[&str]| {
            let mut players: Vec<Entrant> =
                players.iter().map(|player| Entrant::from((*player).to_owned())).collect();
            shorten(&mut players);
            let names: Vec<&str> = players.iter().map(Entrant::label).collect();
            assert_eq!(names, expected);
        };
        check(
            &["engine:uci:/usr/games/stockfish?Hash=64", "pvs:depth=4"],
            &["stockfish", "pvs:depth=4"],
        );
        check(
            &["engine:hub:'/my engines/scan' hub", "engine:dxp:a.b:27531"],
            &["scan", "a.b:27531"],
        );
        let twice = ["engine:uci:./sf", "engine:uci:./sf?Hash=4", "engine:uci:./sf?Hash=4"];
        check(&twice, &["sf", "sf (Hash=4)", "sf (Hash=4) (2)"]);
        check(&["engine:uci:./greedy", "greedy"], &["greedy (2)", "greedy"]);
    }
}
