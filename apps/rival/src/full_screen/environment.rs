//! The capabilities of the terminal, by the environment variables.

use std::env;
use std::io::{IsTerminal, stdin, stdout};

use anyhow::anyhow;
use house::configuration::{Located, SkinSettings};
use house::{Failure, FailureKind, House};
use screen::{Depth, Palette, Part, Pieces, Skin, Tone};

use super::remembered;

/// Whether standard input and output are a terminal that can address the cursor.
pub(crate) fn is_possible() -> bool {
    let kind = variable("TERM");
    stdin().is_terminal() && stdout().is_terminal() && !kind.is_empty() && kind != "dumb"
}

/// The pieces and colors of the configuration, or else those that were chosen last, as far as this terminal can show them.
pub(super) fn skin(house: &House) -> Result<Skin, Failure> {
    let depth = color_depth(&variable("NO_COLOR"), &variable("COLORTERM"), &variable("TERM"));
    let mut skin = Skin::new(depth);
    remembered::recall_look(&mut skin);
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    if !supports_unicode(&locale) {
        skin.pieces = Pieces::Ascii;
    }
    apply_settings(&mut skin, &house.configuration().skin)?;
    Ok(skin)
}

/// Overrides the skin with the settings.
fn apply_settings(skin: &mut Skin, settings: &SkinSettings) -> Result<(), Failure> {
    let wrong = |what: &Located, why: String| {
        Failure::new(FailureKind::Input, anyhow!("{}: {why}", what.place))
    };
    if let Some(name) = &settings.pieces {
        let known = Pieces::ALL.map(Pieces::name).join(", ");
        let why = || format!("there are no pieces \"{}\": there are {known}", name.text);
        skin.pieces = Pieces::named(&name.text).ok_or_else(|| wrong(name, why()))?;
    }
    if let Some(name) = &settings.palette {
        let known = Palette::built_in().map(|palette| palette.name().to_string()).join(", ");
        let why = || format!("there is no palette \"{}\": there are {known}", name.text);
        skin.palette = Palette::named(&name.text).ok_or_else(|| wrong(name, why()))?;
    }
    for (name, color) in &settings.colors {
        let known = Part::ALL.map(Part::name).join(", ");
        let no_part = || format!("there is no part \"{}\" to color: there are {known}", name.text);
        let part = Part::named(&name.text).ok_or_else(|| wrong(name, no_part()))?;
        let no_color = || format!("\"{}\" is not a color: expected one like #8b5a3c", color.text);
        let tone = Tone::from_hex(&color.text).ok_or_else(|| wrong(color, no_color()))?;
        skin.palette = skin.palette.clone().with(part, tone);
    }
    Ok(())
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// The number of colors: <https://no-color.org> and the usual names of terminals.
fn color_depth(no_color: &str, color: &str, kind: &str) -> Depth {
    if !no_color.is_empty() || kind.ends_with("-mono") || kind.starts_with("vt1") {
        Depth::None
    } else if matches!(color, "truecolor" | "24bit") || kind.ends_with("-direct") {
        Depth::True
    } else if kind.contains("256color") {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

/// Whether the first variable that is set names UTF-8. True if none is set.
fn supports_unicode(locale: &[String]) -> bool {
    let set = locale.iter().find(|value| !value.is_empty());
    set.is_none_or(|value| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_tells_how_many_colors_there_are() {
        assert_eq!(color_depth("", "truecolor", "xterm-256color"), Depth::True);
        assert_eq!(color_depth("1", "truecolor", "xterm-256color"), Depth::None);
        assert_eq!(color_depth("", "", "screen-256color"), Depth::Indexed);
        assert_eq!(color_depth("", "", "linux"), Depth::Sixteen);
        assert_eq!(color_depth("", "", "vt100"), Depth::None);
    }

    #[test]
    fn the_first_locale_that_is_set_counts() {
        let supports = |values: [&str; 3]| supports_unicode(&values.map(String::from));
        assert!(supports(["", "", "en_US.UTF-8"]));
        assert!(supports(["", "", ""]));
        assert!(!supports(["C", "", "en_US.UTF-8"]));
        assert!(supports(["", "C.utf8", "C"]));
    }
}
