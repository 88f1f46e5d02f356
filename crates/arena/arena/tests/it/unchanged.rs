//! Inline games must stay byte-identical across versions, because a newer version resumes an older version's runs, and
//! a replayed game is compared with the journal.

use std::sync::Arc;

use arena::openings::Openings;
use arena::play::{CancelToken, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::settings::{DrawRule, Settings, WinRule};
use arena::tournament::Tournament;
use games_package::{Event, Host, Player, PlayerError, Reply, Request, Setup, Thinking, Valuation};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A journal from the version that had its own implementation of the table rules.
const JOURNAL: &str = include_str!("unchanged.jsonl");

/// A player that randomly does anything a player can do, right or wrong. Observed events affect the player's choices.
struct Erratic {
    chance: ChaCha8Rng,
    heard: u32,
}

impl Player for Erratic {
    fn name(&self) -> String {
        "erratic".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.chance = ChaCha8Rng::seed_from_u64(setup.seed);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let centi = self.chance.random_range(-40..40) * 10;
        for (rank, value) in [(1, centi), (2, 900)] {
            let valuation = Valuation::Centi(value);
            host.report(&Thinking { depth: 3, rank, valuation, ..Thinking::default() });
        }
        let count = u32::try_from(request.legal_moves.len()).unwrap();
        let choice = (self.chance.random_range(0..count) + self.heard) % count;
        let text = request.legal_moves[choice as usize].clone();
        match self.chance.random_range(0..100) {
            0 => return Ok(Reply::Resign),
            1 => return Ok(Reply::play("nonsense")),
            2 => return Err(PlayerError::new(format!("tired of {}", request.position))),
            3 => panic!("after {}", request.moves),
            4 => return Ok(Reply::AcceptDraw),
            5..60 if request.draw_offer.is_some() => return Ok(Reply::AcceptDraw),
            60..70 => return Ok(Reply::MoveAndOfferDraw(text)),
            70..75 => {
                return host
                    .resolve(&format!(" {text} "))
                    .map(Reply::Move)
                    .map_err(PlayerError::new);
            }
            _ => {}
        }
        Ok(Reply::Move(text))
    }

    fn observe(&mut self, event: &Event) {
        let more = match event {
            Event::MovePlayed(played) => played.position.len(),
            Event::ChanceDecided(played) => played.mv.len(),
            _ => 1,
        };
        self.heard += u32::try_from(more).unwrap();
        assert!(!self.heard.is_multiple_of(97), "it hears too much");
    }
}

struct AllErratic(Trust);

impl PlayerFactory for AllErratic {
    fn player(&self, _index: usize) -> Result<Box<dyn Player>, String> {
        Ok(Box::new(Erratic { chance: ChaCha8Rng::seed_from_u64(0), heard: 0 }))
    }

    fn trust(&self, _index: usize) -> Trust {
        self.0
    }
}

/// A whole run's entries, one per line.
fn journal(name: &str, trust: Trust, opening_plies: u32, change: impl Fn(&mut Settings)) -> String {
    // The games' IDs depend on the name in the settings.
    let rules = if name == "kuhn-poker" { "kuhn-poker:1" } else { name };
    let game = game_catalog::table_game(rules).unwrap();
    let mut settings =
        Settings::new(name, (0..game.seat_count()).map(|it| it.to_string()).collect::<Vec<_>>());
    (settings.seed, settings.pairs) = (Some(11), 20);
    change(&mut settings);
    let openings = match opening_plies {
        0 => Openings::start(),
        plies => Openings::random(&*game, plies, 4, 5, &mut |_| true).unwrap(),
    };
    let tournament = Arc::new(Tournament::new(settings, game, openings).unwrap());
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let mut lines = String::new();
    while let Some(job) = run.next_job() {
        let mut entry =
            play(&tournament, &job, &AllErratic(trust), &CancelToken::default()).unwrap();
        run.finish(&entry);
        entry.finished_at = None;
        lines += &serde_json::to_string(&entry).unwrap();
        lines.push('\n');
    }
    lines
}

#[test]
fn an_existing_run_continues_with_the_same_games() {
    let adjudicated = |settings: &mut Settings| {
        settings.adjudication.draw =
            Some(DrawRule { score: 1.0, moves: 2, after: 8, resets: false });
        settings.adjudication.win = Some(WinRule { score: 2.0, moves: 2 });
        settings.adjudication.plies_max = Some(30);
    };
    let journals = [
        journal("tic-tac-toe:5,5,4", Trust::Own, 3, |_| ()),
        journal("tic-tac-toe:5,5,4", Trust::Returns, 0, adjudicated),
        journal("tic-tac-toe-3:4,4,3", Trust::Returns, 0, |_| ()),
        journal("pig:100", Trust::Returns, 0, |_| ()),
        journal("kuhn-poker", Trust::Returns, 0, |_| ()),
        journal("checkers:english", Trust::Own, 2, adjudicated),
    ];
    for (line, (now, before)) in journals.concat().lines().zip(JOURNAL.lines()).enumerate() {
        assert_eq!(now, before, "game {line}");
    }
    assert_eq!(journals.concat(), JOURNAL);
}
