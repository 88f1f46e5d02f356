//! A study on the screen: moves, variations, analyses and exercises.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use analysis::{
    Analysis, AnalysisRequest, AnalysisUpdate, PlayedMove, PlayedMoves, Purpose, References, Study,
    StudyAnalysis,
};
use board_engine::Viewer;
use games_package::{MatchState, TableGame, Thinking, Valuation};
use opening_book::{Opening, Openings};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tui::{Depth, Skin, StudyEffect, StudyExit, StudyMessage, StudyScreen};

use crate::support::{draughts, rules};

/// A study with its requests.
pub(crate) struct Studied {
    pub(crate) screen: StudyScreen,
    effects: Vec<StudyEffect>,
    now: Duration,
    pub(crate) size: (u16, u16),
}

impl Studied {
    pub(crate) fn of(game: Arc<dyn TableGame>, moves: &[&str]) -> Self {
        Self::with(References::default(), game, moves)
    }

    fn with(references: References, game: Arc<dyn TableGame>, moves: &[&str]) -> Self {
        let mut study = Study::of_position(game, None, "human").unwrap();
        for mv in moves {
            study.play(mv).unwrap();
        }
        let skin = Skin::new(Depth::None);
        let screen = StudyScreen::new(study, StudyAnalysis::new(references), skin);
        let mut studied = Self { screen, effects: Vec::new(), now: Duration::ZERO, size: (80, 24) };
        studied.screen.resize(80, 24);
        studied
    }

    pub(crate) fn tell(&mut self, message: StudyMessage) {
        self.effects.extend(self.screen.update(self.now, message));
    }

    pub(crate) fn press(&mut self, code: KeyCode) {
        self.tell(StudyMessage::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    }

    /// Types lines and presses Enter after each line.
    pub(crate) fn enter(&mut self, lines: &[&str]) {
        for line in lines {
            line.chars().for_each(|sign| self.press(KeyCode::Char(sign)));
            self.press(KeyCode::Enter);
        }
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.drag((column, row), (column, row));
    }

    /// Presses the left mouse button at one position and releases it at another.
    pub(crate) fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let modifiers = KeyModifiers::NONE;
        self.tell(StudyMessage::Input(Input::Mouse(MouseEvent { kind, column, row, modifiers })));
    }

    pub(crate) fn text(&mut self) -> String {
        let (width, height) = self.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.screen.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[track_caller]
    pub(crate) fn shows(&mut self, text: &str) {
        let shown = self.text();
        assert!(shown.contains(text), "{text:?} is not in\n{shown}");
    }

    /// The screen column and row of this text.
    pub(crate) fn place(&mut self, text: &str) -> (u16, u16) {
        let shown = self.text();
        let found = |(row, line): (usize, &str)| Some((row, line.split_once(text)?.0.to_owned()));
        let (row, before) = shown.lines().enumerate().find_map(found).unwrap();
        // Each line is in quotation marks.
        (u16::try_from(before.chars().count() - 1).unwrap(), u16::try_from(row).unwrap())
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        self.screen.study().moves()
    }

    /// The latest request; discards earlier requests.
    #[track_caller]
    fn request(&mut self) -> AnalysisRequest {
        let requests = self.effects.drain(..).filter_map(|effect| match effect {
            StudyEffect::Analyze(request) => Some(request),
            _ => None,
        });
        requests.reduce(|_before, newest| newest).expect("an analysis was requested")
    }

    /// Answers an analysis with these lines, best first.
    fn answer(&mut self, number: usize, lines: &[(&str, i32)]) {
        let thinking = |(rank, &(line, value)): (u32, &(&str, i32))| {
            let valuation = Valuation::Centi(value);
            Thinking { rank, valuation, line: line.into(), depth: 5, ..Thinking::default() }
        };
        let lines: Vec<Thinking> = (1..).zip(lines).map(thinking).collect();
        for line in &lines {
            let update = AnalysisUpdate::Thinking(Duration::ZERO, line.clone());
            self.tell(StudyMessage::Analysis(number, Box::new(update)));
        }
        let chosen = lines[0].line.split(' ').next().unwrap().to_owned();
        let lines = lines.into_iter().map(|line| (Duration::ZERO, line)).collect();
        let elapsed = Duration::ZERO;
        let found =
            Analysis { lines, chosen, elapsed, is_forced: false, table: None, book: Vec::new() };
        self.tell(StudyMessage::Analysis(number, Box::new(AnalysisUpdate::End(Ok(found)))));
    }

    /// Analyzes a three-move match. The second move is a blunder.
    fn analyze_match(&mut self) {
        self.enter(&["mistakes"]);
        self.answer_match();
    }

    /// Delivers the analyses of that match.
    fn answer_match(&mut self) {
        let answers: [&[(&str, i32)]; 4] = [
            &[("11-15 22-18", 0)],
            &[("22-18 15x22", 0), ("23-18", -5), ("22-17", -200)],
            &[("15-18 23x14", 200)],
            &[("23x14", -200)],
        ];
        for lines in answers {
            let request = self.request();
            assert_eq!(request.purpose, Purpose::Match);
            self.answer(request.number, lines);
        }
    }
}

fn checkers() -> Studied {
    let mut studied = Studied::of(draughts("english"), &["11-15", "22-17", "15-18"]);
    studied.press(KeyCode::Home);
    studied
}

#[test]
fn arrow_keys_step_through_moves_and_alternatives() {
    let mut studied = checkers();
    studied.press(KeyCode::Right);
    studied.enter(&["24-20"]);
    assert_eq!(studied.moves(), ["11-15", "24-20"]);
    studied.shows("variation, after move 1… 24-20");
    studied.press(KeyCode::Up);
    assert_eq!(studied.moves(), ["11-15", "22-17"]);
    studied.press(KeyCode::Down);
    assert_eq!(studied.moves(), ["11-15", "24-20"]);
    studied.press(KeyCode::Left);
    assert_eq!(studied.moves(), ["11-15"]);
    studied.press(KeyCode::End);
    assert_eq!(studied.moves(), ["11-15", "22-17", "15-18"]);
}

#[test]
fn moves_are_made_by_touching_squares_and_refused_with_the_reason() {
    let mut studied = Studied::of(rules("tic-tac-toe", tic_tac_toe::TicTacToe::default()), &[]);
    let (column, row) = studied.place("b2");
    studied.click(column, row);
    assert_eq!(studied.moves(), ["b2"]);
    studied.enter(&["b2"]);
    assert_eq!(studied.moves(), ["b2"]);
    studied.shows("b2 is not possible");
    studied.enter(&["mistaks"]);
    studied.shows("Did you mean mistakes?");
    studied.tell(StudyMessage::Warned("A file can't be used.".into()));
    studied.shows("A file can't be used.");
}

#[test]
fn a_click_in_the_tree_selects_the_move() {
    let mut studied = checkers();
    studied.press(KeyCode::Right);
    studied.enter(&["24-20", "8-11"]);
    let (column, row) = studied.place("22-17");
    studied.click(column, row);
    assert_eq!(studied.moves(), ["11-15", "22-17"]);
    let (column, row) = studied.place("8-11");
    studied.click(column, row);
    assert_eq!(studied.moves(), ["11-15", "24-20", "8-11"]);
}

#[test]
fn a_deal_in_a_variation_is_one_entry_with_single_steps() {
    let game = rules("kuhn-poker:2", kuhn_poker::KuhnPoker::new(2).unwrap());
    let moves = ["deal-J", "deal-K", "check", "check", "shuffle", "deal-K", "deal-J"];
    let mut studied = Studied::of(game, &moves);
    (0..4).for_each(|_move| studied.press(KeyCode::Left));
    studied.enter(&["bet", "fold", "shuffle", "deal-K", "deal-J"]);
    // The match's deal follows the variation's deal and is a separate entry.
    studied.shows("1… bet 2. fold (3 draws)");
    assert_eq!(studied.text().matches("(3 draws)").count(), 2);
    (0..2).for_each(|_move| studied.press(KeyCode::Left));
    assert_eq!(studied.moves()[3..], ["bet", "fold", "shuffle"]);
    let (column, row) = studied.place("(3 draws)");
    studied.click(column, row);
    assert_eq!(studied.moves()[3..], ["bet", "fold", "shuffle", "deal-K", "deal-J"]);
    studied.press(KeyCode::Left);
    assert_eq!(studied.moves()[3..], ["bet", "fold", "shuffle", "deal-K"]);
}

#[test]
fn the_lines_belong_to_the_shown_position() {
    let mut studied = checkers();
    studied.enter(&["lines"]);
    let first = studied.request();
    assert_eq!((first.purpose, first.moves.len()), (Purpose::Position, 0));
    studied.press(KeyCode::Right);
    let second = studied.request();
    assert!(!studied.screen.analysis().wants(first.number));
    studied.answer(first.number, &[("9-14", 7)]);
    studied.answer(second.number, &[("24-20 8-11", 12)]);
    studied.shows("+0.12 24-20 8-11");
    assert!(!studied.text().contains("9-14 "));
    studied.enter(&["lines"]);
    assert!(!studied.text().contains("24-20 8-11"));
}

/// Counts queries for the moves played in a position.
#[derive(Debug, Default)]
struct Asked(AtomicUsize);

impl PlayedMoves for Asked {
    fn played_moves(&self, _: &dyn MatchState) -> Vec<PlayedMove> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let mv = "22-17".into();
        vec![PlayedMove { mv, matches: 2, first_wins: 1, draws: 1, second_wins: 0 }]
    }
}

/// Counts queries for a position's name.
static NAMES_ASKED: AtomicUsize = AtomicUsize::new(0);

static OPENINGS: LazyLock<Openings> = LazyLock::new(|| {
    let mut state = draughts("english").open(None).unwrap();
    state.play("11-15").unwrap();
    let position = state.position(Viewer::Public);
    Openings::new(vec![Opening { code: "F", name: "Old Faithful", position }], |position| {
        NAMES_ASKED.fetch_add(1, Ordering::Relaxed);
        position.into()
    })
});

#[test]
fn a_positions_quotes_are_requested_once() {
    let asked = Arc::new(Asked::default());
    let openings: &Openings = &OPENINGS;
    let references = References {
        openings: Some(openings),
        matches: Some(Arc::clone(&asked) as Arc<dyn PlayedMoves>),
        ..References::default()
    };
    let mut studied = Studied::with(references, draughts("english"), &["11-15"]);
    studied.size = (100, 30);
    studied.shows("F Old Faithful");
    assert_eq!(asked.0.load(Ordering::Relaxed), 0, "the position is not analyzed");
    studied.enter(&["lines"]);
    let names_asked = NAMES_ASKED.load(Ordering::Relaxed);
    for _drawing in 0..3 {
        studied.shows("11-15 · F Old Faithful · in 2 matches 22-17 100 % (1-1-0)");
    }
    assert_eq!(NAMES_ASKED.load(Ordering::Relaxed), names_asked);
    assert_eq!(asked.0.load(Ordering::Relaxed), 1);
    studied.press(KeyCode::Left);
    studied.shows("in 2 matches");
    assert!(!studied.text().contains("Old Faithful"), "{}", studied.text());
    assert_eq!(asked.0.load(Ordering::Relaxed), 2);
    studied.enter(&["lines"]);
    assert!(!studied.text().contains("in 2 matches"), "{}", studied.text());
}

#[test]
fn a_threat_is_the_opponents_move_after_a_pass() {
    let mut studied = checkers();
    studied.enter(&["threat"]);
    let threat = studied.request();
    assert_eq!((threat.purpose, threat.moves.len()), (Purpose::Threat, 0));
    assert!(threat.start.starts_with("W:"), "{}", threat.start);
    studied.answer(threat.number, &[("22-18 11-15", 9)]);
    studied.shows("threat: +0.09 depth 5");
    studied.shows("If Black passed, White would play 22-18 (+0.09, depth 5)");
    // Repeating the word restores the previous lines; here, there are none.
    studied.enter(&["threat"]);
    assert!(!studied.text().contains("threat: "));
    studied.enter(&["lines", "threat"]);
    studied.press(KeyCode::Right);
    let lines = studied.request();
    assert_eq!((lines.purpose, lines.moves.len()), (Purpose::Position, 1));
}

#[test]
fn games_without_passes_have_no_threats() {
    let mut studied = Studied::of(rules("pig", pig::Pig::default()), &[]);
    studied.enter(&["threat"]);
    studied.shows("Passing is not allowed here");
}

#[test]
fn a_match_is_analyzed_and_its_mistakes_are_marked() {
    let mut studied = checkers();
    studied.size = (100, 30);
    studied.analyze_match();
    studied.shows("1 mistake");
    studied.shows("22-17??");
    studied.enter(&["m"]);
    assert_eq!(studied.moves(), ["11-15", "22-17"]);
    studied.shows("better was 22-18 +0.00");
    studied.shows("-?");
}

#[test]
fn the_user_finds_a_better_move() {
    let mut studied = checkers();
    studied.analyze_match();
    studied.enter(&["find"]);
    assert_eq!(studied.moves(), ["11-15"]);
    studied.shows("Find a better move than 22-17");
    assert!(!studied.text().contains("22-18 15x22"), "{}", studied.text());
    studied.enter(&["22-17"]);
    studied.shows("22-17 is wrong");
    assert_eq!(studied.moves(), ["11-15"]);
    studied.enter(&["23-18"]);
    studied.shows("23-18 is about as good as 22-18");
    assert_eq!(studied.moves(), ["11-15", "23-18"]);
    studied.enter(&["find", "solution"]);
    assert_eq!(studied.moves(), ["11-15", "22-18"]);
}

#[test]
fn moves_are_annotated_and_variations_deleted() {
    let mut studied = checkers();
    studied.press(KeyCode::Right);
    studied.enter(&["mark !?", "note the old faithful"]);
    studied.shows("11-15!?*");
    studied.shows("the old faithful");
    studied.enter(&["mark x"]);
    studied.shows("Unknown mark x: expected one of ! ? !! ?? !? ?!.");
    studied.enter(&["delete"]);
    studied.shows("only variations can be deleted");
    studied.enter(&["24-20", "delete"]);
    assert_eq!(studied.moves(), ["11-15"]);
    assert!(studied.screen.study().record().variations.is_empty());
}

#[test]
fn moves_are_shown_by_themselves() {
    let mut studied = checkers();
    studied.press(KeyCode::Char(' '));
    let mut shown = Vec::new();
    while let Some(wait) = studied.screen.next_change() {
        studied.now += wait;
        studied.tell(StudyMessage::Tick);
        shown.push(studied.moves().len());
    }
    assert_eq!(shown, [1, 2, 3, 3]);
}

#[test]
fn words_and_clicks_on_them_close_the_study() {
    let mut studied = checkers();
    studied.enter(&["save games.pdn", "play"]);
    let (column, row) = studied.place("quit");
    studied.click(column, row);
    let [StudyEffect::Save(file), StudyEffect::Exit(StudyExit::Play), StudyEffect::Exit(exit)] =
        studied.effects.as_slice()
    else {
        panic!("{:?}", studied.effects);
    };
    assert_eq!((file.to_str(), *exit), (Some("games.pdn"), StudyExit::Quit));
}

#[test]
fn every_size_shows_something() {
    let mut studied = checkers();
    studied.analyze_match();
    studied.enter(&["lines"]);
    for width in (1..130).step_by(7) {
        for height in (1..50).step_by(3) {
            studied.size = (width, height);
            assert!(!studied.text().is_empty());
            studied.click(width / 2, height / 2);
        }
    }
    studied.size = (80, 24);
    studied.press(KeyCode::Esc);
    studied.enter(&["help"]);
    studied.shows("find a better move for a mistake");
}

#[test]
fn the_moments_follow_the_analysis_of_the_match() {
    let mut studied = checkers();
    studied.enter(&["moments"]);
    studied.shows("Analyzing the match first; key moments follow.");
    studied.answer_match();
    studied.shows("1… White: 22-17??");
    studied.press(KeyCode::Esc);
    studied.shows("1 mistake; press m to see it");
}

#[test]
fn the_smallest_screen_shows_all_information() {
    let mut studied = checkers();
    studied.size = (40, 12);
    studied.analyze_match();
    studied.shows("The match is analyzed: 1 mistake; press…");
    studied.enter(&["m"]);
    studied.shows("Black to move  22-17?? ");
    studied.enter(&["details"]);
    studied.shows("better was");
    assert!(!studied.text().contains("1… 22-17??"), "{}", studied.text());
    studied.press(KeyCode::End);
    studied.shows("1… 22-17??");
    studied.press(KeyCode::Esc);
    // Click the status row.
    studied.click(3, 10);
    studied.shows("better was");
    studied.click(3, 10);
    studied.enter(&["graph"]);
    studied.shows("even |");
}

#[test]
fn the_help_can_be_read_to_its_end_on_a_small_screen() {
    let mut studied = checkers();
    studied.size = (40, 12);
    studied.enter(&["help"]);
    let beside = " ".repeat(17);
    studied.shows(&format!("│{beside}the next move"));
    studied.press(KeyCode::End);
    studied.shows("like F keys");
    studied.press(KeyCode::PageUp);
    assert!(!studied.text().contains("like F keys"), "{}", studied.text());
}
