//! Files that pages show are read by who would read them, and by the program.

use std::fs;
use std::path::Path;

use arena::settings::Settings;
use yaml_rust2::{Yaml, YamlLoader};

use crate::support::run;

/// The block of this language on a page that begins with this line.
fn block(page: &str, language: &str, first: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let page = fs::read_to_string(page).unwrap();
    let begin = format!("```{language}\n");
    let blocks = page.split(&begin).skip(1).filter_map(|text| text.split("```").next());
    let mut found = blocks.filter(|block| block.starts_with(first));
    found.next().unwrap().into()
}

#[test]
fn the_tournament_that_the_page_shows_can_be_played() {
    let settings = Settings::from_text(&block("docs/arena.md", "toml", "game")).unwrap();
    assert!(settings.checked(2).is_ok());
}

/// The program knows the command and all its options, which are only read.
fn check_arguments(arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &[arguments, &["--help"]].concat(), 0);
}

#[test]
fn the_unit_starts_a_worker() {
    let unit = block("docs/many-machines.md", "text", "[Unit]");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let (program, arguments) = start.split_once(' ').unwrap();
    assert_eq!(program, "/usr/local/bin/rival-arena");
    check_arguments(&arguments.split(' ').collect::<Vec<_>>());
}

#[test]
fn the_manifest_is_a_deployment_of_workers() {
    let documents =
        YamlLoader::load_from_str(&block("docs/many-machines.md", "text", "apiVersion:")).unwrap();
    let [manifest] = documents.as_slice() else { panic!("one document: {documents:?}") };
    assert_eq!(manifest["kind"].as_str(), Some("Deployment"));
    let labels = &manifest["spec"]["template"]["metadata"]["labels"];
    assert_eq!(&manifest["spec"]["selector"]["matchLabels"], labels, "it selects its own pods");
    let pod = &manifest["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    let arguments: Vec<&str> =
        container["args"].as_vec().unwrap().iter().filter_map(Yaml::as_str).collect();
    assert_eq!(arguments.first(), Some(&"worker"));
    check_arguments(&arguments);
    let mounted = container["volumeMounts"][0]["mountPath"].as_str().unwrap();
    assert!(arguments.iter().any(|argument| argument.starts_with(mounted)), "{arguments:?}");
    assert_eq!(container["volumeMounts"][0]["name"], pod["volumes"][0]["name"]);
}
