//! `rival analyze`: what a player thinks of positions.

use std::io::{self, BufRead, Write, stdin, stdout};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use board_engine::{Seat, Turn, Viewer};
use games_package::{Ending, MatchState, Ply, TableGame, Thinking, ThinkingLimits};
use house::{CommandResult, Failure, FailureKind, House, Limits, OrFail};
use serde_json::{Value, json};

use crate::arguments::AnalyzeArguments;
use crate::commands::json::{ending_json, thinking_json};
use crate::commands::watch::nobody_answers;
use crate::consultation::{Insight, Look, NoOpinion, Opinion, Question, note};
use crate::live::{Inbox, Input, Message};
use crate::recorded::{self, Recorded};
use crate::sentences;

/// The file name that stands for the standard input.
const STANDARD_INPUT: &str = "-";

pub(crate) fn run(house: &House, arguments: &AnalyzeArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let player = player(house, &*game, arguments);
    let inbox = Inbox::open(Input::None)?;
    let analysis = Analysis { house, arguments, game, player, inbox };
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
    inbox: Inbox,
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

    /// Lets the player look, and tells what it thinks.
    fn ask(
        &self,
        start: Option<&str>,
        plies: &[Ply],
        context: &Context<'_>,
        mover: Seat,
    ) -> Result<Opinion, Failure> {
        let AnalyzeArguments { time, depth, nodes, seed, .. } = *self.arguments;
        let thinking = ThinkingLimits { depth, nodes };
        let limits = Limits { time, thinking, pondering: false };
        let moves: Vec<String> = plies.iter().map(|ply| ply.mv.clone()).collect();
        let question =
            Question { game: &self.game, start, moves: &moves, player: &self.player, limits, seed };
        let sender = self.inbox.sender();
        let look = Look::prepare(self.house, &question)?;
        let _looking = look.begin(move |insight| {
            // The program may have been interrupted.
            let _gone = sender.send(Message::Insight(Box::new(insight)));
        })?;
        let mut known = Vec::new();
        for message in &self.inbox.messages {
            match message {
                Message::Insight(insight) => match *insight {
                    Insight::Thinking(elapsed, thinking) => {
                        context.tell_thinking(
                            &*self.game,
                            mover,
                            elapsed,
                            &thinking,
                            &mut known,
                        )?;
                    }
                    Insight::End(Ok(opinion)) => return Ok(opinion),
                    Insight::End(Err(why)) => return Err(self.nothing_found(why, mover)),
                },
                Message::Interrupted => return Err(Failure::interrupted()),
                _ => {}
            }
        }
        Err(Failure::interrupted())
    }

    fn nothing_found(&self, why: NoOpinion, mover: Seat) -> Failure {
        let player = format!("the player of {} ({})", self.game.seat_name(mover), self.player);
        match why {
            NoOpinion::Person => nobody_answers(&*self.game, mover),
            NoOpinion::Failed(why) => {
                Failure::new(FailureKind::Player, anyhow!("{player} failed: {why}"))
            }
            NoOpinion::Withdrawn => Failure::interrupted(),
        }
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
        known: &mut Vec<(Duration, Thinking)>,
    ) -> CommandResult {
        if !self.arguments.json {
            let sentence = sentences::thinking_sentence(game, mover, elapsed, thinking);
            writeln!(stdout(), "{sentence}")?;
        } else if known.first().is_some_and(|(_, known)| known.depth != thinking.depth) {
            for (elapsed, known) in &*known {
                self.write(line_json(*elapsed, known))?;
            }
        }
        note(known, elapsed, thinking.clone());
        Ok(())
    }

    /// The last object is that of the best line.
    fn tell_choice(&self, game: &dyn TableGame, mover: Seat, found: Opinion) -> CommandResult {
        let Opinion { lines, chosen, elapsed } = found;
        if !self.arguments.json {
            writeln!(stdout(), "{} plays best: {chosen}", game.seat_name(mover))?;
            return Ok(());
        }
        let mut lines = lines.into_iter();
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
