//! Menu pages that are controlled by lines instead of keys.

use tui::{Menu, MenuResult, MenuStudy, Pieces};

use crate::choosing::{Shop, menu};

/// Handles lines; all but the last line only lead to another page.
#[track_caller]
fn lines(menu: &mut Menu, typed: &[&str]) -> MenuResult {
    let (last, others) = typed.split_last().unwrap();
    for line in others {
        assert_eq!(menu.take_line(line, &Shop), MenuResult::Nothing, "{line}");
    }
    menu.take_line(last, &Shop)
}

#[track_caller]
fn shows(menu: &Menu, part: &str) {
    let page = menu.page_text(80) + menu.message().unwrap_or_default();
    assert!(page.contains(part), "no \"{part}\":\n{page}");
}

#[test]
fn a_tournament_is_set_up_by_lines() {
    let mut menu = menu();
    menu.open_tournaments(&Shop);
    shows(&menu, "Which tournament?\n   1  New tournament");
    lines(&mut menu, &["1", "stones", "random", "search"]);
    shows(&menu, "  depth  6  plies; ");
    lines(&mut menu, &["depth 70"]);
    shows(&menu, "option depth can't be \"70\"");
    lines(&mut menu, &["depth 7", "", "continue", "rounds 3"]);
    shows(&menu, "There is no value rounds.");
    lines(&mut menu, &["format swiss", "rounds=3", "name friday night"]);
    shows(&menu, "  rounds    3 ");
    let MenuResult::BeginTournament(new) = lines(&mut menu, &[""]) else { panic!("it begins") };
    assert_eq!((new.format.as_str(), new.rounds, new.name.as_str()), ("swiss", 3, "friday night"));
    let players: Vec<&str> = new.entrants.iter().map(|it| it.player.as_str()).collect();
    assert_eq!(players, ["random", "search:depth=7"]);
}

#[test]
fn a_tournament_is_inspected_and_stopped_by_lines() {
    let mut menu = menu();
    menu.open_tournaments(&Shop);
    lines(&mut menu, &["saturday"]);
    shows(&menu, "Unknown choice saturday; type a number or a name.");
    lines(&mut menu, &["friday", ""]);
    shows(&menu, "running, 3 of 6 games");
    shows(&menu, "   2  2  Ada        1.0    +0 ± 300");
    shows(&menu, "Last game: Bob - Cyd");
    assert_eq!(lines(&mut menu, &["stop"]), MenuResult::StopTournament("friday".into()));
    lines(&mut menu, &["report"]);
    shows(&menu, "\ncrosstable\n");
    let game = lines(&mut menu, &["", "ada", "1"]);
    let of_tournament = MenuStudy::OfTournament { folder: "friday".into(), game: "r1g1".into() };
    assert_eq!(game, MenuResult::Study(of_tournament));
    lines(&mut menu, &["back", "back", "back"]);
    assert!(menu.is_at_start());
}

#[test]
fn settings_are_changed_by_lines() {
    let mut menu = menu();
    menu.open_settings();
    lines(&mut menu, &["name Ada Byron", "Pieces ascii", "sounds bell", "pieces marble"]);
    shows(&menu, "option pieces can't be \"marble\"");
    assert_eq!(menu.skin().pieces, Pieces::Ascii);
    lines(&mut menu, &["pieces ascii", ""]);
    assert!(menu.is_at_start() && menu.preferences().rings_bell);
    assert_eq!(menu.preferences().name, "Ada Byron");
}
