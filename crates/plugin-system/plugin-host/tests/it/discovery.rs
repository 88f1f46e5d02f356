//! Plugin discovery: folders and names.

use std::fs;
use std::path::Path;

use games_package::Options;
use plugin_host::{Folder, Isolation, Origin, Plugin, PluginPlayer, Plugins, ProcessPool};

use super::isolation;
use crate::support::{cache, library, turn};

fn folder(path: &Path, origin: Origin) -> Folder {
    Folder { path: path.into(), origin }
}

fn settings() -> Isolation {
    Isolation::clone(&isolation())
}

fn discover(path: &Path, origin: Origin) -> Plugins {
    Plugins::discover(&[folder(path, origin)], cache(), settings()).unwrap()
}

/// The refusals, without folder names.
fn refusals(plugins: &Plugins, path: &Path) -> Vec<String> {
    let texts = plugins.refusals().iter().map(ToString::to_string);
    texts.map(|text| text.replace(&format!("{}/", path.display()), "")).collect()
}

/// Copies a library. `more` is appended to make its content differ.
fn install(name: &str, file: &Path, more: &[u8]) {
    let mut content = fs::read(library(name)).unwrap();
    content.extend(more);
    fs::write(file, content).unwrap();
}

/// A player of any game without options.
fn new_player(plugins: &Plugins, name: &str) -> PluginPlayer {
    plugins.new_player(&ProcessPool::default(), name, "any", &Options::default()).unwrap()
}

fn seat_error(plugins: &Plugins, name: &str, game: &str, options: &str) -> String {
    let options = options.parse().unwrap();
    plugins.new_player(&ProcessPool::default(), name, game, &options).unwrap_err().to_string()
}

#[test]
fn two_plugins_with_the_same_interface_are_separate() {
    let path = tempfile::tempdir().unwrap();
    install("scripted", &path.path().join("a.so"), b"");
    install("garbage", &path.path().join("b.so"), b"");
    let plugins = discover(path.path(), Origin::Option);
    let names: Vec<_> = plugins.iter().map(Plugin::name).collect();
    assert_eq!(names, ["garbage", "scripted"]);
    let answer = |name: &str| turn(&mut new_player(&plugins, name)).is_ok();
    assert!(answer("scripted/second"));
    assert!(!answer("garbage/noise"));
    assert!(answer("scripted/scripted"));
}

#[test]
fn players_outlive_the_list_of_plugins() {
    let path = tempfile::tempdir().unwrap();
    install("scripted", &path.path().join("a.so"), b"");
    let plugins = discover(path.path(), Origin::Option);
    let mut player = new_player(&plugins, "scripted");
    drop(plugins);
    drop(path);
    assert!(turn(&mut player).is_ok());
}

#[test]
fn in_a_named_folder_every_library_must_be_a_plugin() {
    let path = tempfile::tempdir().unwrap();
    fs::write(path.path().join("b.so"), "text").unwrap();
    fs::create_dir(path.path().join("a.so")).unwrap();
    fs::write(path.path().join("notes.txt"), "text").unwrap();
    let plugins = discover(path.path(), Origin::Variable);
    assert_eq!(
        refusals(&plugins, path.path()),
        [
            "a.so: a folder, not a file",
            "b.so: not a dynamic library; build it with crate-type = [\"cdylib\"]"
        ]
    );
}

#[test]
fn in_a_default_folder_only_files_that_claim_to_be_plugins_are_reported() {
    let path = tempfile::tempdir().unwrap();
    fs::write(path.path().join("a.so"), "text").unwrap();
    fs::create_dir(path.path().join("b.so")).unwrap();
    install("scripted", &path.path().join("c.so"), b"");
    let whole = fs::read(library("scripted")).unwrap();
    fs::write(path.path().join("d.so"), &whole[..whole.len() - 9]).unwrap();
    let plugins = discover(path.path(), Origin::Default);
    assert_eq!(plugins.iter().len(), 1);
    assert_eq!(
        refusals(&plugins, path.path()),
        ["d.so: truncated or damaged; copy or build it again"]
    );
}

#[test]
fn hand_ins_are_found_in_the_subfolders_of_a_named_folder_but_not_of_a_build() {
    let path = tempfile::tempdir().unwrap();
    for folder in ["ada", "empty"] {
        fs::create_dir(path.path().join(folder)).unwrap();
    }
    install("scripted", &path.path().join("ada/a.so"), b"");
    let found = || {
        let plugins = discover(path.path(), Origin::Variable);
        let names: Vec<_> = plugins.iter().map(|plugin| plugin.name().to_owned()).collect();
        (names, plugins.skipped().len())
    };
    assert_eq!(found(), (vec!["scripted".into()], 1));
    fs::create_dir(path.path().join("bob")).unwrap();
    fs::write(path.path().join("bob/b.so"), "no library").unwrap();
    let plugins = discover(path.path(), Origin::Variable);
    let [refused] = &refusals(&plugins, path.path())[..] else { panic!("one file is refused") };
    assert!(refused.starts_with("bob/b.so: "), "{refused}");
    fs::create_dir(path.path().join(".fingerprint")).unwrap();
    assert_eq!(found(), (vec![], 0));
}

#[test]
fn a_named_folder_must_exist_and_a_default_one_need_not() {
    let path = Path::new("/nowhere/at all");
    let error =
        Plugins::discover(&[folder(path, Origin::Option)], cache(), settings()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "can't read the plugin folder /nowhere/at all (named by --plugins): No such file or directory (os error 2)"
    );
    let plugins = discover(path, Origin::Default);
    assert_eq!((plugins.iter().len(), plugins.refusals().len()), (0, 0));
}

#[test]
fn a_file_in_place_of_a_folder_is_an_error() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("plugins");
    fs::write(&path, "a file").unwrap();
    let check = |path: &Path, expected: &str| {
        let refused = Plugins::discover(&[folder(path, Origin::Variable)], cache(), settings());
        let begin =
            format!("can't read the plugin folder {} (named by $RIVAL_PLUGINS): ", path.display());
        assert_eq!(refused.unwrap_err().to_string(), format!("{begin}{expected}"));
        let plugins = discover(path, Origin::Default);
        assert_eq!((plugins.iter().len(), plugins.refusals().len()), (0, 0));
    };
    check(&path, "Not a directory (os error 20)");
    let circle = parent.path().join("circle");
    std::os::unix::fs::symlink("circle", &circle).unwrap();
    check(&circle, "Too many levels of symbolic links (os error 40)");
}

#[test]
fn two_hundred_plugins_in_a_folder_are_loaded() {
    let path = tempfile::tempdir().unwrap();
    let small = crate::support::compiled("../../../plugins/c-example/c_example.c", &[]);
    let content = fs::read(&small.file).unwrap();
    for number in 0..200 {
        let file = path.path().join(format!("{number:03}.so"));
        fs::write(file, [&content[..], format!("{number}").as_bytes()].concat()).unwrap();
    }
    let own = plugin_host::Cache::temporary().unwrap();
    let folders = [folder(path.path(), Origin::Option)];
    let plugins = Plugins::discover(&folders, &own, settings()).unwrap();
    assert_eq!((plugins.iter().len(), plugins.refusals().len()), (200, 0));
}

#[test]
fn the_same_file_in_two_places_is_one_plugin() {
    let path = tempfile::tempdir().unwrap();
    install("scripted", &path.path().join("a.so"), b"");
    install("scripted", &path.path().join("b.so"), b"");
    let plugins = discover(path.path(), Origin::Option);
    let files: Vec<_> = plugins.iter().map(|plugin| plugin.file().to_owned()).collect();
    assert_eq!(files, [path.path().join("a.so")]);
}

#[test]
fn plugins_with_one_name_are_distinguished_by_their_places() {
    let path = tempfile::tempdir().unwrap();
    for folder in ["ada", "bob 1", "bob-1"] {
        fs::create_dir(path.path().join(folder)).unwrap();
        install("scripted", &path.path().join(folder).join("x.so"), b"");
    }
    install("scripted", &path.path().join("libmine.so"), b"more");
    let plugins = discover(path.path(), Origin::Option);
    let names: Vec<_> = plugins.iter().map(Plugin::name).collect();
    let expected = ["scripted@ada", "scripted@bob-1", "scripted@bob-1-2", "scripted@mine"];
    assert_eq!(names, expected);
    assert!(turn(&mut new_player(&plugins, "scripted@ada/second")).is_ok());
    assert_eq!(
        plugins.same_names()[0].to_string(),
        format!("several plugins are named \"scripted\" and play as {}", expected.join(", "))
    );
    let error = seat_error(&plugins, "scripted/second", "any", "");
    let folder = path.path().display();
    let begin = format!(
        "several plugins are named \"scripted\"; use scripted@ada ({folder}/ada/x.so) or scripted@bob-1 ("
    );
    assert!(error.starts_with(&begin), "{error}");
    for gone in ["bob 1", "bob-1"] {
        fs::remove_dir_all(path.path().join(gone)).unwrap();
    }
    fs::remove_file(path.path().join("libmine.so")).unwrap();
    let plugins = discover(path.path(), Origin::Option);
    assert_eq!(plugins.find("scripted@ada/second").unwrap().0.name(), "scripted");
    assert!(plugins.find("scripted@bob/second").is_err());
}

#[test]
fn errors_about_unknown_names_list_the_known_names() {
    let path = tempfile::tempdir().unwrap();
    install("scripted", &path.path().join("a.so"), b"");
    fs::write(path.path().join("libmy_plugin.so"), "text").unwrap();
    let plugins = discover(path.path(), Origin::Option);
    let check = |name: &str, expected: &str| {
        assert_eq!(seat_error(&plugins, name, "any", ""), expected);
    };
    check("script/x", "unknown plugin \"script\": did you mean scripted?");
    check("zzz/x", "unknown plugin \"zzz\": expected scripted");
    check("scripted/sekond", "plugin scripted has no player \"sekond\": did you mean second?");
    check(
        "scripted/zzz",
        "plugin scripted has no player \"zzz\": expected one of scripted, second",
    );
    check(
        "my-plugin/x",
        &format!(
            "plugin \"my-plugin\" was refused: {}/libmy_plugin.so: not a dynamic library; build it with crate-type = [\"cdylib\"]",
            path.path().display()
        ),
    );
    let none = Plugins::default();
    assert_eq!(seat_error(&none, "x/y", "any", ""), "unknown plugin \"x\": none are available");
}

#[test]
fn options_are_checked_before_the_plugin_sees_them() {
    let path = tempfile::tempdir().unwrap();
    install("scripted", &path.path().join("a.so"), b"");
    let plugins = discover(path.path(), Origin::Option);
    assert_eq!(
        seat_error(&plugins, "scripted/scripted", "any", "falt=1"),
        "scripted/scripted has no option \"falt\": did you mean fault?"
    );
}
