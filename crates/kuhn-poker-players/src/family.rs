//! The entry of Kuhn poker in the catalog.

use game_family::{CatalogEntry, CatalogError, Family, GameInfo, Hidden, OpenGame, open};
use kuhn_poker::KuhnPoker;

/// Kuhn poker.
pub static FAMILY: &dyn Family = &KuhnPokerFamily;

const NAME: &str = "kuhn-poker";

/// The entry of Kuhn poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KuhnPokerEntry {}

impl CatalogEntry for KuhnPokerEntry {
    type Game = KuhnPoker;
    type Kind = Hidden;
}

struct KuhnPokerFamily;

impl Family for KuhnPokerFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![GameInfo::new(NAME, "poker with three cards and one bet")]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        match variant {
            None => Ok(open::<KuhnPokerEntry>(NAME.into(), KuhnPoker)),
            Some(variant) => {
                Err(CatalogError::parameters(NAME, variant, "it has no variants".into()))
            }
        }
    }
}
