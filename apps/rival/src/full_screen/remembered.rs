//! The pieces and colors that were chosen last, kept for the next time.

use std::path::{Path, PathBuf};
use std::{fs, io};

use match_library::user_folder;
use screen::{Palette, Pieces, Skin};
use serde::{Deserialize, Serialize};

/// The file, in the folder where programs keep their state.
const FILE: &str = "look.toml";

/// What is kept. A value that is unknown, as from another version, is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Look {
    pieces: String,
    palette: String,
}

impl Look {
    fn of(skin: &Skin) -> Self {
        Self { pieces: skin.pieces.name().into(), palette: skin.palette.name().into() }
    }

    fn apply(&self, skin: &mut Skin) {
        skin.pieces = Pieces::named(&self.pieces).unwrap_or(skin.pieces);
        if let Some(palette) = Palette::named(&self.palette) {
            skin.palette = palette;
        }
    }
}

/// Sets the pieces and colors that were chosen last, if any were.
pub(super) fn recall(skin: &mut Skin) {
    if let Some(look) = file().and_then(|file| read(&file)) {
        look.apply(skin);
    }
}

/// Keeps the pieces and colors. That this is impossible is no reason to disturb anybody: the log says it.
pub(super) fn remember(skin: &Skin) {
    let Some(file) = file() else { return };
    if let Err(error) = write(&file, &Look::of(skin)) {
        tracing::warn!(file = %file.display(), %error, "the look is not kept");
    }
}

fn file() -> Option<PathBuf> {
    user_folder().map(|folder| folder.join(FILE))
}

fn read(file: &Path) -> Option<Look> {
    toml::from_str(&fs::read_to_string(file).ok()?).ok()
}

/// Writes the file, completely or not at all.
fn write(file: &Path, look: &Look) -> io::Result<()> {
    let text = toml::to_string(look).map_err(io::Error::other)?;
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
    fn a_look_is_kept_and_unknown_names_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state").join(FILE);
        let mut skin = Skin::new(Depth::True);
        skin.pieces = Pieces::Ascii;
        skin.next_palette();
        write(&file, &Look::of(&skin)).unwrap();
        let mut recalled = Skin::new(Depth::True);
        read(&file).unwrap().apply(&mut recalled);
        assert_eq!(recalled, skin);
        fs::write(&file, "pieces = \"marble\"\nsize = 3\n").unwrap();
        read(&file).unwrap().apply(&mut recalled);
        assert_eq!(recalled, skin);
        fs::write(&file, "pieces = [").unwrap();
        assert_eq!(read(&file), None);
    }
}
