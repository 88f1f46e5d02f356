//! Tests the systemd unit and the Kubernetes manifest shown in docs/operator/many-machines.md.

use crate::docs::block;
use crate::support::run;

/// Checks that the program knows the command and all its options. Only parses the arguments.
fn check_arguments(arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &[arguments, &["--help"]].concat(), 0);
}

#[test]
fn the_unit_starts_a_worker() {
    let unit = block("docs/operator/many-machines.md", "text", "[Unit]");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let (program, arguments) = start.split_once(' ').unwrap();
    assert_eq!(program, "/usr/local/bin/rival-arena");
    check_arguments(&arguments.split(' ').collect::<Vec<_>>());
}

/// The value after `key` on a page, up to the end of the line or the enclosing braces.
fn value<'a>(page: &'a str, key: &str) -> &'a str {
    let (_, rest) = page.split_once(key).unwrap();
    rest.split(['}', ',', '\n']).next().unwrap().trim()
}

#[test]
fn the_manifest_is_a_deployment_of_workers() {
    let manifest = block("docs/operator/many-machines.md", "text", "apiVersion:");
    assert_eq!(value(&manifest, "\nkind: "), "Deployment");
    let labels = value(&manifest, " labels: {");
    assert_eq!(value(&manifest, "matchLabels: {"), labels, "it selects its own pods");
    // A bracketed list has the same form in YAML and in JSON.
    let list = manifest.lines().find_map(|line| line.trim().strip_prefix("args: ")).unwrap();
    let arguments: Vec<String> = serde_json::from_str(list).unwrap();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_eq!(arguments.first(), Some(&"worker"));
    check_arguments(&arguments);
    let mounted = value(&manifest, "mountPath: ");
    assert!(arguments.iter().any(|argument| argument.starts_with(mounted)), "{arguments:?}");
    assert_eq!(value(&manifest, "volumeMounts: [{ name: "), value(&manifest, "volumes: [{ name: "));
}
