//! Rust source as tokens, because laws check code, not comments.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The part of a source to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The whole source.
    Everything,
    /// Code that is compiled into the product.
    Product,
    /// Code that is compiled only for tests and benches.
    Tests,
}

/// A Rust source without its comments and documentation.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path relative to the top of the tree.
    pub path: String,
    /// The number of lines, including comments.
    pub line_count: usize,
    tokens: Vec<Token>,
}

/// An identifier, a literal, a punctuation character, or a group's bracket.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    line: usize,
    in_test: bool,
}

impl Source {
    /// Parses `text`, the source of the file at `path`.
    ///
    /// # Panics
    /// If the source is not valid Rust.
    pub fn parse(path: &str, text: &str) -> Self {
        let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut tokens = Vec::new();
        flatten(stream, is_test_file(path), &mut tokens);
        Self { path: path.into(), line_count: text.lines().count(), tokens }
    }

    /// The line numbers, from 1, where `pattern` begins. Patterns are compared token by token, so whitespace doesn't
    /// matter. Examples: `thread::spawn` and `#[ignore`.
    ///
    /// # Panics
    /// If the pattern is empty.
    pub fn lines_with(&self, pattern: &str, scope: Scope) -> Vec<usize> {
        let pattern = split(pattern);
        assert!(!pattern.is_empty(), "a pattern has a token");
        self.tokens
            .windows(pattern.len())
            .filter(|window| is_in(&window[0], scope))
            .filter(|window| window.iter().zip(&pattern).all(|(token, text)| token.text == *text))
            .map(|window| window[0].line)
            .collect()
    }

    /// The tokens in `scope` and their line numbers, from 1.
    pub fn words(&self, scope: Scope) -> impl Iterator<Item = (usize, &str)> {
        let words = self.tokens.iter().filter(move |token| is_in(token, scope));
        words.map(|token| (token.line, token.text.as_str()))
    }

    /// The crate folder of the file. The folder contains `src` or `tests`.
    pub fn package_folder(&self) -> &str {
        let ends = ["/src/", "/tests/", "/benches/", "/examples/"].map(|part| self.path.find(part));
        let end = ends.into_iter().flatten().min().unwrap_or(self.path.len());
        self.path.get(..end).unwrap_or(&self.path)
    }

    /// `path:line`, which editors understand.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.path)
    }
}

/// Whether all code in the file is for tests: the file is in `tests/`, `benches/` or `examples/`, belongs to the system
/// test package, or is the module `tests`.
fn is_test_file(path: &str) -> bool {
    let folders = ["/tests/", "/benches/", "/examples/"];
    path.starts_with("tests/")
        || path.ends_with("/tests.rs")
        || folders.iter().any(|name| path.contains(name))
}

fn is_in(token: &Token, scope: Scope) -> bool {
    match scope {
        Scope::Everything => true,
        Scope::Product => !token.in_test,
        Scope::Tests => token.in_test,
    }
}

/// A pattern's tokens. An opening bracket at the end doesn't need a closing bracket.
fn split(pattern: &str) -> Vec<String> {
    let (inner, opened) = match pattern.strip_prefix("#[") {
        Some(inner) => (inner, vec!["#".to_owned(), "[".to_owned()]),
        None => (pattern, Vec::new()),
    };
    let mut tokens = Vec::new();
    flatten(inner.parse().expect("patterns are Rust tokens"), false, &mut tokens);
    opened.into_iter().chain(tokens.into_iter().map(|token| token.text)).collect()
}

/// Adds the tokens in `stream`. Flattens groups and omits documentation.
fn flatten(stream: TokenStream, in_test: bool, tokens: &mut Vec<Token>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut item_is_test = false;
    let mut index = 0;
    while let Some(tree) = trees.get(index) {
        let attribute = attribute_at(&trees, index);
        if let Some((content, length)) = &attribute {
            if is_documentation(content) {
                index += length;
                continue;
            }
            item_is_test |= marks_test(content);
        }
        push(tree, in_test || item_is_test, tokens);
        item_is_test &= !ends_item(tree);
        index += 1;
    }
}

/// The attribute's content at `index`, and its number of token trees.
fn attribute_at(trees: &[TokenTree], index: usize) -> Option<(TokenStream, usize)> {
    let is_sign = |tree: Option<&TokenTree>, sign| match tree {
        Some(TokenTree::Punct(punct)) => punct.as_char() == sign,
        _ => false,
    };
    if !is_sign(trees.get(index), '#') {
        return None;
    }
    let length = if is_sign(trees.get(index + 1), '!') { 3 } else { 2 };
    match trees.get(index + length - 1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            Some((group.stream(), length))
        }
        _ => None,
    }
}

fn is_documentation(attribute: &TokenStream) -> bool {
    let mut words = attribute.clone().into_iter().map(|tree| tree.to_string());
    words.next().as_deref() == Some("doc") && words.next().as_deref() == Some("=")
}

/// Whether the attribute is `#[test]`, `#[cfg(test)]`, or a larger `cfg` that contains `test` without negating it.
fn marks_test(attribute: &TokenStream) -> bool {
    let mut tokens = Vec::new();
    flatten(attribute.clone(), false, &mut tokens);
    let has = |word| tokens.iter().any(|token| token.text == word);
    let only_test = tokens.len() == 1 && has("test");
    let first_is_cfg = tokens.first().is_some_and(|token| token.text == "cfg");
    only_test || (first_is_cfg && has("test") && !has("not"))
}

/// Whether an item ends with this token tree, its body or a semicolon.
fn ends_item(tree: &TokenTree) -> bool {
    match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

fn push(tree: &TokenTree, in_test: bool, tokens: &mut Vec<Token>) {
    let mut add = |text: String, line| tokens.push(Token { text, line, in_test });
    let TokenTree::Group(group) = tree else {
        return add(tree.to_string(), tree.span().start().line);
    };
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    };
    add(open.into(), group.span_open().start().line);
    flatten(group.stream(), in_test, tokens);
    tokens.push(Token { text: close.into(), line: group.span_close().end().line, in_test });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, pattern: &str, scope: Scope, expected: &[usize]) {
        assert_eq!(
            Source::parse("src/lib.rs", text).lines_with(pattern, scope),
            expected,
            "{text}"
        );
    }

    #[test]
    fn patterns_are_found_across_blanks_and_lines() {
        check("fn f() {\n std :: thread\n::spawn(g) }", "thread::spawn", Scope::Everything, &[2]);
        check("#[ignore = \"slow\"]\nfn f() {}", "#[ignore", Scope::Everything, &[1]);
        check("fn ignore() {}", "#[ignore", Scope::Everything, &[]);
    }

    #[test]
    fn comments_documentation_and_strings_are_not_code() {
        check(
            "// unsafe\n/// unsafe\nfn f() -> &'static str { \"unsafe\" }",
            "unsafe",
            Scope::Everything,
            &[],
        );
        check("//! unsafe\nfn f() { unsafe { g() } }", "unsafe", Scope::Everything, &[2]);
    }

    #[test]
    fn items_for_tests_are_distinguished_from_the_product() {
        let text =
            "fn a() { x(); }\n#[cfg(test)]\nmod tests {\n fn b() { x(); }\n}\nfn c() { x(); }";
        check(text, "x()", Scope::Product, &[1, 6]);
        check(text, "x()", Scope::Tests, &[4]);
        check("#[test]\nfn b() { x(); }\nfn c() { x(); }", "x()", Scope::Product, &[3]);
        check("#[cfg(not(test))]\nfn b() { x(); }", "x()", Scope::Product, &[2]);
        let file = Source::parse("crates/a/tests/it/main.rs", "fn b() { x(); }");
        assert_eq!(file.lines_with("x()", Scope::Tests), [1]);
    }

    #[test]
    fn a_file_belongs_to_the_folder_above_its_sources() {
        let folder = |path| Source::parse(path, "").package_folder().to_owned();
        assert_eq!(folder("crates/a/src/b/c.rs"), "crates/a");
        assert_eq!(folder("crates/a/tests/it/main.rs"), "crates/a");
        assert_eq!(folder("tests/src/lib.rs"), "tests");
        assert_eq!(folder("tests/tests/laws/main.rs"), "tests");
    }
}
