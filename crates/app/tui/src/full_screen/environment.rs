//! Detects the terminal's capabilities from environment variables.

use std::env;
use std::io::{IsTerminal, stdin, stdout};

use app_context::configuration::{Located, SkinSettings};
use app_context::{AppContext, Failure, FailureKind};

use super::remembered;
use crate::{Depth, Palette, Part, Pieces, Skin, Tone};

/// Returns `true` if standard input and output are a terminal that can address the cursor.
pub fn is_possible() -> bool {
    let kind = variable("TERM");
    stdin().is_terminal() && stdout().is_terminal() && !kind.is_empty() && kind != "dumb"
}

/// The configured or last chosen pieces and colors, limited to this terminal's capabilities.
pub(super) fn skin(app: &AppContext) -> Result<Skin, Failure> {
    let depth = color_depth(&variable("NO_COLOR"), &variable("COLORTERM"), &variable("TERM"));
    let mut skin = Skin::new(depth);
    remembered::recall_look(&mut skin);
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    if !supports_unicode(&locale) {
        skin.pieces = Pieces::Ascii;
    }
    apply_settings(&mut skin, &app.configuration().skin)?;
    Ok(skin)
}

/// Overrides the skin with the settings.
fn apply_settings(skin: &mut Skin, settings: &SkinSettings) -> Result<(), Failure> {
    let wrong = |what: &Located, why: String| {
        Failure::message(FailureKind::Input, format_args!("{}: {why}", what.place))
    };
    if let Some(name) = &settings.pieces {
        let known = Pieces::ALL.map(Pieces::name).join(", ");
        let why = || format!("unknown pieces \"{}\": expected one of {known}", name.text);
        skin.pieces = Pieces::named(&name.text).ok_or_else(|| wrong(name, why()))?;
    }
    if let Some(name) = &settings.palette {
        let known = Palette::built_in().map(|palette| palette.name().to_string()).join(", ");
        let why = || format!("unknown palette \"{}\": expected one of {known}", name.text);
        skin.palette = Palette::named(&name.text).ok_or_else(|| wrong(name, why()))?;
    }
    for (name, color) in &settings.colors {
        let known = Part::ALL.map(Part::name).join(", ");
        let no_part = || format!("unknown color \"{}\": expected one of {known}", name.text);
        let part = Part::named(&name.text).ok_or_else(|| wrong(name, no_part()))?;
        let no_color = || format!("invalid color \"{}\": expected one like #8b5a3c", color.text);
        let tone = Tone::from_hex(&color.text).ok_or_else(|| wrong(color, no_color()))?;
        skin.palette = skin.palette.clone().with(part, tone);
    }
    Ok(())
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// The number of colors, according to <https://no-color.org> and common terminal names.
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

/// Returns `true` if the first variable that is set names UTF-8, or if none is set.
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
    fn the_environment_determines_the_number_of_colors() {
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
