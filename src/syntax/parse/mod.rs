//! Parsing, one item at a time: what is wrong with one costs one diagnostic, and the rest is still read.
//!
//! An item goes through three steps: `before` looks at its tokens for what a grammar reports badly (brackets,
//! signs of other languages, nesting), pest parses its normal spelling, and `expr` and `item` build the tree.
//! If pest fails, `errors` says so in a sentence.

mod before;
mod errors;
mod foreign;
mod grammar;
mod habits;
mod item;
mod kept;
mod mending;
mod normal;
mod place;
mod precedence;

use super::ast::{self, Item, Statement, StatementKind};
use super::items::{ITEM_WORDS, RawItem, View, cut, nearest};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use grammar::{Grammar, Rule};
use item::Builder;
pub use kept::Kept;
use normal::Normal;
use pest::Parser;
use pest::iterators::{Pair, Pairs};
use place::Place;
use unicode_normalization::UnicodeNormalization;

/// The largest text read, in bytes.
pub const LARGEST_TEXT: usize = 16 << 20;

/// What a word or sign of a text takes, in bytes, until its games are checked: 270 where it is data, 900 where it is rules.
const A_TOKEN: u64 = 1_000;

/// About how many bytes reading and checking a text takes, at most; little is asked of a text whose letters say that it is
/// less than `enough`.
pub fn room_for(text: &str, enough: u64) -> u64 {
    let by_letters = text.len() as u64 * A_TOKEN;
    if by_letters <= enough {
        return by_letters;
    }
    cut(text).1.len() as u64 * A_TOKEN
}

/// After this many mistakes a file's further ones are not listed.
const MOST_DIAGNOSTICS: usize = 200;

/// What was understood of a text, and what was not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parsed {
    /// The items without a mistake, in order.
    pub items: Vec<Item>,
    /// One for each broken item.
    pub diagnostics: Vec<Diagnostic>,
    /// The names that broken items would have defined: using one is no second mistake.
    pub broken: Vec<String>,
}

/// Parses a whole file.
pub fn parse(file: FileId, text: &str) -> Parsed {
    parse_items(file, text, Place::File, &mut Kept::default())
}

/// Parses a whole file; what was read before need not be read again.
pub fn parse_again(file: FileId, text: &str, kept: &mut Kept) -> Parsed {
    parse_items(file, text, Place::File, kept)
}

/// Parses what was typed at the prompt: items, or a bare expression.
pub fn parse_line(file: FileId, text: &str) -> Parsed {
    parse_items(file, text, Place::Prompt, &mut Kept::default())
}

/// Parses one expression and nothing else.
pub fn parse_expr(file: FileId, text: &str) -> Result<ast::Expr, Vec<Diagnostic>> {
    parse_alone(file, text, Place::Expr, Rule::lone_bare, |builder, mut pairs| builder.next_expr(&mut pairs))
}

/// Parses binders and nothing else: `n in 0..50, k in 1..n`.
pub fn parse_binders(file: FileId, text: &str) -> Result<Vec<ast::Binder>, Vec<Diagnostic>> {
    parse_alone(file, text, Place::Binders, Rule::lone_binders, |builder, mut pairs| {
        builder.binders(item::next(&mut pairs))
    })
}

/// Whether a text is one item with a tree; nothing is said if it is not.
pub fn reads(file: FileId, text: &str) -> bool {
    let (items, code) = cut(text);
    let read = |raw: &RawItem| {
        let view = View { text, tokens: &code[raw.tokens.clone()] };
        let span = Span::new(file, raw.span.start, raw.span.end);
        raw.proper && understood(file, view, |builder, pair| builder.item(pair, None, span)).is_ok()
    };
    text.len() <= LARGEST_TEXT && items.len() == 1 && items.iter().all(read)
}

/// The items of a text that can be read and have `name` in their headings; nothing is said about the others.
pub fn items_named(file: FileId, text: &str, name: &str) -> Vec<Item> {
    readable(file, text, |view| (0..HEADING).any(|i| view.word(i) == name))
}

/// The items of a text that can be read; nothing is said about the others.
pub fn readable_items(file: FileId, text: &str) -> Vec<Item> {
    readable(file, text, |_| true)
}

/// So many words are the heading of an item: `loopy game Ring`.
const HEADING: usize = 3;

fn readable(file: FileId, text: &str, wanted: impl Fn(View) -> bool) -> Vec<Item> {
    let (raw, code) = cut(text);
    let view = |item: &RawItem| View { text, tokens: &code[item.tokens.clone()] };
    raw.iter()
        .filter(|item| wanted(view(item)))
        .filter_map(|item| read_item(file, view(item), item).ok())
        .collect()
}

/// How many items of a text cannot be read in any case, which is quicker to say than why; what was read before need not be
/// read again.
pub fn count_broken(file: FileId, text: &str, kept: &mut Kept) -> usize {
    let (raw, code) = cut(text);
    let mut is_broken = |item: &&RawItem| {
        let view = View { text, tokens: &code[item.tokens.clone()] };
        kept.item(file, view, item).is_none() && read_item(file, view, item).is_err()
    };
    let broken = raw.iter().filter(&mut is_broken).count();
    if broken > 0 && taken_out(file, text).is_some() { 0 } else { broken }
}

/// A text without what was copied into it, comments of other languages or the signs of prompts, and what is said about
/// them.
fn taken_out(file: FileId, text: &str) -> Option<(Vec<Diagnostic>, String)> {
    let ways = [habits::prompts::taken_out, habits::pasted::taken_out, habits::comments::taken_out];
    let (mut told, mut rest) = (vec![], text.to_owned());
    for way in ways {
        if let Some((found, without)) = way(file, &rest) {
            told.extend(found);
            rest = without;
        }
    }
    (!told.is_empty()).then_some((told, rest))
}

fn parse_items(file: FileId, text: &str, place: Place, kept: &mut Kept) -> Parsed {
    if let Some(refusal) = too_big(file, text) {
        return Parsed { diagnostics: vec![refusal], ..Parsed::default() };
    }
    let parsed = parse_text(file, text, place, kept);
    // `fairgame> A + A` alone is read as a comparison, and `quit` in a file as an expression.
    let bare = place == Place::File && parsed.items.iter().any(is_bare);
    if parsed.diagnostics.is_empty() && !bare && !habits::prompts::begins(text) {
        return parsed;
    }
    match taken_out(file, text) {
        Some((told, rest)) => without_what_was_told(parse_text(file, &rest, place, kept), told),
        None => parsed,
    }
}

fn is_bare(item: &Item) -> bool {
    matches!(item, Item::Statement(Statement { kind: StatementKind::Bare(_), .. }))
}

/// What was understood of the rest, with what is said about comments of other languages or the signs of prompts.
fn without_what_was_told(mut rest: Parsed, told: Vec<Diagnostic>) -> Parsed {
    rest.diagnostics.extend(told);
    rest.diagnostics.sort_by_key(|d| d.span().map(|s| s.start));
    rest
}

fn parse_text(file: FileId, text: &str, place: Place, kept: &mut Kept) -> Parsed {
    let (raw, code) = cut(text);
    let mut parsed = Parsed::default();
    for item in raw {
        let view = View { text, tokens: &code[item.tokens.clone()] };
        let known = kept.item(file, view, &item);
        match known.map_or_else(|| parse_item(file, view, &item, place), Ok) {
            Ok(item) => parsed.items.push(item),
            Err(causes) => {
                parsed.broken.extend(name_of_broken(view));
                parsed.broken.extend(names_of_type(view));
                parsed.broken.extend(further_names(view));
                let span = Span::new(file, item.span.start, item.span.end);
                let tokens = view.tokens.len();
                let broken = mending::Broken { file, text, span, tokens, place };
                parsed.diagnostics.extend(mending::chosen(broken, causes, kept));
            }
        }
        if parsed.diagnostics.len() == MOST_DIAGNOSTICS {
            let title = format!("There are more than {MOST_DIAGNOSTICS} mistakes; the rest are not listed");
            parsed.diagnostics.push(Diagnostic::error("too-many-mistakes", title));
            break;
        }
    }
    parsed.diagnostics = renamed_once(said_once(parsed.diagnostics));
    parsed
}

/// Without those that lie in what an earlier one would write again: the same fault is said once.
fn said_once(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = vec![];
    for d in all {
        let start = d.span().map_or(0, |s| s.start);
        let inside = |k: &Diagnostic| {
            let behind = k.span().map_or(0, |s| s.start) < start;
            behind && k.replacements.iter().any(|r| r.span.start < start && start < r.span.end)
        };
        if !kept.iter().any(inside) {
            kept.push(d);
        }
    }
    kept
}

/// A word of the language that is used as a name in several items is one mistake, with one change.
fn renamed_once(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = vec![];
    for d in all {
        let own =
            |text: &str| d.hints.iter().any(|h| h.contains(&format!("`my_{}`", text.trim_end_matches('_'))));
        let renames = !d.replacements.is_empty() && d.replacements.iter().all(|r| own(&r.text));
        let first = kept.iter_mut().find(|k| renames && k.code == "keyword-as-name" && k.hints == d.hints);
        match first {
            Some(first) => first.replacements.extend(d.replacements),
            None => kept.push(d),
        }
    }
    kept
}

/// Whether `=` follows a closing bracket: `double(x) = 2 * x`.
fn defined_by_use(view: View) -> bool {
    let equals = |k: &usize| matches!(view.word(*k), "=" | ":=");
    (2..view.tokens.len().min(40)).find(equals).is_some_and(|k| view.word(k - 1) == ")")
}

/// `let a = 3, b = 4`: the names after the first one.
fn further_names(view: View) -> Vec<String> {
    let named = |&k: &usize| view.word(k - 1) == "," && view.is_name(k) && view.word(k + 1) == "=";
    let all = (3..view.tokens.len()).filter(|_| view.word(0) == "let").filter(named);
    all.map(|k| view.word(k).to_owned()).collect()
}

/// The name that a broken item would have defined.
fn name_of_broken(view: View) -> Option<String> {
    let word = view.word(0);
    let meant = if ITEM_WORDS.contains(&word) { None } else { nearest(word, ITEM_WORDS) };
    let at = match meant.unwrap_or(word) {
        // `graph loop G`
        "graph" if view.is_name(2) && !view.first_on_line(2) => 2,
        // `Game: Pile(n)`
        "game" if matches!(view.word(1), ":" | "loopy") && view.is_name(2) => 2,
        "game" | "graph" | "let" => 1,
        // `class Pile(n: nat):`, `class Pile extends Game {`
        "class" | "struct" | "object" | "record" if view.is_name(1) => 1,
        // `def f(n: int) -> int:`, `Pile(n: nat)` above its moves
        "def" | "function" | "fn" | "func" | "fun" | "define" if view.word(2) == "(" => 1,
        _ if view.word(1) == "(" && view.is_name(0) && view.word(3) == ":" => 0,
        "loopy" => 2,
        // `Spiel Pile(n: nat)`
        _ if view.is_name(0) && view.is_name(1) && view.word(2) == "(" && view.word(4) == ":" => 1,
        // `for n in 0..3` above a question about n
        "for" | "foreach" if matches!(view.word(2), "in" | "=" | "∈") => 1,
        // `double(x) = 2 * x`, `n := 5`, `int n = 5`
        _ if matches!(view.word(1), "=" | ":=") && view.is_name(0) => 0,
        _ if view.word(1) == "(" && view.is_name(0) && defined_by_use(view) => 0,
        // `square n = n^2`, and not `int n = 5`.
        _ if matches!(view.word(2), "=" | ":=") && view.is_name(0) && view.is_name(1) => match view.word(0) {
            "const" | "var" | "val" | "string" | "String" | "boolean" | "double" | "float" | "auto"
            | "long" | "final" | "def" => 1,
            _ => 0,
        },
        _ if matches!(view.word(2), "=" | ":=") && view.is_name(1) => 1,
        _ => return None,
    };
    let name = view.word(at);
    // `gameRow(n: nat)`
    let joined = name.strip_prefix("game").filter(|rest| at == 0 && rest.starts_with(char::is_uppercase));
    view.is_name(at).then(|| joined.unwrap_or(name).nfc().collect())
}

/// The names that a type with a name would have brought: `type Colour = red | green`.
fn names_of_type(view: View) -> Vec<String> {
    // `game Big-Pile(n: nat)`
    if view.word(0) == "game" && view.word(2) == "-" && view.is_name(3) {
        return vec![view.word(3).nfc().collect()];
    }
    let word = matches!(view.word(0), "type" | "enum" | "data" | "newtype" | "typedef");
    let names = (1..view.tokens.len().min(40)).filter(|&i| word && view.is_name(i));
    names.map(|i| view.word(i).nfc().collect()).collect()
}

/// One item, or what may be wrong with it, likeliest first.
fn parse_item(file: FileId, view: View, raw: &RawItem, place: Place) -> Result<Item, Vec<Diagnostic>> {
    read_item(file, view, raw).map_err(|why| explained(file, view, place, why))
}

/// One item, or what is in its way.
fn read_item(file: FileId, view: View, raw: &RawItem) -> Result<Item, Trouble> {
    let span = Span::new(file, raw.span.start, raw.span.end);
    if raw.proper {
        let item = understood(file, view, |builder, pair| builder.item(pair, raw.doc.clone(), span))?;
        let never = habits::never_right(file, view).or_else(|| habits::never_right_beside(file, view));
        return never.map_or(Ok(item), |found| Err(Trouble::Fault(found)));
    }
    if let Some(found) = habits::adjective(file, view) {
        return Err(Trouble::Fault(found));
    }
    let bare =
        |builder: &mut Builder, mut pairs: Pairs<Rule>| StatementKind::Bare(builder.next_expr(&mut pairs));
    attempt(file, view, Rule::lone_bare, bare).map(|kind| Item::Statement(Statement { kind, span }))
}

fn parse_alone<T>(
    file: FileId,
    text: &str,
    place: Place,
    rule: Rule,
    build: impl FnOnce(&mut Builder, Pairs<Rule>) -> T,
) -> Result<T, Vec<Diagnostic>> {
    if let Some(refusal) = too_big(file, text) {
        return Err(vec![refusal]);
    }
    let (_, code) = cut(text);
    let view = View { text, tokens: &code };
    attempt(file, view, rule, build).map_err(|why| {
        let causes = explained(file, view, place, why);
        let span = Span::new(file, 0, text.len());
        let broken = mending::Broken { file, text, span, tokens: usize::MAX, place };
        mending::chosen(broken, causes, &mut Kept::default()).into_iter().collect()
    })
}

/// The tree of an item, or what is in its way.
fn understood(
    file: FileId,
    view: View,
    build: impl FnOnce(&mut Builder, Pair<Rule>) -> Item,
) -> Result<Item, Trouble> {
    attempt(file, view, Rule::lone_item, |builder, mut pairs| build(builder, item::next(&mut pairs)))
}

/// What is in the way of a tree.
enum Trouble {
    /// What a grammar would report badly.
    Before(Diagnostic),
    /// Where the grammar fails.
    Grammar(Box<pest::error::Error<Rule>>),
    /// What the grammar lets pass, but the language does not; or a habit that nothing else explains.
    Fault(Diagnostic),
}

/// Checks, parses and builds one run of tokens.
fn attempt<T>(
    file: FileId,
    view: View,
    rule: Rule,
    build: impl FnOnce(&mut Builder, Pairs<Rule>) -> T,
) -> Result<T, Trouble> {
    if let Some(found) = before::look(file, view) {
        return Err(Trouble::Before(found));
    }
    let normal = Normal::new(file, view);
    let pairs = Grammar::parse(rule, &normal.spelling).map_err(|error| Trouble::Grammar(Box::new(error)))?;
    let mut builder = Builder::new(&normal);
    let built = build(&mut builder, pairs);
    builder.fault.map_or(Ok(built), |fault| Err(Trouble::Fault(fault)))
}

/// What is said about a clause without its game.
const LONE_CLAUSE: &str = "misplaced-clause";

/// Whether what is said first of tokens that could not be read is that they are a clause without its game.
fn is_lone_clause(file: FileId, view: View, place: Place, why: Trouble) -> bool {
    let may_be = view.starts_clause(0)
        || match &why {
            Trouble::Fault(found) | Trouble::Before(found) => found.code == LONE_CLAUSE,
            Trouble::Grammar(error) => {
                errors::explain(&Normal::new(file, view), place, error).code == LONE_CLAUSE
            }
        };
    may_be && explained(file, view, place, why).first().is_some_and(|d| d.code == LONE_CLAUSE)
}

/// What may be wrong with tokens that could not be read, likeliest first.
fn explained(file: FileId, view: View, place: Place, why: Trouble) -> Vec<Diagnostic> {
    let last = match why {
        Trouble::Fault(found) => return vec![found],
        Trouble::Before(found) if matches!(found.code, "item-too-long" | "too-deep") => return vec![found],
        Trouble::Before(found) => found,
        Trouble::Grammar(error) => errors::explain(&Normal::new(file, view), place, &error),
    };
    let mut causes = habits::look(file, view);
    causes.push(last);
    causes
}

fn too_big(file: FileId, text: &str) -> Option<Diagnostic> {
    (text.len() > LARGEST_TEXT).then(|| {
        let title = format!(
            "This text is too big: {} MiB, and at most {} are read",
            text.len() >> 20,
            LARGEST_TEXT >> 20
        );
        Diagnostic::error("file-too-big", title).at(Span::new(file, 0, 0), "").hint("Is this the right file?")
    })
}
