//! The size of the play page and everything that it loads.

use std::collections::BTreeSet;

use web_page::File;

/// The maximum compressed size of the play page in each language.
const BYTES_MAX: usize = 60_000;

/// Maximum number of files to load before the page opens a socket.
const REQUESTS_MAX: usize = 12;

/// The files that the play page loads: the index in a language, everything that it references, the match view, and all
/// imports, without the views for other addresses.
fn loaded(language: &str) -> BTreeSet<&'static str> {
    let index = web_page::index(language).expect("the page has an index in each language");
    let mut waiting = vec![index.path, "/views/match.js", "/pieces.svg"];
    let mut found = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        if found.insert(path) {
            waiting.extend(references(file(path)));
        }
    }
    found
}

fn file(path: &str) -> &'static File {
    web_page::file(path).unwrap_or_else(|| panic!("{path} is not in the page"))
}

fn text(file: &'static File) -> &'static str {
    std::str::from_utf8(file.bytes).expect("the page is UTF-8")
}

/// The paths that a page file loads immediately.
fn references(from: &'static File) -> Vec<&'static str> {
    let text = text(from);
    let quoted = |start: &'static str| {
        text.split(start).skip(1).filter_map(|rest| rest.split(['\'', '"']).next())
    };
    if from.mime.starts_with("text/html") {
        let all = quoted("href=\"").chain(quoted("src=\""));
        return all.filter(|path| web_page::file(path).is_some() && path.contains('.')).collect();
    }
    let all = quoted(" from '").chain(quoted("\nimport '"));
    all.map(|path| resolved(from.path, path)).collect()
}

/// Resolves the import `path` in the module at `from`.
fn resolved(from: &str, path: &'static str) -> &'static str {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let address = match path.strip_prefix("../") {
        Some(above) => {
            format!("{}/{above}", folder.rsplit_once('/').map_or("", |(above, _)| above))
        }
        None => format!("{folder}/{}", path.strip_prefix("./").unwrap_or(path)),
    };
    file(&address).path
}

#[test]
fn the_play_page_is_light() {
    assert!(web_page::languages().count() >= 2);
    for language in web_page::languages() {
        let loaded = loaded(language);
        let bytes: usize = loaded.iter().map(|path| file(path).gzip.len()).sum();
        assert!(loaded.contains("/board.js") && loaded.contains("/touch.js"), "{loaded:?}");
        assert!(bytes <= BYTES_MAX, "{bytes} bytes in {language}: {loaded:?}");
        assert!(loaded.len() <= REQUESTS_MAX, "{} files: {loaded:?}", loaded.len());
    }
}

#[test]
fn scripts_are_sent_without_comments() {
    for script in web_page::files().iter().filter(|file| file.mime.starts_with("text/javascript")) {
        let comments = ["//", "/*", "*"];
        let mut lines = text(script).lines().map(str::trim_start);
        assert_eq!(lines.find(|line| comments.iter().any(|sign| line.starts_with(sign))), None);
        assert!(script.bytes.len() > 100, "{}", script.path);
    }
}

#[test]
fn nothing_is_loaded_from_other_sites_and_styles_and_scripts_are_not_inline() {
    for file in web_page::files() {
        let text = text(file);
        let elsewhere = text.replace("http://www.w3.org/", "");
        assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"), "{}", file.path);
        assert!(
            !text.contains(" style=") && !text.contains("setAttribute('style"),
            "{}",
            file.path
        );
        assert!(!text.contains("innerHTML") && !text.contains("eval("), "{}", file.path);
    }
}
