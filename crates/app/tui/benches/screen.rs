//! Screen benchmarks: drawing a large board, and opening and stepping through a long match.

use std::hint::black_box;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Viewer;
use checkers::{Canadian, Checkers};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games_package::{
    Event, Odds, Ply, Record, RecordedPlayer, Rules, TableGame, TableState, ThinkingLimits,
    TimeControl,
};
use notation::RecordFile;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use tui::{Depth, Message, Skin, Table, TableSetup};

/// Draughts on 12×12, the largest widely played board.
fn game() -> Arc<dyn TableGame> {
    Arc::new(Rules::new("checkers:canadian", Checkers::<Canadian>::new()))
}

/// A match with this many plies. Prefers moves that neither lose a piece nor end the game.
fn long_match(game: &dyn TableGame, plies: usize) -> Vec<String> {
    let found = (0..1_000).map(|seed| quiet_match(game, plies, seed));
    found.into_iter().find(|moves| moves.len() == plies).expect("a match can last so long")
}

fn quiet_match(game: &dyn TableGame, plies: usize, seed: usize) -> Vec<String> {
    let mut state = game.open(None).expect("a game has a start");
    let (mut legal, mut answers) = (Vec::new(), Vec::new());
    // A linear congruential generator with the constants from Numerical Recipes, good enough for a benchmark.
    let mut chance = seed;
    while state.ply() < plies {
        state.legal_moves(&mut legal);
        let mut quiet = Vec::new();
        for mv in &legal {
            state.play(mv).expect("it is legal");
            state.legal_moves(&mut answers);
            let gives_away = answers.iter().filter(|answer| answer.contains('x')).count();
            if state.outcome().is_none() {
                quiet.push((gives_away, mv));
            }
            state.take_back();
        }
        let least = quiet.iter().map(|(gives_away, _)| *gives_away).min();
        quiet.retain(|(gives_away, _)| Some(*gives_away) == least);
        if quiet.is_empty() {
            break;
        }
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) % (1 << 32);
        let (_, mv) = quiet[(chance >> 16) % quiet.len()];
        state.play(mv).expect("it is legal");
    }
    state.moves(Viewer::Arbiter)
}

fn record(game: &dyn TableGame, moves: &[String]) -> Record {
    let mut state = game.open(None).expect("a game has a start");
    let start = state.position(Viewer::Arbiter);
    for mv in moves {
        state.play(mv).expect("it was played before");
    }
    let player = RecordedPlayer {
        spec: "human".into(),
        name: "human".into(),
        origin: None,
        odds: Odds::default(),
    };
    Record {
        game: game.name().into(),
        players: vec![player; 2],
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        seed: 0,
        start,
        plies: moves.iter().map(|mv| Ply::from(mv.as_str())).collect(),
        variations: Vec::new(),
        final_position: state.position(Viewer::Arbiter),
        ending: None,
        header: games_package::Header::default(),
    }
}

/// A recorded match on a screen of this size, with the output for a terminal.
struct Shown {
    table: Table,
    terminal: Terminal<CrosstermBackend<io::Sink>>,
}

impl Shown {
    fn new(game: &Arc<dyn TableGame>, record: &Record, (width, height): (u16, u16)) -> Self {
        let mut table = Table::new(TableSetup {
            game: Arc::clone(game),
            people: vec![true, false],
            hides_hands: false,
            pace: Duration::ZERO,
            skin: Skin::new(Depth::True),
            rings_bell: false,
        });
        let state = record.replay(&**game).expect("the rules allow it");
        let seen = TableState {
            game: record.game.clone(),
            players: record.players.iter().map(|player| player.name.clone()).collect(),
            time_control: record.time_control,
            start: record.start.clone(),
            moves: record.moves().map(String::from).collect(),
            position: record.final_position.clone(),
            turn: state.turn(),
            ..TableState::default()
        };
        table.update(Duration::ZERO, Message::Table(Box::new(Event::MatchStarted(seen))));
        let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
        let backend = CrosstermBackend::new(io::sink());
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport });
        Self { table, terminal: terminal.expect("a sink takes everything") }
    }

    /// Presses a key and draws the result.
    fn press(&mut self, code: KeyCode) {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        let effects = self.table.update(Duration::ZERO, Message::Input(Input::Key(key)));
        black_box(effects);
        self.draw();
    }

    fn draw(&mut self) {
        let drawn = self.terminal.draw(|frame| self.table.draw(frame));
        drawn.expect("a sink takes everything");
    }
}

fn redrawing(criterion: &mut Criterion) {
    let game = game();
    let record = record(&*game, &long_match(&*game, 40));
    let mut group = criterion.benchmark_group("redraw 12×12, turned each time");
    for size in [(40, 12), (80, 24), (120, 40)] {
        let mut shown = Shown::new(&game, &record, size);
        let name = format!("{}×{}", size.0, size.1);
        group.bench_function(name, |bencher| bencher.iter(|| shown.press(KeyCode::Char('f'))));
    }
    group.finish();
}

fn walking(criterion: &mut Criterion) {
    const PLIES: usize = 1_000;
    let game = game();
    let record = record(&*game, &long_match(&*game, PLIES));
    let text = record.to_text();
    let mut group = criterion.benchmark_group("a record of 1,000 plies");
    group.sample_size(20);
    group.bench_function("open: read, check and draw", |bencher| {
        bencher.iter(|| {
            let read = Record::from_text(&text).expect("it was written");
            Shown::new(&game, &read, (120, 40)).draw();
        });
    });
    let mut shown = Shown::new(&game, &record, (120, 40));
    group.throughput(Throughput::Elements(PLIES as u64));
    group.bench_function("walk back to its start, drawing each position", |bencher| {
        bencher.iter(|| {
            shown.press(KeyCode::End);
            for _ in 0..PLIES {
                shown.press(KeyCode::PageUp);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, redrawing, walking);
criterion_main!(benches);
