//! The menu.

use board_engine::Seat;
use games_package::{OptionSpec, TimeControl};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use screen::{Depth, Menu, MenuItem, MenuItems, MenuMatch, MenuResult, Side, Skin};

struct Shop;

fn choice(name: &str, options: &[OptionSpec]) -> MenuItem {
    MenuItem { options: options.into(), ..MenuItem::new(name, &format!("the {name}")) }
}

impl MenuItems for Shop {
    fn games(&self) -> Vec<MenuItem> {
        ["stones", "cards"].map(|name| choice(name, &[])).into()
    }

    fn game(&self, name: &str) -> Option<MenuItem> {
        name.starts_with("stones:").then(|| choice(name, &[]))
    }

    fn seats(&self, _: &str) -> Vec<String> {
        vec!["North".into(), "South".into()]
    }

    fn opponents(&self, game: &str) -> Result<Vec<MenuItem>, String> {
        if game == "cards" {
            return Err("nobody plays cards".into());
        }
        let depth = OptionSpec::integer("depth", "plies", 6, 1, 9);
        Ok(vec![choice("random", &[]), choice("search", &[depth])])
    }

    fn time(&self) -> TimeControl {
        TimeControl::Unlimited
    }
}

fn menu() -> Menu {
    let mut menu = Menu::new(Skin::new(Depth::None), &Shop);
    menu.resize(60, 16);
    menu
}

fn press(menu: &mut Menu, code: KeyCode) -> MenuResult {
    menu.update(&Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), &Shop)
}

/// Types lines; each ends with Enter.
fn enter(menu: &mut Menu, lines: &[&str]) -> MenuResult {
    let mut chosen = MenuResult::Nothing;
    for line in lines {
        for sign in line.chars() {
            press(menu, KeyCode::Char(sign));
        }
        chosen = press(menu, KeyCode::Enter);
    }
    chosen
}

fn text(menu: &mut Menu) -> String {
    let mut terminal = Terminal::new(TestBackend::new(60, 16)).unwrap();
    terminal.draw(|frame| menu.draw(frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn enter_takes_what_is_suggested() {
    let chosen = MenuMatch {
        game: "stones".into(),
        opponent: "random".into(),
        side: Side::Seat(Seat::FIRST),
        time: TimeControl::Unlimited,
    };
    assert_eq!(enter(&mut menu(), &["", "", "", ""]), MenuResult::Match(chosen));
}

#[test]
fn everything_can_be_typed_and_options_are_set() {
    let mut menu = menu();
    enter(&mut menu, &["stones:9", "search"]);
    assert!(text(&mut menu).contains("depth"), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Right);
    let chosen = MenuMatch {
        game: "stones:9".into(),
        opponent: "search:depth=7".into(),
        side: Side::Random,
        time: "7m+7s".parse().unwrap(),
    };
    assert_eq!(enter(&mut menu, &["", "lot", "7m+7s"]), MenuResult::Match(chosen));
}

#[test]
fn esc_goes_back_and_leaves_at_last() {
    let mut menu = menu();
    enter(&mut menu, &["", "search", ""]);
    for question in ["Against whom?", "What do you want to play?"] {
        assert_eq!(press(&mut menu, KeyCode::Esc), MenuResult::Nothing);
        assert!(text(&mut menu).contains(question), "{}", text(&mut menu));
    }
    assert_eq!(press(&mut menu, KeyCode::Esc), MenuResult::Leave);
}

#[test]
fn what_is_not_there_is_said() {
    let mut menu = menu();
    enter(&mut menu, &["chequers"]);
    assert!(text(&mut menu).contains("Nothing here is called \"chequers\""), "{}", text(&mut menu));
    press(&mut menu, KeyCode::Esc);
    enter(&mut menu, &["cards"]);
    assert!(text(&mut menu).contains("nobody plays cards"), "{}", text(&mut menu));
}
