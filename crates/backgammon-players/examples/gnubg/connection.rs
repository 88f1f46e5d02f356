//! The program and the socket on which it asks.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::Arguments;
use crate::message::Message;

/// The longest time between two questions.
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
        // The input stays open: the program would end with it.
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
        // It may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The commands that make it play against the socket.
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
