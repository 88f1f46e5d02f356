//! An interactive analysis of a match or a position.

mod annotating;
mod exercise;
mod words;

use std::collections::VecDeque;
use std::io::{self, Write, stdout};
use std::path::Path;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisRequest, AnalysisUpdate, Step, Study, StudyAnalysis, StudyChange,
    book_phrase, refusal_sentence, table_phrase, threat_sentence,
};
use board_engine::{NotationError, Seat, Turn, Viewer};
use games_package::Ply;
use house::{CommandResult, Failure, FailureKind, OrFail, counted, name_unusable_files, one_line};
use match_library::Tags;
use match_view::sentences;

use self::words::Word;
use crate::analyst::{Analyst, RunningAnalyses};
use crate::boards;
use crate::columns::{columns, wrapped};
use crate::live::{Inbox, Message};

/// The time to find the lines of a position, if the command line sets no limit.
const LINES_TIME: Duration = Duration::from_secs(2);

/// The time for each position of a match, if the command line sets no limit.
const MATCH_TIME: Duration = Duration::from_millis(500);

/// The indent of continuation lines, in characters.
const INDENT: usize = 2;

/// The width of the graph if there is no terminal, in characters.
const GRAPH_WIDTH: usize = 78;

/// The current position, and the analyses in the background.
pub(in crate::commands) struct Session<'a> {
    analyst: &'a Analyst<'a>,
    study: Study,
    analysis: StudyAnalysis,
    running: RunningAnalyses,
    /// The tags of the notation file, if the match is from one.
    tags: Tags,
    /// The number of plies before the mistake in place of which a move is to be found.
    exercise: Option<usize>,
    /// Whether the moments that decided the match are told once it is analyzed.
    tells_moments: bool,
    /// The lines that are not yet executed, and whether they wait for the analysis to end.
    unread: VecDeque<String>,
    waits: bool,
}

impl<'a> Session<'a> {
    pub(in crate::commands) fn new(analyst: &'a Analyst<'a>, study: Study, tags: Tags) -> Self {
        Self {
            analyst,
            study,
            analysis: analyst.study_analysis(),
            running: RunningAnalyses::default(),
            tags,
            exercise: None,
            tells_moments: false,
            unread: VecDeque::new(),
            waits: false,
        }
    }

    /// Whether the line begins with one of the words of an analysis.
    pub(in crate::commands) fn knows(line: &str) -> bool {
        !matches!(words::read(line), Word::Move(_))
    }

    /// Shows the position, and runs until the person quits.
    pub(in crate::commands) fn run(self, inbox: &Inbox) -> CommandResult {
        let record = self.study.record();
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        let game = self.study.game().clone();
        let title = sentences::match_title(&*game, &names, record.time_control);
        writeln!(stdout(), "{title}\nhelp lists the words; a move is tried.\n")?;
        self.show_position()?;
        self.go_on(inbox, None)
    }

    /// Runs until the person quits, from a first line on if there is one.
    pub(in crate::commands) fn go_on(
        mut self,
        inbox: &Inbox,
        first: Option<String>,
    ) -> CommandResult {
        self.unread.extend(first);
        let mut ended = false;
        while self.execute_unread()? {
            // Input from a pipe ends before the analyses that it asked for.
            if ended && !self.analysis.is_running() {
                break;
            }
            let Ok(message) = inbox.messages.recv() else { break };
            match message {
                Message::Line(line) => self.unread.push_back(line),
                Message::AnalysisUpdate(number, update) => self.handle_update(number, *update)?,
                Message::Interrupted(by) => return Err(by.into()),
                Message::EndOfInput => ended = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// Executes the lines that wait for nothing. Returns false if the person quits.
    fn execute_unread(&mut self) -> Result<bool, Failure> {
        while !(self.waits && self.analysis.is_running()) {
            self.waits = false;
            let Some(line) = self.unread.pop_front() else { break };
            if !self.execute(&line)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn prompt(&self) -> io::Result<()> {
        name_unusable_files();
        let mut out = stdout().lock();
        let (ply, count) = (self.study.ply(), self.study.record().plies.len());
        let place = if self.study.is_in_variation() { ", in a variation" } else { "" };
        write!(out, "Ply {ply} of {count}{place}: ")?;
        out.flush()
    }

    fn show_position(&self) -> io::Result<()> {
        self.write_position()?;
        self.prompt()
    }

    /// Writes the board and the last move, and where no move is to be found the next one and the variations.
    fn write_position(&self) -> io::Result<()> {
        let (game, state) = (self.study.game(), self.study.state());
        let mut out = stdout().lock();
        write!(out, "{}", boards::picture(&state.diagram(Viewer::Arbiter)))?;
        if let Some(last) = self.study.last() {
            writeln!(out, "After {}{}", last.mv, boards::annotation(last))?;
        }
        match (state.ending(), state.turn()) {
            (Some(ending), _) => {
                writeln!(out, "{}", sentences::ending_sentence(&**game, &ending))?;
            }
            (None, Turn::Seat(seat)) => writeln!(out, "{} is to move.", game.seat_name(seat))?,
            (None, Turn::Chance) => writeln!(out, "Chance is to decide.")?,
        }
        if self.exercise.is_some() {
            return Ok(());
        }
        if let Some(next) = self.study.next_ply() {
            writeln!(out, "Next: {}{}", next.mv, boards::annotation(next))?;
        }
        let variations = self.study.variations();
        if !variations.is_empty() {
            writeln!(out, "Variations: {}", variations.join(", "))?;
        }
        Ok(())
    }

    /// Executes a line. Returns false if the person quits.
    fn execute(&mut self, line: &str) -> Result<bool, Failure> {
        match words::read(line) {
            Word::Quit => return Ok(false),
            Word::Next => self.step(|study| study.forward().is_some(), "the end of the line")?,
            Word::Back => self.step(Study::back, "the start")?,
            Word::Up => self.step(Study::leave_variation, "the match itself")?,
            Word::Ply(Some(ply)) => {
                self.study.go_to(ply);
                self.show_new_position()?;
            }
            Word::Ply(None) => self.answer("Say which: ply N, like ply 20.")?,
            Word::Board => self.show_position()?,
            Word::Help => self.answer(&words::help(columns()))?,
            Word::Legal => self.list_legal_moves()?,
            Word::Moves => self.list_moves()?,
            Word::Lines => self.find_lines()?,
            Word::Threat => self.find_threat()?,
            Word::Mistakes => self.list_mistakes()?,
            Word::Moments => self.show_moments()?,
            Word::Find => self.start_exercise()?,
            Word::Solution => self.show_solution()?,
            Word::Graph => self.draw_graph()?,
            Word::Note(text) => self.set_remark(&text)?,
            Word::Mark(sign) => self.set_mark(&sign)?,
            Word::Delete => self.delete_variation()?,
            Word::Wait => self.wait()?,
            Word::Stop => self.stop()?,
            Word::Save(file) => self.save(file.as_deref())?,
            Word::Move(text) => self.try_move(&text)?,
        }
        Ok(true)
    }

    /// Goes to another position, and says where one is if there is none.
    fn step(&mut self, step: impl FnOnce(&mut Study) -> bool, place: &str) -> io::Result<()> {
        if !step(&mut self.study) {
            write_wrapped(&format!("This is {place}."))?;
        }
        self.show_new_position()
    }

    /// Lets what follows wait for the analysis that runs.
    fn wait(&mut self) -> io::Result<()> {
        self.waits = self.analysis.is_running();
        if self.waits { Ok(()) } else { self.prompt() }
    }

    /// Stops all analyses.
    fn stop(&mut self) -> io::Result<()> {
        self.tells_moments = false;
        self.analysis.stop_position();
        self.analysis.stop_match();
        self.running.keep_wanted(&self.analysis);
        self.answer("No analysis is running now.")
    }

    fn answer(&self, sentence: &str) -> io::Result<()> {
        write_wrapped(sentence.trim_end())?;
        self.prompt()
    }

    /// Stops the analysis of the previous position and shows the new one.
    fn show_new_position(&mut self) -> io::Result<()> {
        self.exercise = None;
        self.analysis.stop_position();
        self.running.keep_wanted(&self.analysis);
        self.show_position()
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if let Some(ply) = self.exercise {
            return self.judge(ply, text);
        }
        match self.study.play(text) {
            Ok((_, step)) => {
                if step == Step::New && self.study.is_in_variation() {
                    write_wrapped("A new variation; up leads back.")?;
                }
                self.show_new_position()
            }
            Err(error) => self.refuse(text, &error),
        }
    }

    /// Says why a line is no move, or which word it may have meant.
    fn refuse(&self, text: &str, error: &NotationError) -> io::Result<()> {
        let reason = || format!("That is not possible: {}", one_line(&error.reason()));
        let typo = |word| format!("There is no word \"{text}\". Did you mean {word}?");
        self.answer(&words::suggestion(text).map_or_else(reason, typo))
    }

    fn list_legal_moves(&self) -> io::Result<()> {
        let mut moves = Vec::new();
        self.study.state().legal_moves(&mut moves);
        match moves.as_slice() {
            [] => self.answer("There is no legal move."),
            moves => self.answer(&format!("Legal moves: {}", moves.join(" "))),
        }
    }

    /// Lists the moves of the match.
    fn list_moves(&self) -> io::Result<()> {
        let game = self.study.game();
        let move_text = |(number, ply): (usize, &Ply)| {
            let mark = ply.note.mark.map(games_package::Mark::sign).unwrap_or_default();
            format!("{number}. {}{mark}", ply.mv)
        };
        let moves: Vec<String> = (1..).zip(&self.study.record().plies).map(move_text).collect();
        let count = self.study.record().variations.len();
        let variations = if count > 0 { format!(" ({count} variations)") } else { String::new() };
        self.answer(&format!("{}: {}{variations}", game.name(), moves.join(" ")))
    }

    fn save(&self, file: Option<&Path>) -> io::Result<()> {
        let Some(file) = file else {
            return self.answer("Say where: save FILE, like save marked.toml or save marked.pdn.");
        };
        let mut record = self.study.record().clone();
        self.analysis.report().annotate(&mut record, &**self.study.game());
        match match_library::save(&record, file, &self.tags).map_err(Failure::from) {
            Ok(()) => self.answer(&format!("Saved to {}.", file.display())),
            Err(failure) => self.answer(&format!("The match could not be saved: {failure}")),
        }
    }
}

fn write_wrapped(sentence: &str) -> io::Result<()> {
    writeln!(stdout(), "{}", wrapped(sentence, columns(), INDENT))
}

/// Analyses and their results.
impl Session<'_> {
    fn handle_update(&mut self, number: usize, update: AnalysisUpdate) -> CommandResult {
        let change = self.analysis.update(number, update, &mut self.study);
        let change = change.or_fail(FailureKind::Input)?;
        self.running.keep_wanted(&self.analysis);
        match change {
            StudyChange::Nothing | StudyChange::Line(..) => {}
            StudyChange::MatchContinues(request) => {
                let limits = self.analyst.limits_or_time(MATCH_TIME);
                self.running.start(self.analyst, &request, limits)?;
            }
            StudyChange::PositionEnded(Ok(analysis)) => {
                writeln!(stdout())?;
                self.show_lines(&analysis)?;
            }
            StudyChange::ThreatEnded(Ok(analysis)) => {
                writeln!(stdout())?;
                let (mover, opponent) = self.sides();
                write_wrapped(&threat_sentence(&mover, &opponent, &analysis))?;
                self.prompt()?;
            }
            StudyChange::PositionEnded(Err(why))
            | StudyChange::ThreatEnded(Err(why))
            | StudyChange::MatchFailed(why) => {
                self.tells_moments &= self.analysis.is_match_running();
                writeln!(stdout())?;
                self.answer(&refusal_sentence(&why))?;
            }
            StudyChange::MatchEnded => self.tell_marked()?,
        }
        Ok(())
    }

    fn find_lines(&mut self) -> CommandResult {
        if self.exercise.is_some() {
            return Ok(self.answer("The lines are hidden until the move is found.")?);
        }
        let request = self.analysis.request_position(&self.study);
        self.running.keep_wanted(&self.analysis);
        let Some(request) = request else {
            return Ok(self.answer("Nobody is to move here.")?);
        };
        self.start(&request, "Looking for the best lines; stop ends that.")
    }

    /// Looks for what the opponent would play if the mover passed.
    fn find_threat(&mut self) -> CommandResult {
        if self.exercise.is_some() {
            return Ok(self.answer("Threats are hidden until the move is found.")?);
        }
        let request = self.analysis.request_threat(&self.study);
        self.running.keep_wanted(&self.analysis);
        let (mover, opponent) = self.sides();
        let Some(request) = request else {
            return Ok(self.answer("Nobody can pass here, so there is no threat to show.")?);
        };
        let what = format!("Looking for what {opponent} would play if {mover} passed.");
        self.start(&request, &what)
    }

    /// Starts the analysis of a position, and says what it is for.
    fn start(&mut self, request: &AnalysisRequest, what: &str) -> CommandResult {
        let limits = self.analyst.limits_or_time(LINES_TIME);
        match self.running.start(self.analyst, request, limits) {
            Ok(()) => Ok(self.answer(what)?),
            Err(failure) => {
                self.analysis.stop_position();
                Ok(self.answer(&format!("That is not possible: {failure}"))?)
            }
        }
    }

    /// The names of the mover and of its opponent, in a game of two.
    fn sides(&self) -> (String, String) {
        let (game, turn) = (self.study.game(), self.study.state().turn());
        let mover = if turn == Turn::Seat(Seat::SECOND) { Seat::SECOND } else { Seat::FIRST };
        (game.seat_name(mover), game.seat_name(mover.opponent()))
    }

    fn show_lines(&self, analysis: &Analysis) -> io::Result<()> {
        if analysis.lines.is_empty() {
            write_wrapped(&format!("The best move is {}.", analysis.chosen))?;
        }
        if let Some(value) = analysis.table {
            write_wrapped(&format!("The position is {}.", table_phrase(value)))?;
        }
        if let Some(moves) = book_phrase(&analysis.book) {
            write_wrapped(&format!("{moves}."))?;
        }
        for (_, thinking) in &analysis.lines {
            write_wrapped(&sentences::line_sentence(thinking))?;
        }
        self.prompt()
    }

    fn list_mistakes(&mut self) -> CommandResult {
        let count = self.study.record().plies.len();
        if count == 0 {
            return Ok(self.answer("Nothing has been played.")?);
        }
        if !self.analysis.is_match_running() && !self.analysis.is_match_complete(&self.study) {
            return self.analyze_match(count);
        }
        let (game, record) = (self.study.game().clone(), self.study.record());
        let report = self.analysis.report();
        let plies: Vec<usize> = report.mistakes().collect();
        for ply in &plies {
            write_wrapped(&report.ply_sentence(&*game, *ply, &record.plies[*ply]))?;
        }
        if self.analysis.is_match_running() {
            let so_far = report.position_count().saturating_sub(1);
            return Ok(self.answer(&format!("{so_far} of {count} plies have been analyzed."))?);
        }
        if plies.is_empty() {
            write_wrapped("No mistake was found.")?;
        }
        Ok(self.answer(&report.summary(&*game))?)
    }

    /// Starts the analysis of the whole match.
    fn analyze_match(&mut self, ply_count: usize) -> CommandResult {
        let plies = counted(ply_count, "ply", "plies");
        write_wrapped(&format!("Looking at {plies}; go on meanwhile."))?;
        let request = self.analysis.request_match(&mut self.study).or_fail(FailureKind::Input)?;
        let Some(request) = request else { return Ok(self.tell_marked()?) };
        self.running.start(self.analyst, &request, self.analyst.limits_or_time(MATCH_TIME))?;
        Ok(self.prompt()?)
    }

    fn tell_marked(&mut self) -> io::Result<()> {
        writeln!(stdout())?;
        let marked = match self.analysis.report().mistakes().count() {
            1 => "1 move is marked".into(),
            count => format!("{count} moves are marked"),
        };
        let sentence = format!("The whole match was analyzed: {marked}; mistakes lists them.");
        if self.tells_moments {
            write_wrapped(&sentence)?;
            return self.tell_moments();
        }
        self.answer(&sentence)
    }

    fn draw_graph(&self) -> io::Result<()> {
        let width = columns().unwrap_or(GRAPH_WIDTH);
        let graph = self.analysis.report().graph(&**self.study.game(), width);
        if graph.is_empty() {
            return self.answer("Nothing is known of the score: mistakes analyzes the match.");
        }
        write!(stdout(), "{graph}")?;
        self.prompt()
    }
}
