//! The games.

use std::sync::Arc;

use board_engine::{Notation, Word};
use checkers::{Checkers, Variant, VariantVisitor};
use chess::{Chess, DrawRule, START_NUMBER_MAX};
use connect_four::ConnectGame;
use games_package::{Rules, SheetFormat, TableGame, suggestion};
use kuhn_poker::KuhnPoker;
use othello::{Goal, Othello};
use pig::Pig;
use tic_tac_toe::{MnkForThree, MnkGame};

use crate::CatalogError;
use crate::kinds::{Dice, Duel, Hidden, Kind, Many};
use crate::sheets::Pdn;

/// A game of the catalog.
pub trait CatalogGame: Notation + Clone {
    /// The kind of game, which determines the players and searches that fit it.
    type Kind: Kind<Self>;

    /// The game's own notation for whole matches in files, if it has one.
    const SHEETS: Option<&'static dyn SheetFormat> = None;
}

impl<V: Variant> CatalogGame for Checkers<V> {
    type Kind = Duel;

    const SHEETS: Option<&'static dyn SheetFormat> = Some(&Pdn);
}

impl CatalogGame for Chess {
    type Kind = Duel;
}

impl<W: Word> CatalogGame for ConnectGame<W> {
    type Kind = Duel;
}

impl CatalogGame for Othello {
    type Kind = Duel;
}

impl<W: Word> CatalogGame for MnkGame<W> {
    type Kind = Duel;
}

impl<W: Word> CatalogGame for MnkForThree<W> {
    type Kind = Many;
}

impl CatalogGame for Pig {
    type Kind = Dice;
}

impl CatalogGame for KuhnPoker {
    type Kind = Hidden;
}

/// A function of a game's static type.
pub trait GameVisitor {
    /// The result.
    type Output;

    /// Calls the function with this game and its full name: "checkers:english".
    fn visit<G: CatalogGame>(self, name: String, game: G) -> Self::Output;
}

/// A game in a list for users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The shortest name of the game: "checkers", "checkers:international".
    pub name: String,
    /// Its description, in one line.
    pub description: String,
}

pub(crate) const CHECKERS: &str = "checkers";
const CHESS: &str = "chess";
const CONNECT_FOUR: &str = "connect-four";
const KUHN_POKER: &str = "kuhn-poker";
const OTHELLO: &str = "othello";
const PIG: &str = "pig";
const TIC_TAC_TOE: &str = "tic-tac-toe";
const TIC_TAC_TOE_3: &str = "tic-tac-toe-3";
/// All variants of a family are of one kind, so the games of a player are listed by family.
pub(crate) const FAMILIES: [&str; 8] =
    [CHECKERS, CHESS, CONNECT_FOUR, OTHELLO, TIC_TAC_TOE, TIC_TAC_TOE_3, PIG, KUHN_POKER];

/// All games with their variants; the default variant of each family first.
pub fn games() -> Vec<GameInfo> {
    let info = |name: String, description: &str| GameInfo { name, description: description.into() };
    let variants =
        checkers::VARIANTS.iter().map(|v| info(format!("{CHECKERS}:{}", v.name), v.description));
    let squares = [
        info(TIC_TAC_TOE.into(), "three in a row on 3×3"),
        info(
            format!("{TIC_TAC_TOE}:5,5,4"),
            "any width, height and length of row: here four in a row on 5×5",
        ),
    ];
    let discs = [
        info(CONNECT_FOUR.into(), "discs fall, four in a row win, on 7×6"),
        info(
            format!("{CONNECT_FOUR}:8,7,4"),
            "any width, height and length of row: here four in a row on 8×7",
        ),
    ];
    let chess = [
        info(format!("{CHESS}:{STANDARD}"), "chess"),
        info(format!("{CHESS}:960,0"), "Chess960 from any of its 960 starts: here the first"),
        info(format!("{CHESS}:{AUTOMATIC_DRAWS}"), "chess with the draws that need no claim alone"),
    ];
    let othello = [
        info(OTHELLO.into(), "more discs win, on 8×8"),
        info(format!("{OTHELLO}:6"), "the same on 6×6"),
        info(format!("{OTHELLO}:8,discs"), "played for the difference in discs"),
    ];
    let others = [
        info(TIC_TAC_TOE_3.into(), "three in a row on 4×4, for three players"),
        info(PIG.into(), "a dice race to 100"),
        info(format!("{PIG}:50"), "a dice race to any goal: here to 50"),
        info(KUHN_POKER.into(), "poker with three cards and one bet"),
    ];
    variants.chain(chess).chain(discs).chain(othello).chain(squares).chain(others).collect()
}

/// Calls `visitor` with the game named `name`: `family`, or `family:variant`.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Output, CatalogError> {
    let (family, variant) =
        name.split_once(':').map_or((name, None), |(family, variant)| (family, Some(variant)));
    match family {
        CHECKERS => with_checkers(variant.unwrap_or(checkers::VARIANTS[0].name), visitor),
        CHESS => with_chess(variant.unwrap_or(STANDARD), visitor),
        CONNECT_FOUR => with_connect_four(variant.unwrap_or("7,6,4"), visitor),
        OTHELLO => with_othello(variant.unwrap_or("8"), visitor),
        TIC_TAC_TOE => with_tic_tac_toe(variant.unwrap_or("3,3,3"), visitor),
        TIC_TAC_TOE_3 => with_tic_tac_toe_3(variant.unwrap_or("4,4,3"), visitor),
        PIG => with_pig(variant.unwrap_or("100"), visitor),
        KUHN_POKER => match variant {
            None => Ok(visitor.visit(KUHN_POKER.into(), KuhnPoker)),
            Some(variant) => {
                Err(wrong_parameters(KUHN_POKER, variant, "it has no variants".into()))
            }
        },
        _ => Err(CatalogError::Unknown {
            what: "game",
            name: name.into(),
            suggestion: suggestion(family, FAMILIES),
            known: FAMILIES.join(", "),
        }),
    }
}

/// The rules of a game by its name, for the table.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn table_game(name: &str) -> Result<Arc<dyn TableGame>, CatalogError> {
    struct Table;
    impl GameVisitor for Table {
        type Output = Arc<dyn TableGame>;

        fn visit<G: CatalogGame>(self, name: String, game: G) -> Self::Output {
            Arc::new(Rules::new(name, game))
        }
    }
    with_game(name, Table)
}

fn with_checkers<V: GameVisitor>(variant: &str, visitor: V) -> Result<V::Output, CatalogError> {
    struct Adapter<V> {
        name: String,
        visitor: V,
    }
    impl<W: GameVisitor> VariantVisitor for Adapter<W> {
        type Output = W::Output;

        fn visit<V: Variant>(self) -> W::Output {
            self.visitor.visit(self.name, Checkers::<V>::new())
        }
    }
    let adapter = Adapter { name: format!("{CHECKERS}:{variant}"), visitor };
    checkers::with_variant(variant, adapter).ok_or_else(|| {
        let names = checkers::VARIANTS.iter().map(|info| info.name);
        CatalogError::UnknownVariant {
            game: CHECKERS.into(),
            variant: variant.into(),
            suggestion: suggestion(variant, names.clone()),
            known: names.collect::<Vec<_>>().join(", "),
        }
    })
}

/// The variant of chess from its usual start, with the draws that players claim.
const STANDARD: &str = "standard";
/// Chess with the draws that need no claim alone.
const AUTOMATIC_DRAWS: &str = "75";

fn with_chess<V: GameVisitor>(variant: &str, visitor: V) -> Result<V::Output, CatalogError> {
    let game = match variant.strip_prefix("960,") {
        Some(number) => number.parse().ok().and_then(Chess::chess960),
        None if variant == STANDARD => Some(Chess::default()),
        None if variant == AUTOMATIC_DRAWS => {
            Some(Chess::default().with_draw_rule(DrawRule::Automatic))
        }
        None => None,
    };
    let game = game.ok_or_else(|| {
        let why = format!(
            "expected {STANDARD}, {AUTOMATIC_DRAWS}, or 960,NUMBER with the number of a start from 0 to {START_NUMBER_MAX}"
        );
        wrong_parameters(CHESS, variant, why)
    })?;
    Ok(visitor.visit(format!("{CHESS}:{variant}"), game))
}

fn with_othello<V: GameVisitor>(variant: &str, visitor: V) -> Result<V::Output, CatalogError> {
    let wrong = |why| wrong_parameters(OTHELLO, variant, why);
    let (size, goal) = match variant.strip_suffix(FOR_DISCS) {
        Some(size) => (size, Goal::Discs),
        None => (variant, Goal::Win),
    };
    let size = size.parse().ok();
    let size = size.ok_or_else(|| wrong(format!("expected SIZE or SIZE{FOR_DISCS}, like 8")))?;
    let game = Othello::new(size, goal).map_err(|error| wrong(error.to_string()))?;
    let suffix = if goal == Goal::Discs { FOR_DISCS } else { "" };
    Ok(visitor.visit(format!("{OTHELLO}:{size}{suffix}"), game))
}

/// What the names of variants end with in which the payoff is the difference in discs.
const FOR_DISCS: &str = ",discs";

/// The word of the board is the smallest that fits: small ones are faster.
fn with_tic_tac_toe<V: GameVisitor>(variant: &str, visitor: V) -> Result<V::Output, CatalogError> {
    let wrong = |why| wrong_parameters(TIC_TAC_TOE, variant, why);
    let [width, height, in_a_row] =
        numbers(variant).ok_or_else(|| wrong("expected WIDTH,HEIGHT,LENGTH, like 3,3,3".into()))?;
    let name = format!("{TIC_TAC_TOE}:{width},{height},{in_a_row}");
    if let Ok(game) = MnkGame::<u16>::new(width, height, in_a_row) {
        return Ok(visitor.visit(name, game));
    }
    if let Ok(game) = MnkGame::<u64>::new(width, height, in_a_row) {
        return Ok(visitor.visit(name, game));
    }
    let game =
        MnkGame::<u128>::new(width, height, in_a_row).map_err(|error| wrong(error.to_string()))?;
    Ok(visitor.visit(name, game))
}

fn with_tic_tac_toe_3<V: GameVisitor>(
    variant: &str,
    visitor: V,
) -> Result<V::Output, CatalogError> {
    let wrong = |why| wrong_parameters(TIC_TAC_TOE_3, variant, why);
    let [width, height, in_a_row] =
        numbers(variant).ok_or_else(|| wrong("expected WIDTH,HEIGHT,LENGTH, like 4,4,3".into()))?;
    let game = MnkForThree::<u128>::new(width, height, in_a_row)
        .map_err(|error| wrong(error.to_string()))?;
    Ok(visitor.visit(format!("{TIC_TAC_TOE_3}:{width},{height},{in_a_row}"), game))
}

fn with_pig<V: GameVisitor>(variant: &str, visitor: V) -> Result<V::Output, CatalogError> {
    let game = variant.parse().ok().and_then(Pig::new);
    let game = game.ok_or_else(|| {
        let why = format!("expected a goal from 1 to {}, like 100", pig::GOAL_MAX);
        wrong_parameters(PIG, variant, why)
    })?;
    Ok(visitor.visit(format!("{PIG}:{}", game.goal()), game))
}

/// The word of the board is the smallest that fits.
fn with_connect_four<V: GameVisitor>(variant: &str, visitor: V) -> Result<V::Output, CatalogError> {
    let wrong = |why| wrong_parameters(CONNECT_FOUR, variant, why);
    let [width, height, in_a_row] =
        numbers(variant).ok_or_else(|| wrong("expected WIDTH,HEIGHT,LENGTH, like 7,6,4".into()))?;
    let name = format!("{CONNECT_FOUR}:{width},{height},{in_a_row}");
    if let Ok(game) = ConnectGame::<u64>::new(width, height, in_a_row) {
        return Ok(visitor.visit(name, game));
    }
    let game = ConnectGame::<u128>::new(width, height, in_a_row)
        .map_err(|error| wrong(error.to_string()))?;
    Ok(visitor.visit(name, game))
}

fn wrong_parameters(game: &str, variant: &str, why: String) -> CatalogError {
    CatalogError::Parameters { game: game.into(), variant: variant.into(), why }
}

/// The whole numbers of a variant, separated by commas.
fn numbers<const COUNT: usize>(variant: &str) -> Option<[u8; COUNT]> {
    let numbers: Vec<u8> = variant.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}
