//! Tests the menu.

use board_engine::Seat;
use games_package::{OptionSpec, TimeControl};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tui::{
    Depth, FoundMatches, KeptMatches, MatchQuery, Menu, MenuItem, MenuItems, MenuMatch, MenuResult,
    MenuStudy, Occurrence, Pieces, Preferences, Side, Skin, TournamentView,
};

pub(crate) struct Shop;

fn choice(name: &str, options: &[OptionSpec]) -> MenuItem {
    MenuItem { options: options.into(), ..MenuItem::new(name, &format!("the {name}")) }
}

impl MenuItems for Shop {
    fn games(&self) -> Vec<MenuItem> {
        let variants = ["dice:6", "dice:20"].map(|name| choice(name, &[]));
        let dice = MenuItem {
            label: "dice".into(),
            variants: variants.into(),
            ..MenuItem::new("dice:6", "throws")
        };
        [choice("stones", &[]), choice("cards", &[]), dice].into()
    }

    fn kept_matches(&self, which: KeptMatches) -> Result<Vec<MenuItem>, String> {
        match which {
            KeptMatches::Unfinished => Ok(Vec::new()),
            KeptMatches::All => Ok(vec![choice("match-1", &[])]),
        }
    }

    fn matches_of_player(&self, text: &str) -> Vec<MenuItem> {
        let known = ("ada", choice("match-77", &[]));
        [known].into_iter().filter(|(name, _)| name.contains(text)).map(|(_, kept)| kept).collect()
    }

    fn has_matches(&self) -> Result<bool, String> {
        Ok(true)
    }

    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String> {
        if !query.moves.is_empty() && query.game.is_empty() {
            return Err("moves need a game".into());
        }
        let is_known = query.player.is_empty() || "ada".contains(&query.player);
        let matches = Vec::from_iter(is_known.then(|| choice("match-77", &[])));
        Ok(FoundMatches { count: format!("{} found.", matches.len()), matches })
    }

    fn tournaments(&self) -> Vec<MenuItem> {
        vec![choice("friday", &[])]
    }

    fn tournament_at(&self, path: &str) -> Option<MenuItem> {
        (path == "~/old").then(|| choice("/runs/old", &[]))
    }

    fn tournament(&self, folder: &str) -> Result<TournamentView, String> {
        match folder {
            "lost" => Err("no player plays cards".into()),
            folder => Ok(crate::tournaments::view(folder)),
        }
    }

    fn tournament_games(
        &self,
        _folder: &str,
        player: Option<&str>,
    ) -> Result<Vec<MenuItem>, String> {
        let games = [("r1g2", "Bob - Cyd"), ("r1g1", "Ada - Bob")];
        let of_player = games.iter().filter(|(_, who)| player.is_none_or(|it| who.contains(it)));
        let game = |(id, who): &(&str, &str)| MenuItem {
            label: (*who).into(),
            ..MenuItem::new(id, "first wins; 9 moves")
        };
        Ok(of_player.map(game).collect())
    }

    fn game(&self, name: &str) -> Option<MenuItem> {
        (name.starts_with("stones:") && !name.contains(' ')).then(|| choice(name, &[]))
    }

    fn game_of_position(&self, position: &str) -> Option<String> {
        (position == "4/4 N").then(|| "stones".into())
    }

    fn seats(&self, _: &str) -> Vec<String> {
        vec!["North".into(), "South".into()]
    }

    fn players(&self, game: &str) -> Result<Vec<MenuItem>, String> {
        if game == "cards" {
            return Err("no player plays cards".into());
        }
        let depth = OptionSpec::integer("depth", "plies", 6, 1, 9);
        Ok(vec![choice("random", &[]), choice("search", &[depth])])
    }

    fn person(&self) -> MenuItem {
        choice("person", &[])
    }

    fn time(&self) -> TimeControl {
        TimeControl::Unlimited
    }
}

pub(crate) fn menu() -> Menu {
    let mut menu = Menu::new(Skin::new(Depth::None), Preferences::default());
    menu.resize(60, 16);
    menu
}

pub(crate) fn press(menu: &mut Menu, code: KeyCode) -> MenuResult {
    menu.update(&Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), &Shop)
}

/// The menu after the user chose to play.
fn play_menu() -> Menu {
    let mut menu = menu();
    enter(&mut menu, &["play"]);
    menu
}

/// Types lines and presses Enter after each line.
pub(crate) fn enter(menu: &mut Menu, lines: &[&str]) -> MenuResult {
    let mut chosen = MenuResult::Nothing;
    for line in lines {
        for sign in line.chars() {
            press(menu, KeyCode::Char(sign));
        }
        chosen = press(menu, KeyCode::Enter);
    }
    chosen
}

pub(crate) fn text(menu: &mut Menu) -> String {
    text_at(menu, 60, 16)
}

/// The content of a screen with this size.
pub(crate) fn text_at(menu: &mut Menu, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| menu.draw(frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn enter_accepts_the_suggestion() {
    let chosen = MenuMatch {
        game: "stones".into(),
        opponent: "random".into(),
        side: Side::Seat(Seat::FIRST),
        time: TimeControl::Unlimited,
    };
    assert_eq!(enter(&mut play_menu(), &["", "", "", ""]), MenuResult::Match(chosen));
}

#[test]
fn everything_can_be_typed_and_options_are_set() {
    let mut menu = play_menu();
    enter(&mut menu, &["stones:9", "search"]);
    assert!(text(&mut menu).contains("depth"), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Right);
    let chosen = MenuMatch {
        game: "stones:9".into(),
        opponent: "search:depth=7".into(),
        side: Side::Random,
        time: "7m+7s".parse().unwrap(),
    };
    assert_eq!(enter(&mut menu, &["", "random", "7m+7s"]), MenuResult::Match(chosen));
}

#[test]
fn esc_goes_back_and_finally_quits() {
    let mut menu = play_menu();
    enter(&mut menu, &["", "search", ""]);
    for question in ["Against whom?", "What do you want to play?", "What do you want to do?"] {
        assert_eq!(press(&mut menu, KeyCode::Esc), MenuResult::Nothing);
        assert!(text(&mut menu).contains(question), "{}", text(&mut menu));
    }
    assert_eq!(press(&mut menu, KeyCode::Esc), MenuResult::Leave);
}

#[test]
fn a_missing_match_is_reported() {
    let mut menu = play_menu();
    enter(&mut menu, &["chequers"]);
    assert!(text(&mut menu).contains("No match for \"chequers\""), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Esc);
    enter(&mut menu, &["cards"]);
    assert!(text(&mut menu).contains("no player plays cards"), "{}", text(&mut menu));
}

#[test]
fn a_games_variants_are_chosen_or_typed_at_once() {
    let mut menu = play_menu();
    assert!(!text(&mut menu).contains("dice:20"), "{}", text(&mut menu));
    enter(&mut menu, &["throws"]);
    assert!(text(&mut menu).contains("Which variant?"), "{}", text(&mut menu));
    enter(&mut menu, &["20"]);
    assert!(text(&mut menu).contains("dice:20"), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Esc);
    enter(&mut menu, &["dice:20"]);
    assert!(text(&mut menu).contains("Against whom?"), "{}", text(&mut menu));
}

#[test]
fn a_list_longer_than_the_screen_shows_that_it_continues() {
    let mut menu = menu();
    let top = text_at(&mut menu, 40, 12);
    assert!(top.contains('↓') && !top.contains('↑'), "{top}");
    press(&mut menu, KeyCode::End);
    let bottom = text_at(&mut menu, 40, 12);
    assert!(bottom.contains('↑') && !bottom.contains('↓'), "{bottom}");
}

#[test]
fn matches_games_and_files_are_studied() {
    let kept = MenuResult::Study(MenuStudy::Kept("match-1".into()));
    assert_eq!(enter(&mut menu(), &["my matches", ""]), kept);
    let of_player = MenuResult::Study(MenuStudy::Kept("match-77".into()));
    assert_eq!(enter(&mut menu(), &["my matches", "ada"]), of_player);
    let game = MenuResult::Study(MenuStudy::Game("dice:20".into()));
    assert_eq!(enter(&mut menu(), &["analyze", "throws", "20"]), game);
    let mut menu = menu();
    let file = MenuResult::Study(MenuStudy::File("games.pdn".into(), None));
    assert_eq!(enter(&mut menu, &["file", "games.pdn"]), file);
    menu.ask_match_of_file("games.pdn".into(), vec!["one".into(), "another".into()]);
    let second = MenuResult::Study(MenuStudy::File("games.pdn".into(), Some(2)));
    assert_eq!(enter(&mut menu, &["another"]), second);
    menu.ask_game_of_file("games.pdn".into(), Some(2), &Shop);
    let of_game =
        MenuStudy::FileOfGame { file: "games.pdn".into(), number: Some(2), game: "dice:20".into() };
    assert_eq!(enter(&mut menu, &["dice:20"]), MenuResult::Study(of_game));
}

#[test]
fn search_results_are_written_to_a_file() {
    let all = MenuResult::Export(MatchQuery::default(), "all.pdn".into());
    assert_eq!(enter(&mut menu(), &["my matches", "write", "all.pdn"]), all);
    let mut menu = menu();
    enter(&mut menu, &["my matches"]);
    for sign in "ada".chars() {
        press(&mut menu, KeyCode::Char(sign));
    }
    assert!(text(&mut menu).contains("Export"), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Down);
    let asked = press(&mut menu, KeyCode::Enter);
    assert_eq!(asked, MenuResult::Nothing);
    assert!(text(&mut menu).contains("Which file?"), "{}", text(&mut menu));
    let query = MatchQuery { player: "ada".into(), ..MatchQuery::default() };
    let of_player = MenuResult::Export(query, "ada.pgn".into());
    assert_eq!(enter(&mut menu, &["ada.pgn"]), of_player);
    menu.finish_files("Wrote 3 matches to ada.pgn.".into());
    assert!(text(&mut menu).contains("Wrote 3 matches"), "{}", text(&mut menu));
}

#[test]
fn puzzles_are_generated_from_the_results() {
    let all = MenuResult::MakePuzzles(MatchQuery::default());
    assert_eq!(enter(&mut menu(), &["library", "make"]), all);
    assert_eq!(enter(&mut menu(), &["my matches", "make"]), all);
    let mut menu = menu();
    enter(&mut menu, &["library", "find"]);
    fill(&mut menu, &[(1, "ada")]);
    press(&mut menu, KeyCode::Enter);
    let query = MatchQuery { player: "ada".into(), ..MatchQuery::default() };
    assert_eq!(enter(&mut menu, &["make"]), MenuResult::MakePuzzles(query));
}

#[test]
fn the_menu_returns_to_the_list_that_offered_the_study() {
    let back = |menu: Menu| menu.after_study(&Skin::new(Depth::None), &Shop);
    let studied = || MenuResult::Study(MenuStudy::Kept("match-77".into()));
    let mut menu = menu();
    enter(&mut menu, &["library", "find"]);
    fill(&mut menu, &[(1, "ada")]);
    press(&mut menu, KeyCode::Enter);
    assert_eq!(press(&mut menu, KeyCode::Enter), studied());
    let mut menu = back(menu);
    assert_eq!(press(&mut menu, KeyCode::Enter), studied());
    // After a study, the menu must return neither to the list of games nor to the first page.
    let mut menu = crate::choosing::menu();
    enter(&mut menu, &["analyze", "stones"]);
    let mut menu = back(menu);
    assert!(text(&mut menu).contains("What do you want to do?"), "{}", text(&mut menu));
    assert_eq!(enter(&mut menu, &["puzzles"]), MenuResult::Puzzles(None));
    let mut menu = back(menu);
    assert_eq!(press(&mut menu, KeyCode::Enter), MenuResult::Puzzles(None));
}

#[test]
fn a_match_is_deleted_by_pressing_the_key_twice() {
    let mut menu = menu();
    enter(&mut menu, &["my matches"]);
    assert_eq!(press(&mut menu, KeyCode::Delete), MenuResult::Nothing);
    assert!(text(&mut menu).contains("Delete match-1?"), "{}", text(&mut menu));
    // Any other key cancels the deletion.
    press(&mut menu, KeyCode::Home);
    assert_eq!(press(&mut menu, KeyCode::Delete), MenuResult::Nothing);
    assert_eq!(press(&mut menu, KeyCode::Delete), MenuResult::Delete("match-1".into()));
    menu.forget("match-1");
    let shown = text(&mut menu);
    assert!(shown.contains("Deleted match-1.") && !shown.contains("the match-1"), "{shown}");
    // The remaining item exports to a file and can't be deleted.
    press(&mut menu, KeyCode::Delete);
    assert_eq!(press(&mut menu, KeyCode::Delete), MenuResult::Nothing);
}

#[test]
fn two_players_are_chosen_for_a_match_to_watch() {
    let mut menu = menu();
    enter(&mut menu, &["watch", "stones"]);
    assert!(text(&mut menu).contains("Who moves first?"), "{}", text(&mut menu));
    assert!(!text(&mut menu).contains("person"), "{}", text(&mut menu));
    enter(&mut menu, &["search"]);
    press(&mut menu, KeyCode::Right);
    press(&mut menu, KeyCode::Enter);
    assert!(text(&mut menu).contains("search:depth=7"), "{}", text(&mut menu));
    assert!(text(&mut menu).contains("Who is the opponent?"), "{}", text(&mut menu));
    let chosen = MenuMatch {
        game: "stones".into(),
        opponent: "random".into(),
        side: Side::Watch("search:depth=7".into()),
        time: TimeControl::Unlimited,
    };
    assert_eq!(enter(&mut menu, &["random", "none"]), MenuResult::Match(chosen));
    // Esc first clears the typed text.
    press(&mut menu, KeyCode::Esc);
    for question in ["Who is the opponent?", "Who moves first?", "What do you want to watch?"] {
        press(&mut menu, KeyCode::Esc);
        assert!(text(&mut menu).contains(question), "{}", text(&mut menu));
    }
}

/// Fills in a form. Each pair is a number of rows to move down and the text to type.
pub(crate) fn fill(menu: &mut Menu, rows: &[(usize, &str)]) {
    for (down, typed) in rows {
        for _ in 0..*down {
            press(menu, KeyCode::Down);
        }
        for sign in typed.chars() {
            press(menu, KeyCode::Char(sign));
        }
    }
}

#[test]
fn the_library_is_searched_by_a_form() {
    let mut menu = menu();
    enter(&mut menu, &["library", "find"]);
    fill(&mut menu, &[(1, "ada"), (3, "1-2 2-1")]);
    press(&mut menu, KeyCode::Enter);
    assert!(text(&mut menu).contains("moves need a game"), "{}", text(&mut menu));
    fill(&mut menu, &[(2, " ")]);
    for _ in 0..6 {
        press(&mut menu, KeyCode::Up);
    }
    fill(&mut menu, &[(0, "stones")]);
    press(&mut menu, KeyCode::Enter);
    assert!(text(&mut menu).contains("1 found."), "{}", text(&mut menu));
    let query = MatchQuery {
        game: "stones".into(),
        player: "ada".into(),
        moves: "1-2 2-1".into(),
        occurrence: Occurrence::EitherColor,
        ..MatchQuery::default()
    };
    let written = MenuResult::Export(query, "found.pdn".into());
    assert_eq!(enter(&mut menu, &["write", "found.pdn"]), written);
    // Esc first clears the typed text.
    press(&mut menu, KeyCode::Esc);
    press(&mut menu, KeyCode::Esc);
    let studied = MenuResult::Study(MenuStudy::Kept("match-77".into()));
    assert_eq!(press(&mut menu, KeyCode::Enter), studied);
    press(&mut menu, KeyCode::Esc);
    assert!(text(&mut menu).contains("stones"), "{}", text(&mut menu));
    fill(&mut menu, &[(1, "x")]);
    press(&mut menu, KeyCode::Enter);
    assert!(text(&mut menu).contains("no matches found"), "{}", text(&mut menu));
}

#[test]
fn files_are_added_to_the_library() {
    let mut menu = menu();
    let added = MenuResult::Import("games".into(), None);
    assert_eq!(enter(&mut menu, &["library", "add", "games", ""]), added);
    press(&mut menu, KeyCode::Esc);
    let added = MenuResult::Import("more".into(), Some("stones".into()));
    assert_eq!(enter(&mut menu, &["more", "stones"]), added);
    menu.finish_files("Added 3 matches.".into());
    assert!(text(&mut menu).contains("Added 3 matches."), "{}", text(&mut menu));
    let all = MenuResult::Export(MatchQuery::default(), "all.pdn".into());
    assert_eq!(enter(&mut menu, &["write", "all.pdn"]), all);
}

#[test]
fn the_menu_reports_that_no_match_is_unfinished() {
    let mut menu = menu();
    assert_eq!(enter(&mut menu, &["continue"]), MenuResult::Nothing);
    assert!(text(&mut menu).contains("no unfinished match"), "{}", text(&mut menu));
}

#[test]
fn settings_are_changed_by_keys_words_and_mouse_and_apply_at_once() {
    let mut menu = menu();
    enter(&mut menu, &["settings"]);
    assert!(menu.asks_settings());
    fill(&mut menu, &[(0, " Ada Byron "), (1, "a")]);
    assert_eq!(menu.skin().pieces, Pieces::Ascii);
    fill(&mut menu, &[(1, "s")]);
    assert_eq!(menu.skin().palette.name(), "slate");
    press(&mut menu, KeyCode::Left);
    assert_eq!(menu.skin().palette.name(), "green");
    // The first click selects the row; the second click changes it.
    for rings in [false, true] {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let at = MouseEvent { kind, column: 5, row: 6, modifiers: KeyModifiers::NONE };
        menu.update(&Input::Mouse(at), &Shop);
        assert_eq!(menu.preferences(), &Preferences::new("Ada Byron", rings));
    }
    press(&mut menu, KeyCode::Enter);
    assert!(text(&mut menu).contains("What do you want to do?"), "{}", text(&mut menu));
    // The choice is preselected next time.
    enter(&mut menu, &["colors"]);
    assert!(text(&mut menu).contains("Ada Byron"), "{}", text(&mut menu));
    assert!(text(&mut menu).contains("bell"), "{}", text(&mut menu));
}

#[test]
fn a_name_keeps_only_printable_characters() {
    assert_eq!(Preferences::new(" A\u{1b}[31m\n", false).name, "A[31m");
    assert_eq!(Preferences::new(&"x".repeat(100), false).name.len(), 40);
}

#[test]
fn the_first_page_understands_other_words() {
    for word in ["exit", ":exit", "bye"] {
        assert_eq!(enter(&mut menu(), &[word]), MenuResult::Leave, "{word}");
    }
    let position = MenuStudy::Position { game: "stones".into(), position: "4/4 N".into() };
    assert_eq!(enter(&mut menu(), &["4/4 N"]), MenuResult::Study(position));
    let mut against = menu();
    enter(&mut against, &["stones:9 random"]);
    assert!(text(&mut against).contains("Which side is yours?"), "{}", text(&mut against));
    let mut keyed = menu();
    press(&mut keyed, KeyCode::F(1));
    let typed = ["help", "?"].map(|word| {
        let mut menu = menu();
        enter(&mut menu, &[word]);
        menu
    });
    for mut helped in typed.into_iter().chain([keyed]) {
        assert!(text(&mut helped).contains("Type to filter"), "{}", text(&mut helped));
    }
}
