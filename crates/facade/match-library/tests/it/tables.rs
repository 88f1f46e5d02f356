//! Drives tables by numbers: any sequence of moves and commands, on a single thread.

use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;
use games_package::{
    Authority, Command, Host, MatchSetup, Output, Player, PlayerError, Record, Referee, Reply,
    Request, SeatSetup, TableGame, Ticket, TimeControl,
};

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    Quit,
    Resignation,
    AgreedDraw,
    TimeExpired,
    /// Play until the rules end the match, for at most 300 moves.
    Rules,
    /// Leave the match unfinished.
    None,
}

impl Finish {
    pub(crate) const ALL: [Self; 6] = [
        Self::Quit,
        Self::Resignation,
        Self::AgreedDraw,
        Self::TimeExpired,
        Self::Rules,
        Self::None,
    ];
}

/// A player whose replies come from the test.
struct Answered;

impl Player for Answered {
    fn name(&self) -> String {
        "answered".into()
    }

    fn choose_move(&mut self, _: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        unreachable!("no thread calls it")
    }
}

/// A match from its start, or a continued match.
pub(crate) struct DrivenTable {
    referee: Referee,
    now: Duration,
    asked: Option<(Seat, Ticket)>,
}

impl DrivenTable {
    pub(crate) fn new(game: Arc<dyn TableGame>, time_control: TimeControl) -> Self {
        let setup = Self::setup(game);
        Self::of_setup(MatchSetup { time_control, seed: 5, ..setup })
    }

    /// A table that continues this match.
    pub(crate) fn continuing(game: Arc<dyn TableGame>, record: Record) -> Self {
        let Record { plies, variations, start, time_control, seed, .. } = record;
        Self::of_setup(MatchSetup {
            opening: plies,
            variations,
            position: Some(start),
            time_control,
            seed,
            ..Self::setup(game)
        })
    }

    fn setup(game: Arc<dyn TableGame>) -> MatchSetup {
        let seats = (0..game.seat_count()).map(|_| SeatSetup::new("human", Box::new(Answered)));
        let seats = seats.collect();
        MatchSetup::new(game, seats)
    }

    fn of_setup(mut setup: MatchSetup) -> Self {
        let referee = Referee::new(&mut setup).unwrap();
        let mut table = Self { referee, now: Duration::ZERO, asked: None };
        table.referee.start(table.now);
        table.drive();
        table
    }

    /// Executes the referee's outputs, up to the next question.
    fn drive(&mut self) {
        let mut outputs = Vec::new();
        loop {
            while self.referee.take_outputs(&mut outputs) {
                for output in outputs.drain(..) {
                    match output {
                        Output::Start { seat, ticket } => {
                            self.referee.started(seat, ticket, Ok("answered".into()), self.now);
                        }
                        Output::Ask { seat, ticket, .. } => self.asked = Some((seat, ticket)),
                        _ => {}
                    }
                }
            }
            if !self.referee.is_ready() {
                return;
            }
            self.referee.begin_turn(self.now);
        }
    }

    fn execute(&mut self, command: Command) {
        // An impossible command is refused and has no effect.
        let _refused = self.referee.execute(Authority::Director, command, self.now);
        self.drive();
    }

    /// Plays a move for the seat to move. Returns `false` if no seat is to move.
    fn play(&mut self, choice: usize, offers_draw: bool) -> bool {
        let Some((seat, ticket)) =
            self.asked.take().filter(|(seat, ticket)| self.referee.is_open(*seat, *ticket))
        else {
            return false;
        };
        let moves = &self.referee.request(seat).legal_moves;
        let mv = moves[choice % moves.len()].clone();
        let reply = if offers_draw { Reply::MoveAndOfferDraw(mv) } else { Reply::Move(mv) };
        self.now += Duration::from_millis(1 + choice as u64 % 50);
        self.referee.replied(seat, ticket, Ok(reply), self.now);
        self.drive();
        true
    }

    /// Performs one move or command for each number.
    pub(crate) fn steps(&mut self, numbers: &[u32]) {
        for &number in numbers {
            self.step(number);
        }
    }

    /// Performs one step: a move or a command.
    fn step(&mut self, number: u32) {
        let (kind, choice) = (number % 20, (number / 20) as usize);
        let seat = Seat::new(choice % self.referee.seat_count());
        match kind {
            0..=8 => drop(self.play(choice, false)),
            9 => drop(self.play(choice, true)),
            10..=12 => self.execute(Command::TakeBack { plies: 1 + choice % 4 }),
            13 | 14 => self.execute(Command::Redo { plies: 1 + choice % 3 }),
            15 => self.execute(Command::OfferDraw(seat)),
            16 if choice % 2 == 0 => self.execute(Command::AcceptDraw(seat)),
            16 => self.execute(Command::DeclineDraw(seat)),
            17 => self.execute(if choice % 2 == 0 { Command::Pause } else { Command::Resume }),
            18 if choice % 4 == 0 => self.execute(Command::Restart),
            19 if choice % 4 == 0 => self.execute(Command::Resign(seat)),
            _ => {}
        }
    }

    /// Ends the match, if possible now.
    pub(crate) fn finish(&mut self, finish: Finish) {
        match finish {
            Finish::Quit => self.execute(Command::Stop),
            Finish::Resignation => self.execute(Command::Resign(Seat::FIRST)),
            Finish::AgreedDraw => {
                for seat in Seat::all(self.referee.seat_count()) {
                    self.execute(Command::OfferDraw(seat));
                    self.execute(Command::AcceptDraw(seat));
                }
            }
            Finish::TimeExpired => {
                if let Some(deadline) = self.referee.deadline() {
                    self.now = deadline + Duration::from_millis(1);
                    self.referee.expire(self.now);
                    self.drive();
                }
            }
            Finish::Rules => {
                let mut choice = 7;
                while choice < 7 + 300 * 31 && self.play(choice, false) {
                    choice += 31;
                }
            }
            Finish::None => {}
        }
    }

    /// The record of the match in progress.
    pub(crate) fn record(&self) -> Record {
        self.referee.record()
    }

    /// The record of the finished match.
    pub(crate) fn into_record(self) -> Record {
        self.referee.into_record()
    }
}
