//! Tournaments in the menu.

use games_package::TimeControl;
use ratatui::crossterm::event::KeyCode;
use tui::{
    Depth, Menu, MenuEntrant, MenuItem, MenuResult, MenuStudy, NewTournament, Skin, StandingColumn,
    TournamentCommand, TournamentView,
};

use crate::choosing::{Shop, enter, fill, menu, press, text, text_at};

/// A three-player tournament in this folder. The tournament is running unless its name is "over".
pub(crate) fn view(folder: &str) -> TournamentView {
    let column = |head: &str, cells: [&str; 3], rank| StandingColumn {
        head: head.into(),
        cells: cells.map(String::from).into(),
        begins_left: head == "player",
        rank,
    };
    let player = |name| MenuItem::new(name, &format!("{name}: Enter lists the games"));
    let runs = folder != "over";
    TournamentView {
        title: folder.into(),
        subject: "stones, round-robin".into(),
        state: if runs { "running, 3 of 6 games" } else { "over, 6 games" }.into(),
        trouble: None,
        command: runs.then_some(TournamentCommand::Stop),
        players: ["Bob", "Ada", "Cyd"].map(player).into(),
        columns: vec![
            column("", ["1", "2", "3"], 0),
            column("player", ["Bob", "Ada", "Cyd"], 0),
            column("points", ["2.0", "1.0", "0.0"], 0),
            column("elo", ["+120 ± 300", "+0 ± 300", "-120 ± 300"], 1),
            column("Buchholz", ["1.0", "2.0", "3.0"], 2),
        ],
        last_result: Some("Last game: Bob - Cyd, first wins; 9 moves".into()),
        report: vec!["crosstable".into(), "how games ended".into()],
    }
}

fn entrant(player: &str, name: Option<&str>) -> MenuEntrant {
    MenuEntrant { player: player.into(), name: name.map(String::from) }
}

/// The tournament that the form creates for these two players, with all defaults.
fn of_two(one: &str, other: &str) -> NewTournament {
    NewTournament {
        game: "stones".into(),
        entrants: vec![entrant(one, None), entrant(other, None)],
        format: "round-robin".into(),
        rounds: 1,
        heads: 1,
        groups: (1, 1),
        test: None,
        pairs: 2,
        openings: "auto".into(),
        time: TimeControl::Unlimited,
        depth: None,
        nodes: None,
        seed: None,
        name: String::new(),
    }
}

/// The tournament form for two players.
fn form() -> Menu {
    let mut menu = menu();
    enter(&mut menu, &["tournaments", "new", "stones", "random", "search", "", "continue"]);
    assert!(text(&mut menu).contains("What are the rules?"), "{}", text(&mut menu));
    menu
}

#[test]
fn a_tournament_is_set_up_by_typing() {
    let mut menu = menu();
    enter(&mut menu, &["tournaments", "new", "stones"]);
    assert!(text(&mut menu).contains("Who participates?"), "{}", text(&mut menu));
    assert!(!text(&mut menu).contains("Continue"), "{}", text(&mut menu));
    // Add the player with options, then twice without options.
    enter(&mut menu, &["search"]);
    press(&mut menu, KeyCode::Right);
    enter(&mut menu, &["", "random", "random"]);
    let shown = text(&mut menu);
    assert!(shown.contains("- search:depth=7") && shown.contains("with these 3"), "{shown}");
    // Remove one of the players.
    enter(&mut menu, &["- random"]);
    assert!(text(&mut menu).contains("with these 2 players"), "{}", text(&mut menu));
    enter(&mut menu, &["continue"]);
    assert!(text(&mut menu).contains("What are the rules?"), "{}", text(&mut menu));
    assert!(!text(&mut menu).contains("rounds"), "{}", text(&mut menu));
    fill(&mut menu, &[(0, "s"), (1, ""), (3, "x")]);
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Nothing);
    assert!(text(&mut menu).contains("time: "), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Backspace);
    fill(&mut menu, &[(4, "friday, at night")]);
    let expected = NewTournament {
        format: "swiss".into(),
        rounds: 5,
        name: "friday, at night".into(),
        ..of_two("search:depth=7", "random")
    };
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::BeginTournament(expected));
    // The tournament could not begin, so the form is still open.
    menu.show_tournament("lost", &Shop);
    let shown = text(&mut menu);
    assert!(
        shown.contains("What are the rules?") && shown.contains("no player plays cards"),
        "{shown}"
    );
    assert!(shown.contains("friday, at night"), "{shown}");
    for question in ["Who participates?", "Which game?", "Which tournament?", "What do you want"] {
        press(&mut menu, KeyCode::Esc);
        assert!(text(&mut menu).contains(question), "{question}: {}", text(&mut menu));
    }
}

#[test]
fn openings_limits_and_a_seed_are_typed() {
    let mut menu = form();
    fill(&mut menu, &[(3, "")]);
    for _ in 0.."auto".len() {
        press(&mut menu, KeyCode::Backspace);
    }
    fill(&mut menu, &[(0, "random:6"), (2, "8"), (1, "1e4")]);
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Nothing);
    let shown = text(&mut menu);
    assert!(shown.contains("nodes can't be \"1e4\": expected a number"), "{shown}");
    for _ in 0..2 {
        press(&mut menu, KeyCode::Backspace);
    }
    fill(&mut menu, &[(0, "0000"), (1, "7")]);
    let expected = NewTournament {
        openings: "random:6".into(),
        depth: Some(8),
        nodes: Some(10_000),
        seed: Some(7),
        ..of_two("random", "search")
    };
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::BeginTournament(expected));
}

#[test]
fn a_sequential_test_is_set_up() {
    let mut menu = form();
    fill(&mut menu, &[(1, "o")]);
    let shown = text_at(&mut menu, 80, 24);
    for row in ["elo0       0 ", "elo1       20 ", "pairs-max  10000 "] {
        assert!(shown.contains(row), "{shown}");
    }
    fill(&mut menu, &[(1, ".5"), (1, "x")]);
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Nothing);
    let shown = text(&mut menu);
    assert!(shown.contains("elo1 can't be \"20x\": expected a number"), "{shown}");
    press(&mut menu, KeyCode::Backspace);
    let expected =
        NewTournament { test: Some((0.5, 20.0)), pairs: 10_000, ..of_two("random", "search") };
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::BeginTournament(expected));
}

#[test]
fn the_form_fits_the_smallest_screen() {
    let mut menu = form();
    let shown = text_at(&mut menu, 40, 12);
    assert!(shown.contains(" format    round-robin   pairing format"), "{shown}");
    assert!(shown.contains("gauntlet, swiss, knockout, groups"), "all of them: {shown}");
    // The last rows are reachable.
    fill(&mut menu, &[(8, "night")]);
    let shown = text_at(&mut menu, 40, 12);
    assert!(shown.contains(" name      night"), "{shown}");
    assert!(shown.contains("name; empty for a generated"), "{shown}");
    let rows = ["format", "sprt", "pairs", "openings", "time", "depth", "nodes", "seed", "name"];
    let shown = text_at(&mut menu, 80, 24);
    assert!(rows.iter().all(|row| shown.contains(&format!(" {row} "))), "{shown}");
}

#[test]
fn a_tournament_is_watched_stopped_and_inspected() {
    let mut menu = menu();
    enter(&mut menu, &["tournaments", "friday"]);
    let shown = text(&mut menu);
    for part in
        ["friday", "running, 3 of 6 games", "player  ", "+120 ± 300", "Last game: Bob - Cyd"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(menu.next_change().is_some());
    assert_eq!(enter(&mut menu, &["stop"]), MenuResult::StopTournament("friday".into()));
    menu.refresh(&Shop);
    enter(&mut menu, &["report"]);
    assert!(text(&mut menu).contains("crosstable"), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Esc);
    // Open one player's games.
    enter(&mut menu, &["ada"]);
    let shown = text(&mut menu);
    assert!(shown.contains("Ada - Bob") && !shown.contains("Bob - Cyd"), "{shown}");
    let game = || {
        let (folder, game) = ("friday".into(), "r1g1".into());
        MenuResult::Study(MenuStudy::OfTournament { folder, game })
    };
    assert_eq!(press(&mut menu, KeyCode::Enter), game());
    // Return from the replay to the list with the game.
    let mut menu = menu.after_study(&Skin::new(Depth::None), &Shop);
    assert_eq!(press(&mut menu, KeyCode::Enter), game());
    for question in ["running, 3 of 6 games", "Which tournament?"] {
        press(&mut menu, KeyCode::Esc);
        assert!(text(&mut menu).contains(question), "{question}: {}", text(&mut menu));
    }
}

#[test]
fn an_earlier_tournaments_folder_is_typed() {
    let mut menu = menu();
    enter(&mut menu, &["tournaments", "~/old"]);
    assert!(text(&mut menu).contains("/runs/old"), "{}", text(&mut menu));
    menu.show_tournament("over", &Shop);
    assert!(!text(&mut menu).contains("Stop"), "{}", text(&mut menu));
}

#[test]
fn standings_fit_the_smallest_screen() {
    let mut menu = menu();
    menu.show_tournament("friday", &Shop);
    for _ in 0..2 {
        press(&mut menu, KeyCode::Down);
    }
    let shown = text_at(&mut menu, 40, 12);
    assert!(shown.contains("player  points         elo"), "{shown}");
    assert!(shown.contains("Cyd        0.0  -120 ± 300"), "{shown}");
    assert!(!shown.contains("Buchholz"), "{shown}");
    assert!(text_at(&mut menu, 80, 24).contains("Buchholz"));
}
