//! An interactive analysis of a match or a position.

mod words;

use std::io::{self, Write, stdout};
use std::path::Path;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisRequest, AnalysisUpdate, Step, Study, StudyAnalysis, StudyChange,
    book_phrase, refusal_sentence, table_phrase, threat_sentence,
};
use board_engine::{Seat, Turn, Viewer};
use games_package::Ply;
use house::{CommandResult, Failure, FailureKind, OrFail, one_line};
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
pub(super) struct Session<'a> {
    analyst: &'a Analyst<'a>,
    study: Study,
    analysis: StudyAnalysis,
    running: RunningAnalyses,
    /// The tags of the notation file, if the match is from one.
    tags: Tags,
}

impl<'a> Session<'a> {
    pub(super) fn new(analyst: &'a Analyst<'a>, study: Study, tags: Tags) -> Self {
        let (analysis, running) = (analyst.study_analysis(), RunningAnalyses::default());
        Self { analyst, study, analysis, running, tags }
    }

    /// Runs until the person quits.
    pub(super) fn run(mut self, inbox: &Inbox) -> CommandResult {
        let record = self.study.record();
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        let game = self.study.game().clone();
        let title = sentences::match_title(&*game, &names, record.time_control);
        writeln!(stdout(), "{title}\nhelp lists the words; a move is tried.\n")?;
        self.show_position()?;
        let mut ended = false;
        for message in &inbox.messages {
            match message {
                Message::Line(line) if !self.execute(&line)? => return Ok(()),
                Message::AnalysisUpdate(number, update) => self.handle_update(number, *update)?,
                Message::Interrupted(by) => return Err(by.into()),
                Message::EndOfInput => ended = true,
                _ => {}
            }
            // Input from a pipe ends before the analyses that it asked for.
            if ended && !self.analysis.is_running() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn prompt(&self) -> io::Result<()> {
        let mut out = stdout().lock();
        let (ply, count) = (self.study.ply(), self.study.record().plies.len());
        let place = if self.study.is_in_variation() { ", in a variation" } else { "" };
        write!(out, "Ply {ply} of {count}{place}: ")?;
        out.flush()
    }

    /// Shows the board, the last move, the next move and the variations.
    fn show_position(&self) -> io::Result<()> {
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
        if let Some(next) = self.study.next_ply() {
            writeln!(out, "Next: {}{}", next.mv, boards::annotation(next))?;
        }
        let variations = self.study.variations();
        if !variations.is_empty() {
            writeln!(out, "Variations: {}", variations.join(", "))?;
        }
        drop(out);
        self.prompt()
    }

    /// Executes a line. Returns false if the person quits.
    fn execute(&mut self, line: &str) -> Result<bool, Failure> {
        match words::read(line) {
            Word::Quit => return Ok(false),
            Word::Next => {
                if self.study.forward().is_none() {
                    write_wrapped("This is the end of the line.")?;
                }
                self.show_new_position()?;
            }
            Word::Back => {
                if !self.study.back() {
                    write_wrapped("This is the start.")?;
                }
                self.show_new_position()?;
            }
            Word::Up => {
                if !self.study.leave_variation() {
                    write_wrapped("This is the match itself.")?;
                }
                self.show_new_position()?;
            }
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
            Word::Graph => self.draw_graph()?,
            Word::Stop => {
                self.analysis.stop_position();
                self.analysis.stop_match();
                self.running.keep_wanted(&self.analysis);
                self.answer("No analysis is running now.")?;
            }
            Word::Save(file) => self.save(file.as_deref())?,
            Word::Move(text) => self.try_move(&text)?,
        }
        Ok(true)
    }

    fn answer(&self, sentence: &str) -> io::Result<()> {
        write_wrapped(sentence.trim_end())?;
        self.prompt()
    }

    /// Stops the analysis of the previous position and shows the new one.
    fn show_new_position(&mut self) -> io::Result<()> {
        self.analysis.stop_position();
        self.running.keep_wanted(&self.analysis);
        self.show_position()
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        match self.study.play(text) {
            Ok((_, step)) => {
                if step == Step::New && self.study.is_in_variation() {
                    write_wrapped("A new variation; up leads back.")?;
                }
                self.show_new_position()
            }
            Err(error) => {
                let reason = || format!("That is not possible: {}", one_line(&error.reason()));
                let typo = |word| format!("There is no word \"{text}\". Did you mean {word}?");
                self.answer(&words::suggestion(text).map_or_else(reason, typo))
            }
        }
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
                writeln!(stdout())?;
                self.answer(&refusal_sentence(&why))?;
            }
            StudyChange::MatchEnded => self.tell_marked()?,
        }
        Ok(())
    }

    fn find_lines(&mut self) -> CommandResult {
        let request = self.analysis.request_position(&self.study);
        self.running.keep_wanted(&self.analysis);
        let Some(request) = request else {
            return Ok(self.answer("Nobody is to move here.")?);
        };
        self.start(&request, "Looking for the best lines; stop ends that.")
    }

    /// Looks for what the opponent would play if the mover passed.
    fn find_threat(&mut self) -> CommandResult {
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
        write_wrapped(&format!("Looking at {ply_count} plies; go on meanwhile."))?;
        let request = self.analysis.request_match(&mut self.study).or_fail(FailureKind::Input)?;
        let Some(request) = request else { return Ok(self.tell_marked()?) };
        self.running.start(self.analyst, &request, self.analyst.limits_or_time(MATCH_TIME))?;
        Ok(self.prompt()?)
    }

    fn tell_marked(&self) -> io::Result<()> {
        writeln!(stdout())?;
        let marked = match self.analysis.report().mistakes().count() {
            1 => "1 move is marked".into(),
            count => format!("{count} moves are marked"),
        };
        self.answer(&format!("The whole match was analyzed: {marked}; mistakes lists them."))
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
