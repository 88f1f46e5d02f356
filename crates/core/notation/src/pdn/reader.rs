//! Builds games from tokens.

use std::io::Read;

use super::lexer::{Lexer, STRENGTH, STRENGTH_MAX, Token};
use super::{Element, MoveText, PdnError, PdnGame, Tag};
use crate::PlaceInText;

/// Maximum number of tags and elements of one game.
const ELEMENTS_MAX: usize = 100_000;
/// The deepest nesting of variations.
const DEPTH_MAX: usize = 100;

/// Reads the games of a file, one after another.
///
/// After an unreadable game, it continues at the next line that begins with a tag. After an error of the stream it
/// ends.
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A token that was read ahead and belongs to the next element.
    pending: Option<(Token, PlaceInText)>,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// A buffered reader of this stream.
    pub fn new(inner: R) -> Self {
        Self { lexer: Lexer::new(inner), pending: None, ended: false }
    }

    fn next_token(&mut self) -> Result<(Token, PlaceInText), PdnError> {
        self.pending.take().map_or_else(|| self.lexer.next(), Ok)
    }

    /// The next game that isn't empty; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<PdnGame>, PdnError> {
        let mut builder = Builder::default();
        loop {
            let (token, place) = self.next_token()?;
            if matches!(token, Token::Tag { .. }) && builder.ends_at_tag() {
                self.pending = Some((token, place));
                return builder.finish(None).map(Some);
            }
            match token {
                Token::End if builder.is_empty() => return Ok(None),
                Token::End => return builder.finish(None).map(Some),
                Token::Star { glued: true }
                    if builder.after_move && self.star_means_forced()? =>
                {
                    builder.force();
                }
                // A result without moves, or after comments only, is not a game.
                Token::Star { .. } | Token::Result(_) if builder.is_empty() => {}
                Token::Star { .. } => return builder.finish(Some("*".into())).map(Some),
                Token::Result(text) if builder.has_played() && evaluation(&text).is_some() => {
                    builder.line().extend(evaluation(&text).map(Element::Nag));
                }
                Token::Result(text) => return builder.finish(Some(text)).map(Some),
                token => builder.add(token, place)?,
            }
        }
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
        self.pending = Some((token, place));
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
                    if self.pending.is_none() { self.lexer.skip_to_next_game() } else { Ok(()) };
                self.ended = skipped.is_err();
            }
            Some(Ok(_)) => {}
        }
        game
    }
}

/// The evaluation that the text of a forfeit stands for after a move: one side is better (PGN, 10).
fn evaluation(forfeit: &str) -> Option<u32> {
    match forfeit {
        "+/-" => Some(16),
        "-/+" => Some(17),
        _ => None,
    }
}

/// A game being read.
#[derive(Default)]
struct Builder {
    tags: Vec<Tag>,
    /// The main line and the open variations.
    lines: Vec<(Vec<Element>, PlaceInText)>,
    main: Vec<Element>,
    place: Option<PlaceInText>,
    count: usize,
    /// The number of comments before the first tag.
    prefaces: usize,
    /// Whether there is anything besides tags and comments.
    has_moves: bool,
    /// Whether the last token was a move.
    after_move: bool,
}

impl Builder {
    /// Returns `true` if there are only comments so far.
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves
    }

    /// Returns `true` if a tag belongs to the next game. Comments may precede the tags.
    fn ends_at_tag(&self) -> bool {
        let has_comments = !self.tags.is_empty() && self.main.len() > self.prefaces;
        self.has_moves || has_comments
    }

    /// Returns `true` if a move was read.
    fn has_played(&self) -> bool {
        self.main.iter().any(|element| matches!(element, Element::Move(_)))
    }

    fn line(&mut self) -> &mut Vec<Element> {
        self.lines.last_mut().map_or(&mut self.main, |(line, _)| line)
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
        match token {
            Token::Tag { name, value } => self.tags.push(Tag { name, value, place }),
            Token::Move(text) => {
                self.line().push(Element::Move(MoveText { text, strength: None, place }));
            }
            Token::Strength(text) => self.strengthen(&text, place)?,
            Token::Nag(number) => self.line().push(Element::Nag(number)),
            Token::Comment(text) => self.line().push(Element::Comment(text)),
            Token::Setup(text) => self.line().push(Element::Setup(text, place)),
            Token::Open => self.open(place)?,
            Token::Close => self.close(place)?,
            Token::Number(_)
            | Token::Ellipsis
            | Token::Result(_)
            | Token::Star { .. }
            | Token::End => {}
        }
        Ok(())
    }

    /// Records what a token implies for the whole game.
    fn note(&mut self, token: &Token, place: PlaceInText) {
        self.after_move = matches!(token, Token::Move(_));
        match token {
            Token::Tag { .. } if self.tags.is_empty() => self.prefaces = self.main.len(),
            Token::Tag { .. } | Token::Comment(_) => {}
            // A number alone is not a game.
            Token::Number(_) | Token::Ellipsis => self.has_moves |= !self.tags.is_empty(),
            _ => self.has_moves = true,
        }
        if matches!(token, Token::Tag { .. } | Token::Comment(_) | Token::Move(_)) {
            self.place.get_or_insert(place);
        }
    }

    fn open(&mut self, place: PlaceInText) -> Result<(), PdnError> {
        if self.lines.len() == DEPTH_MAX {
            return Err(PdnError::TooMuch { place, what: "nested variations", limit: DEPTH_MAX });
        }
        self.lines.push((Vec::new(), place));
        Ok(())
    }

    fn close(&mut self, place: PlaceInText) -> Result<(), PdnError> {
        let expected = "a move: no variation is open";
        let (line, _) = self.lines.pop().ok_or(PdnError::Malformed { place, expected })?;
        self.line().push(Element::Variation(line));
        Ok(())
    }

    fn strengthen(&mut self, text: &str, place: PlaceInText) -> Result<(), PdnError> {
        let Some(Element::Move(mv)) = self.line().last_mut() else {
            return Err(PdnError::Malformed { place, expected: "a move before its annotation" });
        };
        let strength = mv.strength.get_or_insert_default();
        strength.push_str(text);
        if strength.len() > STRENGTH_MAX {
            return Err(PdnError::TooMuch { place, what: STRENGTH, limit: STRENGTH_MAX });
        }
        Ok(())
    }

    /// Marks the last move as forced.
    fn force(&mut self) {
        if let Some(Element::Move(mv)) = self.line().last_mut() {
            mv.strength.get_or_insert_default().push('*');
        }
        self.after_move = false;
    }

    fn finish(self, result: Option<String>) -> Result<PdnGame, PdnError> {
        if let Some((_, place)) = self.lines.first() {
            return Err(PdnError::Unfinished { place: *place, what: "a variation" });
        }
        Ok(PdnGame { tags: self.tags, body: self.main, result, place: self.place })
    }
}
