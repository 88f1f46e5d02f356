//! Tests for the page's size and files.

mod weight;

use std::io::Read as _;

use flate2::read::GzDecoder;

#[test]
fn every_file_is_found_by_its_path() {
    assert!(web_page::files().len() > 10);
    for file in web_page::files() {
        assert_eq!(web_page::file(file.path), Some(file));
    }
    assert_eq!(web_page::file("/"), web_page::file("/index.html"));
}

#[test]
fn unknown_paths_have_no_file() {
    for path in
        ["", "index.html", "//index.html", "/index.html/", "/../Cargo.toml", "/views", "/views/"]
    {
        assert_eq!(web_page::file(path), None, "{path}");
    }
}

#[test]
fn the_compressed_content_is_the_content() {
    for file in web_page::files() {
        let mut content = Vec::new();
        GzDecoder::new(file.gzip).read_to_end(&mut content).unwrap();
        assert_eq!(content, file.bytes, "{}", file.path);
    }
}

#[test]
fn different_contents_have_different_tags() {
    let mut tags: Vec<&str> = web_page::files().iter().map(|file| file.etag).collect();
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), web_page::files().len());
    assert!(tags.iter().all(|tag| tag.len() == 18 && tag.starts_with('"') && tag.ends_with('"')));
}
