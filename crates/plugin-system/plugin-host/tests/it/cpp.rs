//! Plugins in C++. The host can't catch an exception that escapes from a plugin's function, but the exception ends only
//! the child.

use games_package::{Ending, Event, Options, Player, Reply};
use plugin_host::{Plugin, PluginPlayer};

use crate::support::{cache, compiled, sandboxed, setup, shown, turn};

fn load() -> Plugin {
    let library = compiled("tests/plugins/cpp_faults.cpp", &[]);
    Plugin::load(&library.file, cache(), &sandboxed()).unwrap()
}

/// A player that throws in this function.
fn player(function: &str) -> PluginPlayer {
    load().new_player(function, "any", &Options::default()).unwrap()
}

fn check(failure: &str) {
    assert!(failure.contains("crashed: "), "{failure}");
    assert!(failure.contains("was killed by SIGABRT, an abort, "), "{failure}");
    assert_eq!(failure.lines().count(), 1, "{failure}");
}

#[test]
fn an_exception_that_leaves_a_function_of_cpp_ends_its_child_process() {
    check(&turn(&mut player("choose-move")).unwrap_err());
    let mut starting = player("start");
    check(&shown(&starting.start(&setup()).unwrap_err()));
    let mut observing = player("observe");
    observing.observe(&Event::MatchEnded(Ending::draw_agreed(2)));
    check(&turn(&mut observing).unwrap_err());
    check(&player("close").close().unwrap_err().to_string());
    let refused = load().new_player("new-player", "any", &Options::default());
    check(&refused.unwrap_err().to_string());
}

#[test]
fn a_caught_cpp_exception_is_harmless() {
    assert_eq!(turn(&mut player("nothing")), Ok(Reply::play("22-18")));
}
