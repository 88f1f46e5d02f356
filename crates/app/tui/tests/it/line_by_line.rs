//! Menu pages that are controlled by lines instead of keys.

use std::path::PathBuf;

use board_engine::Seat;
use games_package::TimeControl;
use tui::{MatchQuery, Menu, MenuMatch, MenuResult, MenuStudy, Pieces, Side};

use crate::choosing::{Shop, menu};

/// Handles lines. All lines except the last only open another page.
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
    lines(&mut menu, &["tournaments"]);
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
    lines(&mut menu, &["tournaments", "saturday"]);
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
    lines(
        &mut menu,
        &["settings", "name Ada Byron", "Pieces ascii", "sounds bell", "pieces marble"],
    );
    shows(&menu, "option pieces can't be \"marble\"");
    assert_eq!(menu.skin().pieces, Pieces::Ascii);
    lines(&mut menu, &["pieces ascii", ""]);
    assert!(menu.is_at_start() && menu.preferences().rings_bell);
    assert_eq!(menu.preferences().name, "Ada Byron");
}

#[test]
fn every_item_of_the_first_page_is_chosen_by_name_or_number() {
    let first = menu().page_text(80);
    let words = [
        ("play", "What do you want to play?"),
        ("watch", "What do you want to watch?"),
        ("continue", "no unfinished match; start one"),
        ("my matches", "match-1"),
        ("library", "What do you want to do with the library?"),
        ("analyze", "Which game?"),
        ("tournaments", "Which tournament?"),
        ("file", "A path such as games.pdn"),
        ("settings", "What do you want to change?"),
        (":Settings", "What do you want to change?"),
        ("search", "What do you want to do with the library?"),
        ("resume", "no unfinished match; start one"),
        ("study", "Which game?"),
    ];
    for (word, page) in words {
        let mut menu = menu();
        lines(&mut menu, &[word]);
        shows(&menu, page);
    }
    let items = first.lines().filter(|line| line.starts_with("   ") || line.starts_with("  1"));
    assert_eq!(items.count(), 11, "{first}");
    let stones = MenuResult::Puzzles(Some("stones:big".into()));
    for (word, result) in [
        ("puzzles", MenuResult::Puzzles(None)),
        ("puzzles stones:big", stones),
        ("puzzles chss", MenuResult::Nothing),
        ("11", MenuResult::Leave),
    ] {
        assert_eq!(lines(&mut menu(), &[word]), result);
    }
}

#[test]
fn a_match_is_set_up_by_lines() {
    let stones = |side, time: TimeControl| {
        let (game, opponent) = ("stones".into(), "random".into());
        MenuResult::Match(MenuMatch { game, opponent, side, time })
    };
    let unlimited = TimeControl::Unlimited;
    let chosen = lines(&mut menu(), &["play", "stones", "random", "south", ""]);
    assert_eq!(chosen, stones(Side::Seat(Seat::SECOND), unlimited));
    let chosen = lines(&mut menu(), &["play stones", "random", "1", "7s"]);
    assert_eq!(chosen, stones(Side::Seat(Seat::FIRST), "7s".parse().unwrap()));
    let chosen = lines(&mut menu(), &["watch stones", "random", "random", ""]);
    assert_eq!(chosen, stones(Side::Watch("random".into()), unlimited));
    // A player typed on the first page plays the default game.
    let chosen = lines(&mut menu(), &["random", "south", ""]);
    assert_eq!(chosen, stones(Side::Seat(Seat::SECOND), unlimited));
    let mut menu = menu();
    lines(&mut menu, &["play dice"]);
    shows(&menu, "Rival > dice:6\nAgainst whom?");
    lines(&mut menu, &["random", "menu"]);
    shows(&menu, "Rival\nWhat do you want to do?");
    lines(&mut menu, &["stones:77"]);
    shows(&menu, "Against whom?");
    lines(&mut menu, &["nobody"]);
    shows(&menu, "Unknown choice nobody; type a number or a name.");
    lines(&mut menu, &["menu", "chess"]);
    shows(&menu, "Unknown choice chess; type a number or a name.");
}

#[test]
fn several_matching_choices_are_listed() {
    let mut menu = menu();
    lines(&mut menu, &["play", "dice", "menu", "play", "e"]);
    shows(&menu, "3 choices contain \"e\"; type a number, or back for all.");
    lines(&mut menu, &["back"]);
    shows(&menu, "What do you want to play?");
    lines(&mut menu, &["st"]);
    shows(&menu, "Against whom?");
}

#[test]
fn the_library_is_searched_by_lines() {
    let mut menu = menu();
    lines(&mut menu, &["library", "search", "players ada"]);
    shows(&menu, "There is no value players.");
    lines(&mut menu, &["result sometimes"]);
    shows(&menu, "option result can't be \"sometimes\"");
    lines(&mut menu, &["result any", "moves 1-2", ""]);
    shows(&menu, "moves need a game");
    lines(&mut menu, &["moves", "player bob", ""]);
    shows(&menu, "no matches found");
    lines(&mut menu, &["player ada", ""]);
    shows(&menu, "1 found.");
    let found = lines(&mut menu, &["match-77"]);
    assert_eq!(found, MenuResult::Study(MenuStudy::Kept("match-77".into())));
    let query = MatchQuery { player: "ada".into(), result: "1-0".into(), ..MatchQuery::default() };
    lines(&mut menu, &["back", "result 1-0", "", "export"]);
    shows(&menu, "A path such as games.pdn or ~/games/mine.pgn");
    let export = lines(&mut menu, &["found games.pgn"]);
    assert_eq!(export, MenuResult::Export(query.clone(), PathBuf::from("found games.pgn")));
    assert_eq!(lines(&mut menu, &["back", "puzzles"]), MenuResult::MakePuzzles(query));
}

#[test]
fn files_are_imported_opened_and_exported_by_lines() {
    let import = lines(&mut menu(), &["library", "import", "\"my games.pgn\"", ""]);
    assert_eq!(import, MenuResult::Import(PathBuf::from("my games.pgn"), None));
    let import = lines(&mut menu(), &["library", "2", "games.txt", "stones"]);
    let stones = Some("stones".to_owned());
    assert_eq!(import, MenuResult::Import(PathBuf::from("games.txt"), stones));
    let all = lines(&mut menu(), &["library", "export", "all.pdn"]);
    assert_eq!(all, MenuResult::Export(MatchQuery::default(), PathBuf::from("all.pdn")));
    let opened = lines(&mut menu(), &["file", "1"]);
    assert_eq!(opened, MenuResult::Study(MenuStudy::File(PathBuf::from("1"), None)));
    let mut menu = menu();
    lines(&mut menu, &["library", "import", ""]);
    shows(&menu, "What do you want to do with the library?");
}

#[test]
fn a_match_is_deleted_by_the_same_line_typed_twice() {
    let mut menu = menu();
    lines(&mut menu, &["my matches", "delete match-1"]);
    shows(&menu, "Delete match-1? Type the same line again to confirm.");
    lines(&mut menu, &["delete export"]);
    shows(&menu, "export is not a match.");
    lines(&mut menu, &["delete 1"]);
    let deleted = lines(&mut menu, &["delete 1"]);
    assert_eq!(deleted, MenuResult::Delete("match-1".into()));
}
