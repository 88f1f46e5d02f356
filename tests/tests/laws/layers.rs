//! Dependencies between crates.

use cargo_metadata::DependencyKind;
use integration_tests::{assert_none, members};

/// The end of the names of crates with the players of a game; the rest is the name of the crate with its rules.
const PLAYERS: &str = "-players";

/// The crates of rules: those beside which there is a crate of players.
pub(crate) fn games() -> Vec<&'static str> {
    members().iter().filter_map(|(package, _)| package.name.strip_suffix(PLAYERS)).collect()
}

/// Whether a crate has the rules or the players of a game. A row of `docs/architecture.md` stands for all of them.
pub(crate) fn is_of_game(name: &str) -> bool {
    games().contains(&name.strip_suffix(PLAYERS).unwrap_or(name))
}

/// The layer of rules.
const RULES_LAYER: u8 = 1;

/// The layer of the players of a game.
const PLAYERS_LAYER: u8 = 5;

/// Every library with its layer, except those of games; it may depend on lower layers only.
/// `docs/architecture.md` describes each.
const LAYERS: &[(&str, u8)] = &[
    ("board-engine", 0),
    ("kept-processes", 0),
    ("memory", 0),
    ("packed-weights", 0),
    ("shared-features", 0),
    ("unusable-files", 0),
    ("web-page", 0),
    ("board-picture", 1),
    ("game-conformance", 1),
    ("checkers-any-size", 1),
    ("pdn", 1),
    ("plugin-abi", 1),
    ("search", 1),
    ("tablebase", 1),
    ("endgame-tables", 2),
    ("games-package", 2),
    ("checkers-pdn", 3),
    ("match-json", 3),
    ("opening-book", 3),
    ("players", 3),
    ("analysis", 4),
    ("arena", 4),
    ("game-family", 4),
    ("plain-protocol", 4),
    ("puzzles", 4),
    ("arena-queue", 5),
    ("engine-protocols", 5),
    ("evaluation-conformance", 5),
    ("match-view", 5),
    ("plugin-host", 5),
    ("plugin-sdk", 5),
    ("tuning", 5),
    ("game-catalog", 6),
    ("screen", 6),
    ("match-library", 7),
    ("rival-games", 7),
    ("house", 8),
    ("arena-run", 9),
    ("remote-moves", 9),
    ("web-server", 10),
];

/// The layer of programs and plugins, on which only the tests of the whole tree depend.
const TOP: u8 = 11;

/// The laws for games and evaluators, and the fits of evaluations, which only tests and examples depend on.
const CONFORMANCE: [&str; 3] = ["game-conformance", "evaluation-conformance", "tuning"];

/// A dependency between two crates of the workspace.
#[derive(Clone, Copy, Debug)]
struct Edge<'a> {
    from: &'a str,
    to: &'a str,
    kind: DependencyKind,
}

/// The layer of the package `name` in `folder`.
fn layer_of(name: &str, folder: &str) -> Option<u8> {
    match folder.split('/').next() {
        Some("apps" | "plugins") => Some(TOP),
        Some("tests" | "benches") => Some(TOP + 1),
        _ if games().contains(&name) => Some(RULES_LAYER),
        _ if name.strip_suffix(PLAYERS).is_some_and(|game| games().contains(&game)) => {
            Some(PLAYERS_LAYER)
        }
        _ => LAYERS.iter().find(|(known, _)| *known == name).map(|(_, layer)| *layer),
    }
}

/// Why `edge` is forbidden, if it is.
///
/// Dev-dependencies are free, since they are not shipped and cargo allows cycles through them, with one exception: the
/// tests of a game depend on no search, no evaluation and no table.
fn judge(edge: Edge<'_>, layer: impl Fn(&str) -> Option<u8>) -> Option<String> {
    let Edge { from, to, kind } = edge;
    let (Some(above), Some(below)) = (layer(from), layer(to)) else {
        return Some(format!("{from} needs {to}, and one of them has no layer"));
    };
    if kind == DependencyKind::Development {
        let forbidden = games().contains(&from) && to != CONFORMANCE[0] && below > 0;
        return forbidden.then(|| format!("the tests of the game {from} need {to}"));
    }
    if CONFORMANCE.contains(&to) && above <= TOP {
        return Some(format!("{from} needs {to}, which is for tests"));
    }
    if from == "plugin-abi" {
        return Some(format!("plugin-abi needs {to}, but must stand alone to stay stable"));
    }
    (above <= below).then(|| format!("{from} (layer {above}) needs {to} (layer {below})"))
}

#[test]
fn every_crate_has_a_layer_and_every_layer_a_crate() {
    let members = members();
    let names: Vec<&str> = members.iter().map(|(package, _)| package.name.as_str()).collect();
    let homeless =
        members.iter().filter(|(package, folder)| layer_of(&package.name, folder).is_none());
    let mut violations: Vec<String> =
        homeless.map(|(package, _)| format!("{} has no layer", package.name)).collect();
    let gone = LAYERS.iter().filter(|(name, _)| !names.contains(name));
    violations.extend(gone.map(|(name, _)| format!("{name} has a layer and does not exist")));
    let astray = members
        .iter()
        .filter(|(package, folder)| folder.split('/').next_back() != Some(&package.name));
    let astray = astray.filter(|(_, folder)| folder != "tests");
    violations.extend(astray.map(|(package, folder)| format!("{} lies in {folder}", package.name)));
    assert_none("Each crate has its layer, and its folder has its name.", &violations);
}

#[test]
fn crates_depend_on_lower_layers_only() {
    let members = members();
    let layer = |name: &str| {
        let (package, folder) =
            members.iter().find(|(package, _)| package.name.as_str() == name)?;
        layer_of(&package.name, folder)
    };
    let is_ours = |name: &str| members.iter().any(|(package, _)| package.name.as_str() == name);
    let edges = members.iter().flat_map(|(package, _)| {
        let ours = package.dependencies.iter().filter(|dependency| is_ours(&dependency.name));
        ours.map(|to| Edge { from: &package.name, to: &to.name, kind: to.kind })
    });
    let violations: Vec<String> = edges.filter_map(|edge| judge(edge, layer)).collect();
    assert_none("A crate depends on crates of lower layers only.", &violations);
}

/// Everything of ours that the crate `name` needs to be compiled, with that crate.
fn needed_by(name: &str) -> Vec<&'static str> {
    let members = members();
    let mut found: Vec<&str> = members
        .iter()
        .filter_map(|(package, _)| (package.name == name).then_some(package.name.as_str()))
        .collect();
    let mut looked_at = 0;
    while let Some(name) = found.get(looked_at) {
        let package = members.iter().find(|(package, _)| package.name == *name);
        let needs = package.into_iter().flat_map(|(package, _)| &package.dependencies);
        let shipped = needs.filter(|needed| needed.kind != DependencyKind::Development);
        let ours = shipped.filter_map(|needed| {
            let named = members.iter().find(|(package, _)| package.name == needed.name);
            named.map(|(package, _)| package.name.as_str())
        });
        let new: Vec<&str> = ours.filter(|needed| !found.contains(needed)).collect();
        found.extend(new);
        looked_at += 1;
    }
    found
}

#[test]
fn a_game_compiles_without_the_others() {
    let others = |name: &str, own: &str| -> Vec<String> {
        let needed = needed_by(name).into_iter().filter(|&needed| is_of_game(needed));
        let others = needed.filter(|needed| needed.strip_suffix(PLAYERS).unwrap_or(needed) != own);
        others.map(|other| format!("{name} needs {other}")).collect()
    };
    let mut violations = others("game-family", "");
    for game in games() {
        violations.extend(others(game, game));
        violations.extend(others(&format!("{game}{PLAYERS}"), game));
    }
    assert_none("A game compiles without the others.", &violations);
}

/// Whether the law objects to `from` needing `to`.
fn check(from: &str, to: &str, kind: DependencyKind, broken: bool) {
    let layer = |name: &str| layer_of(name, if name == "rival" { "apps/rival" } else { "crates" });
    assert_eq!(
        judge(Edge { from, to, kind }, layer).is_some(),
        broken,
        "{from} needs {to} ({kind})"
    );
}

#[test]
fn a_dependency_upward_or_sideways_breaks_the_law() {
    use DependencyKind::{Build, Normal};
    check("players", "search", Normal, false);
    check("rival", "game-catalog", Normal, false);
    check("search", "players", Normal, true);
    check("search", "players", Build, true);
    check("checkers", "search", Normal, true);
    check("checkers-players", "search", Normal, false);
    check("checkers-players", "chess-players", Normal, true);
    check("plugin-host", "plugin-sdk", Normal, true);
    check("game-catalog", "rival", Normal, true);
    check("plugin-abi", "board-engine", Normal, true);
    check("players", "nobody-knows", Normal, true);
}

#[test]
fn tests_may_reach_up_but_those_of_a_game_may_not() {
    use DependencyKind::{Development, Normal};
    check("search", "checkers", Development, false);
    check("checkers", "game-conformance", Development, false);
    check("checkers", "search", Development, true);
    check("checkers", "game-conformance", Normal, true);
    check("checkers-players", "evaluation-conformance", Development, false);
    check("checkers-players", "evaluation-conformance", Normal, true);
}
