//! Dependencies between crates.
//!
//! Each group of crates has a folder below `crates`. A crate may only depend on crates in its own group and in earlier
//! groups of [`GROUPS`]. Cargo itself rejects cycles within a group.

use cargo_metadata::DependencyKind;
use integration_tests::{assert_none, members};

/// The name suffix of crates with a game's players. The rest of the name is the rules crate.
const PLAYERS: &str = "-players";

/// The package name prefix for rules whose plain names are taken on crates.io. The rest of the name is the library
/// name.
const TAKEN: &str = "rival-";

/// The rules crates with a players crate next to them.
pub(crate) fn games() -> Vec<&'static str> {
    members().iter().filter_map(|(package, _)| package.name.strip_suffix(PLAYERS)).collect()
}

/// Whether a crate contains a game's rules or players. A single row in `docs/contributor/architecture.md` describes all
/// such crates.
pub(crate) fn is_of_game(name: &str) -> bool {
    games().contains(&game_of(name))
}

/// A package's name without the parts that denote its role.
fn game_of(name: &str) -> &str {
    let name = name.strip_prefix(TAKEN).unwrap_or(name);
    name.strip_suffix(PLAYERS).unwrap_or(name)
}

/// The package with a game's rules.
fn rules_package(game: &str) -> &'static str {
    let rules = |name: &&str| !name.ends_with(PLAYERS) && game_of(name) == game;
    let mut names = members().into_iter().map(|(package, _)| package.name.as_str());
    names.find(rules).expect("a game has rules")
}

/// The folders that contain packages, lowest group first. `docs/contributor/architecture.md` describes each folder.
const GROUPS: [&str; 14] = [
    "crates/support",
    "crates/core",
    "crates/engine",
    "crates/games",
    "crates/study",
    "crates/plugin-system",
    "crates/facade",
    "crates/arena",
    "crates/app",
    "plugins",
    "apps",
    "tests",
    "fuzz",
    "benches",
];

/// The first of the [`GROUPS`] without libraries.
const TOP: &str = "plugins";

/// The laws for games and evaluators. Only tests, examples and benches may depend on these crates.
const FOR_TESTS: [&str; 1] = ["conformance"];

/// A package and the folder that contains it.
#[derive(Clone, Copy, Debug)]
struct Member<'a> {
    name: &'a str,
    folder: &'a str,
}

impl Member<'_> {
    /// The index of the package's group in [`GROUPS`].
    fn group(self) -> Option<usize> {
        let is_in = |group: &str| {
            let rest = self.folder.strip_prefix(group);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        GROUPS.iter().position(|group| is_in(group))
    }

    fn is_rules(self) -> bool {
        self.folder.starts_with("crates/games/") && self.folder.ends_with("/rules")
    }

    /// Whether the folder is named after the package: `crates/GROUP/NAME`, or `crates/games/GAME/ROLE`.
    fn is_in_its_folder(self) -> bool {
        let (parent, last) = self.folder.rsplit_once('/').unwrap_or(("", self.folder));
        let Some(game) = parent.strip_prefix("crates/games/") else {
            return last == self.name || self.folder == "tests";
        };
        match last {
            "rules" => self.name.strip_prefix(TAKEN).unwrap_or(self.name) == game,
            role => self.name == format!("{game}-{role}"),
        }
    }
}

/// Every workspace package.
fn all() -> Vec<Member<'static>> {
    static FOLDERS: std::sync::OnceLock<Vec<(String, String)>> = std::sync::OnceLock::new();
    let folders = FOLDERS.get_or_init(|| {
        let pairs = members().into_iter();
        pairs.map(|(package, folder)| (package.name.to_string(), folder)).collect()
    });
    folders.iter().map(|(name, folder)| Member { name, folder }).collect()
}

/// The reason why `from` must not depend on `to`; `None` if it may.
///
/// Dev-dependencies are unrestricted, because they are not shipped and cargo allows cycles through them. There is one
/// exception: tests of rules must not depend on a search, an evaluation or the table.
fn judge(from: Member<'_>, to: Member<'_>, kind: DependencyKind) -> Option<String> {
    let (Some(above), Some(below)) = (from.group(), to.group()) else {
        return Some(format!("{} needs {}, and one of them is in no group", from.name, to.name));
    };
    let top = GROUPS.iter().position(|group| *group == TOP)?;
    if kind == DependencyKind::Development {
        let is_allowed = to.is_rules() || FOR_TESTS.contains(&to.name) || below <= 1;
        let forbidden = from.is_rules() && !is_allowed;
        return forbidden
            .then(|| format!("the tests of the rules of {} need {}", from.name, to.name));
    }
    if FOR_TESTS.contains(&to.name) && above < top {
        return Some(format!("{} needs {}, which is for tests", from.name, to.name));
    }
    if from.name == "plugin-abi" {
        return Some(format!(
            "plugin-abi needs {}, but must have no dependencies to stay stable",
            to.name
        ));
    }
    if from.is_rules() && below > 1 {
        return Some(format!("the rules of {} need {}", from.name, to.name));
    }
    let places = (GROUPS[above], GROUPS[below]);
    (above < below)
        .then(|| format!("{} ({}) needs {} ({})", from.name, places.0, to.name, places.1))
}

#[test]
fn every_crate_is_in_a_group_in_a_folder_with_its_name() {
    let members = all();
    let homeless = members.iter().filter(|member| member.group().is_none());
    let mut violations: Vec<String> =
        homeless.map(|member| format!("{} is in no group", member.name)).collect();
    let astray = members.iter().filter(|member| !member.is_in_its_folder());
    violations.extend(astray.map(|member| format!("{} is in {}", member.name, member.folder)));
    assert_none("Each crate is in a group, in a folder named after it.", &violations);
}

#[test]
fn crates_depend_on_lower_groups_only() {
    let everyone = all();
    let member = |name: &str| everyone.iter().copied().find(|member| member.name == name);
    let violations: Vec<String> = members()
        .iter()
        .flat_map(|(package, _)| package.dependencies.iter().map(move |to| (package, to)))
        .filter_map(|(from, to)| judge(member(&from.name)?, member(&to.name)?, to.kind))
        .collect();
    assert_none("A crate depends on crates of its own group and of lower ones only.", &violations);
}

/// All workspace packages needed to compile the crate `name`, including that crate.
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
        let others = needed.filter(|needed| game_of(needed) != own);
        others.map(|other| format!("{name} needs {other}")).collect()
    };
    let mut violations = others("game-family", "");
    for game in games() {
        violations.extend(others(rules_package(game), game));
        violations.extend(others(&format!("{game}{PLAYERS}"), game));
    }
    assert_none("A game compiles without the others.", &violations);
}

#[test]
fn hosts_of_plugins_and_engines_compile_no_game() {
    let games = |host: &'static str| {
        let needed = needed_by(host).into_iter();
        let games = needed.filter(|needed| is_of_game(needed) || *needed == "game-family");
        games.map(move |game| format!("{host} needs {game}"))
    };
    let violations: Vec<String> =
        ["plugin-host", "engine-protocols"].into_iter().flat_map(games).collect();
    assert_none("A host of players knows the table, not the games.", &violations);
}

/// Checks whether the law rejects a dependency from one folder's package to another's.
fn check(from: &str, to: &str, kind: DependencyKind, broken: bool) {
    let member = |folder| {
        let (parent, last) = str::rsplit_once(folder, '/').unwrap_or(("", folder));
        Member { name: if last == "rules" { parent } else { last }, folder }
    };
    assert_eq!(
        judge(member(from), member(to), kind).is_some(),
        broken,
        "{from} needs {to} ({kind})"
    );
}

#[test]
fn a_dependency_on_a_higher_group_breaks_the_law() {
    use DependencyKind::{Build, Normal};
    check("crates/engine/players", "crates/engine/search", Normal, false);
    check("apps/rival", "crates/facade/game-catalog", Normal, false);
    check("crates/engine/search", "crates/study/analysis", Normal, true);
    check("crates/engine/search", "crates/facade/game-catalog", Build, true);
    check("crates/games/chess/rules", "crates/engine/search", Normal, true);
    check("crates/games/chess/rules", "crates/core/board-engine", Normal, false);
    check("crates/games/chess/players", "crates/engine/search", Normal, false);
    check("crates/facade/game-catalog", "apps/rival", Normal, true);
    check("crates/plugin-system/plugin-abi", "crates/core/board-engine", Normal, true);
    check("crates/engine/players", "elsewhere/nobody-knows", Normal, true);
    check("crates/coreless/players", "crates/core/board-engine", Normal, true);
}

#[test]
fn tests_can_depend_on_higher_groups_except_tests_of_rules() {
    use DependencyKind::{Development, Normal};
    check("crates/engine/search", "crates/games/chess/rules", Development, false);
    check("crates/games/chess/rules", "crates/engine/conformance", Development, false);
    check("crates/games/chess/rules", "crates/engine/search", Development, true);
    check("crates/games/chess/rules", "crates/engine/conformance", Normal, true);
    check("crates/games/chess/players", "crates/engine/conformance", Development, false);
    check("crates/games/chess/players", "crates/engine/conformance", Normal, true);
}
