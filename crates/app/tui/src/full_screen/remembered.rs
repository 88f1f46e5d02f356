//! Saves the user's preferences, which apply to all matches.

use std::fs;
use std::io::{self, Write, stderr};
use std::path::{Path, PathBuf};

use app_context::configuration::check_format;
use match_library::user_folder;
use serde::{Deserialize, Serialize};

use crate::{Palette, Pieces, Preferences, Skin};

/// The file name in the user's state folder.
const FILE: &str = "look.toml";

/// The file's format version.
const FORMAT: u32 = 1;

/// The saved settings. Unknown values are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Remembered {
    format: u32,
    pieces: String,
    palette: String,
    name: String,
    bell: bool,
}

impl Remembered {
    fn of(skin: &Skin, preferences: &Preferences) -> Self {
        let (pieces, palette) = (skin.pieces.name().into(), skin.palette.name().into());
        let Preferences { name, rings_bell } = preferences.clone();
        Self { format: FORMAT, pieces, palette, name, bell: rings_bell }
    }

    fn apply(&self, skin: &mut Skin) {
        skin.pieces = Pieces::named(&self.pieces).unwrap_or(skin.pieces);
        if let Some(palette) = Palette::named(&self.palette) {
            skin.palette = palette;
        }
    }

    fn preferences(&self) -> Preferences {
        Preferences::new(&self.name, self.bell)
    }
}

/// Applies the last chosen pieces and colors, if any. Reports and ignores a file from a newer version.
pub(super) fn recall_look(skin: &mut Skin) {
    match file().map(|file| read(&file)) {
        Some(Ok(remembered)) => remembered.apply(skin),
        Some(Err(newer)) => {
            // Nothing can be reported if standard error is closed.
            let _gone = writeln!(stderr(), "warning: {newer}");
        }
        None => {}
    }
}

/// The user's last chosen preferences.
pub fn preferences() -> Preferences {
    file().and_then(|file| read(&file).ok()).unwrap_or_default().preferences()
}

/// Saves the choices, unless the file is from a newer version. A failure is only logged.
pub(super) fn remember(skin: &Skin, preferences: &Preferences) {
    let Some(file) = file() else { return };
    let written = read(&file).and_then(|_| {
        write(&file, &Remembered::of(skin, preferences)).map_err(|error| error.to_string())
    });
    if let Err(error) = written {
        tracing::warn!(file = %file.display(), %error, "the settings are not saved");
    }
}

fn file() -> Option<PathBuf> {
    user_folder().map(|folder| folder.join(FILE))
}

/// The content of the file, or the default if it can't be read.
///
/// # Errors
/// A message with the file name, if the file is from a newer version.
fn read(file: &Path) -> Result<Remembered, String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    check_format(&text, file, FORMAT).map_err(|newer| newer.to_string())?;
    Ok(toml::from_str(&text).unwrap_or_default())
}

/// Writes the file atomically.
fn write(file: &Path, remembered: &Remembered) -> io::Result<()> {
    let text = toml::to_string(remembered).map_err(io::Error::other)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!(".{FILE}.{}", std::process::id()));
    fs::write(&unfinished, text)?;
    fs::rename(&unfinished, file)
}

#[cfg(test)]
mod tests {
    use crate::Depth;

    use super::*;

    #[test]
    fn choices_are_saved_and_unknown_names_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state").join(FILE);
        let mut skin = Skin::new(Depth::True);
        skin.pieces = Pieces::Ascii;
        skin.next_palette();
        let preferences = Preferences::new("Ada \"A\" Byron", true);
        write(&file, &Remembered::of(&skin, &preferences)).unwrap();
        let mut recalled = Skin::new(Depth::True);
        read(&file).unwrap().apply(&mut recalled);
        assert_eq!(recalled, skin);
        assert_eq!(read(&file).unwrap().preferences(), preferences);
        fs::write(&file, "pieces = \"marble\"\nsize = 3\nname = \" a\\nb\\u001b \"\n").unwrap();
        read(&file).unwrap().apply(&mut recalled);
        assert_eq!(recalled, skin);
        assert_eq!(read(&file).unwrap().preferences(), Preferences::new("ab", false));
        fs::write(&file, "pieces = [").unwrap();
        assert_eq!(read(&file).unwrap(), Remembered::default());
    }

    #[test]
    fn a_file_from_a_newer_version_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        fs::write(&file, "format = 2\npieces = 3\n").unwrap();
        let why = "was written by a newer version of Rival (format 2; this program reads 1)";
        assert_eq!(read(&file).unwrap_err(), format!("{} {why}", file.display()));
    }
}
