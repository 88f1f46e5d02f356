//! Code that some crates must not contain.

use integration_tests::{Scope, Source, assert_none, sources};

use crate::layers::games;

/// The crates that may start threads: the table, which runs one thread per seat; searches, whose threads end before the
/// search answers; the plugin host, because its processes die with the thread that started them; the code that reads
/// and writes engine pipes; analyses, which run during a match; the match library, whose writes don't wait for the
/// disk; tournament runs, which play several games at a time; the web server, which runs matches in parallel; the
/// terminal user interface, which reads its input and saves matches in the background; the code that detects that a
/// program's output was closed; the tablebase builder, which uses all cores and builds small tables during a match; the
/// opening book builder; learning runs, whose threads end with each step; and programs.
const THREADED: &[&str] = &[
    "crates/core/games-package",
    "crates/plugin-system/plugin-host",
    "crates/games/checkers/tablebase",
    "crates/engine/opening-book",
    "crates/engine/learning",
    "crates/plugin-system/engine-protocols",
    "crates/facade/app-context",
    "crates/study/analysis",
    "crates/facade/match-library",
    "crates/engine/search",
    "crates/plugin-system/process-pool",
    "crates/arena/arena",
    "crates/app/tui",
    "crates/app/web-server",
    "apps/",
    "tests",
];

/// The crates that may contain `unsafe`: the three crates that exchange data with a loaded library, the crate with
/// memory hints, and the crate with calls between `fork` and `exec`, which have no safe form.
const UNSAFE: &[&str] = &[
    "crates/support/system",
    "crates/plugin-system/plugin-abi",
    "crates/plugin-system/plugin-sdk",
    "crates/plugin-system/plugin-host",
    "crates/plugin-system/process-pool",
];

/// A crate that denies `unsafe` in its own code. Only the macros that turn it into a Python module use `unsafe`.
const UNSAFE_BY_MACROS: &str = "bindings/python";

/// The crates for every game, which must not name any game.
const FOR_EVERY_GAME: &[&str] = &[
    "crates/core/games-package",
    "crates/core/notation",
    "crates/engine/search",
    "crates/arena/arena",
    "crates/arena/cluster",
    "crates/study/analysis",
    "crates/engine/game-family",
    "crates/facade/match-library",
    "crates/study/match-view",
    "crates/engine/opening-book",
    "crates/app/tui",
    "crates/plugin-system/process-pool",
    "crates/plugin-system/plain-protocol",
    "crates/plugin-system/plugin-abi",
    "crates/plugin-system/plugin-sdk",
    "crates/plugin-system/plugin-host",
    "crates/support/system",
];

/// One game family's notation, inside a crate for every game.
const OF_ONE_FAMILY: &str = "crates/core/notation/src/pdn/";

/// The folder in which "breakthrough" is a puzzle's motif, not the game.
const MOTIFS: &str = "crates/study/analysis/src/puzzles/";

/// Lower-case names of games that are not crate names.
const MORE_GAME_NAMES: &[&str] = &["draughts", "reversi"];

/// Game names in lower case without separators. Omits short names, because they occur in too many words.
fn game_names() -> Vec<String> {
    let games = games().into_iter().chain(MORE_GAME_NAMES.iter().copied());
    games.map(|name| name.replace('-', "")).filter(|name| name.len() > 4).collect()
}

/// Whether `source` is in one of these folders.
fn lies_in(source: &Source, folders: &[&str]) -> bool {
    folders.iter().any(|folder| match folder.strip_suffix('/') {
        Some(parent) => source.package_folder().starts_with(parent),
        None => source.package_folder() == *folder,
    })
}

/// Whether `source` belongs to a game's rules or to the crate that all rules need.
fn is_rules(source: &Source) -> bool {
    let folder = source.package_folder();
    let is_game = folder.starts_with("crates/games/") && folder.ends_with("/rules");
    is_game || folder == "crates/core/board-engine"
}

/// The places in `scope` with one of `words`, each with the word.
fn places_of(source: &Source, scope: Scope, words: &[&str]) -> Vec<String> {
    let found = source.words(scope).filter(|(_, word)| words.contains(word));
    found.map(|(line, word)| format!("{}: {word}", source.place(line))).collect()
}

fn threads(source: &Source) -> Vec<String> {
    if lies_in(source, THREADED) {
        return Vec::new();
    }
    // These functions only count cores and choose among them.
    let harmless = ["thread::available_parallelism", "rustix::thread"];
    let harmless = harmless.map(|pattern| source.lines_with(pattern, Scope::Product)).concat();
    let named = source.lines_with("thread", Scope::Product).into_iter();
    let starts = named.filter(|line| !harmless.contains(line));
    starts.map(|line| source.place(line)).collect()
}

fn unsafe_code(source: &Source) -> Vec<String> {
    if lies_in(source, UNSAFE) {
        return Vec::new();
    }
    let mut found = places_of(source, Scope::Everything, &["unsafe"]);
    let is_library =
        source.package_folder().starts_with("crates/") || source.package_folder() == "tests";
    let is_root = source.path == format!("{}/src/lib.rs", source.package_folder());
    let forbids = !source.lines_with("#![forbid(unsafe_code)]", Scope::Everything).is_empty();
    let is_by_macros = source.package_folder() == UNSAFE_BY_MACROS;
    if is_library && is_root && !forbids && !is_by_macros {
        found.push(format!("{}: no #![forbid(unsafe_code)]", source.path));
    }
    found
}

fn serialized_domain(source: &Source) -> Vec<String> {
    let is_domain = is_rules(source) || lies_in(source, &["crates/engine/search"]);
    if is_domain {
        places_of(source, Scope::Product, &["serde", "Serialize", "Deserialize"])
    } else {
        Vec::new()
    }
}

/// The code that may read the time of day: for a file's age, a game's end date, and the time in a trace.
const DATED: &[&str] = &[
    "crates/arena/arena/src/run_folder/runner.rs",
    "crates/arena/cluster/src/scheduler.rs",
    "crates/arena/arena/src/journal/entry.rs",
    "crates/facade/match-library/src/time_of_day.rs",
    "crates/plugin-system/plugin-host/src/cache.rs",
    "tests/src/power_cut.rs",
];

/// Uses of the time of day. The time of day can be changed during a match, so clocks must not use it.
fn time_of_day(source: &Source) -> Vec<String> {
    if DATED.contains(&source.path.as_str()) {
        return Vec::new();
    }
    places_of(source, Scope::Product, &["SystemTime", "Utc", "Local", "Zoned"])
}

/// Uses of clocks, logs and notation in a search.
fn impure_search(source: &Source) -> Vec<String> {
    let forbidden = ["Instant", "SystemTime", "tracing", "log", "Notation"];
    if lies_in(source, &["crates/engine/search"]) {
        places_of(source, Scope::Product, &forbidden)
    } else {
        Vec::new()
    }
}

fn named_games(source: &Source) -> Vec<String> {
    let is_for_every_game =
        lies_in(source, FOR_EVERY_GAME) && !source.path.starts_with(OF_ONE_FAMILY);
    if !is_for_every_game && !draws(source) {
        return Vec::new();
    }
    let is_of_motifs = source.path.starts_with(MOTIFS);
    let names = game_names();
    let names_game = |word: &str| {
        let plain: String =
            word.to_lowercase().chars().filter(|sign| sign.is_alphanumeric()).collect();
        // Words that contain a game's name, alone or together with the next word, as in "matches set".
        let plain = plain.replace("reversible", "").replace("matches", "");
        let plain = if is_of_motifs { plain.replace("breakthrough", "") } else { plain };
        names.iter().any(|name| plain.contains(name.as_str()))
    };
    let found = source.words(Scope::Product).filter(|(_, word)| names_game(word));
    found.map(|(line, word)| format!("{}: {word}", source.place(line))).collect()
}

/// Whether `source` belongs to a program that shows matches or chooses games, except for the command line, because its
/// help contains examples.
fn draws(source: &Source) -> bool {
    lies_in(source, &["apps/"]) && !is_command_line(source)
}

/// The command line's help contains examples with game names.
fn is_command_line(source: &Source) -> bool {
    source.path.ends_with("/arguments.rs") || source.path.contains("/src/arguments/")
}

/// Checks that the tree obeys `law`.
fn uphold(name: &str, law: fn(&Source) -> Vec<String>) {
    assert_none(name, &sources().iter().flat_map(law).collect::<Vec<_>>());
}

#[test]
fn only_some_crates_start_threads() {
    uphold(
        "Only games-package, plugin-host, engine-protocols, checkers-tablebase, app-context, analysis, match-library, search, tui, web-server and \
         programs start threads.",
        threads,
    );
}

#[test]
fn only_loaded_libraries_and_hints_about_memory_are_unsafe() {
    uphold(
        "`unsafe` appears only in the plugin crates, `system` and `process-pool`; all other libraries forbid it.",
        unsafe_code,
    );
}

#[test]
fn positions_and_moves_are_not_serialized() {
    uphold(
        "Rules and searches know no serde: notation is the interchange form.",
        serialized_domain,
    );
}

#[test]
fn a_search_uses_no_clock_log_or_notation() {
    uphold("A search reads no clock, logs nothing and formats no move.", impure_search);
}

#[test]
fn the_time_of_day_is_not_read() {
    uphold("Time is that of the monotonic clock.", time_of_day);
}

#[test]
fn common_code_names_no_game() {
    uphold("No game is named in what serves every game.", named_games);
}

/// Checks that `law` rejects `text` as the content of the file `path` if `broken` is set, and otherwise accepts it.
fn check(law: fn(&Source) -> Vec<String>, path: &str, text: &str, broken: bool) {
    let found = law(&Source::parse(path, text));
    assert_eq!(!found.is_empty(), broken, "{path}: {text}: {found:?}");
}

#[test]
fn a_thread_elsewhere_breaks_the_law() {
    let text = "fn f() { std::thread::spawn(|| 1); }";
    check(threads, "crates/engine/players/src/lib.rs", text, true);
    check(threads, "crates/engine/players/src/lib.rs", "use std::thread::{Builder};", true);
    check(
        threads,
        "crates/engine/players/src/lib.rs",
        "#[cfg(test)] mod tests { use std::thread; }",
        false,
    );
    check(
        threads,
        "crates/engine/players/src/a.rs",
        "fn f() { std::thread::available_parallelism(); }",
        false,
    );
    let cores = "use rustix::thread::sched_getaffinity;";
    check(threads, "crates/engine/players/src/a.rs", cores, false);
    check(threads, "crates/core/games-package/src/seat.rs", text, false);
    check(threads, "crates/engine/search/src/pvs/parallel.rs", text, false);
    check(threads, "apps/rival/src/main.rs", text, false);
    check(threads, "plugins/a/src/lib.rs", text, true);
}

#[test]
fn unsafe_elsewhere_and_a_missing_prohibition_break_the_law() {
    let text = "fn f() { unsafe { g() } }";
    check(unsafe_code, "crates/engine/search/src/a.rs", text, true);
    check(unsafe_code, "crates/plugin-system/plugin-host/src/a.rs", text, false);
    check(unsafe_code, "crates/engine/search/src/lib.rs", "", true);
    check(unsafe_code, "crates/engine/search/src/lib.rs", "#![forbid(unsafe_code)]", false);
    check(unsafe_code, "apps/rival/src/main.rs", "fn main() {}", false);
}

#[test]
fn serde_below_the_table_breaks_the_law() {
    let text = "#[derive(Clone, Serialize)] struct Position;";
    check(serialized_domain, "crates/core/board-engine/src/board.rs", text, true);
    check(serialized_domain, "crates/games/checkers/rules/src/position.rs", text, true);
    check(serialized_domain, "crates/core/games-package/src/record.rs", text, false);
}

#[test]
fn a_clock_or_a_log_in_a_search_breaks_the_law() {
    check(impure_search, "crates/engine/search/src/a.rs", "use std::time::Instant;", true);
    check(
        impure_search,
        "crates/engine/search/src/a.rs",
        "fn f() { tracing::info!(\"x\"); }",
        true,
    );
    check(impure_search, "crates/engine/search/src/a.rs", "use std::time::Duration;", false);
    check(impure_search, "crates/engine/players/src/a.rs", "use std::time::Instant;", false);
}

#[test]
fn a_time_of_day_breaks_the_law() {
    let text = "fn f() { std::time::SystemTime::now(); }";
    check(time_of_day, "crates/arena/arena/src/a.rs", text, true);
    check(time_of_day, "crates/plugin-system/plugin-host/src/cache.rs", text, false);
    check(
        time_of_day,
        "crates/arena/arena/src/a.rs",
        "fn f() { std::time::Instant::now(); }",
        false,
    );
}

#[test]
fn a_game_named_in_common_code_breaks_the_law() {
    check(named_games, "crates/engine/search/src/a.rs", "use tic_tac_toe::Rules;", true);
    check(
        named_games,
        "crates/plugin-system/plugin-sdk/src/a.rs",
        "const A: &str = \"checkers:english\";",
        true,
    );
    check(
        named_games,
        "crates/plugin-system/plugin-sdk/src/a.rs",
        "/// For \"checkers\".\nconst A: u8 = 1;",
        false,
    );
    check(named_games, "apps/rival/src/commands/watch.rs", "fn f(x: Draughts) {}", true);
    check(named_games, "crates/arena/arena/src/a.rs", "const A: &str = \"matches set\";", false);
    check(
        named_games,
        "crates/arena/arena/src/a.rs",
        "const A: &str = \"matches of chess\";",
        true,
    );
    check(named_games, "apps/rival/src/arguments.rs", "const A: &str = \"checkers\";", false);
    check(named_games, "apps/rival/src/arguments/a.rs", "const A: &str = \"checkers\";", false);
}
