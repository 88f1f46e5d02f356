//! The web page's files, embedded in the program that serves them.
//!
//! Everything in `page/` is source and is served unchanged, except that scripts lose their comments. There is no
//! bundler and no separate build step. The build compresses each file once. The build also writes one index per
//! language with that language's strings, so no language needs an extra request.
//!
//! ```
//! let page = web_page::file("/").expect("the page has an index");
//! assert_eq!(page.mime, "text/html; charset=utf-8");
//! assert!(page.gzip.len() < page.bytes.len());
//! assert!(web_page::file("/../Cargo.toml").is_none());
//! assert!(web_page::index("nl").is_some() && web_page::index("xx").is_none());
//! ```

#![forbid(unsafe_code)]

/// A file that belongs to the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// The request path, such as `/views/match.js`. The index is `/index.html`, or for languages other than English,
    /// `/index.nl.html`, for example.
    pub path: &'static str,
    /// The value of `Content-Type`.
    pub mime: &'static str,
    /// The content.
    pub bytes: &'static [u8],
    /// The content compressed for `Content-Encoding: gzip`.
    pub gzip: &'static [u8],
    /// The value of `ETag` with its quotes. The value changes whenever the content changes.
    pub etag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at `path`, which begins with `/`; `/` itself is the index. `None` if there is no such file.
pub fn file(path: &str) -> Option<&'static File> {
    let path = if path == "/" { "/index.html" } else { path };
    let index = FILES.binary_search_by_key(&path, |file| file.path).ok()?;
    FILES.get(index)
}

/// The text of the file at `path`. In a constant, a missing file is a compile error, and the program only embeds the
/// files that it uses.
///
/// ```
/// const PIECES: &str = web_page::text("/pieces.svg");
/// assert!(PIECES.starts_with("<svg "));
/// ```
///
/// # Panics
/// If there is no such file.
pub const fn text(path: &str) -> &'static str {
    let mut index = 0;
    while index < FILES.len() {
        if is_same(FILES[index].path, path)
            && let Ok(text) = str::from_utf8(FILES[index].bytes)
        {
            return text;
        }
        index += 1;
    }
    panic!("the page has no text file at this path")
}

/// Compares strings in constants.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// The page's languages as `lang` values, in alphabetical order: "en", "nl".
pub fn languages() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|file| file.path.strip_prefix("/words/")?.strip_suffix(".json"))
}

/// The index in a language; `None` if the page is not available in that language.
pub fn index(language: &str) -> Option<&'static File> {
    let language = languages().find(|known| *known == language)?;
    if language == "en" { file("/") } else { file(&format!("/index.{language}.html")) }
}

/// All files, in path order.
pub fn files() -> &'static [File] {
    FILES
}
