//! Tournaments in the menu.

use ratatui::crossterm::event::KeyCode;
use screen::{
    MenuEntrant, MenuItem, MenuResult, MenuStudy, NewTournament, StandingColumn, TournamentCommand,
    TournamentView,
};

use crate::choosing::{Shop, enter, fill, menu, press, text, text_at};

/// A tournament of three in this folder, which runs unless it is called "over".
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
        report: vec!["all against all".into(), "how games ended".into()],
    }
}

fn entrant(player: &str, name: Option<&str>) -> MenuEntrant {
    MenuEntrant { player: player.into(), name: name.map(String::from) }
}

#[test]
fn a_tournament_is_set_up_by_typing() {
    let mut menu = menu();
    enter(&mut menu, &["tournaments", "new", "stones"]);
    assert!(text(&mut menu).contains("Who takes part?"), "{}", text(&mut menu));
    assert!(!text(&mut menu).contains("Go on"), "{}", text(&mut menu));
    // With options, then without any, twice.
    enter(&mut menu, &["search"]);
    press(&mut menu, KeyCode::Right);
    enter(&mut menu, &["", "random", "random"]);
    let shown = text(&mut menu);
    assert!(shown.contains("- search:depth=7") && shown.contains("with these 3"), "{shown}");
    // One of them is removed.
    enter(&mut menu, &["- random"]);
    assert!(text(&mut menu).contains("with these 2 players"), "{}", text(&mut menu));
    enter(&mut menu, &["go on"]);
    assert!(text(&mut menu).contains("How is it played?"), "{}", text(&mut menu));
    fill(&mut menu, &[(0, "s"), (1, ""), (1, "x")]);
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Nothing);
    assert!(text(&mut menu).contains("time: "), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Backspace);
    fill(&mut menu, &[(4, "friday night")]);
    let expected = NewTournament {
        game: "stones".into(),
        entrants: vec![entrant("search:depth=7", None), entrant("random", None)],
        format: "swiss".into(),
        pairs: 1,
        time: "100ms".parse().unwrap(),
        rounds: 5,
        groups: (2, 2),
        name: "friday night".into(),
    };
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::BeginTournament(expected));
    // It couldn't begin: the form is still there.
    menu.show_tournament("lost", &Shop);
    let shown = text(&mut menu);
    assert!(shown.contains("How is it played?") && shown.contains("nobody plays cards"), "{shown}");
    assert!(shown.contains("friday night"), "{shown}");
    for question in ["Who takes part?", "Which game?", "Which tournament?", "What do you want"] {
        press(&mut menu, KeyCode::Esc);
        assert!(text(&mut menu).contains(question), "{question}: {}", text(&mut menu));
    }
}

#[test]
fn a_tournament_is_watched_stopped_and_looked_at() {
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
    assert!(text(&mut menu).contains("all against all"), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Esc);
    // The games of one player.
    enter(&mut menu, &["ada"]);
    let shown = text(&mut menu);
    assert!(shown.contains("Ada - Bob") && !shown.contains("Bob - Cyd"), "{shown}");
    let of_ada = |game: &str| MenuStudy::OfTournament {
        folder: "friday".into(),
        player: Some("Ada".into()),
        game: game.into(),
    };
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Study(of_ada("r1g1")));
    // Back from the replay, at the game.
    menu.show_tournament_games("friday", None, "r1g1", &Shop);
    let all =
        MenuStudy::OfTournament { folder: "friday".into(), player: None, game: "r1g1".into() };
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Study(all));
    for question in ["running, 3 of 6 games", "Which tournament?"] {
        press(&mut menu, KeyCode::Esc);
        assert!(text(&mut menu).contains(question), "{question}: {}", text(&mut menu));
    }
}

#[test]
fn the_folder_of_an_earlier_tournament_is_typed() {
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
