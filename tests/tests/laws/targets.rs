//! Cargo compiles and links a test program for every library and binary, and scans every library for doc tests, unless
//! the manifest disables this.

use std::path::Path;

use cargo_metadata::{Target, TargetKind};
use integration_tests::{assert_none, members, pages, root};

/// The kinds of tests in a target's sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tests {
    unit: bool,
    doc: bool,
}

impl Tests {
    fn of<'a>(mut sources: impl Iterator<Item = &'a str> + Clone) -> Self {
        Self {
            unit: sources.clone().any(|text| text.contains("#[cfg(test)]")),
            doc: sources.any(|text| text.lines().any(begins_doc_test)),
        }
    }
}

/// Whether a line begins a code block in a doc comment.
fn begins_doc_test(line: &str) -> bool {
    let comment = line.trim_start();
    let text = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
    text.is_some_and(|text| text.trim_start().starts_with("```"))
}

/// The kinds of tests in a library's or a binary's sources. A library consists of all files in its folder except
/// binaries.
fn tests_of(target: &Target, others: &[Target]) -> Tests {
    let path = |target: &Target| {
        let path = target.src_path.as_std_path().strip_prefix(root());
        path.expect("a member is in the tree").to_str().expect("cargo gave UTF-8").to_owned()
    };
    let file = path(target);
    let sources = pages().iter().filter(|page| page.is("rs"));
    if target.is_bin() {
        return Tests::of(sources.filter(|page| page.path == file).map(|page| page.text.as_str()));
    }
    let folder = Path::new(&file).parent().expect("a library is a file in a folder");
    let binaries: Vec<String> = others.iter().filter(|other| other.is_bin()).map(path).collect();
    let own = sources
        .filter(|page| Path::new(&page.path).starts_with(folder) && !binaries.contains(&page.path));
    Tests::of(own.map(|page| page.text.as_str()))
}

/// The violation by a target that has these tests, if any.
fn violation(name: &str, target: &Target, has: Tests) -> Option<String> {
    let doc = has.doc && !target.is_bin();
    let wrong = |key: &str, is: bool, has: bool| {
        (is != has).then(|| {
            format!("{name}: `{key} = {is}`, and it has {}", if has { "some" } else { "none" })
        })
    };
    wrong("test", target.test, has.unit).or_else(|| wrong("doctest", target.doctest, doc))
}

#[test]
fn no_test_program_is_built_without_tests() {
    let is_tested = |target: &&Target| {
        let is_library = |kind: &TargetKind| {
            matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::CDyLib)
        };
        target.is_bin() || target.kind.iter().any(is_library)
    };
    let found = members().into_iter().flat_map(|(package, folder)| {
        let judged = package.targets.iter().filter(is_tested);
        judged.filter_map(move |target| {
            violation(&folder, target, tests_of(target, &package.targets))
        })
    });
    assert_none(
        "A target's `test` and `doctest` are set if and only if it has such tests.",
        &found.collect::<Vec<_>>(),
    );
}

#[test]
fn a_test_that_is_not_run_breaks_the_law() {
    let (package, _) = &members()[0];
    let target = &package.targets[0];
    let as_it_is = Tests { unit: target.test, doc: target.doctest };
    assert_eq!(violation("a", target, as_it_is), None);
    let others =
        [Tests { unit: !as_it_is.unit, ..as_it_is }, Tests { doc: !as_it_is.doc, ..as_it_is }];
    assert!(others.into_iter().all(|tests| violation("a", target, tests).is_some()));
}

#[test]
fn tests_are_found_in_sources() {
    let of = |text: &'static str| Tests::of([text].into_iter());
    assert_eq!(of("// ```\nfn f() {}"), Tests { unit: false, doc: false });
    assert_eq!(of("    #[cfg(test)]\nmod tests {}"), Tests { unit: true, doc: false });
    assert_eq!(of("    /// ```\n    /// f();"), Tests { unit: false, doc: true });
    assert_eq!(of("//! ```text\n//! f"), Tests { unit: false, doc: true });
}
