//! Runs GNU Backgammon and answers its questions over a socket.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use backgammon::Roll;

use crate::Arguments;

/// Maximum time between two questions.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running GNU Backgammon that plays against an external player.
pub(crate) struct Connection {
    program: Child,
    reader: BufReader<TcpStream>,
}

impl Connection {
    /// Starts the program and waits until it connects.
    pub(crate) fn open(arguments: &Arguments) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").context("opening a socket")?;
        let port = listener.local_addr()?.port();
        let mut program = Command::new(&arguments.gnubg)
            .args(["-t", "-q"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("starting {} (apt-get install gnubg)", arguments.gnubg))?;
        let mut input = program.stdin.take().context("the program has no input")?;
        input.write_all(setup(arguments, port).as_bytes())?;
        // The input stays open, because closing the input would end the program.
        program.stdin = Some(input);
        let (stream, _) = listener.accept().context("waiting for the program")?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Self { program, reader: BufReader::new(stream) })
    }

    /// The next question.
    pub(crate) fn receive(&mut self) -> Result<Message> {
        let mut line = String::new();
        if self.reader.read_line(&mut line).context("waiting for a question")? == 0 {
            bail!("the program has closed the connection");
        }
        let line = line.trim_matches(['\0', '\n', '\r', ' ']);
        Message::read(line).with_context(|| format!("unexpected question {line:?}"))
    }

    /// Answers the last question.
    pub(crate) fn send(&mut self, answer: &str) -> Result<()> {
        let line = format!("{answer}\n");
        self.reader.get_mut().write_all(line.as_bytes()).context("answering")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The program may already have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The commands that make the program play against the socket.
fn setup(arguments: &Arguments, port: u16) -> String {
    let Arguments { gnubg_plies, gnubg_noise, seed, cube, .. } = arguments;
    let cube = if *cube { "on" } else { "off" };
    let player = "set player 0";
    format!(
        "set automatic game on\nset automatic roll on\nset automatic bearoff off\nset automatic move off\n\
         set jacoby off\nset beavers 0\nset automatic doubles 0\nset cube use {cube}\nset display off\n\
         {player} gnubg\n\
         {player} chequerplay evaluation plies {gnubg_plies}\n\
         {player} chequerplay evaluation noise {gnubg_noise}\n\
         {player} chequerplay evaluation deterministic off\n\
         {player} cubedecision evaluation plies {gnubg_plies}\n\
         {player} cubedecision evaluation noise {gnubg_noise}\n\
         {player} cubedecision evaluation deterministic off\n\
         set player 1 external localhost:{port}\nset rng mersenne\nset seed {seed}\nnew session\n"
    )
}

/// The relevant fields of a board. Checkers are counted from the side to move's ace point.
#[derive(Debug)]
pub(crate) struct Message {
    /// Our points in the session, then the opponent's.
    pub(crate) scores: [u32; 2],
    /// Our checkers, then the opponent's, each counted from its player's ace point; 25 is the bar.
    pub(crate) checkers: [[u8; 26]; 2],
    /// Our roll; `None` if we may roll or double.
    pub(crate) roll: Option<Roll>,
    pub(crate) cube: u8,
    pub(crate) we_may_double: bool,
    pub(crate) they_may_double: bool,
    /// `true` if the other side has doubled.
    pub(crate) is_doubled: bool,
}

/// The index of the first field with checkers on a point.
const POINTS: usize = 6;
/// The index of the first field after the points on the board.
const REST: usize = POINTS + 26;

impl Message {
    pub(crate) fn read(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split(':').collect();
        if fields.first() != Some(&"board") {
            bail!("not a board");
        }
        let number = |index: usize| -> Result<i32> {
            fields.get(index).context("too few fields")?.parse().context("not a number")
        };
        let mut checkers = [[0; 26]; 2];
        for place in 0..26 {
            let count = number(POINTS + place)?;
            let size = u8::try_from(count.abs())?;
            if count > 0 {
                checkers[0][place] = size;
            } else {
                checkers[1][25 - place] = size;
            }
        }
        let dice = [number(REST + 1)?, number(REST + 2)?];
        let roll = match dice {
            [0, 0] => None,
            dice => {
                let [one, other] = [u8::try_from(dice[0])?, u8::try_from(dice[1])?];
                Some(Roll::new(one, other).context("no dice show this")?)
            }
        };
        // The names are in the order of the scores, which changes when a double is offered.
        let [one, other] = [u32::try_from(number(4)?)?, u32::try_from(number(5)?)?];
        let scores = if fields[1] == "gnubg" { [other, one] } else { [one, other] };
        let is_doubled = number(REST + 8)? == 1;
        Ok(Self {
            scores,
            checkers,
            roll,
            cube: u8::try_from(number(REST + 5)?.min(64))?,
            we_may_double: number(REST + 6)? == 1,
            they_may_double: number(REST + 7)? == 1,
            is_doubled,
        })
    }
}
