//! An interactive analysis of a match or a position.

mod words;

use std::io::{self, Write, stdout};
use std::path::Path;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisUpdate, MatchAnalysis, MatchReport, RunningAnalysis, Step, Study,
    book_phrase, refusal_sentence, table_phrase,
};
use board_engine::{Turn, Viewer};
use games_package::Ply;
use house::{CommandResult, Failure, FailureKind, OrFail, one_line};
use match_library::Tags;
use match_view::sentences;

use self::words::Word;
use super::analyst::Analyst;
use crate::boards;
use crate::columns::{columns, wrapped};
use crate::live::Message;

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
    /// The number of the newest analysis.
    newest: usize,
    /// The analysis of the current position.
    lines: Option<Running>,
    /// The analysis of the whole match.
    running_match: Option<RunningMatch>,
    /// The results of the last analysis of the whole match.
    report: MatchReport,
    /// The tags of the notation file, if the match is from one.
    tags: Tags,
}

/// An analysis of a position. Dropping it ends it.
struct Running {
    number: usize,
    _analysis: RunningAnalysis,
}

/// An analysis of the match as it was when the analysis started, without later variations.
struct RunningMatch {
    analysis: MatchAnalysis,
    start: String,
    /// The position that is being analyzed.
    position: Option<Running>,
}

impl<'a> Session<'a> {
    pub(super) fn new(analyst: &'a Analyst<'a>, study: Study, tags: Tags) -> Self {
        let report = MatchReport::default();
        Self { analyst, study, newest: 0, lines: None, running_match: None, report, tags }
    }

    /// Runs until the person quits.
    pub(super) fn run(mut self) -> CommandResult {
        let record = self.study.record();
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        let game = self.study.game().clone();
        let title = sentences::match_title(&*game, &names, record.time_control);
        writeln!(stdout(), "{title}\nhelp lists the words; a move is tried.\n")?;
        self.show_position()?;
        let analyst = self.analyst;
        let mut ended = false;
        for message in &analyst.inbox.messages {
            match message {
                Message::Line(line) if !self.execute(&line)? => return Ok(()),
                Message::AnalysisUpdate(number, update) => self.handle_update(number, *update)?,
                Message::Interrupted(by) => return Err(by.into()),
                Message::EndOfInput => ended = true,
                _ => {}
            }
            // Input from a pipe ends before the analyses that it asked for.
            if ended && self.lines.is_none() && self.running_match.is_none() {
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
            Word::Mistakes => self.list_mistakes()?,
            Word::Graph => self.draw_graph()?,
            Word::Stop => {
                self.lines = None;
                self.stop_match();
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
        self.lines = None;
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
        self.report().annotate(&mut record, &**self.study.game());
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
    /// The results for the whole match so far.
    fn report(&self) -> &MatchReport {
        self.running_match.as_ref().map_or(&self.report, |running| running.analysis.report())
    }

    /// Stops the analysis of the match. Its results are kept.
    fn stop_match(&mut self) {
        if let Some(running) = self.running_match.take() {
            self.report = running.analysis.into_report();
        }
    }

    fn next_number(&mut self) -> usize {
        self.newest += 1;
        self.newest
    }

    fn handle_update(&mut self, number: usize, update: AnalysisUpdate) -> CommandResult {
        let AnalysisUpdate::End(end) = update else { return Ok(()) };
        let is_number = |running: &Running| running.number == number;
        let position = self.running_match.as_ref().and_then(|running| running.position.as_ref());
        if self.lines.as_ref().is_some_and(is_number) {
            self.lines = None;
            writeln!(stdout())?;
            match end {
                Ok(analysis) => self.show_lines(&analysis)?,
                Err(why) => self.answer(&refusal_sentence(&why))?,
            }
        } else if position.is_some_and(is_number) {
            match end {
                Ok(analysis) => self.continue_match(Some(analysis))?,
                Err(why) => {
                    self.stop_match();
                    writeln!(stdout())?;
                    self.answer(&refusal_sentence(&why))?;
                }
            }
        }
        Ok(())
    }

    fn find_lines(&mut self) -> CommandResult {
        let state = self.study.state();
        if state.outcome().is_some() || state.turn() == Turn::Chance {
            return Ok(self.answer("Nobody is to move here.")?);
        }
        let number = self.next_number();
        let limits = self.analyst.limits_or_time(LINES_TIME);
        let start = self.study.record().start.clone();
        match self.analyst.start(Some(&start), &self.study.moves(), limits, number) {
            Ok(analysis) => {
                self.lines = Some(Running { number, _analysis: analysis });
                Ok(self.answer("Looking for the best lines; stop ends that.")?)
            }
            Err(failure) => Ok(self.answer(&format!("That is not possible: {failure}"))?),
        }
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
        if self.running_match.is_none() && self.report.position_count() <= count {
            let (game, record) = (self.study.game().clone(), self.study.record());
            let start = record.start.clone();
            let analysis = MatchAnalysis::new(game, record).or_fail(FailureKind::Input)?;
            let analysis = analysis.with_references(self.analyst.references.clone());
            self.running_match = Some(RunningMatch { analysis, start, position: None });
            write_wrapped(&format!("Looking at {count} plies; go on meanwhile."))?;
            return self.continue_match(None).and_then(|()| Ok(self.prompt()?));
        }
        let (game, record) = (self.study.game().clone(), self.study.record());
        let plies: Vec<usize> = self.report().mistakes().collect();
        for ply in &plies {
            write_wrapped(&self.report().ply_sentence(&*game, *ply, &record.plies[*ply]))?;
        }
        if self.running_match.is_some() {
            let so_far = self.report().position_count().saturating_sub(1);
            return Ok(self.answer(&format!("{so_far} of {count} plies have been analyzed."))?);
        }
        if plies.is_empty() {
            write_wrapped("No mistake was found.")?;
        }
        Ok(self.answer(&self.report().summary(&*game))?)
    }

    /// Adds the results for a position of the match, and starts the analysis of the next position.
    fn continue_match(&mut self, found: Option<Analysis>) -> CommandResult {
        let Some(mut running) = self.running_match.take() else { return Ok(()) };
        if let Some(found) = found {
            running.analysis.add(found);
        }
        if let Some(moves) = running.analysis.advance().or_fail(FailureKind::Input)? {
            let (number, limits) = (self.next_number(), self.analyst.limits_or_time(MATCH_TIME));
            let analysis = self.analyst.start(Some(&running.start), &moves, limits, number)?;
            running.position = Some(Running { number, _analysis: analysis });
            self.running_match = Some(running);
            return Ok(());
        }
        self.report = running.analysis.into_report();
        let game = self.study.game().clone();
        self.report.annotate(self.study.record_mut(), &*game);
        writeln!(stdout())?;
        let marked = match self.report.mistakes().count() {
            1 => "1 move is marked".into(),
            count => format!("{count} moves are marked"),
        };
        Ok(self.answer(&format!("The whole match was analyzed: {marked}; mistakes lists them."))?)
    }

    fn draw_graph(&self) -> io::Result<()> {
        let width = columns().unwrap_or(GRAPH_WIDTH);
        let graph = self.report().graph(&**self.study.game(), width);
        if graph.is_empty() {
            return self.answer("Nothing is known of the score: mistakes analyzes the match.");
        }
        write!(stdout(), "{graph}")?;
        self.prompt()
    }
}
