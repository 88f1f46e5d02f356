//! Writes a table of the files in `page/`, each plain and compressed. Scripts lose their comment lines. The index is
//! written once for each language in `page/words/`: `{{key}}` in the index stands for one string, and `{{words}}` for
//! all strings.

use std::io::{Error, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value};

/// The language of the index without a language in its name.
const FIRST_LANGUAGE: &str = "en";

fn main() -> Result<(), Error> {
    let page = folder("CARGO_MANIFEST_DIR")?.join("page");
    let out = folder("OUT_DIR")?;
    // A path relative to the crate refers to the same file from any working directory.
    println!("cargo::rerun-if-changed=page");
    let mut paths = Vec::new();
    collect(&page, &mut paths)?;
    let mut files = Vec::new();
    for path in paths {
        let below = path.strip_prefix(&page).map_err(Error::other)?;
        let mut address = String::new();
        for part in below.components() {
            address.push('/');
            address.push_str(text(part.as_ref())?);
        }
        files.push((address, path));
    }
    let indexes = indexes(&files, &out)?;
    files.retain(|(address, _)| address != "/index.html");
    files.extend(indexes);
    files.sort();
    for (index, (_, path)) in files.iter_mut().enumerate() {
        if path.extension().is_some_and(|extension| extension == "js") {
            let script = without_comments(&fs::read_to_string(&*path)?);
            *path = out.join(format!("{index}.js"));
            fs::write(&*path, script)?;
        }
    }
    let mut table = String::new();
    for (index, (address, path)) in files.iter().enumerate() {
        table.push_str(&entry(address, path, &out.join(format!("{index}.gz")))?);
    }
    let code = format!(
        "/// The files, in the order of their paths.\nstatic FILES: &[File] = &[\n{table}];\n"
    );
    fs::write(out.join("files.rs"), code)
}

/// Removes comments at the start of a line from a script, but preserves a value that follows a type comment.
fn without_comments(script: &str) -> String {
    let (mut code, mut is_in_comment) = (String::new(), false);
    for line in script.lines() {
        let begin = line.trim_start();
        let is_comment = is_in_comment || begin.starts_with("/*");
        let rest =
            if is_comment { begin.split_once("*/").map(|(_, rest)| rest) } else { Some(line) };
        is_in_comment = is_comment && rest.is_none();
        let rest = rest.filter(|rest| !rest.trim().is_empty() && !begin.starts_with("//"));
        if let Some(rest) = rest {
            code.push_str(rest);
            code.push('\n');
        }
    }
    code
}

/// Writes the index in every language. Returns each index's address and file.
fn indexes(files: &[(String, PathBuf)], out: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let (_, index) = files
        .iter()
        .find(|(address, _)| address == "/index.html")
        .ok_or_else(|| Error::other("page/index.html is missing"))?;
    let template = fs::read_to_string(index)?;
    let mut written = Vec::new();
    for (address, path) in files {
        let language = address.strip_prefix("/words/").and_then(|name| name.strip_suffix(".json"));
        let Some(language) = language else { continue };
        let words: Map<String, Value> = serde_json::from_str(&fs::read_to_string(path)?)?;
        let name = match language {
            FIRST_LANGUAGE => "index.html".to_owned(),
            _ => format!("index.{language}.html"),
        };
        let file = out.join(&name);
        fs::write(&file, filled(&template, language, &words)?)?;
        written.push((format!("/{name}"), file));
    }
    Ok(written)
}

/// Inserts the strings into the index.
fn filled(template: &str, language: &str, words: &Map<String, Value>) -> Result<String, Error> {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part
            .split_once("}}")
            .ok_or_else(|| Error::other("page/index.html has {{ without }}"))?;
        match key {
            "language" => page.push_str(language),
            // This is in a script element, and the strings must not end that element.
            "words" => page.push_str(&serde_json::to_string(words)?.replace('<', "\\u003c")),
            _ => page.push_str(&escaped(words.get(key).and_then(Value::as_str).ok_or_else(
                || Error::other(format!("page/words/{language}.json has no text {key:?}")),
            )?)),
        }
        page.push_str(rest);
    }
    Ok(page)
}

/// Escapes text for an element or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn folder(variable: &str) -> Result<PathBuf, Error> {
    env::var_os(variable)
        .map(PathBuf::from)
        .ok_or_else(|| Error::other(format!("cargo sets no {variable}")))
}

/// Adds the files below `folder` to `paths`.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), paths)?;
        } else {
            paths.push(entry.path());
        }
    }
    Ok(())
}

/// A file's entry in the table. Writes the file's compressed content to `compressed`.
fn entry(address: &str, path: &Path, compressed: &Path) -> Result<String, Error> {
    let bytes = fs::read(path)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    fs::write(compressed, encoder.finish()?)?;
    let hash = blake3::hash(&bytes).to_hex();
    let hash: String = hash.chars().take(16).collect();
    let mime = mime(path)?;
    let (content, compressed) = (text(path)?, text(compressed)?);
    Ok(format!(
        "File {{ path: {address:?}, mime: {mime:?}, bytes: include_bytes!({content:?}), \
         gzip: include_bytes!({compressed:?}), etag: \"\\\"{hash}\\\"\" }},\n"
    ))
}

fn text(path: &Path) -> Result<&str, Error> {
    path.to_str().ok_or_else(|| Error::other(format!("{} is not UTF-8", path.display())))
}

fn mime(path: &Path) -> Result<&'static str, Error> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => Ok("text/html; charset=utf-8"),
        Some("css") => Ok("text/css; charset=utf-8"),
        Some("js") => Ok("text/javascript; charset=utf-8"),
        Some("json") => Ok("application/json"),
        Some("svg") => Ok("image/svg+xml"),
        _ => Err(Error::other(format!("{} has no known type: add it to build.rs", path.display()))),
    }
}
