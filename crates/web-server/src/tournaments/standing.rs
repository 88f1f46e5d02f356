//! The message with everything that is shown of a tournament.

use std::time::Duration;

use arena::run::Run;
use arena::settings::Settings;
use arena_run::follower::{Follower, HistoryPoint};
use arena_run::json;
use arena_run::tables::Report;
use arena_run::tables::endings::FirstSeat;
use games_package::TimeControl;
use serde::Serialize;
use serde_json::{Value, json};

use super::folders::Place;

/// The most players for which the table of all against all is sent.
const CROSS_TABLE_MAX: usize = 64;

/// What a tournament does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RunStatus {
    /// This server plays it.
    Running,
    /// It was stopped here, and the last games are broken off.
    Stopping,
    /// Another program plays it.
    Elsewhere,
    /// Nobody plays it, and games are left.
    Stopped,
    /// All games are played.
    Over,
    /// It could not go on.
    Failed,
    /// Its folder can't be read.
    Damaged,
}

/// How fast games are played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Speed {
    games_per_second: f64,
    /// Until the end of the round, or of the tournament where all rounds are known; at most, where a test may end it.
    seconds_left: f64,
}

impl Speed {
    /// The speed of this number of games in this time, with as many left; none while it is not known.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2⁵³ games")]
    pub(super) fn new(games: usize, time: Duration, left: usize) -> Option<Self> {
        let is_known = games > 0 && time >= Duration::from_millis(400);
        let games_per_second = games as f64 / time.as_secs_f64();
        is_known.then(|| Self { games_per_second, seconds_left: left as f64 / games_per_second })
    }
}

/// A tournament as it stands.
#[derive(Debug)]
pub(super) struct Standing<'a> {
    pub(super) place: &'a Place,
    pub(super) status: RunStatus,
    pub(super) why: Option<String>,
    pub(super) speed: Option<Speed>,
}

impl Standing<'_> {
    /// The message.
    pub(super) fn message(&self, follower: &Follower) -> String {
        let run = follower.run();
        let report = Report::of(run);
        let mut message = json!({
            "type": "tournament", "tournament": self.place.name, "title": self.place.title,
            "status": self.status, "why": self.why, "speed": self.speed,
            "finished": run.finished_games(), "known": run.known_games(),
            "settings": settings(run), "standings": json::report(&report),
            "order": report.rows.iter().map(|row| row.player).collect::<Vec<_>>(),
            "stakes": report.has_stakes, "summary": report.duel_text(),
            "first_seat_text": report.first_seat.as_ref().map(FirstSeat::to_text),
            "knockout_text": report.knockout.lines,
            "history": follower.history().iter().map(point).collect::<Vec<_>>(),
        });
        let count = report.rows.len();
        if (2..=CROSS_TABLE_MAX).contains(&count) {
            message["cross"] = cross(&report, count);
        }
        message.to_string()
    }
}

fn settings(run: &Run) -> Value {
    let (tournament, settings) = (run.tournament(), run.tournament().settings());
    let Settings { game, pairs, depth, nodes, openings, format, seed, time, sprt, .. } = settings;
    let seats = tournament.game().seat_count();
    json!({
        "game": game, "format": format.name(), "format_settings": format, "pairs": extended(settings, *pairs),
        "seats": seats, "games_per_set": tournament.games_per_set(), "openings": openings,
        "seed": seed.map(|seed| seed.to_string()), "depth": depth, "nodes": nodes,
        "time_control": (*time != TimeControl::Unlimited).then(|| time.to_string()),
        "test": sprt.map(|test| json!({"elo0": test.elo0, "elo1": test.elo1})),
        "players": settings.players.iter().map(|it| json!({"name": it.label(), "player": it.player}))
            .collect::<Vec<_>>(),
    })
}

fn extended(settings: &Settings, pairs: u32) -> u32 {
    settings.extended_to.unwrap_or(pairs)
}

/// The score of each player against each other one, by the players' numbers: null where they have not met.
fn cross(report: &Report, count: usize) -> Value {
    let cell = |one: usize, other: usize| {
        let (score, games) = report.table.against(one, other);
        if games > 0.0 { json!([score, games]) } else { Value::Null }
    };
    (0..count).map(|one| (0..count).map(|other| cell(one, other)).collect::<Value>()).collect()
}

fn point(point: &HistoryPoint) -> Value {
    json!([point.games, point.elo.value, json::estimate(point.elo)["error"], point.llr])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_speed() {
        let speed = Speed::new(20, Duration::from_secs(10), 30).unwrap();
        assert!((speed.games_per_second - 2.0).abs() < 1e-9);
        assert!((speed.seconds_left - 15.0).abs() < 1e-9);
        assert_eq!(Speed::new(0, Duration::from_secs(10), 30), None);
        assert_eq!(Speed::new(5, Duration::from_millis(1), 30), None);
    }
}
