//! A match screen without a running match: the tests emit the events that a moderator would send.

use std::sync::Arc;
use std::time::Duration;

use board_engine::{Notation, Seat, Turn, Viewer};
use checkers::{Checkers, VariantVisitor, with_variant};
use games_package::{
    Command, Event, MatchState, PlayedMove, Prompt, Rules, TableGame, TableState, TimeControl,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tui::{Depth, Effect, Message, Skin, Table, TableSetup};

/// The rules of `game` under this name.
pub(crate) fn rules<G: Notation>(name: &str, game: G) -> Arc<dyn TableGame> {
    Arc::new(Rules::new(name, game))
}

/// A game that ends soon.
pub(crate) fn small() -> Arc<dyn TableGame> {
    rules("tic-tac-toe", tic_tac_toe::TicTacToe::default())
}

/// A variant of the draughts family.
pub(crate) fn draughts(variant: &str) -> Arc<dyn TableGame> {
    struct Named(String);
    impl VariantVisitor for Named {
        type Output = Arc<dyn TableGame>;

        fn visit<V: checkers::Variant>(self) -> Self::Output {
            rules(&self.0, Checkers::<V>::new())
        }
    }
    with_variant(variant, Named(format!("checkers:{variant}"))).unwrap()
}

/// Games to draw: one for each board shape in the catalog.
pub(crate) fn games() -> Vec<Arc<dyn TableGame>> {
    let variants = checkers::VARIANTS.iter().map(|variant| draughts(variant.name));
    let others = [
        rules("connect-four:7,6,4", connect_four::ConnectFour::default()),
        rules("tic-tac-toe:3,3,3", tic_tac_toe::TicTacToe::default()),
        rules("tic-tac-toe:11,11,5", tic_tac_toe::MnkGame::<u128>::new(10, 10, 5).unwrap()),
        rules("tic-tac-toe-3:4,4,3", tic_tac_toe::MnkForThree::<u128>::new(4, 4, 3).unwrap()),
        rules("pig:100", pig::Pig::new(100).unwrap()),
        rules("kuhn-poker", kuhn_poker::KuhnPoker::ONE_HAND),
    ];
    variants.chain(others).collect()
}

/// A match on a screen.
pub(crate) struct Match {
    pub(crate) table: Table,
    pub(crate) state: Box<dyn MatchState>,
    start: TableState,
    now: Duration,
}

impl Match {
    /// A match in this game after these moves, on an 80×24 screen, with people in these seats.
    pub(crate) fn new(game: &Arc<dyn TableGame>, people: &[bool], moves: &[&str]) -> Self {
        Self::with_skin(game, people, moves, Skin::new(Depth::True))
    }

    /// A match between two people from this position.
    pub(crate) fn at(game: &Arc<dyn TableGame>, position: &str) -> Self {
        let state = game.open(Some(position)).unwrap();
        Self::begin(game, state, &[true, true], &[], Skin::new(Depth::True))
    }

    pub(crate) fn with_skin(
        game: &Arc<dyn TableGame>,
        people: &[bool],
        moves: &[&str],
        skin: Skin,
    ) -> Self {
        Self::begin(game, game.open(None).unwrap(), people, moves, skin)
    }

    fn begin(
        game: &Arc<dyn TableGame>,
        mut state: Box<dyn MatchState>,
        people: &[bool],
        moves: &[&str],
        skin: Skin,
    ) -> Self {
        let start = state.position(Viewer::Arbiter);
        let played: Vec<String> = moves.iter().map(|mv| state.play(mv).unwrap()).collect();
        let setup = TableSetup {
            game: Arc::clone(game),
            people: people.into(),
            hides_hands: false,
            pace: Duration::from_millis(400),
            skin,
            rings_bell: true,
        };
        let mut table = Table::new(setup);
        table.resize(80, 24);
        let start = TableState {
            game: game.name().into(),
            players: people.iter().map(|&p| if p { "human" } else { "engine" }.into()).collect(),
            time_control: TimeControl::Unlimited,
            start,
            moves: played,
            position: state.position(Viewer::Arbiter),
            turn: state.turn(),
            ..TableState::default()
        };
        let mut begun = Self { table, state, start, now: Duration::ZERO };
        begun.emit(Event::MatchStarted(begun.start.clone()));
        begun.begin_turn();
        begun
    }

    /// The current state of the table.
    pub(crate) fn table_state(&self) -> TableState {
        TableState {
            movers: vec![Turn::Seat(Seat::FIRST); self.state.moves(Viewer::Arbiter).len()],
            moves: self.state.moves(Viewer::Arbiter),
            position: self.state.position(Viewer::Arbiter),
            turn: self.state.turn(),
            asked: match self.state.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance => None,
            },
            prompt: Some(Prompt::default()),
            ..self.start.clone()
        }
    }

    pub(crate) fn emit(&mut self, event: Event) -> Vec<Effect> {
        self.update(Message::Table(Box::new(event)))
    }

    pub(crate) fn update(&mut self, message: Message) -> Vec<Effect> {
        self.now += Duration::from_millis(10);
        self.table.update(self.now, message)
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
        self.update(Message::Tick);
    }

    /// Begins the next turn and requests a move from the mover, as from a person.
    pub(crate) fn begin_turn(&mut self) {
        let turn = self.state.turn();
        let ply = self.state.ply();
        self.emit(Event::TurnStarted { ply, turn, clocks: Vec::new() });
        if let Turn::Seat(seat) = turn {
            self.emit(Event::InputRequested { seat, prompt: Prompt::default() });
        }
    }

    /// Plays a move and emits its event. Returns the effects.
    pub(crate) fn play(&mut self, mv: &str) -> Vec<Effect> {
        let (ply, turn) = (self.state.ply(), self.state.turn());
        let mv = self.state.play(mv).unwrap();
        let position = self.state.position(Viewer::Arbiter);
        let elapsed = Duration::from_secs(1);
        let played = PlayedMove { ply, turn, mv, position, elapsed, clock: None };
        let effects = self.emit(Event::MovePlayed(played));
        self.begin_turn();
        effects
    }

    pub(crate) fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        self.update(Message::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
    }

    pub(crate) fn types(&mut self, text: &str) -> Vec<Effect> {
        text.chars().flat_map(|sign| self.press(KeyCode::Char(sign))).collect()
    }

    /// Types the line and presses Enter.
    pub(crate) fn enters(&mut self, line: &str) -> Vec<Effect> {
        let typed = self.types(line);
        assert!(typed.is_empty(), "{line} acts before Enter: {typed:?}");
        self.press(KeyCode::Enter)
    }

    pub(crate) fn alt(&mut self, letter: char) -> Vec<Effect> {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT);
        self.update(Message::Input(Input::Key(key)))
    }

    pub(crate) fn pastes(&mut self, text: &str) -> Vec<Effect> {
        self.update(Message::Input(Input::Paste(text.into())))
    }

    /// Presses and releases the left mouse button.
    pub(crate) fn click(&mut self, column: u16, row: u16) -> Vec<Effect> {
        self.drag((column, row), (column, row))
    }

    /// Presses the left mouse button at one position and releases it at another.
    pub(crate) fn drag(&mut self, from: (u16, u16), to: (u16, u16)) -> Vec<Effect> {
        let mut effects = self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        effects.extend(self.mouse(MouseEventKind::Up(MouseButton::Left), to));
        effects
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> Vec<Effect> {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.update(Message::Input(Input::Mouse(event)))
    }

    /// The content of a screen with this size.
    pub(crate) fn buffer(&mut self, width: u16, height: u16) -> Buffer {
        self.table.resize(width, height);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.table.draw(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    pub(crate) fn text(&mut self, width: u16, height: u16) -> String {
        let buffer = self.buffer(width, height);
        let line = |y| {
            let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", line.trim_end())
        };
        (0..height).map(line).collect()
    }

    /// Checks that the 80×24 screen shows `text`.
    #[track_caller]
    pub(crate) fn shows(&mut self, text: &str) {
        let screen = self.text(80, 24);
        assert!(screen.contains(text), "no \"{text}\":\n{screen}");
    }

    pub(crate) fn hides(&mut self, text: &str) {
        let screen = self.text(80, 24);
        assert!(!screen.contains(text), "\"{text}\":\n{screen}");
    }
}

/// The people's moves among the effects.
pub(crate) fn answers(effects: &[Effect]) -> Vec<(Seat, &str)> {
    let answer = |effect| match effect {
        &Effect::Send(Command::Answer { seat, ref text, .. }) => Some((seat, text.as_str())),
        _ => None,
    };
    effects.iter().filter_map(answer).collect()
}
