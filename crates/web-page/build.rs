//! Writes a table of the files in `page/`, each as it is and compressed.

use std::io::{Error, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Error> {
    let page = folder("CARGO_MANIFEST_DIR")?.join("page");
    let out = folder("OUT_DIR")?;
    println!("cargo::rerun-if-changed={}", page.display());
    let mut paths = Vec::new();
    collect(&page, &mut paths)?;
    let mut entries = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let compressed = out.join(format!("{index}.gz"));
        entries.push(entry(&page, path, &compressed)?);
    }
    entries.sort();
    let table: String = entries.into_iter().map(|(_, code)| code).collect();
    let code = format!(
        "/// The files, in the order of their paths.\nstatic FILES: &[File] = &[\n{table}];\n"
    );
    fs::write(out.join("files.rs"), code)
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

/// The path of a file on the server, and its entry in the table. Writes its compressed content to `compressed`.
fn entry(page: &Path, path: &Path, compressed: &Path) -> Result<(String, String), Error> {
    let bytes = fs::read(path)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    fs::write(compressed, encoder.finish()?)?;
    let below = path.strip_prefix(page).map_err(Error::other)?;
    let mut address = String::new();
    for part in below.components() {
        address.push('/');
        address.push_str(text(part.as_ref())?);
    }
    let hash = blake3::hash(&bytes).to_hex();
    let hash: String = hash.chars().take(16).collect();
    let mime = mime(path)?;
    let (content, compressed) = (text(path)?, text(compressed)?);
    let code = format!(
        "File {{ path: {address:?}, mime: {mime:?}, bytes: include_bytes!({content:?}), \
         gzip: include_bytes!({compressed:?}), etag: \"\\\"{hash}\\\"\" }},\n"
    );
    Ok((address, code))
}

fn text(path: &Path) -> Result<&str, Error> {
    path.to_str().ok_or_else(|| Error::other(format!("{} is not UTF-8", path.display())))
}

fn mime(path: &Path) -> Result<&'static str, Error> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => Ok("text/html; charset=utf-8"),
        Some("css") => Ok("text/css; charset=utf-8"),
        Some("js") => Ok("text/javascript; charset=utf-8"),
        Some("svg") => Ok("image/svg+xml"),
        _ => Err(Error::other(format!("{} has no known type: add it to build.rs", path.display()))),
    }
}
