//! `rival analyze`: what a player thinks of positions.

use std::io::{self, BufRead, Write, stdin, stdout};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use board_engine::{Seat, Turn, Viewer};
use games_package::{Command, Ending, Event, MatchState, Ply, TableGame, Thinking, TimeControl};
use serde_json::{Value, json};

use crate::arguments::{AnalyzeArguments, LimitArguments};
use crate::commands::json::{ending_json, thinking_json};
use crate::commands::watch::{nobody_answers, player_failure};
use crate::failure::{CommandResult, Failure, FailureKind, OrFail};
use crate::house::{self, House};
use crate::live::{Input, LiveMatch, Message};
use crate::recorded::{self, Recorded};
use crate::sentences;

/// The file name that stands for the standard input.
const STANDARD_INPUT: &str = "-";

pub(crate) fn run(house: &House, arguments: &AnalyzeArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let player = player(house, &*game, arguments);
    let analysis = Analysis { house, arguments, game, player };
    match (&arguments.record, arguments.positions.as_deref()) {
        (Some(path), _) => {
            let Recorded { record, game, .. } = recorded::load(path)?;
            if game.name() != analysis.game.name() {
                let error = anyhow!(
                    "{}: the record is of {}, not of {}",
                    path.display(),
                    game.name(),
                    analysis.game.name()
                );
                return Err(Failure::new(FailureKind::Input, error));
            }
            (0..=record.plies.len()).try_for_each(|ply| {
                analysis.look_at(Some(&record.start), record.plies.get(..ply).unwrap_or_default())
            })
        }
        (None, Some(STANDARD_INPUT)) => stdin().lock().lines().try_for_each(|line| {
            let line = line?;
            match line.trim() {
                "" => Ok(()),
                position => analysis.look_at(Some(position), &[]),
            }
        }),
        (None, _) => analysis.look_at(arguments.position.as_deref(), &[]),
    }
}

/// Who is asked, with the options that the command line has names for.
fn player(house: &House, game: &dyn TableGame, arguments: &AnalyzeArguments) -> String {
    let asked = arguments.player.clone();
    let mut player = asked.unwrap_or_else(|| house.analyst(game.name()));
    let lines = arguments.lines.map(|count| format!("lines={count}"));
    let threads = arguments.threads.map(|count| format!("threads={count}"));
    for option in lines.into_iter().chain(threads) {
        player.push(if player.contains(':') { ',' } else { ':' });
        player.push_str(&option);
    }
    player
}

/// One player's look at one position after the other.
struct Analysis<'a> {
    house: &'a House,
    arguments: &'a AnalyzeArguments,
    game: Arc<dyn TableGame>,
    player: String,
}

/// What came of a look.
struct Found {
    /// The newest report on each line, the best line first.
    lines: Vec<(Duration, Thinking)>,
    /// What the player would play, after so much time.
    chosen: Option<(Duration, String)>,
}

impl Analysis<'_> {
    /// Shows what the player thinks of the position after these plies.
    fn look_at(&self, start: Option<&str>, plies: &[Ply]) -> CommandResult {
        let mut state = self.game.open(start).or_fail(FailureKind::Input)?;
        for ply in plies {
            state.play(&ply.mv).or_fail(FailureKind::Input)?;
        }
        let context = Context { arguments: self.arguments, ply: plies.len(), state: &*state };
        if let Some(outcome) = state.outcome() {
            return context.tell_end(&*self.game, &Ending::by_rules(&outcome));
        }
        let Turn::Seat(mover) = state.turn() else { return context.tell_chance() };
        context.tell_position(&*self.game)?;
        let found = self.ask(start, plies, &context, mover)?;
        context.tell_choice(&*self.game, mover, found)
    }

    /// Sets the player at a table of its own, and takes its first move away unplayed.
    fn ask(
        &self,
        start: Option<&str>,
        plies: &[Ply],
        context: &Context<'_>,
        mover: Seat,
    ) -> Result<Found, Failure> {
        let AnalyzeArguments { time, depth, nodes, seed, .. } = *self.arguments;
        let limits = LimitArguments { time, depth, nodes, ..LimitArguments::default() };
        let players = vec![self.player.clone(); self.game.seat_count()];
        let game = Arc::clone(&self.game);
        let mut setup = self.house.match_setup(game, &players, &limits, Some(seed))?;
        setup.time_control = time.unwrap_or(TimeControl::Unlimited);
        setup.position = start.map(String::from);
        setup.opening = plies.iter().map(|ply| ply.mv.as_str().into()).collect();
        let live = LiveMatch::begin(setup, Input::None)?;
        let looked = self.listen(&live, context, mover);
        // The match may be over already.
        let _gone = live.control.send(Command::Stop);
        let record = live.finish()?.record;
        let found = looked?;
        match found.chosen {
            Some(_) => Ok(found),
            None => player_failure(&*self.game, &record).map(|()| found),
        }
    }

    fn listen(
        &self,
        live: &LiveMatch,
        context: &Context<'_>,
        mover: Seat,
    ) -> Result<Found, Failure> {
        let mut found = Found { lines: Vec::new(), chosen: None };
        for message in &live.messages {
            match message {
                Message::Table(event) => match *event {
                    Event::ThinkingReported { elapsed, thinking, .. } => {
                        context.tell_thinking(&*self.game, mover, elapsed, &thinking, &found)?;
                        found.note(elapsed, thinking);
                    }
                    Event::MovePlayed(played) => {
                        found.chosen = Some((played.elapsed, played.mv));
                        return Ok(found);
                    }
                    Event::InputRequested { seat, .. } => {
                        return Err(nobody_answers(&*self.game, seat));
                    }
                    _ => {}
                },
                Message::TableClosed => break,
                Message::Interrupted => return Err(Failure::interrupted()),
                Message::Line(_) | Message::EndOfInput => {}
            }
        }
        Ok(found)
    }
}

impl Found {
    /// The newest report takes the place of all of a lesser depth, or of the same line.
    fn note(&mut self, elapsed: Duration, thinking: Thinking) {
        self.lines
            .retain(|(_, known)| known.depth == thinking.depth && known.rank != thinking.rank);
        self.lines.push((elapsed, thinking));
        self.lines.sort_by_key(|(_, known)| known.rank);
    }

    /// Whether `thinking` begins a new depth.
    fn is_older_than(&self, thinking: &Thinking) -> bool {
        self.lines.first().is_some_and(|(_, known)| known.depth != thinking.depth)
    }
}

/// Where what is told belongs, and how it is told.
struct Context<'a> {
    arguments: &'a AnalyzeArguments,
    ply: usize,
    state: &'a dyn MatchState,
}

impl Context<'_> {
    /// More than one position: each object says which one it is about.
    fn is_one_of_many(&self) -> bool {
        self.arguments.record.is_some() || self.arguments.positions.is_some()
    }

    /// One object on a line.
    fn write(&self, mut object: Value) -> io::Result<()> {
        if self.is_one_of_many() {
            object["ply"] = self.ply.into();
            object["position"] = self.state.position(Viewer::Arbiter).into();
        }
        let mut out = stdout().lock();
        writeln!(out, "{object}")?;
        out.flush()
    }

    fn tell_end(&self, game: &dyn TableGame, ending: &Ending) -> CommandResult {
        self.tell_position(game)?;
        if self.arguments.json {
            self.write(json!({"final": true, "outcome": ending_json(ending)}))?;
        } else {
            writeln!(stdout(), "{}", sentences::ending_sentence(game, ending))?;
        }
        Ok(())
    }

    fn tell_chance(&self) -> CommandResult {
        if self.arguments.json {
            self.write(json!({"final": true, "turn": "chance"}))?;
        } else {
            writeln!(stdout(), "Chance is to decide.")?;
        }
        Ok(())
    }

    fn tell_position(&self, game: &dyn TableGame) -> CommandResult {
        if !self.arguments.json && self.is_one_of_many() {
            let position = self.state.position(Viewer::Arbiter);
            writeln!(stdout(), "\n{}, {} plies: {position}", game.name(), self.ply)?;
        }
        Ok(())
    }

    /// A program is told of a depth when it is known not to be the last one.
    fn tell_thinking(
        &self,
        game: &dyn TableGame,
        mover: Seat,
        elapsed: Duration,
        thinking: &Thinking,
        found: &Found,
    ) -> CommandResult {
        if !self.arguments.json {
            let sentence = sentences::thinking_sentence(game, mover, elapsed, thinking);
            writeln!(stdout(), "{sentence}")?;
        } else if found.is_older_than(thinking) {
            for (elapsed, known) in &found.lines {
                self.write(line_json(*elapsed, known))?;
            }
        }
        Ok(())
    }

    /// The last object is that of the best line.
    fn tell_choice(&self, game: &dyn TableGame, mover: Seat, found: Found) -> CommandResult {
        let Some((elapsed, chosen)) = found.chosen else {
            return Err(Failure::new(FailureKind::Failed, anyhow!("the player has not answered")));
        };
        if !self.arguments.json {
            writeln!(stdout(), "{} plays best: {chosen}", game.seat_name(mover))?;
            return Ok(());
        }
        let mut lines = found.lines.into_iter();
        let best = lines.next();
        for (elapsed, known) in lines {
            self.write(line_json(elapsed, &known))?;
        }
        let mut object = if let Some((elapsed, known)) = best {
            line_json(elapsed, &known)
        } else {
            // A player that doesn't look ahead, or has no choice, reports nothing.
            let line = Thinking { line: chosen.clone(), ..Thinking::default() };
            let mut object = line_json(elapsed, &line);
            object["score"] = Value::Null;
            object
        };
        object["move"] = chosen.into();
        object["final"] = true.into();
        Ok(self.write(object)?)
    }
}

fn line_json(elapsed: Duration, thinking: &Thinking) -> Value {
    let mut object = thinking_json(elapsed, thinking);
    object["move"] = object["line"][0].clone();
    object
}
