//! Who plays in a tournament.

use anyhow::anyhow;
use arena::play::Lineup;
use arena::settings::{Entrant, Settings};
use games_package::Player;
use house::{Asked, Failure, FailureKind, House};

/// The players of a tournament.
#[derive(Debug)]
pub(crate) struct Entrants<'a> {
    house: &'a House,
    game: String,
    asked: Vec<Asked>,
}

impl<'a> Entrants<'a> {
    /// The players of these settings; each is made once to see that it can be.
    pub(crate) fn open(house: &'a House, settings: &Settings) -> Result<Self, Failure> {
        let asked = settings.players.iter().map(|entrant| find(&entrant.player));
        let asked = asked.collect::<Result<Vec<_>, _>>()?;
        let entrants = Self { house, game: settings.game.clone(), asked };
        entrants.asked.iter().try_for_each(|asked| entrants.make(asked).map(drop))?;
        Ok(entrants)
    }

    fn make(&self, asked: &Asked) -> Result<Box<dyn Player>, Failure> {
        self.house.new_player(&self.game, asked)
    }
}

impl Lineup for Entrants<'_> {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        let asked = self.asked.get(index).ok_or("there is no such player")?;
        self.make(asked).map_err(|failure| failure.to_string())
    }

    fn is_trusted(&self, index: usize) -> bool {
        self.asked.get(index).is_some_and(|asked| !asked.is_foreign())
    }
}

fn find(spec: &str) -> Result<Asked, Failure> {
    let asked: Asked = spec.parse()?;
    if asked.is_person() {
        let why = "nobody sits at a screen here: to play yourself, use rival play";
        return Err(Failure::new(FailureKind::Usage, anyhow!("{spec}: {why}")));
    }
    Ok(asked)
}

/// The entrant with the player that its name stands for in the configuration, which may say something else tomorrow.
/// Tables go on calling it by that name.
pub(crate) fn resolved(house: &House, entrant: Entrant) -> Result<Entrant, Failure> {
    let asked = house.find(&entrant.player)?;
    let player = asked.to_string();
    if player.parse::<Asked>().ok().as_ref() != Some(&asked) {
        let why = "an option with a comma can't be kept in the settings of a tournament";
        return Err(Failure::new(FailureKind::Input, anyhow!("{}: {why}", entrant.player)));
    }
    let is_other = asked.name != entrant.player.split(':').next().unwrap_or_default();
    let name = entrant.name.or_else(|| is_other.then_some(entrant.player.clone()));
    Ok(Entrant { player, name, ..entrant })
}

/// Every player of every plugin that plays `game` by itself.
pub(crate) fn all_of_plugins(house: &House, game: &str) -> Result<Vec<Entrant>, Failure> {
    let names = house.players(Some(game))?.into_iter().map(|(name, _)| name);
    let unmanned = names.filter(|name| {
        name.parse::<Asked>().is_ok_and(|asked| asked.is_from_plugin() && !asked.is_person())
    });
    Ok(unmanned.map(Entrant::from).collect())
}
