//! Requests about the games and their players.

use app_context::{LEVEL, level};
use axum::Json;
use axum::extract::{Path, State};
use board_engine::{Seat, Viewer};
use games_package::{OptionKind, OptionSpec, PlayerInfo, TableGame};
use match_view::deals_hidden_hands;
use notation::json::Color;
use serde::Serialize;

use super::computing::{Computing, blocking};
use crate::audience::first_view;
use crate::error::Refused;
use crate::frames::View;
use crate::server::Server;

/// The format for board pictures.
const PICTURE: &str = "svg";

/// `GET /api/games`
#[derive(Debug, Serialize)]
pub(super) struct Games {
    games: Vec<GameItem>,
}

#[derive(Debug, Serialize)]
struct GameItem {
    name: String,
    family: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Starts>,
}

/// The numbered starts of a game.
#[derive(Debug, Serialize)]
struct Starts {
    /// The name for a random start. With a comma and a number, this is the name of one start.
    game: String,
    count: u32,
}

/// The starts of the game that `name` is one start of, such as "chess:960,0".
fn starts(name: &str) -> Option<Starts> {
    let (game, _number) = name.rsplit_once(',')?;
    let mut count = 0;
    game_catalog::drawn_game(game, &mut |starts| {
        count = starts;
        0
    })?;
    Some(Starts { game: game.into(), count })
}

pub(super) async fn list(State(server): State<Server>) -> Json<Games> {
    let games = server.app().games().into_iter().map(|info| GameItem {
        family: info.name.split(':').next().unwrap_or_default().into(),
        starts: starts(&info.name),
        name: info.name,
        description: info.description,
    });
    Json(Games { games: games.collect() })
}

/// `GET /api/games/{game}`
#[derive(Debug, Serialize)]
pub(super) struct Game {
    name: String,
    seats: Vec<SeatItem>,
    hides: bool,
    opponent: String,
    levels: Vec<LevelItem>,
    players: Vec<PlayerItem>,
    formats: Vec<&'static str>,
    view: Option<View>,
}

#[derive(Debug, Serialize)]
struct SeatItem {
    name: String,
    color: Option<Color>,
}

#[derive(Debug, Serialize)]
struct LevelItem {
    player: String,
    name: String,
}

#[derive(Debug, Serialize)]
struct PlayerItem {
    player: String,
    description: String,
    options: Vec<OptionItem>,
}

#[derive(Debug, Serialize)]
struct OptionItem {
    name: String,
    description: String,
    default: String,
    #[serde(flatten)]
    kind: OptionKindItem,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum OptionKindItem {
    Integer { min: i64, max: i64 },
    Flag,
    Choice { choices: Vec<String> },
    Text,
}

pub(super) async fn describe(
    computing: Computing,
    State(server): State<Server>,
    Path(name): Path<String>,
) -> Result<Json<Game>, Refused> {
    // The first request loads the plugins.
    blocking(&computing, move || {
        let game = app_context::game(&name)?;
        let name = game.name().to_owned();
        let players = server.app().players(Some(&name))?;
        let mut formats = vec!["record"];
        let own = game_catalog::sheet_formats_of(&name).unwrap_or_default();
        formats.extend(own.iter().map(|format| format.name()));
        formats.push(PICTURE);
        let is_program = |(player, _): &(String, PlayerInfo)| !server.app().is_person(player);
        Ok(Json(Game {
            seats: seats(&*game),
            hides: deals_hidden_hands(&*game),
            opponent: server.app().default_opponent(&name).text().into(),
            levels: levels(&players),
            players: players.into_iter().filter(is_program).map(PlayerItem::from).collect(),
            formats,
            view: first_view(&game, None),
            name,
        }))
    })
    .await
}

fn seats(game: &dyn TableGame) -> Vec<SeatItem> {
    let diagram = game.open(None).ok().map(|state| state.diagram(Viewer::Public));
    let diagram = diagram.as_ref().map(notation::json::Diagram::from);
    let color = |seat: Seat| {
        let pieces = diagram.iter().flat_map(|diagram| &diagram.squares).flat_map(|it| &it.pieces);
        let mut own = pieces.filter(|piece| piece.owner == Some(seat.into()));
        own.find_map(|piece| piece.color)
    };
    let item = |seat| SeatItem { name: game.seat_name(seat), color: color(seat) };
    Seat::all(game.seat_count()).map(item).collect()
}

fn levels(players: &[(String, PlayerInfo)]) -> Vec<LevelItem> {
    let leveled = players.iter().find(|(name, _)| name == LEVEL);
    let names = leveled.and_then(|(_, info)| info.options.iter().find_map(choices));
    let item = |name: &String| LevelItem { player: level(name), name: name.clone() };
    names.unwrap_or_default().iter().map(item).collect()
}

fn choices(option: &OptionSpec) -> Option<&[String]> {
    match &option.kind {
        OptionKind::Choice { choices, .. } if option.name == "name" => Some(choices),
        _ => None,
    }
}

impl From<(String, PlayerInfo)> for PlayerItem {
    fn from((player, info): (String, PlayerInfo)) -> Self {
        let options = info.options.into_iter().map(OptionItem::from).collect();
        Self { player, description: info.description, options }
    }
}

impl From<OptionSpec> for OptionItem {
    fn from(spec: OptionSpec) -> Self {
        let default = spec.default_text();
        let kind = match spec.kind {
            OptionKind::Integer { min, max, .. } => OptionKindItem::Integer { min, max },
            OptionKind::Flag { .. } => OptionKindItem::Flag,
            OptionKind::Choice { choices, .. } => OptionKindItem::Choice { choices },
            OptionKind::Text { .. } => OptionKindItem::Text,
        };
        Self { name: spec.name, description: spec.description, default, kind }
    }
}
