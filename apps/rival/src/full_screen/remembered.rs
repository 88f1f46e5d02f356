//! What the person has chosen for all matches, kept for the next time.

use std::path::{Path, PathBuf};
use std::{fs, io};

use match_library::user_folder;
use screen::{Palette, Pieces, Preferences, Skin};
use serde::{Deserialize, Serialize};

/// The file, in the folder where programs keep their state.
const FILE: &str = "look.toml";

/// What is kept. A value that is unknown, as from another version, is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Remembered {
    pieces: String,
    palette: String,
    name: String,
    bell: bool,
}

impl Remembered {
    fn of(skin: &Skin, preferences: &Preferences) -> Self {
        let (pieces, palette) = (skin.pieces.name().into(), skin.palette.name().into());
        let Preferences { name, rings_bell } = preferences.clone();
        Self { pieces, palette, name, bell: rings_bell }
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

/// Sets the pieces and colors that were chosen last, if any were.
pub(super) fn recall_look(skin: &mut Skin) {
    if let Some(remembered) = file().and_then(|file| read(&file)) {
        remembered.apply(skin);
    }
}

/// What was chosen last beside the look.
pub(crate) fn preferences() -> Preferences {
    file().and_then(|file| read(&file)).unwrap_or_default().preferences()
}

/// Keeps what was chosen. That this is impossible is no reason to disturb anybody: the log says it.
pub(super) fn remember(skin: &Skin, preferences: &Preferences) {
    let Some(file) = file() else { return };
    if let Err(error) = write(&file, &Remembered::of(skin, preferences)) {
        tracing::warn!(file = %file.display(), %error, "the settings are not kept");
    }
}

fn file() -> Option<PathBuf> {
    user_folder().map(|folder| folder.join(FILE))
}

fn read(file: &Path) -> Option<Remembered> {
    toml::from_str(&fs::read_to_string(file).ok()?).ok()
}

/// Writes the file, completely or not at all.
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
    use screen::Depth;

    use super::*;

    #[test]
    fn what_was_chosen_is_kept_and_unknown_names_are_ignored() {
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
        assert_eq!(read(&file), None);
    }
}
