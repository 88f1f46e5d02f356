//! The saved preferences: the person's name, pieces, colors and sounds.

use board_engine::is_printable;
use games_package::OptionSpec;

use super::form::Form;
use super::{Menu, Page};
use crate::palette::Palette;
use crate::skin::{Pieces, Skin};

/// The maximum length of a person's name, in characters.
const NAME_LENGTH_MAX: usize = 40;

/// The saved preferences, besides the skin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences {
    /// The name in matches and their records; empty if unset.
    pub name: String,
    /// `true` if the terminal rings its bell when the opponent has moved.
    pub rings_bell: bool,
}

impl Preferences {
    /// Preferences with this name, truncated to a sensible length and without unprintable characters.
    pub fn new(name: &str, rings_bell: bool) -> Self {
        let shown = name.trim().chars().filter(|sign| is_printable(*sign));
        Self { name: shown.take(NAME_LENGTH_MAX).collect(), rings_bell }
    }
}

const NAME: &str = "name";
const PIECES: &str = "pieces";
const COLORS: &str = "colors";
const SOUNDS: &str = "sounds";

const SILENT: &str = "off";
const BELL: &str = "bell";

/// The form for these settings.
fn form(skin: &Skin, preferences: &Preferences) -> Form {
    let palettes = Palette::built_in();
    let palettes: Vec<&str> = palettes.iter().map(Palette::name).collect();
    let sounds = if preferences.rings_bell { BELL } else { SILENT };
    Form::of(vec![
        OptionSpec::text(NAME, "your name in matches and records", &preferences.name),
        OptionSpec::choice(
            PIECES,
            "style of the pieces",
            skin.pieces.name(),
            &Pieces::ALL.map(Pieces::name),
        ),
        OptionSpec::choice(COLORS, "of board and pieces", skin.palette.name(), &palettes),
        OptionSpec::choice(SOUNDS, "after the opponent's moves", sounds, &[SILENT, BELL]),
    ])
}

impl Menu {
    /// The saved preferences, besides the skin.
    pub const fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Returns `true` if the preferences page is open. Every key on that page can change the preferences.
    pub const fn asks_settings(&self) -> bool {
        matches!(self.page, Page::Settings(_))
    }

    pub(super) fn ask_settings(&mut self) {
        self.page = Page::Settings(form(&self.skin, &self.preferences));
    }

    /// Applies the form immediately.
    pub(super) fn apply_settings(&mut self) {
        let Page::Settings(form) = &self.page else { return };
        self.preferences = Preferences::new(form.value(NAME), form.value(SOUNDS) == BELL);
        if let Some(pieces) = Pieces::named(form.value(PIECES)) {
            self.skin.pieces = pieces;
        }
        // A palette with customized colors stays until the user chooses another palette.
        let colors = form.value(COLORS);
        if colors != self.skin.palette.name()
            && let Some(palette) = Palette::named(colors)
        {
            self.skin.palette = palette;
        }
    }
}
