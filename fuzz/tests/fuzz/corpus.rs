//! The seeds: small valid inputs, and inputs that failed before.

use std::fs;
use std::path::PathBuf;

/// The name prefix of seeds that the reader must accept. The reader may refuse other seeds.
pub(crate) const VALID: &str = "valid-";

/// The name prefix of inputs that failed before.
const REGRESSION: &str = "regression-";

/// The folder with a target's seeds.
pub(crate) fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// A target's seeds and their file names, sorted by name.
pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder(target)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let named = paths.into_iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.to_owned();
        Some((name, fs::read(path).ok()?))
    });
    named.collect()
}

/// A shell command that adds an input to a target's seeds.
pub(crate) fn command(target: &str, input: &[u8]) -> String {
    let escaped: String = input.iter().map(|byte| escape(*byte)).collect();
    let name = format!("{REGRESSION}{:016x}", hash(input));
    format!("printf '%b' '{escaped}' > fuzz/corpus/{target}/{name}")
}

/// A byte in a form that survives both `printf %b` and the shell.
fn escape(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\\' | b'\'' | 0..=31 | 127.. => format!("\\0{byte:03o}"),
        _ => char::from(byte).into(),
    }
}

/// The FNV-1a hash. The hash gives files the same names on every machine.
fn hash(input: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    input.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
