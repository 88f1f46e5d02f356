//! A player that uses all that the first revision of the first interface offers, and that fails when it is not told
//! what it was promised.

use plugin_sdk::{
    Event, Host, OptionKind, OptionSpec, Options, Player, PlayerError, PlayerInfo, Prompt, Reply,
    Request, Setup, Thinking, Turn, Valuation, export_players, player_info,
};

/// Plays the move of the list with this number.
struct Veteran {
    index: usize,
    /// `play`, or what to do instead.
    task: String,
    setup: Option<Setup>,
    /// The moves that were seen, in turn, and where they have led.
    seen: Vec<String>,
    position: String,
}

fn info() -> PlayerInfo {
    let tasks = ["play", "ask", "panic", "fail", "resign", "offer-draw", "wait"];
    PlayerInfo {
        options: vec![
            OptionSpec::integer("index", "which move of the list, from 0", 0, 0, 999),
            OptionSpec::choice("task", "what to do when it is asked", "play", &tasks),
            OptionSpec::new("strict", "listen", OptionKind::Flag { default: true }),
            OptionSpec::new(
                "motto",
                "said to the log",
                OptionKind::Text { default: "still here".into() },
            ),
        ],
        ..player_info("veteran", "plays a move of the list and looks at everything")
    }
}

fn create(_game: &str, options: &Options) -> Result<Box<dyn Player>, PlayerError> {
    let _: (bool, String) = (options.get("strict")?, options.get("motto")?);
    Ok(Box::new(Veteran {
        index: options.get("index")?,
        task: options.get("task")?,
        setup: None,
        seen: Vec::new(),
        position: String::new(),
    }))
}

impl Veteran {
    /// What is wrong with what it was told.
    fn check(&self, request: &Request, host: &dyn Host) -> Result<(), PlayerError> {
        let promised =
            |kept: bool, what: &str| kept.then_some(()).ok_or_else(|| PlayerError::new(what));
        let setup = self.setup.as_ref().ok_or_else(|| PlayerError::new("it was not started"))?;
        promised(setup.seat == request.seat, "the seat has changed")?;
        promised(setup.seat_count == 2, "there are not two seats")?;
        promised(request.moves == self.seen.join(" "), "it has missed a move")?;
        promised(
            self.seen.is_empty() || request.position == self.position,
            "it has missed a position",
        )?;
        let legal =
            request.legal_moves.first().ok_or_else(|| PlayerError::new("there is no move"))?;
        promised(host.resolve(legal).as_ref() == Ok(legal), "a legal move is not resolved")?;
        promised(host.resolve("no such move").is_err(), "nonsense is resolved")?;
        Ok(())
    }

    fn think(&self, host: &dyn Host, line: &str) {
        for (depth, valuation) in
            (1..).zip([Valuation::Centi(-25), Valuation::LossIn(9), Valuation::WinIn(7)])
        {
            let line = line.to_owned();
            host.report(&Thinking {
                depth,
                nodes: 300,
                evaluations: 200,
                cutoffs: 100,
                valuation,
                line,
            });
        }
        host.log("still here");
    }
}

impl Player for Veteran {
    fn name(&self) -> String {
        "veteran 0.1".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = Some(setup.clone());
        self.seen.clear();
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let index = self.index % request.legal_moves.len();
        let mv = &request.legal_moves[index];
        match self.task.as_str() {
            "ask" => Ok(Reply::play(
                host.resolve(&host.ask(&Prompt::default())?).map_err(PlayerError::new)?,
            )),
            "panic" => panic!("out of ideas"),
            "fail" => Err(PlayerError::new("no ideas")),
            "resign" => Ok(Reply::Resign),
            "offer-draw" => Ok(Reply::MoveAndOfferDraw(mv.clone())),
            "wait" => {
                while !host.is_stopped() {
                    std::thread::yield_now();
                }
                Ok(Reply::play(mv))
            }
            _ => {
                self.check(request, host)?;
                self.think(host, mv);
                Ok(Reply::play(mv))
            }
        }
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                assert_eq!(played.ply, self.seen.len(), "a move is missing");
                assert!(matches!(played.turn, Turn::Seat(_)));
                self.seen.push(played.mv.clone());
                self.position.clone_from(&played.position);
            }
            Event::MoveTakenBack(table) | Event::MoveRedone(table) => {
                self.seen.clone_from(&table.moves);
                self.position.clone_from(&table.position);
            }
            _ => {}
        }
    }
}

export_players! { info() => create }
