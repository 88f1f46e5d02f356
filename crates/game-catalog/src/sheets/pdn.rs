//! The draughts family's own notation, PDN.

use board_engine::{Color, Game, Notation, NotationError};
use checkers::pdn::{self, Element, MoveText, PdnError, PdnGame, PdnResult, Reader, UnknownGame};
use checkers::{Checkers, Naming, Variant, VariantVisitor, with_variant};
use games_package::{Mark, PlaceInText, Sheet, SheetError, SheetFormat, SheetMove, Sheets};

use crate::games::CHECKERS;

/// PDN 3.0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pdn;

impl SheetFormat for Pdn {
    fn name(&self) -> &'static str {
        "pdn"
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        Box::new(Reader::new(text).map(move |read| sheet(read.map_err(of_pdn)?, game)))
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        let game = sheet.game.as_deref().ok_or(SheetError::NoGame)?;
        with_rules(game, Writing(sheet)).unwrap_or_else(|| {
            Err(SheetError::Unwritable { format: "pdn", what: format!("matches of {game}") })
        })
    }
}

/// Does something with the variant that `game` names; none if it is no variant of this family.
fn with_rules<V: VariantVisitor>(game: &str, visitor: V) -> Option<V::Output> {
    let (family, variant) = game.split_once(':')?;
    if family == CHECKERS { with_variant(variant, visitor) } else { None }
}

fn of_pdn(error: PdnError) -> SheetError {
    let (place, message) = match error {
        PdnError::Malformed { place, expected } => (place, format!("expected {expected}")),
        PdnError::Unfinished { place, what } => {
            (place, format!("{what} that starts here has no end"))
        }
        PdnError::TooMuch { place, what, limit } => (place, format!("more than {limit} {what}")),
        other => return SheetError::malformed(PlaceInText::default(), other.to_string()),
    };
    SheetError::malformed(place_of(place), message)
}

const fn place_of(place: pdn::PlaceInFile) -> PlaceInText {
    PlaceInText { line: place.line, column: place.column }
}

fn sheet(read: PdnGame, game: Option<&str>) -> Result<Sheet, SheetError> {
    let stated = pdn::stated_variant(&read).map_err(|UnknownGame { place, what }| {
        SheetError::UnknownGame { place: place_of(place), what }
    })?;
    let naming = stated.map(|stated| stated.naming).unwrap_or_default();
    let known = stated.map(|stated| format!("{CHECKERS}:{}", stated.variant));
    let game = known.or_else(|| game.map(String::from));
    let place = place_of(read.place().unwrap_or(pdn::PlaceInFile { line: 1, column: 1 }));
    let moves = moves(&read.body)?;
    let (players, payoffs) =
        game.as_deref().and_then(|game| with_rules(game, Claims(&read))).unwrap_or_default();
    let start = read.tags.iter().find(|tag| tag.name == "FEN" && !tag.value.trim().is_empty());
    let start = start.map(|tag| (tag.value.clone(), place_of(tag.place)));
    let tag_places = read.tags.iter().map(|tag| place_of(tag.place)).collect();
    let tags = read.tags.into_iter().map(|tag| (tag.name, tag.value)).collect();
    let sheet = Sheet { place, game, players, start, tags, tag_places, moves, payoffs };
    match sheet.game.clone() {
        Some(game) if naming != Naming::Own => {
            with_rules(&game, Renaming(sheet, naming)).unwrap_or(Err(SheetError::NoGame))
        }
        _ => Ok(sheet),
    }
}

/// A line; variations stand behind the move that they replace. The reader has bounded their depth.
fn moves(body: &[Element]) -> Result<Vec<SheetMove>, SheetError> {
    let mut moves: Vec<SheetMove> = Vec::new();
    for element in body {
        let last = moves.last_mut();
        match (element, last) {
            (Element::Move(mv), _) => {
                let mark = mv.strength.as_deref().and_then(Mark::from_sign);
                let (text, place) = (mv.text.clone(), place_of(mv.place));
                moves.push(SheetMove { text, place, mark, ..SheetMove::default() });
            }
            (Element::Setup(text, place), _) if is_pass(text) => {
                let (text, place) = (PASS.to_owned(), place_of(*place));
                moves.push(SheetMove { text, place, ..SheetMove::default() });
            }
            (Element::Setup(_, place), _) => {
                let message = "a position that is set up in mid-game has no place in a record";
                return Err(SheetError::malformed(place_of(*place), message));
            }
            (Element::Variation(line), Some(last)) => last.others.push(self::moves(line)?),
            (Element::Nag(number), Some(last)) => {
                last.mark = last.mark.or(Mark::from_glyph(*number));
            }
            (Element::Comment(text), Some(last)) => {
                let words = last.comment.split_whitespace().chain(text.split_whitespace());
                last.comment = words.collect::<Vec<_>>().join(" ");
            }
            // What is said before the first move is said of none.
            (Element::Variation(_) | Element::Nag(_) | Element::Comment(_), None) => {}
        }
    }
    Ok(moves)
}

/// How variants with passes write one; PDN has no move for it, but a set-up that only says who is to move (PDN 3.0).
const PASS: &str = "pass";

/// Whether a set-up is a null move: `FEN "B::"`.
fn is_pass(set_up: &str) -> bool {
    let fen = set_up.trim().trim_start_matches("FEN").trim().trim_matches('"').trim();
    matches!(fen, "W::" | "B::")
}

/// The colors' tags in the order of the seats, and what the seats got.
struct Claims<'a>(&'a PdnGame);

impl VariantVisitor for Claims<'_> {
    type Output = (Vec<String>, Option<Vec<i16>>);

    fn visit<V: Variant>(self) -> Self::Output {
        let name = |color: Color| {
            let name = self.0.tag(&color.to_string()).unwrap_or_default().trim();
            if name == "?" { String::new() } else { name.to_owned() }
        };
        let first = V::RULES.starts;
        let payoffs = match self.0.claimed_result(&V::RULES) {
            PdnResult::FirstWins => Some(vec![1, -1]),
            PdnResult::SecondWins => Some(vec![-1, 1]),
            PdnResult::Draw => Some(vec![0, 0]),
            PdnResult::BothLose => Some(vec![-1, -1]),
            PdnResult::Unknown => None,
        };
        (vec![name(first), name(!first)], payoffs)
    }
}

/// A sheet whose squares are called so, to be rewritten with the names that its variant has for them.
struct Renaming(Sheet, Naming);

impl VariantVisitor for Renaming {
    type Output = Result<Sheet, SheetError>;

    fn visit<V: Variant>(self) -> Self::Output {
        let Self(mut sheet, naming) = self;
        rename::<V>(&mut sheet.moves, naming);
        if let Some((text, place)) = &mut sheet.start {
            let rules = Checkers::<V>::new();
            let wrong = |error: NotationError| SheetError::malformed(*place, error.to_string());
            let start = rules.parse_renamed_position(text, naming).map_err(wrong)?;
            *text = rules.format_position(&start);
        }
        Ok(sheet)
    }
}

/// Variations lie as deep as the reader lets them.
fn rename<V: Variant>(moves: &mut [SheetMove], naming: Naming) {
    for mv in moves {
        mv.text = Checkers::<V>::new().renamed_move(&mv.text, naming);
        mv.others.iter_mut().for_each(|line| rename::<V>(line, naming));
    }
}

/// Tags that the writer sets by itself.
const OWN_TAGS: [&str; 8] =
    ["White", "Black", "Result", "Winner", "GameType", "Variant", "FEN", "Game"];

struct Writing<'a>(&'a Sheet);

impl VariantVisitor for Writing<'_> {
    type Output = Result<String, SheetError>;

    fn visit<V: Variant>(self) -> Self::Output {
        let sheet = self.0;
        let unwritable = |what: String| SheetError::Unwritable { format: "pdn", what };
        let rules = Checkers::<V>::new();
        let start = match &sheet.start {
            Some((text, place)) => rules
                .parse_position(text)
                .map_err(|error| SheetError::malformed(*place, error.to_string()))?,
            None => rules.start(),
        };
        let first = V::RULES.starts;
        let named = [first, !first].into_iter().zip(&sheet.players);
        let mut tags: Vec<(String, String)> = named
            .filter(|(_, name)| !name.is_empty())
            .map(|(color, name)| (color.to_string(), name.clone()))
            .collect();
        tags.sort_by_key(|(color, _)| color != "White");
        let others = sheet.tags.iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str()));
        tags.extend(others.cloned());
        let mut game = PdnGame::of_moves::<V>(tags, &start, &[]);
        let result = match sheet.payoffs.as_deref() {
            Some([first, second]) if first > second => PdnResult::FirstWins,
            Some([first, second]) if first < second => PdnResult::SecondWins,
            Some([0, 0]) => PdnResult::Draw,
            Some([_, _]) => PdnResult::BothLose,
            _ => PdnResult::Unknown,
        };
        game.set_result(result, &V::RULES);
        game.body = body(&sheet.moves, start.turn());
        game.to_pdn(first).map_err(|error| unwritable(error.to_string()))
    }
}

/// A line that begins with this color's move. The colors move in turn, also where one passes.
fn body(moves: &[SheetMove], first: Color) -> Vec<Element> {
    let mut body = Vec::new();
    let mut turn = first;
    for mv in moves {
        let place = pdn::PlaceInFile { line: mv.place.line, column: mv.place.column };
        let strength = mv.mark.map(|mark| mark.sign().into());
        body.push(if mv.text == PASS {
            Element::Setup(format!("FEN \"{}::\"", (!turn).letter()), place)
        } else {
            Element::Move(MoveText { text: mv.text.clone(), strength, place })
        });
        if !mv.comment.is_empty() {
            // A closing brace would end the comment.
            body.push(Element::Comment(mv.comment.replace('}', ")")));
        }
        body.extend(mv.others.iter().map(|line| Element::Variation(self::body(line, turn))));
        turn = !turn;
    }
    body
}
