//! Files that aren't plugins are refused with one line, and none of their code runs.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use plugin_abi::{INTERFACE, STAMP_SYMBOL, Stamp};
use plugin_host::{Cache, FILE_BYTES_MAX, Plugin};

use super::isolation;
use crate::support::{cache, library};

/// The refusal without the file's folder.
fn refusal(file: &Path) -> String {
    let text = Plugin::load(file, cache(), &isolation()).unwrap_err().to_string();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.replace(&format!("{}/", file.parent().unwrap().display()), "")
}

/// Writes the content to `x.so` and checks the error from loading it.
fn check(content: &[u8], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.so");
    fs::write(&file, content).unwrap();
    assert_eq!(refusal(&file), expected);
}

fn plugin() -> Vec<u8> {
    fs::read(library("scripted")).unwrap()
}

/// The offset of the only occurrence of `part` in `content`.
fn find(content: &[u8], part: &[u8]) -> usize {
    content.windows(part.len()).position(|bytes| bytes == part).unwrap()
}

/// The plugin with another number in its stamp.
fn with_interface(number: u32) -> Vec<u8> {
    let mut content = plugin();
    let stamp = content.windows(64).position(|bytes| Stamp::from_bytes(bytes).is_some()).unwrap();
    content[stamp + 16..stamp + 20].copy_from_slice(&number.to_le_bytes());
    content
}

const NOT_A_LIBRARY: &str = "x.so: not a dynamic library; build it with crate-type = [\"cdylib\"]";
const DAMAGED: &str = "x.so: truncated or damaged; copy or build it again";

#[test]
fn the_manifest_of_a_plugin_is_read() {
    let plugin = Plugin::load(library("scripted"), cache(), &isolation()).unwrap();
    assert_eq!((plugin.name(), plugin.version()), ("scripted", "7.8.9"));
    assert_eq!(plugin.file(), library("scripted"));
    assert_eq!(plugin.hash(), blake3::hash(&self::plugin()).to_hex().as_str());
    let names: Vec<_> = plugin.players().iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["scripted", "second"]);
}

#[test]
fn text_and_empty_files_are_not_libraries() {
    check(b"#!/bin/sh\necho hello\n", NOT_A_LIBRARY);
    check(b"", NOT_A_LIBRARY);
}

#[test]
fn a_truncated_library_is_refused_wherever_it_was_cut() {
    let content = plugin();
    for tenth in 1..10 {
        check(&content[..content.len() * tenth / 10], DAMAGED);
    }
    check(&content[..content.len() - 1], DAMAGED);
    for length in [5, 20, 63, 64, 65, 200] {
        check(&content[..length], DAMAGED);
    }
    check(&content[..3], NOT_A_LIBRARY);
}

#[test]
fn a_library_for_another_machine_is_refused() {
    let expected =
        format!("x.so: built for another machine; rebuild it for {}", std::env::consts::ARCH);
    // Header fields: class (32 bits), byte order, machine (SPARC).
    for (at, value) in [(4, 1), (5, 2), (18, 2)] {
        let mut content = plugin();
        content[at] = value;
        check(&content, &expected);
    }
}

#[test]
fn a_program_is_not_a_library() {
    let mut content = plugin();
    content[16] = 2;
    check(&content, NOT_A_LIBRARY);
}

#[test]
fn a_library_without_a_stamp_is_not_a_plugin() {
    let mut content = plugin();
    let name = find(&content, format!("\0{STAMP_SYMBOL}\0").as_bytes());
    content[name + 1] = b'X';
    check(
        &content,
        "x.so: not a plugin (no stamp); export its players with plugin-sdk's export_players! or rival_plugin.h's RIVAL_EXPORT_PLUGIN",
    );
}

#[test]
fn another_interface_is_refused_by_number() {
    for number in [0, INTERFACE + 1, u32::MAX] {
        let expected = format!(
            "x.so: built for interface {number} (plugin-sdk 0.1.0), but this program uses 1; rebuild it with this version's plugin-sdk"
        );
        check(&with_interface(number), &expected);
    }
}

#[test]
fn another_layout_behind_the_right_stamp_is_refused() {
    assert_eq!(
        refusal(library("other_layout")),
        "libother_layout.so: its layout differs from this program's; rebuild it with this version's plugin-sdk and compiler"
    );
}

#[test]
fn special_files_are_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder.so")).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe.so")).status().unwrap().success());
    let _socket = UnixListener::bind(path("socket.so")).unwrap();
    assert_eq!(refusal(&path("folder.so")), "folder.so: a folder, not a file");
    assert_eq!(refusal(&path("pipe.so")), "pipe.so: a pipe, not a file");
    assert_eq!(refusal(&path("socket.so")), "socket.so: a socket, not a file");
    assert_eq!(refusal(Path::new("/dev/zero")), "zero: a device, not a file");
}

#[test]
fn a_missing_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link.so");
    symlink("nowhere.so", &link).unwrap();
    let missing = "can't be read: No such file or directory (os error 2)";
    assert_eq!(refusal(&link), format!("link.so: {missing}"));
    assert_eq!(refusal(&folder.path().join("none.so")), format!("none.so: {missing}"));
}

#[test]
fn links_are_followed_and_a_cycle_of_links_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    symlink(library("scripted"), path("x.so")).unwrap();
    let plugin = Plugin::load(&path("x.so"), cache(), &isolation()).unwrap();
    assert_eq!((plugin.name(), plugin.file()), ("scripted", path("x.so").as_path()));
    symlink("b.so", path("a.so")).unwrap();
    symlink("a.so", path("b.so")).unwrap();
    let circle = "a.so: can't be read: Too many levels of symbolic links (os error 40)";
    assert_eq!(refusal(&path("a.so")), circle);
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.so");
    // A sparse file uses no disk blocks.
    fs::File::create(&file).unwrap().set_len(10 << 30).unwrap();
    assert_eq!(
        refusal(&file),
        format!("x.so: 10737418240 bytes exceed the limit of {FILE_BYTES_MAX}; strip it")
    );
}

#[test]
fn a_file_name_that_is_not_utf8_is_shown_with_replacements() {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join(OsStr::from_bytes(b"a\xff\nb.so"));
    fs::write(&file, "text").unwrap();
    assert!(refusal(&file).starts_with("a\u{fffd}\\nb.so: not a dynamic library"));
}

#[test]
fn a_file_may_be_overwritten_while_its_plugin_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.so");
    fs::write(&file, plugin()).unwrap();
    let plugin = Plugin::load(&file, &Cache::temporary().unwrap(), &isolation()).unwrap();
    let plays = || {
        let player = plugin.new_player("second", "any", &games_package::Options::default());
        assert_eq!(crate::support::turn(&mut player.unwrap()).map(|_| ()), Ok(()));
    };
    fs::write(&file, "gone").unwrap();
    plays();
    fs::remove_file(&file).unwrap();
    plays();
}

#[test]
fn a_plugin_plays_on_when_its_copy_is_removed() {
    let cache = Cache::temporary().unwrap();
    let plugin = Plugin::load(library("scripted"), &cache, &isolation()).unwrap();
    for copy in fs::read_dir(cache.folder()).unwrap() {
        fs::remove_file(copy.unwrap().path()).unwrap();
    }
    let player = plugin.new_player("second", "any", &games_package::Options::default());
    assert_eq!(crate::support::turn(&mut player.unwrap()).map(|_| ()), Ok(()));
}
