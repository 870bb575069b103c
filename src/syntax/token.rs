//! Tokens: text cut into words, numbers and signs, with every pasted lookalike read as what it means.

use logos::{Lexer, Logos};
use std::ops::Range;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The words that are part of the language: usable neither as names nor as labels.
#[rustfmt::skip]
pub const KEYWORDS: &[&str] = &[
    "use", "let", "game", "loopy", "graph", "show", "table", "period", "play", "expect", "quotient", "sparse", "compare",
    "move", "ends", "splits", "same", "starts", "picture", "decreases", "wins",
    "where", "for", "in", "to", "if", "then", "else", "and", "or", "not",
    "xor", "mod", "union", "common", "minus", "flip", "with", "without", "true", "false", "nothing",
    "from", "is", "under", "set", "bag", "list", "map", "of", "nat", "int", "bool", "text", "cell", "position",
];

/// Whether a word is part of the language and so cannot be a name.
pub fn is_keyword(word: &str) -> bool {
    word.len() <= 9 && KEYWORDS.contains(&word)
}

/// What the lexer remembers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Memory {
    /// A text was never closed: later ones are looked for on their own line only, which keeps lexing linear.
    unclosed: bool,
}

/// One kind of token. A token's text is found through its span; [`Lexed::normal`] gives its normal spelling.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[logos(extras = Memory)]
#[logos(skip r"[\p{White_Space}\u{200B}-\u{200F}\u{2060}\u{FEFF}\u{AD}]+")]
pub enum Token {
    /// `take`, `n'`, `größe`: a word that is not reserved.
    #[regex(r"[\p{XID_Start}_][\p{XID_Continue}--\u{B7}]*'*", |lex| if is_keyword(lex.slice()) { Token::Keyword } else { Token::Name })]
    Name,
    /// `move`, `in`: a word of the language.
    Keyword,
    /// `42`
    #[regex("[0-9]+")]
    Number,
    /// `3x`: neither a number nor a name.
    #[regex(r"[0-9]+[\p{XID_Continue}--0-9\u{B7}][\p{XID_Continue}--\u{B7}]*")]
    BadNumber,
    /// `"..x|.x."`, also in curly quotes.
    #[regex("[\"“”„‟]", quoted)]
    Text,
    /// A text whose closing quote is missing; reaches to the end of the line.
    UnclosedText,
    /// `# ...` to the end of the line.
    #[regex(r"#[^\n\r]*", allow_greedy = true)]
    Comment,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`, also `−` and the dashes.
    #[regex("[-−–—‐‑‒﹣－]")]
    Minus,
    /// `*`, also `×` and `·`.
    #[regex(r"[*×·⋅∗]")]
    Star,
    /// `/`, also `÷`.
    #[regex("[/÷]")]
    Slash,
    /// `^`
    #[token("^")]
    Caret,
    /// `=`
    #[token("=")]
    Equals,
    /// `==`
    #[token("==")]
    EqualEqual,
    /// `!=`, also `≠`.
    #[token("!=")]
    #[token("≠")]
    NotEqual,
    /// `<`
    #[token("<")]
    Less,
    /// `<=`, also `≤`.
    #[token("<=")]
    #[regex("[≤⩽]")]
    LessEqual,
    /// `>`
    #[token(">")]
    Greater,
    /// `>=`, also `≥`.
    #[token(">=")]
    #[regex("[≥⩾]")]
    GreaterEqual,
    /// `..`, also `…` and `...`.
    #[token("..")]
    #[token("...")]
    #[regex("[…‥]")]
    DotDot,
    /// `..<`
    #[token("..<")]
    #[token("...<")]
    #[token("…<")]
    DotDotLess,
    /// `.`
    #[token(".")]
    Dot,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `|`
    #[token("|")]
    Bar,
    /// `->`, also `→`: between the arguments and the result of a function type.
    #[token("->")]
    #[token("→")]
    Arrow,
    /// `(`
    #[token("(")]
    OpenRound,
    /// `)`
    #[token(")")]
    CloseRound,
    /// `[`
    #[token("[")]
    OpenSquare,
    /// `]`
    #[token("]")]
    CloseSquare,
    /// `{`
    #[token("{")]
    OpenCurly,
    /// `}`
    #[token("}")]
    CloseCurly,
    /// `∈`: reads `in`.
    #[token("∈")]
    InSign,
    /// `∉`: reads `not in`.
    #[token("∉")]
    NotInSign,
    /// `⊕`: reads `xor`.
    #[token("⊕")]
    XorSign,
    /// A sign of another language, such as `&&`; there is a hint for each.
    #[token("&&")]
    #[token("&")]
    #[token("||")]
    #[token("!")]
    #[token("!==")]
    #[token("%")]
    #[token("**")]
    #[token(":=")]
    #[token(";")]
    #[token("//")]
    #[token("/*")]
    #[token("*/")]
    #[token("=>")]
    #[token("⇒")]
    #[token("=<")]
    #[token("===")]
    #[token("<>")]
    #[token("+=")]
    #[token("-=")]
    #[token("++")]
    #[token("..=")]
    #[regex("[∧∨¬∪∩∅∖△∀∃∣⊂⊆←⇐↦⟶]")]
    Foreign,
    /// A character that means nothing here.
    Unknown,
}

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lexed {
    /// Which kind.
    pub token: Token,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// All tokens of a text, comments included: everything but white space. Junk becomes [`Token::Unknown`].
pub fn tokens(text: &str) -> Vec<Lexed> {
    Token::lexer(text)
        .spanned()
        .map(|(token, span)| Lexed { token: token.unwrap_or(Token::Unknown), span })
        .collect()
}

impl Lexed {
    /// The token as written.
    pub fn slice<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.clone()]
    }

    /// The token in its normal spelling: a lookalike as the sign it stands for, anything else as written.
    pub fn word<'t>(&self, text: &'t str) -> &'t str {
        self.token.spelling().unwrap_or_else(|| self.slice(text))
    }

    /// Appends the normal spelling, with names in NFC and straight quotes around texts.
    pub fn normal(&self, text: &str, out: &mut String) {
        let word = self.word(text);
        match self.token {
            Token::Name if is_nfc_quick(word.chars()) != IsNormalized::Yes => out.extend(word.nfc()),
            Token::Text => {
                out.push('"');
                out.push_str(inside_quotes(word));
                out.push('"');
            }
            _ => out.push_str(word),
        }
    }
}

impl Token {
    /// The one spelling of a sign; none for words, numbers, texts and junk.
    pub fn spelling(self) -> Option<&'static str> {
        Some(match self {
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Star => "*",
            Token::Slash => "/",
            Token::Caret => "^",
            Token::Equals => "=",
            Token::EqualEqual => "==",
            Token::NotEqual => "!=",
            Token::Less => "<",
            Token::LessEqual => "<=",
            Token::Greater => ">",
            Token::GreaterEqual => ">=",
            Token::DotDot => "..",
            Token::DotDotLess => "..<",
            Token::Dot => ".",
            Token::Comma => ",",
            Token::Colon => ":",
            Token::Bar => "|",
            Token::Arrow => "->",
            Token::OpenRound => "(",
            Token::CloseRound => ")",
            Token::OpenSquare => "[",
            Token::CloseSquare => "]",
            Token::OpenCurly => "{",
            Token::CloseCurly => "}",
            Token::InSign => "in",
            Token::NotInSign => "not in",
            Token::XorSign => "xor",
            _ => return None,
        })
    }

    /// `(`, `[` or `{`.
    pub fn opens(self) -> bool {
        matches!(self, Token::OpenRound | Token::OpenSquare | Token::OpenCurly)
    }

    /// `)`, `]` or `}`.
    pub fn closes(self) -> bool {
        matches!(self, Token::CloseRound | Token::CloseSquare | Token::CloseCurly)
    }

    /// The bracket that closes this one.
    pub fn closer(self) -> Option<Token> {
        match self {
            Token::OpenRound => Some(Token::CloseRound),
            Token::OpenSquare => Some(Token::CloseSquare),
            Token::OpenCurly => Some(Token::CloseCurly),
            _ => None,
        }
    }
}

/// The text between the quotes, which may be curly.
pub(crate) fn inside_quotes(literal: &str) -> &str {
    let mut chars = literal.chars();
    chars.next();
    chars.next_back();
    chars.as_str()
}

/// Reads on to the closing quote: straight for straight, any for curly. Lines may end inside.
fn quoted(lex: &mut Lexer<Token>) -> Token {
    let straight = lex.slice() == "\"";
    let closes = |c: char| c == '"' || (!straight && matches!(c, '“' | '”' | '‟'));
    let rest = lex.remainder();
    let (mut escaped, mut line) = (false, None);
    for (at, c) in rest.char_indices() {
        if line.is_none() && matches!(c, '\n' | '\r') {
            line = Some(at);
            if lex.extras.unclosed {
                break;
            }
        }
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if closes(c) {
            lex.bump(at + c.len_utf8());
            return Token::Text;
        }
    }
    lex.extras.unclosed = true;
    lex.bump(line.unwrap_or(rest.len()));
    Token::UnclosedText
}
