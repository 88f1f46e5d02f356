//! The files of the web page, embedded in the program that serves them.
//!
//! Everything in `page/` is written by hand and sent as it is: no bundler, no step of its own. The build compresses each
//! file once, so that a server sends ready bytes.
//!
//! ```
//! let page = web_page::file("/").expect("the page has an index");
//! assert_eq!(page.mime, "text/html; charset=utf-8");
//! assert!(page.gzip.len() < page.bytes.len());
//! assert!(web_page::file("/../Cargo.toml").is_none());
//! ```

#![forbid(unsafe_code)]

/// A file of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Where it is asked for: `/views/match.js`. The index is `/index.html`.
    pub path: &'static str,
    /// The value of `Content-Type`.
    pub mime: &'static str,
    /// The content.
    pub bytes: &'static [u8],
    /// The content, compressed for `Content-Encoding: gzip`.
    pub gzip: &'static [u8],
    /// The value of `ETag`, with its quotes: it changes with the content.
    pub etag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at `path`, which begins with `/`; `/` itself is the index. None if there is no such file.
pub fn file(path: &str) -> Option<&'static File> {
    let path = if path == "/" { "/index.html" } else { path };
    let index = FILES.binary_search_by_key(&path, |file| file.path).ok()?;
    FILES.get(index)
}

/// All files, in the order of their paths.
pub fn files() -> &'static [File] {
    FILES
}
