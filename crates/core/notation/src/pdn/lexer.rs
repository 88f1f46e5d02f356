//! Splits files into tokens.

use std::io::Read;

use super::PdnError;
use super::source::{Source, words};
use crate::{PlaceInText, decoded};

/// A token of a file.
#[derive(Debug)]
pub(crate) enum Token {
    Tag {
        name: String,
        value: String,
    },
    /// `12.` or `12...`.
    Number(u32),
    /// `...`, a missing move.
    Ellipsis,
    /// A move as a string without spaces, or an unreadable word.
    Move(String),
    /// `!?` or `(!?)`, without the brackets.
    Strength(String),
    Nag(u32),
    Comment(String),
    /// The text between two slashes.
    Setup(String),
    Open,
    Close,
    /// `1-0` and the like.
    Result(String),
    /// Unreadable text other than a word, and its error.
    Damaged(String, PdnError),
    /// A closing bracket or brace that was never opened.
    Unmatched(char),
    Star {
        /// Whether this token follows the previous one without white space.
        glued: bool,
    },
    End,
}

/// Maximum length of a comment, string or setup in bytes.
const TEXT_MAX: usize = 1 << 20;
/// Maximum length of a move in bytes.
const MOVE_MAX: usize = 512;
/// Maximum number of annotations on a move.
pub(crate) const STRENGTH_MAX: usize = 8;
/// The name for annotations in error messages.
const STRENGTH: &str = "annotations";

/// `½` in Latin-1, and its last byte in UTF-8. Its first byte in UTF-8 is skipped like white space.
const HALF: u8 = 0xBD;

/// The annotation glyphs for `+-` and `-+`: a side has a decisive advantage (PGN, 10).
const DECISIVE: [u32; 2] = [18, 19];
/// Results, which separate games and look like moves.
const RESULTS: [&str; 10] = ["1-0", "0-1", "1-1", "0-0", "2-0", "0-2", "1:0", "0:1", "2:0", "0:2"];

#[derive(Debug)]
pub(crate) struct Lexer<R> {
    source: Source<R>,
    /// The place where the last token ended.
    end: Option<PlaceInText>,
}

impl<R: Read> Lexer<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { source: Source::new(inner), end: None }
    }

    /// Skips at least one byte, up to the next line that begins with a tag.
    pub(crate) fn skip_to_next_game(&mut self) -> Result<(), PdnError> {
        self.source.bump();
        while let Some(byte) = self.source.peek()? {
            if byte == b'[' && self.source.place().column == 1 {
                break;
            }
            self.source.bump();
        }
        Ok(())
    }

    /// The next token and its location.
    ///
    /// # Errors
    /// [`PdnError`] if the text exceeds a limit, or if the stream fails.
    pub(crate) fn next(&mut self) -> Result<(Token, PlaceInText), PdnError> {
        self.source.skip_blanks()?;
        let place = self.source.place();
        let glued = self.end.take() == Some(place);
        let Some(byte) = self.source.peek()? else { return Ok((Token::End, place)) };
        self.source.begin_token();
        let token = match self.token(byte, glued, place) {
            Err(error @ (PdnError::Malformed { .. } | PdnError::Unfinished { .. })) => {
                self.damaged(byte, error)?
            }
            read => read?,
        };
        // The lexer reads past the end of a word; in that case the end is already set.
        self.end.get_or_insert(self.source.place());
        Ok((token, place))
    }

    /// The rest of a damaged token that begins with this byte: up to its bracket, or up to the next space.
    fn damaged(&mut self, first: u8, error: PdnError) -> Result<Token, PdnError> {
        let mut rest = Vec::new();
        let limit = ("bytes in one string", TEXT_MAX);
        if first == b'[' {
            if !self.source.token().ends_with(b"]") {
                self.source.take_while(&mut rest, limit, |byte| !b"]\n".contains(&byte))?;
                self.source.eat(b']')?;
            }
        } else if !self.source.token().last().is_some_and(u8::is_ascii_whitespace) {
            let belongs = |byte: u8| !byte.is_ascii_whitespace() && !b"{}()[];$".contains(&byte);
            self.source.take_while(&mut rest, limit, belongs)?;
        }
        let text = words(self.source.token());
        let text = text.trim();
        Ok(match first {
            b'{' => Token::Damaged(text.trim_start_matches('{').into(), error),
            b'[' | b'(' | b'$' | b'/' => Token::Damaged(text.into(), error),
            _ => Token::Move(text.into()),
        })
    }

    fn token(&mut self, byte: u8, glued: bool, place: PlaceInText) -> Result<Token, PdnError> {
        Ok(match byte {
            b'[' => self.tag(place)?,
            b'{' => Token::Comment(self.delimited(b'}', "a comment", |_| true)?),
            b'/' => Token::Setup(self.delimited(b'/', "a set-up", |byte| byte != b'\n')?),
            b']' | b'}' => self.single(Token::Unmatched(char::from(byte))),
            b'(' => self.bracket()?,
            b')' => self.single(Token::Close),
            b'*' => self.single(Token::Star { glued }),
            b'$' => self.nag()?,
            b'!' | b'?' => Token::Strength(self.strength()?),
            b'.' => self.dots()?,
            b';' => self.line_comment()?,
            b'+' => self.forfeit(true)?,
            HALF => self.half_sign()?,
            _ if self.eat_dash()? => self.dash()?,
            _ if byte.is_ascii_alphanumeric() => self.word()?,
            _ => return Err(malformed(place, "a move, a comment, a tag or the end of a game")),
        })
    }

    fn single(&mut self, token: Token) -> Token {
        self.source.bump();
        token
    }

    /// The text between the next byte and `end`.
    fn delimited(
        &mut self,
        end: u8,
        what: &'static str,
        belongs: impl Fn(u8) -> bool,
    ) -> Result<String, PdnError> {
        let place = self.source.place();
        self.source.bump();
        let mut text = Vec::new();
        let belongs = |byte| byte != end && belongs(byte);
        self.source.take_while(&mut text, ("bytes in one string", TEXT_MAX), belongs)?;
        if self.source.eat(end)? {
            Ok(words(&text))
        } else {
            Err(PdnError::Unfinished { place, what })
        }
    }

    fn tag(&mut self, place: PlaceInText) -> Result<Token, PdnError> {
        self.source.bump();
        self.source.skip_blanks()?;
        let mut name = Vec::new();
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        self.source.take_while(&mut name, ("bytes in a tag name", MOVE_MAX), belongs)?;
        if name.is_empty() {
            return Err(malformed(self.source.place(), "a tag name"));
        }
        self.source.skip_blanks()?;
        if self.source.peek()? != Some(b'"') {
            return Err(malformed(self.source.place(), "the value of the tag in quotation marks"));
        }
        let value = self.string(place)?;
        self.source.skip_blanks()?;
        if !self.source.eat(b']')? {
            return Err(malformed(self.source.place(), "] at the end of the tag"));
        }
        Ok(Token::Tag { name: decoded(&name).into_owned(), value })
    }

    /// A quoted string, where `\"` is a quotation mark and `\\` a backslash.
    fn string(&mut self, place: PlaceInText) -> Result<String, PdnError> {
        self.source.bump();
        let mut text = Vec::new();
        loop {
            let limit = ("bytes in the value of a tag", TEXT_MAX);
            self.source.take_while(&mut text, limit, |byte| !b"\"\\\n".contains(&byte))?;
            match self.source.peek()? {
                Some(b'"') => {
                    self.source.bump();
                    return Ok(words(&text));
                }
                Some(b'\\') => {
                    self.source.bump();
                    let escaped = self.source.peek()?.filter(|byte| matches!(byte, b'"' | b'\\'));
                    text.push(escaped.unwrap_or(b'\\'));
                    if escaped.is_some() {
                        self.source.bump();
                    }
                }
                _ => return Err(PdnError::Unfinished { place, what: "a tag" }),
            }
        }
    }

    /// `(` or `(?)`.
    fn bracket(&mut self) -> Result<Token, PdnError> {
        self.source.bump();
        if !matches!(self.source.peek()?, Some(b'!' | b'?')) {
            return Ok(Token::Open);
        }
        let strength = self.strength()?;
        if self.source.eat(b')')? {
            Ok(Token::Strength(strength))
        } else {
            Err(malformed(self.source.place(), ") after a move annotation"))
        }
    }

    fn strength(&mut self) -> Result<String, PdnError> {
        let mut text = Vec::new();
        let limit = (STRENGTH, STRENGTH_MAX);
        self.source.take_while(&mut text, limit, |byte| matches!(byte, b'!' | b'?'))?;
        Ok(decoded(&text).into_owned())
    }

    fn nag(&mut self) -> Result<Token, PdnError> {
        self.source.bump();
        let place = self.source.place();
        let digits = self.digits()?;
        digits.parse().ok().map(Token::Nag).ok_or(malformed(place, "a number after $"))
    }

    fn digits(&mut self) -> Result<String, PdnError> {
        let mut text = Vec::new();
        self.source.take_while(&mut text, ("digits", MOVE_MAX), |byte| byte.is_ascii_digit())?;
        Ok(decoded(&text).into_owned())
    }

    /// Dots that don't follow a number.
    fn dots(&mut self) -> Result<Token, PdnError> {
        while self.source.eat(b'.')? {}
        Ok(Token::Ellipsis)
    }

    /// The rest of a line after `;`.
    fn line_comment(&mut self) -> Result<Token, PdnError> {
        self.source.bump();
        let mut text = Vec::new();
        self.source
            .take_while(&mut text, ("bytes in one string", TEXT_MAX), |byte| byte != b'\n')?;
        Ok(Token::Comment(words(&text).trim().into()))
    }

    /// A win without play, `+/-`, `+--` or `-/+`, or a loss for both, `-/-`. The first sign has been read. `+-` is an
    /// evaluation.
    fn forfeit(&mut self, first_wins: bool) -> Result<Token, PdnError> {
        let place = self.source.place();
        // Skip the sign between the two results.
        self.source.bump();
        if first_wins && !self.source.eat(b'/')? && !self.source.eat(b':')? {
            if self.eat_dash()? {
                let is_forfeit = self.eat_dash()?;
                let forfeit = || Token::Result("+--".into());
                return Ok(if is_forfeit { forfeit() } else { Token::Nag(DECISIVE[0]) });
            }
            return Err(malformed(place, "+/-, -/+ or -/- for a game that was not played"));
        }
        let text = match (first_wins, self.eat_dash()?) {
            (true, true) => "+/-",
            (false, true) => "-/-",
            (false, false) if self.source.eat(b'+')? => "-/+",
            _ => return Err(malformed(place, "+/-, -/+ or -/- for a game that was not played")),
        };
        Ok(Token::Result(text.into()))
    }

    /// `½-½`, or `½` alone.
    fn half_sign(&mut self) -> Result<Token, PdnError> {
        self.source.bump();
        if self.eat_dash()? {
            self.source.skip_blanks()?;
            self.literal(&[HALF], "½-½")?;
        }
        Ok(Token::Result("1/2-1/2".into()))
    }

    /// The token after a leading dash: a forfeit, an evaluation, or `- -` for an unrecorded move.
    fn dash(&mut self) -> Result<Token, PdnError> {
        if matches!(self.source.peek()?, Some(b'/' | b':')) {
            return self.forfeit(false);
        }
        self.source.skip_blanks()?;
        if self.source.eat(b'+')? {
            Ok(Token::Nag(DECISIVE[1]))
        } else if self.eat_dash()? {
            let is_forfeit = self.source.eat(b'+')?;
            Ok(if is_forfeit { Token::Result("--+".into()) } else { Token::Move("--".into()) })
        } else {
            Err(malformed(self.source.place(), "a second - of an unknown move"))
        }
    }

    /// A token that begins with a digit or a letter: a number, a move or a result.
    fn word(&mut self) -> Result<Token, PdnError> {
        let place = self.source.place();
        let mut text = Vec::new();
        let digits = self.squares(&mut text)?;
        match self.source.peek()? {
            Some(b'.') if digits => return self.number(&text, place),
            Some(b'/') if text == *b"1" => return self.half(),
            Some(b'+') if text == *b"1" => return self.plus_draw(&text),
            _ => {}
        }
        let alone = text.len();
        let mut is_spaced = false;
        while self.separator(&mut text, &mut is_spaced)? {
            if text == *b"1-" && self.source.peek()? == Some(b'-') {
                return self.plus_draw(&text);
            }
            self.squares(&mut text)?;
            if text.len() > MOVE_MAX {
                return Err(PdnError::TooMuch { place, what: "bytes in a move", limit: MOVE_MAX });
            }
        }
        let separated = text.len() > alone;
        let text = decoded(&text).into_owned();
        if RESULTS.contains(&text.replace(['F', 'f'], "").as_str()) {
            return Ok(Token::Result(text));
        }
        match text.parse() {
            // This is a move number without its dot.
            Ok(number) if !separated && text.len() < 4 => Ok(Token::Number(number)),
            _ => Ok(Token::Move(text)),
        }
    }

    /// Appends squares without separators: `32`, `3228`, `a3b4`. Returns `true` if the squares are digits.
    fn squares(&mut self, text: &mut Vec<u8>) -> Result<bool, PdnError> {
        let limit = ("bytes in a move", MOVE_MAX);
        let place = self.source.place();
        let start = text.len();
        // The letter that separates the squares of a capture doesn't name a column.
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() && !byte.eq_ignore_ascii_case(&b'x');
        self.source.take_while(text, limit, belongs)?;
        let squares = &text[start..];
        let mut kinds = squares.iter().map(u8::is_ascii_digit);
        // `1-0F` and `0F-2`: the game was not played.
        let is_forfeit = matches!(squares, [b'0'..=b'2', b'F' | b'f']);
        match (squares.first(), squares.last()) {
            (Some(first), _) if first.is_ascii_digit() => {
                if is_forfeit || kinds.all(|digit| digit) {
                    Ok(true)
                } else {
                    Err(malformed(place, "a square"))
                }
            }
            // A letter must be followed by a digit.
            (Some(_), Some(last))
                if last.is_ascii_digit() && !squares.windows(2).any(two_letters) =>
            {
                Ok(false)
            }
            _ => Err(malformed(place, "a square")),
        }
    }

    /// Appends the sign that separates two squares, ignoring white space. Returns `true` if the sign was found. After a
    /// whole move without spaces, a dash with spaces is not part of the move.
    fn separator(&mut self, text: &mut Vec<u8>, is_spaced: &mut bool) -> Result<bool, PdnError> {
        self.end = Some(self.source.place());
        self.source.skip_blanks()?;
        let is_apart = self.end != Some(self.source.place());
        let is_whole = text.iter().any(|byte| b"-x:".contains(byte)) && !*is_spaced;
        let is_dash = matches!(self.source.peek()?, Some(b'-' | 0x96 | 0x97 | 0xE2));
        if is_apart && is_whole && is_dash {
            return Ok(false);
        }
        *is_spaced |= is_apart;
        let sign = if self.eat_dash()? {
            b'-'
        } else if self.source.eat(b':')? {
            b':'
        } else if self.eat_cross()? {
            b'x'
        } else {
            return Ok(false);
        };
        text.push(sign);
        self.source.skip_blanks()?;
        Ok(true)
    }

    fn number(&mut self, text: &[u8], place: PlaceInText) -> Result<Token, PdnError> {
        while self.source.eat(b'.')? {}
        decoded(text).parse().ok().map(Token::Number).ok_or(malformed(place, "a move number"))
    }

    /// The rest of `1/2-1/2`.
    fn half(&mut self) -> Result<Token, PdnError> {
        self.literal(b"/2-1/2", "1/2-1/2")?;
        Ok(Token::Result("1/2-1/2".into()))
    }

    /// The rest of `1+ - 1-` or `1- - 1+`.
    fn plus_draw(&mut self, text: &[u8]) -> Result<Token, PdnError> {
        let (rest, whole): (&[u8], _) =
            if text == b"1" { (b"+-1-", "1+ - 1-") } else { (b"-1+", "1- - 1+") };
        for &byte in rest {
            self.source.skip_blanks()?;
            self.literal(&[byte], "1+ - 1- or 1- - 1+")?;
        }
        Ok(Token::Result(whole.into()))
    }

    /// Skips a hyphen or a dash, in ASCII, UTF-8 or Windows-1252. Returns `true` if the sign was found.
    fn eat_dash(&mut self) -> Result<bool, PdnError> {
        let place = self.source.place();
        match self.source.peek()? {
            Some(b'-' | 0x96 | 0x97) => self.source.bump(),
            // The first byte of U+2010 to U+2015 and U+2212 in UTF-8, and no other sign in the notation.
            Some(0xE2) => {
                self.source.bump();
                let second = self.source.peek()?;
                self.source.bump();
                let third = self.source.peek()?;
                self.source.bump();
                if !matches!(
                    (second, third),
                    (Some(0x80), Some(0x90..=0x95)) | (Some(0x88), Some(0x92))
                ) {
                    return Err(malformed(place, "a move, a comment, a tag or the end of a game"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Skips the capture sign, `x` or `×`. Returns `true` if the sign was found.
    fn eat_cross(&mut self) -> Result<bool, PdnError> {
        match self.source.peek()? {
            Some(b'x' | b'X' | 0xD7) => self.source.bump(),
            // The first byte of × in UTF-8.
            Some(0xC3) => {
                self.source.bump();
                self.literal(&[0x97], "a capture sign")?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn literal(&mut self, bytes: &[u8], expected: &'static str) -> Result<(), PdnError> {
        for &byte in bytes {
            let place = self.source.place();
            let is_there = if byte == b'-' { self.eat_dash()? } else { self.source.eat(byte)? };
            if !is_there {
                return Err(malformed(place, expected));
            }
        }
        Ok(())
    }
}

fn two_letters(pair: &[u8]) -> bool {
    pair.iter().all(u8::is_ascii_alphabetic)
}

const fn malformed(place: PlaceInText, expected: &'static str) -> PdnError {
    PdnError::Malformed { place, expected }
}
