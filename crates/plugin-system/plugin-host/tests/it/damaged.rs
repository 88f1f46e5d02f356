//! Damaged libraries: truncated or with a flipped bit. The preflight check refuses most of them. The remaining
//! libraries are loaded in a child, and nothing that they do affects this process.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use games_package::{Options, Player, Request};
use plugin_host::{Cache, Isolation, Plugin};

use crate::support::{Table, compiled, is_deep, request, sandboxed};

/// Maximum wait for a hung child.
const SOON: Duration = Duration::from_millis(300);

/// Loads the library in `content` and plays with it if possible. Returns whether the library was loaded.
fn play(content: &[u8], folder: &Path, cache: &Cache) -> bool {
    let isolation = Isolation { preparation_time_max: SOON, ..Isolation::clone(&sandboxed()) };
    let file = folder.join("damaged.so");
    fs::write(&file, content).unwrap();
    let plugin = match Plugin::load(&file, cache, &Arc::new(isolation)) {
        Ok(plugin) => plugin,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            return false;
        }
    };
    let name = plugin.players()[0].name.clone();
    if let Ok(mut player) = plugin.new_player(&name, "any", &Options::default()) {
        let request = Request { time_left: Some(SOON), ..request() };
        let table = Table { runs: true, ..Table::default() };
        let _whatever = player.choose_move(&request, &table);
    }
    true
}

/// The intact library, a temporary folder and a cache.
fn library() -> (Vec<u8>, tempfile::TempDir, Cache) {
    let library = compiled("../../../plugins/c-example/c_example.c", &[]);
    let content = fs::read(&library.file).unwrap();
    (content, library.folder, Cache::temporary().unwrap())
}

#[test]
fn a_library_with_a_flipped_bit_is_harmless() {
    let (whole, folder, cache) = library();
    assert!(play(&whole, folder.path(), &cache));
    let count = if is_deep() { 1000 } else { 100 };
    let bits = whole.len() * 8;
    for number in 0..count {
        // Spread the flipped bits over the whole file and over all bit positions in a byte.
        let bit = number * (bits / count) + number % 8;
        let mut content = whole.clone();
        content[bit / 8] ^= 1 << (bit % 8);
        play(&content, folder.path(), &cache);
    }
    assert!(play(&whole, folder.path(), &cache));
}

#[test]
fn a_truncated_library_is_harmless() {
    let (whole, folder, cache) = library();
    let count = if is_deep() { 200 } else { 20 };
    for number in 0..count {
        let length = whole.len() * number / count;
        assert!(!play(&whole[..length], folder.path(), &cache), "{length} bytes");
    }
}

/// Checks the error that a C library with this initializer causes.
fn check_initializer(initializer: &str, expected: &str) {
    let initializer = format!("-DINITIALIZER={initializer}");
    let library = compiled("tests/plugins/c_initializer.c", &[&initializer]);
    let isolation = Isolation { preparation_time_max: SOON, ..Isolation::clone(&sandboxed()) };
    let cache = Cache::temporary().unwrap();
    let error = Plugin::load(&library.file, &cache, &Arc::new(isolation)).unwrap_err().to_string();
    let error = error.replace(&format!("{}/", library.folder.path().display()), "");
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn an_initializer_runs_in_a_child_process() {
    check_initializer(
        "abort()",
        "plugin.so: crashed: it was killed by SIGABRT, an abort, when it was loaded",
    );
    check_initializer(
        "exit(0)",
        "plugin.so: exited: it ended its process with exit code 0 when it was loaded",
    );
    check_initializer("for(;;)", "plugin.so: timed out: it was killed after ");
}

#[test]
fn a_missing_symbol_is_named() {
    let library =
        compiled("tests/plugins/c_initializer.c", &["-DINITIALIZER=nowhere_to_be_found()"]);
    let cache = Cache::temporary().unwrap();
    let error = Plugin::load(&library.file, &cache, &sandboxed()).unwrap_err().to_string();
    assert!(
        error.contains("can't be loaded: the library: undefined symbol: nowhere_to_be_found"),
        "{error}"
    );
}
