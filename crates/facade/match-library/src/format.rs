//! Match file formats.

use std::path::Path;

use game_catalog::{sheet_formats, sheet_formats_of, table_game};
use games_package::{Record, TableGame};
use notation::{RecordFile, Sheet, SheetFormat, save_text};

use crate::entry::LoadedMatch;
use crate::picture::animation;
use crate::time_of_day::today;
use crate::write_error::WriteError;

/// A file format for matches.
#[derive(Clone, Copy, Debug)]
pub enum FileFormat {
    /// Rival's own format, which is lossless.
    Record,
    /// A notation that other programs can also read.
    Sheet(&'static dyn SheetFormat),
    /// An animated SVG picture, which can't be loaded again.
    Picture,
}

impl FileFormat {
    /// The format with this name: "record", "pdn", "pgn", "mat", "ggf", "svg".
    pub fn named(name: &str) -> Option<Self> {
        let sheet = || sheet_formats().into_iter().find(|format| format.name() == name);
        match name {
            "record" => Some(Self::Record),
            "svg" => Some(Self::Picture),
            _ => sheet().map(Self::Sheet),
        }
    }

    /// The format for the file's extension; a record if the extension is unknown.
    pub fn of_file(file: &Path) -> Self {
        let extension =
            file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Self::named(&extension.to_lowercase()).unwrap_or(Self::Record)
    }

    /// The text of a match. A match from another program gets no tags that its file doesn't have; a match played here also
    /// gets tags that describe it.
    ///
    /// # Errors
    /// [`WriteError`] if the game uses another notation, or if the format can't express the match.
    pub fn text(self, record: &Record, game: &dyn TableGame) -> Result<String, WriteError> {
        let format = match self {
            Self::Record => return Ok(record.to_text()),
            Self::Picture => return Ok(animation(record, game)?),
            Self::Sheet(format) => format,
        };
        let asked = format.name();
        let own: Vec<&str> = sheet_formats_of(game.name())?.iter().map(|own| own.name()).collect();
        if !own.contains(&asked) {
            let (game, own) = (game.name().into(), own.join(" or "));
            return Err(WriteError::OtherNotation { game, own, asked });
        }
        let mut sheet = Sheet::of(record, game);
        if record.header.tag(SITE) == Some(OWN_SITE) {
            format.describe(&mut sheet);
        }
        Ok(format.write(&sheet)?)
    }

    /// Writes a loaded match to a file.
    ///
    /// # Errors
    /// The errors of [`text`](Self::text), and [`WriteError`] if the file can't be written.
    pub fn write(self, loaded: &LoadedMatch, file: &Path) -> Result<(), WriteError> {
        let text = self.text(&loaded.record, &*loaded.game)?;
        Ok(save_text(file, &text)?)
    }
}

/// The tags for a match's date and site.
pub(crate) const DATE: &str = "Date";
pub(crate) const SITE: &str = "Site";

/// The site tag of matches played in this program.
pub(crate) const OWN_SITE: &str = "Rival";

/// Writes a match that is being played to a file, like [`save`]. In a notation, adds today's date and the site, unless
/// the match continues a match from such a file.
///
/// # Errors
/// As [`save`].
pub fn save_played(record: &Record, file: &Path) -> Result<(), WriteError> {
    let is_sheet = matches!(FileFormat::of_file(file), FileFormat::Sheet(_));
    if !is_sheet || !record.header.tags.is_empty() {
        return save(record, file);
    }
    let mut dated = record.clone();
    dated.header.tags = vec![(DATE.into(), today()), (SITE.into(), OWN_SITE.into())];
    save(&dated, file)
}

/// Writes a match to a file, in the format given by its extension.
///
/// # Errors
/// The errors of [`FileFormat::text`], and [`WriteError`] if the file can't be written.
pub fn save(record: &Record, file: &Path) -> Result<(), WriteError> {
    match FileFormat::of_file(file) {
        FileFormat::Record => Ok(record.save(file)?),
        format @ (FileFormat::Sheet(_) | FileFormat::Picture) => {
            let game = table_game(&record.game)?;
            Ok(save_text(file, &format.text(record, &*game)?)?)
        }
    }
}
