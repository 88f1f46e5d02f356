//! The seeds: small valid inputs, and inputs that failed once.

use std::fs;
use std::path::PathBuf;

/// The beginning of the name of a seed that its reader must accept. Others may be refused.
pub(crate) const VALID: &str = "valid-";

/// The beginning of the name of an input that failed once.
const REGRESSION: &str = "regression-";

/// The folder of a target's seeds.
pub(crate) fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The seeds of a target with the names of their files, in the order of the names.
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

/// A shell command that adds an input to the seeds of a target.
pub(crate) fn command(target: &str, input: &[u8]) -> String {
    let escaped: String = input.iter().map(|byte| escape(*byte)).collect();
    let name = format!("{REGRESSION}{:016x}", hash(input));
    format!("printf '%b' '{escaped}' > fuzz/corpus/{target}/{name}")
}

/// A byte in the form that `printf %b` and the shell leave as it is.
fn escape(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\\' | b'\'' | 0..=31 | 127.. => format!("\\0{byte:03o}"),
        _ => char::from(byte).into(),
    }
}

/// FNV-1a, which names files alike on every machine.
fn hash(input: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    input.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
