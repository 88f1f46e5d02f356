//! `rival.toml` sets how boards look.

use std::fs;

use integration_tests::{Terminal, scratch};
use tempfile::TempDir;

/// A home folder with this configuration.
fn home(configuration: &str) -> TempDir {
    let home = scratch();
    fs::write(home.path().join("rival.toml"), configuration).expect("it can be written");
    home
}

const BOARD: [&str; 4] = ["play", "checkers", "--seat", "2=human"];

#[test]
fn a_configured_skin_is_used() {
    let text =
        "[skin]\npieces = \"unicode\"\npalette = \"slate\"\n\n[skin.colors]\nlight = \"#ff0000\"\n";
    let home = home(text);
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), BOARD);
    terminal.shows("Black to move");
    assert!(terminal.text().contains('⛂'), "{}", terminal.text());
    let corner = |terminal: &Terminal, column| {
        terminal.screen().cell(1, column).expect("the board is there").bgcolor()
    };
    // The configured color, next to a color from the palette.
    let red = vt100::Color::Rgb(255, 0, 0);
    assert_eq!(corner(&terminal, 0), red);
    let dark = corner(&terminal, 4);
    terminal.types("colors\r");
    terminal.shows("Colors: wood.");
    assert_ne!(corner(&terminal, 0), red);
    assert_ne!(corner(&terminal, 4), dark);
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn errors_in_a_skin_are_reported_with_their_place() {
    for (configuration, expected) in [
        (
            "[skin]\npiece = \"ascii\"\n",
            "rival: rival.toml: line 2, column 1: unknown field `piece`, expected one of `pieces`, `palette`, `colors`",
        ),
        (
            "[skin]\n  pieces = \"round\"\n",
            "rival: rival.toml: line 2, column 12: unknown pieces \"round\": expected one of unicode, ascii, wide",
        ),
        (
            "[skin]\npalette = \"pink\"\n",
            "rival: rival.toml: line 2, column 11: unknown palette \"pink\": expected one of wood, green, slate",
        ),
        (
            "[skin.colors]\ndark = \"#12345\"\n",
            "rival: rival.toml: line 2, column 8: invalid color \"#12345\": expected one like #8b5a3c",
        ),
        (
            "skin.colors = { dark = \"#123456\", drak = \"#123456\" }\n",
            "rival: rival.toml: line 1, column 35: unknown color \"drak\": expected one of light, dark, name,",
        ),
    ] {
        let home = home(configuration);
        let mut terminal = Terminal::start_at_home(home.path(), (24, 200), BOARD);
        assert_eq!(terminal.ends().code(), Some(3), "{}", terminal.text());
        assert!(terminal.text().starts_with(expected), "{configuration}: {}", terminal.text());
    }
}
