//! A walk through a match, or from a position, by typed words.

mod words;

use std::io::{self, Write, stdout};
use std::path::Path;
use std::time::Duration;

use board_engine::{Turn, Viewer};
use games_package::{Ending, Ply, Record};
use house::{CommandResult, Failure, one_line};

use self::words::Word;
use super::Analyst;
use super::match_report::MatchReport;
use crate::advice::refusal_sentence;
use crate::analysis::{Analysis, AnalysisUpdate, RunningAnalysis};
use crate::columns::{columns, wrapped};
use crate::live::Message;
use crate::recorded::{self, Tags};
use crate::sentences;
use crate::study::{Step, Study};

/// How long a position is looked at for its lines where the command line sets no limit.
const LINES_TIME: Duration = Duration::from_secs(2);

/// The same for each position of a match whose mistakes are looked for.
const MATCH_TIME: Duration = Duration::from_millis(500);

/// How far the rest of a long sentence stands from the left, in characters.
const INDENT: usize = 2;

/// The width of the graph where there is no terminal, in characters.
const GRAPH_WIDTH: usize = 78;

/// What somebody who walks does not see at once.
pub(super) struct Session<'a> {
    analyst: &'a Analyst<'a>,
    study: Study,
    /// The number of the newest look: what older ones tell is not heard any more.
    newest: usize,
    /// The look at the position where we are.
    lines: Option<Looking>,
    /// The looks at all positions of the match, one after the other.
    sweep: Option<Sweep>,
    /// What came of them.
    report: MatchReport,
    /// What a notation file says of the match beside its moves.
    tags: Tags,
}

/// A look that goes on.
struct Looking {
    number: usize,
    _consultation: RunningAnalysis,
}

/// A match that is looked at from its start to its end.
struct Sweep {
    looking: Option<Looking>,
    /// The match when it began: what is tried meanwhile is not part of it.
    record: Record,
    state: Box<dyn games_package::MatchState>,
    /// The move that led to the position, and who made it.
    last: Option<(String, Turn)>,
}

impl<'a> Session<'a> {
    pub(super) fn new(analyst: &'a Analyst<'a>, study: Study, tags: Tags) -> Self {
        let report = MatchReport::default();
        Self { analyst, study, newest: 0, lines: None, sweep: None, report, tags }
    }

    /// Goes on until somebody leaves.
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
                Message::Line(line) if !self.take(&line)? => return Ok(()),
                Message::AnalysisUpdate(number, update) => self.hear(number, *update)?,
                Message::Interrupted(by) => return Err(by.into()),
                Message::EndOfInput => ended = true,
                _ => {}
            }
            // What was asked for from a pipe is waited for.
            if ended && self.lines.is_none() && self.sweep.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn prompt(&self) -> io::Result<()> {
        let mut out = stdout().lock();
        let (ply, count) = (self.study.ply(), self.study.record().plies.len());
        let aside = if self.study.is_aside() { ", in a variation" } else { "" };
        write!(out, "Ply {ply} of {count}{aside}: ")?;
        out.flush()
    }

    /// The board, how we came here, and where one can go.
    fn show_position(&self) -> io::Result<()> {
        let (game, state) = (self.study.game(), self.study.state());
        let mut out = stdout().lock();
        write!(out, "{}", sentences::picture(&state.diagram(Viewer::Arbiter)))?;
        if let Some(last) = self.study.last() {
            writeln!(out, "After {}{}", last.mv, sentences::remarks(last))?;
        }
        match (state.outcome(), state.turn()) {
            (Some(outcome), _) => {
                let ending = Ending::by_rules(&outcome);
                writeln!(out, "{}", sentences::ending_sentence(&**game, &ending))?;
            }
            (None, Turn::Seat(seat)) => writeln!(out, "{} is to move.", game.seat_name(seat))?,
            (None, Turn::Chance) => writeln!(out, "Chance is to decide.")?,
        }
        if let Some(coming) = self.study.coming() {
            writeln!(out, "Next: {}{}", coming.mv, sentences::remarks(coming))?;
        }
        let others = self.study.others();
        if !others.is_empty() {
            writeln!(out, "Variations: {}", others.join(", "))?;
        }
        drop(out);
        self.prompt()
    }

    /// Does what a line asks for. Whether the person stays.
    fn take(&mut self, line: &str) -> Result<bool, Failure> {
        match words::read(line) {
            Word::Quit => return Ok(false),
            Word::Next => {
                if self.study.next().is_none() {
                    say("This is the end of the line.")?;
                }
                self.moved()?;
            }
            Word::Back => {
                if !self.study.back() {
                    say("This is the start.")?;
                }
                self.moved()?;
            }
            Word::Up => {
                if !self.study.up() {
                    say("This is the match itself.")?;
                }
                self.moved()?;
            }
            Word::Ply(Some(ply)) => {
                self.study.go_to(ply);
                self.moved()?;
            }
            Word::Ply(None) => self.answer("Say which: ply N, like ply 20.")?,
            Word::Board => self.show_position()?,
            Word::Help => self.answer(&words::help(columns()))?,
            Word::Legal => self.list_legal_moves()?,
            Word::Moves => self.list_moves()?,
            Word::Lines => self.look_for_lines()?,
            Word::Mistakes => self.list_mistakes()?,
            Word::Graph => self.draw_graph()?,
            Word::Stop => {
                (self.lines, self.sweep) = (None, None);
                self.answer("Nobody looks any more.")?;
            }
            Word::Save(file) => self.save(file.as_deref())?,
            Word::Move(text) => self.try_move(&text)?,
        }
        Ok(true)
    }

    fn answer(&self, sentence: &str) -> io::Result<()> {
        say(sentence.trim_end())?;
        self.prompt()
    }

    /// We are somewhere else: what was looked for where we were is of no interest.
    fn moved(&mut self) -> io::Result<()> {
        self.lines = None;
        self.show_position()
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        match self.study.play(text) {
            Ok((_, step)) => {
                if step == Step::New && self.study.is_aside() {
                    say("A new variation; up leads back.")?;
                }
                self.moved()
            }
            Err(error) => {
                let reason = || format!("That is not possible: {}", one_line(&error.reason()));
                let slip = |word| format!("There is no word \"{text}\". Did you mean {word}?");
                self.answer(&words::near(text).map_or_else(reason, slip))
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

    /// The match as it was played.
    fn list_moves(&self) -> io::Result<()> {
        let game = self.study.game();
        let told = |(number, ply): (usize, &Ply)| {
            let mark = ply.note.mark.map(games_package::Mark::sign).unwrap_or_default();
            format!("{number}. {}{mark}", ply.mv)
        };
        let moves: Vec<String> = (1..).zip(&self.study.record().plies).map(told).collect();
        let count = self.study.record().variations.len();
        let variations = if count > 0 { format!(" ({count} variations)") } else { String::new() };
        self.answer(&format!("{}: {}{variations}", game.name(), moves.join(" ")))
    }

    fn save(&self, file: Option<&Path>) -> io::Result<()> {
        let Some(file) = file else {
            return self.answer("Say where: save FILE, like save marked.toml or save marked.pdn.");
        };
        let mut record = self.study.record().clone();
        self.report.annotate(&mut record, &**self.study.game());
        match recorded::save(&record, Some(file), &self.tags) {
            Ok(()) => self.answer(&format!("Saved to {}.", file.display())),
            Err(failure) => self.answer(&format!("The match could not be saved: {failure}")),
        }
    }
}

fn say(sentence: &str) -> io::Result<()> {
    writeln!(stdout(), "{}", wrapped(sentence, columns(), INDENT))
}

/// What the player finds.
impl Session<'_> {
    fn next_number(&mut self) -> usize {
        self.newest += 1;
        self.newest
    }

    fn hear(&mut self, number: usize, update: AnalysisUpdate) -> CommandResult {
        let AnalysisUpdate::End(end) = update else { return Ok(()) };
        let is_number = |looking: &Looking| looking.number == number;
        if self.lines.as_ref().is_some_and(is_number) {
            self.lines = None;
            writeln!(stdout())?;
            match end {
                Ok(analysis) => self.tell_lines(&analysis)?,
                Err(why) => self.answer(&refusal_sentence(&why))?,
            }
        } else if self
            .sweep
            .as_ref()
            .and_then(|sweep| sweep.looking.as_ref())
            .is_some_and(is_number)
        {
            match end {
                Ok(analysis) => self.sweep_on(Some(analysis))?,
                Err(why) => {
                    self.sweep = None;
                    writeln!(stdout())?;
                    self.answer(&refusal_sentence(&why))?;
                }
            }
        }
        Ok(())
    }

    fn look_for_lines(&mut self) -> CommandResult {
        let state = self.study.state();
        if state.outcome().is_some() || state.turn() == Turn::Chance {
            return Ok(self.answer("Nobody is to move here.")?);
        }
        let number = self.next_number();
        let limits = self.analyst.limits_or(LINES_TIME);
        let start = self.study.record().start.clone();
        let looked = self.analyst.look(Some(&start), &self.study.moves(), limits, number);
        match looked {
            Ok(analysis) => {
                self.lines = Some(Looking { number, _consultation: analysis });
                Ok(self.answer("Looking for the best lines; stop ends that.")?)
            }
            Err(failure) => Ok(self.answer(&format!("That is not possible: {failure}"))?),
        }
    }

    fn tell_lines(&self, analysis: &Analysis) -> io::Result<()> {
        if analysis.lines.is_empty() {
            say(&format!("The best move is {}.", analysis.chosen))?;
        }
        for (_, thinking) in &analysis.lines {
            say(&sentences::line_sentence(thinking))?;
        }
        self.prompt()
    }

    fn list_mistakes(&mut self) -> CommandResult {
        let count = self.study.record().plies.len();
        if count == 0 {
            return Ok(self.answer("Nothing has been played.")?);
        }
        if self.sweep.is_none() && self.report.looked_at() <= count {
            let record = self.study.record().clone();
            let game = self.study.game();
            let state = game.open(Some(&record.start)).map_err(io::Error::other)?;
            self.report = MatchReport::default();
            self.sweep = Some(Sweep { looking: None, record, state, last: None });
            say(&format!("Looking at {count} plies; go on meanwhile."))?;
            return self.sweep_on(None).and_then(|()| Ok(self.prompt()?));
        }
        let (game, record) = (self.study.game().clone(), self.study.record());
        let plies: Vec<usize> = self.report.mistakes().collect();
        for ply in &plies {
            say(&self.report.ply_sentence(&*game, *ply, &record.plies[*ply]))?;
        }
        if self.sweep.is_some() {
            let so_far = self.report.looked_at().saturating_sub(1);
            return Ok(self.answer(&format!("{so_far} of {count} plies have been looked at."))?);
        }
        if plies.is_empty() {
            say("No mistake was found.")?;
        }
        Ok(self.answer(&self.report.summary(&*game))?)
    }

    /// Takes what was found in the newest position of the match, and looks at the next one.
    fn sweep_on(&mut self, found: Option<Analysis>) -> CommandResult {
        let Some(mut sweep) = self.sweep.take() else { return Ok(()) };
        let game = self.study.game().clone();
        let mut found = found;
        loop {
            let is_asked = sweep.state.outcome().is_none() && sweep.state.turn() != Turn::Chance;
            if is_asked && found.is_none() {
                let moves = sweep.state.moves(Viewer::Arbiter);
                let (number, limits) = (self.next_number(), self.analyst.limits_or(MATCH_TIME));
                let start = sweep.record.start.clone();
                let analysis = self.analyst.look(Some(&start), &moves, limits, number)?;
                sweep.looking = Some(Looking { number, _consultation: analysis });
                self.sweep = Some(sweep);
                return Ok(());
            }
            let last = sweep.last.as_ref().map(|(mv, turn)| (mv.as_str(), *turn));
            self.report.add(&*sweep.state, game.seat_count(), last, found.take());
            let Some(next) = sweep.record.plies.get(sweep.state.ply()) else { break };
            sweep.last = Some((next.mv.clone(), sweep.state.turn()));
            sweep.state.play_on(&next.mv).map_err(io::Error::other)?;
        }
        self.report.annotate(self.study.record_mut(), &*game);
        let count = self.report.mistakes().count();
        writeln!(stdout())?;
        let marked = if count == 1 {
            "1 move is marked".into()
        } else {
            format!("{count} moves are marked")
        };
        Ok(self.answer(&format!("The whole match was looked at: {marked}; mistakes lists them."))?)
    }

    fn draw_graph(&self) -> io::Result<()> {
        let width = columns().unwrap_or(GRAPH_WIDTH);
        let graph = self.report.graph(&**self.study.game(), width);
        if graph.is_empty() {
            return self.answer("Nothing is known of the score: mistakes looks at the match.");
        }
        write!(stdout(), "{graph}")?;
        self.prompt()
    }
}
