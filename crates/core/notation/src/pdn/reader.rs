//! Builds games from tokens.

use std::collections::VecDeque;
use std::io::Read;

use super::lexer::{Lexer, STRENGTH_MAX, Token};
use super::{Element, MoveText, PdnError, PdnGame, Tag};
use crate::sheet::{append_words, damaged_tag};
use crate::{PlaceInText, SheetError, is_tag_name};

/// Maximum number of tags and elements in one game.
const ELEMENTS_MAX: usize = 100_000;
/// The deepest nesting of variations.
const DEPTH_MAX: usize = 100;

/// Reads the games in a file, one after another.
///
/// Damage becomes part of a comment, except for words between the moves: this module treats them as moves, because it
/// doesn't know the rules. After a game that exceeds a limit, the reader continues at the next line that begins with a
/// tag. If the stream fails, the reader ends.
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// Tokens that were read ahead and belong to the next elements.
    pending: VecDeque<Result<(Token, PlaceInText), PdnError>>,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// A buffered reader for this stream.
    pub fn new(inner: R) -> Self {
        Self { lexer: Lexer::new(inner), pending: VecDeque::new(), ended: false }
    }

    fn next_token(&mut self) -> Result<(Token, PlaceInText), PdnError> {
        self.pending.pop_front().unwrap_or_else(|| self.lexer.next())
    }

    /// The next nonempty game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<PdnGame>, PdnError> {
        let mut builder = Builder::default();
        loop {
            let (token, place) = self.next_token()?;
            if let Token::Tag { name, .. } = &token
                && builder.ends_at_tag(name)
            {
                self.pending.push_front(Ok((token, place)));
                return Ok(Some(builder.finish(None)));
            }
            match token {
                Token::End if builder.is_empty() => return builder.damage.map_or(Ok(None), Err),
                Token::End => return Ok(Some(builder.finish(None))),
                Token::Star { glued: true }
                    if builder.after_move && self.star_means_forced()? =>
                {
                    builder.force();
                }
                // A result without moves, or after comments only, is not a game.
                Token::Star { .. } | Token::Result(_) if builder.is_empty() => {}
                Token::Star { .. } if !builder.is_in_variation() => {
                    return self.end(builder, "*".into()).map(Some);
                }
                Token::Result(text)
                    if builder.has_played() && evaluation(&text).is_some() && !self.is_at_end() =>
                {
                    if let Some(nag) = evaluation(&text) {
                        builder.push(Element::Nag(nag));
                    }
                }
                Token::Result(text) if !builder.is_in_variation() => {
                    return self.end(builder, text).map(Some);
                }
                token => builder.add(token, place)?,
            }
        }
    }

    /// Finishes the game with this result. Comments after the result belong to the game if no game follows.
    fn end(&mut self, mut builder: Builder, result: String) -> Result<PdnGame, PdnError> {
        let mut behind = VecDeque::new();
        loop {
            match self.next_token() {
                token @ Ok((Token::Comment(_), _)) if behind.len() < ELEMENTS_MAX => {
                    behind.push_back(token);
                }
                Ok((Token::End, _)) => break,
                token => {
                    behind.push_back(token);
                    behind.append(&mut self.pending);
                    self.pending = behind;
                    return Ok(builder.finish(Some(result)));
                }
            }
        }
        for token in behind {
            let (token, place) = token?;
            builder.add(token, place)?;
        }
        Ok(builder.finish(Some(result)))
    }

    /// Returns `true` if no text of the game follows.
    fn is_at_end(&mut self) -> bool {
        let token = self.next_token();
        let is_end = matches!(token, Ok((Token::End | Token::Tag { .. }, _)));
        self.pending.push_front(token);
        is_end
    }

    /// Returns `true` if a star directly after a move marks it as forced, as in old files; the game then continues.
    fn star_means_forced(&mut self) -> Result<bool, PdnError> {
        let (token, place) = self.next_token()?;
        let ends = matches!(
            token,
            Token::End
                | Token::Tag { .. }
                | Token::Number(1)
                | Token::Result(_)
                | Token::Star { .. }
        );
        self.pending.push_front(Ok((token, place)));
        Ok(!ends)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        match &game {
            None | Some(Err(PdnError::Io(_))) => self.ended = true,
            Some(Err(_)) => {
                // A pending token is the first one of the next game.
                let skipped =
                    if self.pending.is_empty() { self.lexer.skip_to_next_game() } else { Ok(()) };
                self.ended = skipped.is_err();
            }
            Some(Ok(_)) => {}
        }
        game
    }
}

/// The evaluation that a forfeit's notation represents after a move: one side is better (PGN, 10).
fn evaluation(forfeit: &str) -> Option<u32> {
    match forfeit {
        "+/-" => Some(16),
        "-/+" => Some(17),
        "+--" => Some(20),
        "--+" => Some(21),
        _ => None,
    }
}

/// A line being read.
#[derive(Default)]
struct Line {
    elements: Vec<Element>,
    /// The location where the variation starts; unused for the main line.
    place: PlaceInText,
    /// Whether the game has a move.
    has_move: bool,
}

/// A game being read.
#[derive(Default)]
struct Builder {
    tags: Vec<Tag>,
    /// The main line.
    main: Line,
    /// The open variations.
    lines: Vec<Line>,
    place: Option<PlaceInText>,
    count: usize,
    /// The number of comments before the first tag.
    prefaces: usize,
    /// Whether there is anything besides tags and comments.
    has_moves: bool,
    /// Whether the last token was a move.
    after_move: bool,
    faults: Vec<SheetError>,
    /// The first damaged text.
    damage: Option<PdnError>,
    /// The open variation that is nested too deeply, as text.
    deep: Option<DeepVariation>,
}

/// A variation that is nested too deeply.
#[derive(Default)]
struct DeepVariation {
    /// Its tokens, separated by spaces.
    text: String,
    /// The number of open variations in it.
    open: usize,
}

impl DeepVariation {
    fn push(&mut self, token: Token) {
        let text = match token {
            Token::Number(number) => format!("{number}."),
            Token::Nag(number) => format!("${number}"),
            Token::Setup(text) => format!("/{text}/"),
            Token::Move(text)
            | Token::Result(text)
            | Token::Comment(text)
            | Token::Strength(text)
            | Token::Damaged(text, _) => text,
            Token::Ellipsis => "...".into(),
            Token::Star { .. } => "*".into(),
            Token::Unmatched(sign) => sign.into(),
            Token::Open => {
                self.open += 1;
                "(".into()
            }
            Token::Close => {
                self.open -= 1;
                ")".into()
            }
            Token::Tag { .. } | Token::End => return,
        };
        append_words(&mut self.text, &text);
    }
}

impl Builder {
    /// Returns `true` if there are only comments so far.
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves
    }

    /// Returns `true` if a tag with this name belongs to the next game. Comments may precede the tags, and appear
    /// between them.
    fn ends_at_tag(&self, name: &str) -> bool {
        let has_comments = !self.tags.is_empty() && self.main.elements.len() > self.prefaces;
        self.has_moves || has_comments && self.tags.iter().any(|tag| tag.name == name)
    }

    const fn is_in_variation(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Records damage, and stores its text as a comment.
    fn fault(&mut self, place: PlaceInText, message: impl Into<String>, text: &str) {
        self.faults.push(SheetError::malformed(place, message));
        if !text.is_empty() {
            self.push(Element::Comment(text.into()));
        }
    }

    /// Returns `true` if a move was read.
    fn has_played(&self) -> bool {
        self.main.has_move
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().unwrap_or(&mut self.main)
    }

    fn push(&mut self, element: Element) {
        let line = self.line();
        line.has_move |= matches!(element, Element::Move(_) | Element::Setup(..));
        line.elements.push(element);
    }

    fn add(&mut self, token: Token, place: PlaceInText) -> Result<(), PdnError> {
        self.count += 1;
        if self.count > ELEMENTS_MAX {
            return Err(PdnError::TooMuch {
                place,
                what: "elements in a game",
                limit: ELEMENTS_MAX,
            });
        }
        self.note(&token, place);
        if let Some(mut deep) = self.deep.take() {
            deep.push(token);
            if deep.open == 0 {
                self.push(Element::Comment(deep.text));
            } else {
                self.deep = Some(deep);
            }
            return Ok(());
        }
        match token {
            Token::Tag { name, value } => self.tags.push(Tag { name, value, place }),
            Token::Move(text) => {
                self.push(Element::Move(MoveText { text, strength: None, place }));
            }
            Token::Strength(text) => self.strengthen(&text, place),
            Token::Nag(number) => self.nag(number, place),
            Token::Comment(text) => self.push(Element::Comment(text)),
            Token::Setup(text) => self.push(Element::Setup(text, place)),
            Token::Open => self.open(place),
            Token::Close => self.close(place),
            Token::Damaged(text, error) => self.damaged(text, error, place),
            Token::Unmatched(sign) => self.fault(place, format!("an unmatched {sign}"), ""),
            Token::Result(text) => {
                self.fault(place, format!("the result {text} in a variation"), &text);
            }
            Token::Star { .. } => self.fault(place, "the result * in a variation", "*"),
            Token::Number(_) | Token::Ellipsis | Token::End => {}
        }
        Ok(())
    }

    /// Records what a token implies for the whole game.
    fn note(&mut self, token: &Token, place: PlaceInText) {
        self.after_move = matches!(token, Token::Move(_));
        match token {
            Token::Tag { .. } if self.tags.is_empty() => self.prefaces = self.main.elements.len(),
            // A number alone is not a game.
            Token::Number(_) | Token::Ellipsis => self.has_moves |= !self.tags.is_empty(),
            Token::Move(_) | Token::Setup(_) | Token::Open => self.has_moves = true,
            // Tags and comments, and text that became a comment.
            _ => {}
        }
        if matches!(token, Token::Tag { .. } | Token::Comment(_) | Token::Move(_)) {
            self.place.get_or_insert(place);
        }
    }

    fn open(&mut self, place: PlaceInText) {
        if self.lines.len() == DEPTH_MAX {
            self.fault(place, format!("more than {DEPTH_MAX} nested variations"), "");
            let mut deep = DeepVariation::default();
            deep.push(Token::Open);
            self.deep = Some(deep);
            return;
        }
        if !self.line().has_move {
            self.fault(place, "a variation before the first move", "");
        }
        self.lines.push(Line { place, ..Line::default() });
    }

    fn close(&mut self, place: PlaceInText) {
        match self.lines.pop() {
            Some(line) => self.push(Element::Variation(line.elements)),
            None => self.fault(place, "no variation is open", ""),
        }
    }

    fn nag(&mut self, number: u32, place: PlaceInText) {
        let text = format!("${number}");
        if number > u8::MAX.into() {
            self.fault(place, format!("{text} is not a move annotation ($0 to $255)"), &text);
        } else if self.line().has_move {
            self.push(Element::Nag(number));
        } else {
            self.fault(place, format!("the annotation {text} before the first move"), &text);
        }
    }

    fn strengthen(&mut self, text: &str, place: PlaceInText) {
        match self.line().elements.last_mut() {
            Some(Element::Move(mv)) => {
                let strength = mv.strength.get_or_insert_default();
                if strength.len() + text.len() <= STRENGTH_MAX {
                    strength.push_str(text);
                    return;
                }
                self.fault(place, format!("more than {STRENGTH_MAX} annotations"), text);
            }
            _ => self.fault(place, format!("the annotation {text} doesn't follow a move"), text),
        }
    }

    /// Damaged text: a tag before the first move, or a part of a comment.
    fn damaged(&mut self, text: String, error: PdnError, place: PlaceInText) {
        let fault = SheetError::from(&error);
        self.damage.get_or_insert(error);
        if !text.starts_with('[') {
            self.faults.push(fault);
            return self.push(Element::Comment(text));
        }
        if self.has_moves {
            return self.fault(place, "text in brackets between the moves", &text);
        }
        self.faults.push(fault);
        match damaged_tag(&text).filter(|(name, _)| is_tag_name(name)) {
            Some((name, value)) => {
                self.note(&Token::Tag { name: name.clone(), value: String::new() }, place);
                self.tags.push(Tag { name, value, place });
            }
            None => self.push(Element::Comment(text)),
        }
    }

    /// Marks the last move as forced.
    fn force(&mut self) {
        if let Some(Element::Move(mv)) = self.line().elements.last_mut() {
            mv.strength.get_or_insert_default().push('*');
        }
        self.after_move = false;
    }

    /// Finishes the game with this result. Open variations end here.
    fn finish(mut self, result: Option<String>) -> PdnGame {
        if let Some(&Line { place, .. }) = self.lines.first() {
            let error = PdnError::Unfinished { place, what: "a variation" };
            self.faults.push(error.into());
        }
        if let Some(deep) = self.deep.take() {
            self.push(Element::Comment(deep.text));
        }
        while let Some(line) = self.lines.pop() {
            self.push(Element::Variation(line.elements));
        }
        let Self { tags, main, place, faults, .. } = self;
        PdnGame { tags, body: main.elements, result, place, faults }
    }
}
