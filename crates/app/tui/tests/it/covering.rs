//! People who share a screen and must not see each other's hands.

use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use games_package::{Ending, Event, MatchState, Prompt, TableState, TimeControl};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyModifiers, MouseButton};
use ratatui::crossterm::event::{KeyEvent, MouseEvent, MouseEventKind};
use tui::{Depth, Effect, ExitReason, Message, Skin, Table, TableSetup};

use crate::support::{answers, rules};

/// A two-person card game. The match delivers events as the current viewer may see them.
struct Cards {
    table: Table,
    state: Box<dyn MatchState>,
}

impl Cards {
    /// The first player has a jack, the second a king, and the first player is to move.
    fn dealt() -> Self {
        let game = rules("cards", kuhn_poker::KuhnPoker::ONE_HAND);
        let mut state = game.open(None).unwrap();
        for mv in ["deal-J", "deal-K"] {
            state.play(mv).unwrap();
        }
        let mut table = Table::new(TableSetup {
            game: Arc::clone(&game),
            people: vec![true, true],
            hides_hands: true,
            pace: Duration::ZERO,
            skin: Skin::new(Depth::None),
            rings_bell: false,
        });
        table.resize(60, 20);
        let mut cards = Self { table, state };
        let started = Event::MatchStarted(cards.seen_by(Viewer::Public));
        cards.emit(started);
        cards.ask(Seat::FIRST);
        cards
    }

    fn seen_by(&self, viewer: Viewer) -> TableState {
        let game = rules("cards", kuhn_poker::KuhnPoker::ONE_HAND);
        TableState {
            game: "cards".into(),
            players: vec!["human".into(); 2],
            time_control: TimeControl::Unlimited,
            start: game.open(None).unwrap().position(viewer),
            moves: self.state.moves(viewer),
            position: self.state.position(viewer),
            turn: self.state.turn(),
            asked: match self.state.turn() {
                Turn::Seat(seat) if self.state.outcome().is_none() => Some(seat),
                _ => None,
            },
            prompt: Some(Prompt::default()),
            ending: self.state.outcome().as_ref().map(Ending::by_rules),
            ..TableState::default()
        }
    }

    fn emit(&mut self, event: Event) -> Vec<Effect> {
        self.table.update(Duration::ZERO, Message::Table(Box::new(event)))
    }

    fn ask(&mut self, seat: Seat) {
        self.emit(Event::InputRequested { seat, prompt: Prompt::default() });
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.table.update(Duration::ZERO, Message::Input(Input::Key(key)))
    }

    /// The person in this seat presses a key, and the table is delivered as seen from that seat.
    fn uncover(&mut self, seat: Seat) {
        let effects = self.press(KeyCode::Enter);
        assert!(sets_viewer(&effects, Viewer::Seat(seat)), "{effects:?}");
        assert!(self.is_covered(), "until the hand is there");
        let seen = self.seen_by(Viewer::Seat(seat));
        self.emit(Event::Resynchronized(seen));
    }

    /// The table plays a move and requests the next move.
    fn play(&mut self, mv: &str, viewer: Viewer) -> Vec<Effect> {
        let turn = self.state.turn();
        let ply = self.state.ply();
        self.state.play(mv).unwrap();
        let position = self.state.position(viewer);
        let mv = mv.to_string();
        let (elapsed, clock) = (Duration::ZERO, None);
        let played = games_package::PlayedMove { ply, turn, mv, position, elapsed, clock };
        self.emit(Event::MovePlayed(played));
        if let Some(outcome) = self.state.outcome() {
            return self.emit(Event::MatchEnded(Ending::by_rules(&outcome)));
        }
        let Turn::Seat(next) = self.state.turn() else { return Vec::new() };
        self.ask(next);
        Vec::new()
    }

    fn text(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
        terminal.draw(|frame| self.table.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    fn is_covered(&mut self) -> bool {
        let text = self.text();
        let shows_table =
            ["│ J │", "│ K │", "▒▒▒", "deal", "check", "bet"].iter().any(|it| text.contains(it));
        assert_ne!(text.contains("Pass the keyboard to"), shows_table, "{text}");
        !shows_table
    }
}

fn sets_viewer(effects: &[Effect], wanted: Viewer) -> bool {
    matches!(effects, [Effect::SetViewer(viewer)] if *viewer == wanted)
}

#[test]
fn a_cover_hides_the_table_until_the_next_person_is_ready() {
    let mut cards = Cards::dealt();
    assert!(cards.is_covered() && cards.text().contains("Pass the keyboard to Player 1."));
    for code in [KeyCode::Char('x'), KeyCode::Char('?'), KeyCode::Esc, KeyCode::Home] {
        assert!(cards.press(code).is_empty() && cards.is_covered(), "{code:?}");
    }
    cards.uncover(Seat::FIRST);
    let text = cards.text();
    assert!(text.contains("│ J │") && !text.contains("│ K │"), "{text}");
    cards.press(KeyCode::Right);
    let effects = cards.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "bet")]);
    cards.play("bet", Viewer::Seat(Seat::FIRST));
    assert!(cards.is_covered() && cards.text().contains("Pass the keyboard to Player 2."));
    cards.uncover(Seat::SECOND);
    let text = cards.text();
    assert!(text.contains("│ K │") && !text.contains("│ J │"), "{text}");
    assert!(text.contains("Player 2 to move"), "{text}");
}

#[test]
fn a_click_lifts_the_cover_and_q_quits() {
    let mut cards = Cards::dealt();
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: 5,
        row: 2,
        modifiers: KeyModifiers::NONE,
    };
    let wheel = MouseEvent { kind: MouseEventKind::ScrollUp, ..click };
    let mut mouse = |mouse| cards.table.update(Duration::ZERO, Message::Input(Input::Mouse(mouse)));
    assert!(mouse(wheel).is_empty());
    assert!(sets_viewer(&mouse(click), Viewer::Seat(Seat::FIRST)));
    let effects = cards.press(KeyCode::Char('q'));
    assert!(matches!(effects[..], [Effect::Exit(ExitReason::Quit)]));
}

#[test]
fn hands_are_hidden_at_the_end() {
    let mut cards = Cards::dealt();
    cards.uncover(Seat::FIRST);
    cards.play("bet", Viewer::Seat(Seat::FIRST));
    cards.uncover(Seat::SECOND);
    let effects = cards.play("fold", Viewer::Seat(Seat::SECOND));
    assert!(
        matches!(effects[..], [Effect::Autosave, Effect::SetViewer(Viewer::Public)]),
        "{effects:?}"
    );
    let seen = cards.seen_by(Viewer::Public);
    cards.emit(Event::Resynchronized(seen));
    let text = cards.text();
    assert!(
        text.contains("Player 1 wins") && !text.contains("│ K │") && !text.contains("│ J │"),
        "{text}"
    );
}

#[test]
fn a_match_that_ends_under_the_cover_is_shown() {
    let mut cards = Cards::dealt();
    let effects = cards.emit(Event::MatchEnded(Ending::draw_agreed(2)));
    assert!(matches!(effects[..], [Effect::Autosave]));
    assert!(!cards.is_covered());
}
