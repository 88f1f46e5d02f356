//! Files of weights.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use backgammon_players::Networks;

/// Writes the weights as they are, 4 bytes each.
pub(crate) fn keep(networks: &Networks, path: &Path) -> Result<()> {
    let bytes: Vec<u8> = networks.weights().flat_map(f32::to_le_bytes).collect();
    let beside = path.with_extension("new");
    fs::write(&beside, bytes).with_context(|| format!("writing {}", beside.display()))?;
    fs::rename(&beside, path).with_context(|| format!("replacing {}", path.display()))
}

/// Reads what [`keep`] wrote.
pub(crate) fn read(path: &Path) -> Result<Networks> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let (chunks, rest) = bytes.as_chunks();
    let weights: Vec<f32> = chunks.iter().copied().map(f32::from_le_bytes).collect();
    match Networks::from_weights(&weights) {
        Some(networks) if rest.is_empty() => Ok(networks),
        _ => bail!("{} holds no weights of networks of this size", path.display()),
    }
}

/// Writes the weights as the program holds them, packed by gzip.
pub(crate) fn write_small(weights: &Path, file: &Path) -> Result<()> {
    let bytes = read(weights)?.to_bytes();
    packed_weights::write(file, &bytes)?;
    println!("{} bytes, packed, in {}", bytes.len(), file.display());
    Ok(())
}
