//! The talk between a person and the table.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use board_engine::{Seat, Turn};
use crossbeam_channel::Receiver;
use games_package::{Command, Control, Event, RecordError, TableGame, TableState};

use super::words::{self, Word};
use crate::columns::{columns, wrapped};
use crate::failure::{CommandResult, Failure};
use crate::live::Message;
use crate::message::one_line;
use crate::sentences;

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// Its own doing, or a player's.
    Nothing,
    /// A move of this seat's person.
    Move(Seat),
    /// A word from anybody: the match is paused, or over.
    Word,
}

/// What comes of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Stay,
    Leave,
}

/// One person's screen, or two people's before the same one.
pub(super) struct Dialog<'a> {
    game: &'a dyn TableGame,
    control: Control,
    /// Which seats are people's.
    people: Vec<bool>,
    /// Where the record is saved after every move.
    save: Option<&'a Path>,
    /// Somebody types; otherwise lines come from a file or a pipe and wait for their turn.
    typed: bool,
    /// What players think is told.
    tells_thinking: bool,
    table: Option<TableState>,
    /// Who offered a draw last.
    offerer: Option<Seat>,
    /// Who made each of the moves that stand.
    movers: Vec<Turn>,
    /// How many plies each `undo` took back, for `redo`.
    undone: Vec<usize>,
    awaited: Awaited,
    /// What was awaited when the table was told to do something that it may refuse.
    awaited_before: Awaited,
    lines: VecDeque<String>,
    input_has_ended: bool,
}

impl<'a> Dialog<'a> {
    pub(super) fn new(
        game: &'a dyn TableGame,
        control: Control,
        people: Vec<bool>,
        save: Option<&'a Path>,
        typed: bool,
    ) -> Self {
        Self {
            game,
            control,
            people,
            save,
            typed,
            tells_thinking: false,
            table: None,
            offerer: None,
            movers: Vec::new(),
            undone: Vec::new(),
            awaited: Awaited::Nothing,
            awaited_before: Awaited::Nothing,
            lines: VecDeque::new(),
            input_has_ended: false,
        }
    }

    /// This dialog, which tells what players think or doesn't.
    pub(super) fn with_thinking(self, tells_thinking: bool) -> Self {
        Self { tells_thinking, ..self }
    }

    /// Goes on until somebody leaves or the table is cleared.
    pub(super) fn run(&mut self, messages: &Receiver<Message>) -> CommandResult {
        for message in messages {
            match message {
                Message::Table(event) => self.show(&event)?,
                Message::TableClosed => break,
                Message::Line(line) => self.lines.push_back(line),
                Message::EndOfInput => self.input_has_ended = true,
                Message::Interrupted => {
                    self.send(Command::Stop);
                    return Err(Failure::interrupted());
                }
            }
            if self.work_off_lines()? == Next::Leave {
                self.send(Command::Stop);
                break;
            }
        }
        Ok(())
    }

    /// The table may be gone, and then nothing is left to be said to it.
    fn send(&self, command: Command) {
        let _gone = self.control.send(command);
    }
}

/// What the table tells.
impl Dialog<'_> {
    fn show(&mut self, event: &Event) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match event {
            Event::MatchStarted(table) => {
                self.undone.clear();
                self.see(table);
                let title = sentences::match_title(self.game, &table.players, table.time_control);
                let title = wrapped(&title, columns(), INDENT);
                writeln!(out, "{title}\nType a move, or help.\n")?;
            }
            Event::InputRequested { seat, prompt } => {
                (self.awaited, self.awaited_before) = (Awaited::Move(*seat), Awaited::Move(*seat));
                match &prompt.refusal {
                    Some(why) => write_refusal(&mut out, why)?,
                    None => self.write_board(&mut out)?,
                }
                self.write_prompt(&mut out)?;
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                (self.awaited, self.awaited_before) = (Awaited::Nothing, Awaited::Nothing);
                self.movers.push(played.turn);
                if let Some(table) = &mut self.table {
                    table.moves.push(played.mv.clone());
                    table.position.clone_from(&played.position);
                }
                // What is told is saved, whatever happens next.
                self.save_record(&mut out)?;
                writeln!(out, "{}", sentences::move_sentence(self.game, played))?;
            }
            Event::TurnStarted { clocks, turn, .. } => {
                if let Some(table) = &mut self.table {
                    table.clocks.clone_from(clocks);
                    table.turn = *turn;
                }
            }
            Event::MoveTakenBack(table) => {
                self.undone.push(self.movers.len().saturating_sub(table.moves.len()));
                self.see(table);
                writeln!(out, "Taken back to move {}.", table.moves.len() + 1)?;
            }
            Event::MoveRedone(table) => {
                self.undone.pop();
                self.see(table);
                writeln!(out, "Played again up to move {}.", table.moves.len())?;
            }
            Event::Resynchronized(table) => self.see(table),
            _ => self.show_talk(&mut out, event)?,
        }
        out.flush()
    }

    /// Everything that doesn't change the board.
    fn show_talk(&mut self, out: &mut impl Write, event: &Event) -> io::Result<()> {
        match event {
            Event::ThinkingReported { seat, elapsed, thinking } if self.tells_thinking => {
                let sentence = sentences::thinking_sentence(self.game, *seat, *elapsed, thinking);
                writeln!(out, "{sentence}")
            }
            Event::DrawOffered(seat) => {
                (self.offerer, self.awaited) = (Some(*seat), self.awaited_before);
                writeln!(out, "{} offers a draw.", self.game.seat_name(*seat))?;
                if (0..).zip(&self.people).any(|(index, &person)| person && index != seat.index()) {
                    writeln!(out, "(accept or decline it, or just move)")?;
                }
                self.write_prompt(out)
            }
            Event::DrawDeclined(seat) => {
                self.awaited = self.awaited_before;
                writeln!(out, "{} declines the draw.", self.game.seat_name(*seat))?;
                self.write_prompt(out)
            }
            Event::Paused => {
                self.awaited = Awaited::Word;
                writeln!(out, "The clocks stand; resume goes on.")
            }
            Event::MoveRejected { seat, text, why } => {
                writeln!(out, "{}: {text} is refused: {why}", self.game.seat_name(*seat))
            }
            Event::CommandRefused { why } => {
                self.awaited = self.awaited_before;
                write_refusal(out, why)?;
                self.write_prompt(out)
            }
            Event::MatchEnded(ending) => {
                self.awaited = Awaited::Word;
                if let Some(table) = &mut self.table {
                    table.ending = Some(ending.clone());
                }
                self.write_board(out)?;
                writeln!(out, "{}", sentences::ending_sentence(self.game, ending))?;
                self.save_record(out)?;
                if self.typed {
                    writeln!(out, "(undo, restart, save FILE or quit)")?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The whole table is new to us.
    fn see(&mut self, table: &TableState) {
        self.movers = movers(self.game, table);
        self.table = Some(table.clone());
        (self.awaited, self.awaited_before) = (Awaited::Nothing, Awaited::Nothing);
    }

    fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        write!(out, "\n{}", sentences::board(self.game, &table.position))
    }

    fn write_prompt(&self, out: &mut impl Write) -> io::Result<()> {
        let Awaited::Move(seat) = self.awaited else { return Ok(()) };
        write!(out, "{} to move: ", self.game.seat_name(seat))
    }

    fn save_record(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(path) = self.save else { return Ok(()) };
        let Ok(record) = self.control.record() else { return Ok(()) };
        match record.save(path) {
            Ok(()) => Ok(()),
            Err(error) => writeln!(out, "The match could not be saved: {}", with_causes(error)),
        }
    }
}

/// How far the rest of a long sentence stands from the left, in characters.
const INDENT: usize = 2;

fn write_refusal(out: &mut impl Write, why: &str) -> io::Result<()> {
    let sentence = format!("That is not possible: {}", one_line(why));
    writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))
}

/// The error with its causes in one line.
fn with_causes(error: RecordError) -> String {
    format!("{:#}", anyhow::Error::new(error))
}

/// Whose moves those on the table were.
fn movers(game: &dyn TableGame, table: &TableState) -> Vec<Turn> {
    let Ok(mut state) = game.open(Some(&table.start)) else { return Vec::new() };
    let played = |mv: &String| {
        let turn = state.turn();
        state.play(mv).ok().map(|_| turn)
    };
    table.moves.iter().map_while(played).collect()
}

/// What a person says.
impl Dialog<'_> {
    /// Takes the lines that can be taken now.
    fn work_off_lines(&mut self) -> io::Result<Next> {
        while self.awaited != Awaited::Nothing || self.first_line_is_a_word() {
            let Some(line) = self.lines.pop_front() else {
                let left_alone = self.input_has_ended && self.awaited != Awaited::Nothing;
                return Ok(if left_alone { Next::Leave } else { Next::Stay });
            };
            if self.take(&line)? == Next::Leave {
                return Ok(Next::Leave);
            }
        }
        Ok(Next::Stay)
    }

    /// Words are heard while a player thinks; moves wait for their turn, as all that comes from a pipe does.
    fn first_line_is_a_word(&self) -> bool {
        self.typed
            && self.lines.front().is_some_and(|line| !matches!(words::read(line), Word::Move(_)))
    }

    fn take(&mut self, line: &str) -> io::Result<Next> {
        let mut out = io::stdout().lock();
        match words::read(line) {
            Word::Move(text) => self.take_move(&mut out, text)?,
            Word::Quit => return Ok(Next::Leave),
            Word::Help => write!(out, "{}", words::help(columns()))?,
            Word::Board => self.write_board(&mut out)?,
            Word::Legal => self.write_legal_moves(&mut out)?,
            Word::Last => self.write_last_move(&mut out)?,
            Word::Clock => self.write_clocks(&mut out)?,
            Word::Save(path) => self.save_as(&mut out, path.as_deref().or(self.save))?,
            word => {
                drop(out);
                self.direct(&word);
                return Ok(Next::Stay);
            }
        }
        self.write_prompt(&mut out)?;
        out.flush()?;
        Ok(Next::Stay)
    }

    /// Words that the table has to obey.
    fn direct(&mut self, word: &Word) {
        let seat = self.speaker();
        let command = match word {
            Word::Undo => self.undo(),
            Word::Redo => self.redo(),
            Word::Restart => Command::Restart,
            Word::Pause => Command::Pause,
            Word::Resume => Command::Resume,
            Word::Draw => {
                self.offerer = Some(seat);
                Command::OfferDraw(seat)
            }
            Word::Accept => Command::AcceptDraw(self.invited()),
            Word::Decline => Command::DeclineDraw(self.invited()),
            Word::Resign => Command::Resign(seat),
            _ => Command::MoveNow,
        };
        self.awaited_before = self.awaited;
        // Every other word has an answer, and what is typed next may hang on it.
        if !matches!(command, Command::MoveNow) {
            self.awaited = Awaited::Nothing;
        }
        self.send(command);
    }

    /// Whose words these are: the person's who is asked, or else the first person's at the table.
    fn speaker(&self) -> Seat {
        match (self.awaited, self.table.as_ref().map(|table| table.turn)) {
            (Awaited::Move(seat), _) => seat,
            (_, Some(Turn::Seat(seat))) if self.people[seat.index()] => seat,
            _ => Seat::new(self.people.iter().position(|&person| person).unwrap_or(0)),
        }
    }

    /// Which person has to answer the draw offer: the first who didn't make it.
    fn invited(&self) -> Seat {
        let mut people = Seat::all(self.people.len()).filter(|seat| self.people[seat.index()]);
        people.find(|&seat| Some(seat) != self.offerer).unwrap_or(Seat::FIRST)
    }

    /// Back to the newest position in which a person was to move.
    fn undo(&self) -> Command {
        let is_persons =
            |turn: &Turn| matches!(turn, Turn::Seat(seat) if self.people[seat.index()]);
        let plies = self
            .movers
            .iter()
            .rev()
            .position(is_persons)
            .map_or(self.movers.len(), |index| index + 1);
        Command::TakeBack { plies: plies.max(1) }
    }

    /// Forth again over what the last `undo` took back.
    fn redo(&self) -> Command {
        Command::Redo { plies: self.undone.last().map_or(1, |&plies| plies.max(1)) }
    }

    fn take_move(&mut self, out: &mut impl Write, text: String) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let Awaited::Move(seat) = self.awaited else {
            return writeln!(out, "No move is asked for now; help lists the words.");
        };
        if let Some(word) = words::near(&text) {
            return writeln!(out, "There is no word \"{text}\". Did you mean {word}?");
        }
        (self.awaited, self.awaited_before) = (Awaited::Nothing, Awaited::Nothing);
        self.undone.clear();
        self.send(Command::Answer { seat, text });
        Ok(())
    }

    fn write_legal_moves(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        let mut moves = Vec::new();
        if let Ok(state) = self.game.open(Some(&table.position)) {
            state.legal_moves(&mut moves);
        }
        let list = format!("Legal moves: {}", moves.join(" "));
        writeln!(out, "{}", wrapped(&list, columns(), INDENT))
    }

    fn write_last_move(&self, out: &mut impl Write) -> io::Result<()> {
        match self.table.as_ref().and_then(|table| table.moves.last()) {
            Some(mv) => writeln!(out, "The last move was {mv}."),
            None => writeln!(out, "Nothing has been played."),
        }
    }

    fn write_clocks(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = self.table.as_ref().filter(|table| !table.clocks.is_empty()) else {
            return writeln!(out, "This match has no clock.");
        };
        for (index, time) in table.clocks.iter().enumerate() {
            writeln!(
                out,
                "{}: {}",
                self.game.seat_name(Seat::new(index)),
                sentences::clock(*time)
            )?;
        }
        Ok(())
    }

    fn save_as(&self, out: &mut impl Write, path: Option<&Path>) -> io::Result<()> {
        let Some(path) = path else {
            return writeln!(out, "Say where: save FILE, like save match.toml.");
        };
        let Ok(record) = self.control.record() else { return writeln!(out, "The match is gone.") };
        match record.save(path) {
            Ok(()) => writeln!(out, "Saved to {}.", path.display()),
            Err(error) => writeln!(out, "The match could not be saved: {}", with_causes(error)),
        }
    }
}
