//! Names that mean nothing here, and the words people use for things the language does not have.

use super::scope::Checker;
use super::spelling::nearest;
use super::target::{quotient, spelled};
use super::types::{Shape, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

const TURN_WORDS: &[&str] = &[
    "turn",
    "player",
    "players",
    "whose_turn",
    "current_player",
    "opponent",
    "me",
    "my_turn",
    "to_move",
    "who",
    "first_player",
    "second_player",
    "player1",
    "player2",
    "mover",
];

/// What a function of other languages is called here, where only the name differs.
fn own_function(name: &str) -> Option<&'static str> {
    Some(match name {
        "len" | "length" | "card" | "cardinality" | "count_of" => "size",
        "g" | "grundy" | "nim_value" | "nimvalue" | "sg" | "sprague_grundy" | "grundy_value" | "nim" => {
            "value"
        }
        "winner" | "who_wins" | "result" | "is_winning" | "status" => "outcome",
        "best_move" | "winning_moves" | "best_moves" | "winning_move" => "winning",
        "legal_moves" | "possible_moves" => "moves",
        "followers" | "successors" | "children" => "options",
        "exists" | "some" => "any",
        "forall" | "every" | "each" => "all",
        "number" | "how_many" => "count",
        "total" | "σ" | "∑" => "sum",
        "maximum" => "max",
        "minimum" => "min",
        "sorted" => "sort",
        "neighbours" | "neighbors" | "adjacent" | "neighbourhood" | "neighbour" | "neighbor" | "adj"
        | "beside" | "adjacents" | "neighbours_of" | "neighbors_of" | "touch" | "next_to"
        | "adjacent_cells" | "get_neighbours" | "get_neighbors" | "neighborhood" => "touching",
        "components" => "islands",
        "update" | "replace" | "set_at" | "setitem" | "assoc" | "with_entry" | "change" => "put",
        "grid" | "rectangle" | "rect" | "squares" | "cells" => "board",
        "best" | "winning_options" | "good_moves" => "winning",
        "misere" | "misère" | "misere_grundy" | "misere_nimber" | "misere_outcome" => "misere_value",
        "values" => "value",
        "isprime" | "is_prime" => "prime",
        "bin" | "binary" | "to_binary" => "bits",
        "multiset" | "counter" => "bag",
        "prod" => "product",
        "choose" | "comb" | "ncr" | "binom" => "binomial",
        "fact" => "factorial",
        "ggt" | "pgcd" | "hcf" | "gcf" | "mcd" => "gcd",
        "length_of" | "count_elements" => "size",
        "reversed" => "reverse",
        "keys" | "keyset" | "positions_of" => "indices",
        _ => return None,
    })
}

/// An operator that is a function in other languages.
fn own_operator(name: &str) -> Option<&'static str> {
    Some(match name {
        "div" | "quotient" => "/",
        "mod" | "modulo" | "rem" => "mod",
        "and" => "and",
        "or" => "or",
        "pow" | "power" => "^",
        "nim_sum" | "bitxor" => "xor",
        "concat" | "concatenate" => "+",
        "insert" | "add" => "with",
        "remove" | "discard" | "delete" | "erase" => "without",
        "intersection" => "common",
        "difference" => "minus",
        _ => return None,
    })
}

/// A constant of other languages.
fn own_constant(name: &str) -> Option<&'static str> {
    Some(match name {
        "true" | "yes" => "true",
        "false" | "no" => "false",
        "null" | "nil" | "none" | "empty" | "zero_game" => "nothing",
        _ => return None,
    })
}

/// The outcome that a word of everyday speech means.
pub(super) fn known_outcome(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "losing" | "lost" | "loss" | "loses" | "p_position" | "p_positions" => "P",
        "winning" | "won" | "win" | "n_position" | "n_positions" => "N",
        "drawn" | "draws" | "tie" | "tied" => "draw",
        _ => return None,
    })
}

/// What a name of other languages is called here: behind "Did you mean".
fn known_elsewhere(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let name = name.as_str();
    if let Some(own) = own_function(name) {
        return Some(format!("`{own}(...)`"));
    }
    if let Some(own) = own_constant(name) {
        return Some(format!("`{own}`"));
    }
    let said = match name {
        "div" | "quotient" => "`a / b`, which is rounded down",
        "removeat" | "remove_at" | "delete_at" | "pop" | "del" => "`row[1..i-1] + row[i+1..]`",
        "floor" | "trunc" | "round" => "`a / b` alone, which is rounded down",
        "ceil" | "ceiling" => "`(a + b - 1) / b`, which rounds up",
        "get" => "`m[key]`",
        "filter" => "`{x for x in S where ...}`",
        "first" | "head" => "`s[1]`, the first entry",
        "last" => "`s[size(s)]`, the last entry",
        "tail" | "rest" => "`s[2..]`, all but the first",
        "isempty" | "is_empty" | "empty" => "`size(...) == 0`",
        "isp" | "is_p" | "islosing" | "is_losing" | "loses" | "p_position" => "`outcome(...) == P`",
        "isn" | "is_n" | "iswinning" | "is_won" | "wins" | "n_position" => "`outcome(...) == N`",
        "str" | "string" | "tostring" | "to_string" | "repr" => "`+`, which joins a text and any value",
        "divides" => "`n mod d == 0`",
        "half" | "halve" => "`n / 2`, which is rounded down",
        "double" | "twice" => "`2 * n`",
        "even" | "iseven" | "is_even" => "`n mod 2 == 0`",
        "odd" | "isodd" | "is_odd" => "`n mod 2 == 1`",
        "assertequals" | "assert_equal" | "assertequal" | "asserteq" => "`expect a == b`",
        "sqrt" | "isqrt" => "a condition such as `k^2 <= n`",
        "log2" | "lg" | "log" => "a condition such as `2^k <= n`",
        "fst" => "`p[1]`, the first entry",
        "snd" => "`p[2]`, the second entry",
        "subset" | "issubset" | "is_subset" => "`size(a minus b) == 0`",
        "any" | "all" | "none" => "a condition for each element, as in `any(x > 2 for x in S)`",
        "count" => "`size(...)`",
        "touches" | "is_adjacent" | "isadjacent" | "are_adjacent" | "is_neighbour" | "is_neighbor" => {
            "`p in touching(q)`"
        }
        "dist" | "distance" | "manhattan" => "`abs(p.row - q.row) + abs(p.col - q.col)`",
        "powerset" | "power_set" | "all_subsets" | "subsets" => {
            "`small_subsets(S, t)`, the subsets of up to t elements"
        }
        "nimber" | "star" | "nimheap" | "nim_heap" => "`*n`, a nim-heap",
        "range" => "a range such as `1..n`",
        "append" | "push" => "`+ [x]` for a list, or `with x` for a set",
        "contains" | "member" | "element" | "elem" => "`x in S`",
        "insert" | "add" => "`with`, as in `S with x`",
        "remove" | "discard" | "delete" | "erase" => "`without`, as in `S without x`",
        _ => return own_operator(name).map(|sign| format!("`a {sign} b`")),
    };
    Some(said.to_owned())
}

/// `player: 1..2`: a parameter of a game that says whose turn it is, by its name and by how few values it has.
pub(super) fn whose_turn(name: &ast::Name, ty: &Type, shape: &Shape) -> Option<Diagnostic> {
    let two = match (ty, shape) {
        (Type::Bool, _) => true,
        (Type::Enum(names), _) => names.len() == 2,
        (Type::Int, Shape::Range(Some(lo), Some(hi))) => hi - lo == 1.into(),
        (Type::Int | Type::Text, _) => name.text.to_lowercase().contains("player"),
        _ => false,
    };
    let told = || {
        Diagnostic::warning("turn-in-position", format!("`{}` seems to say whose turn it is", name.text))
            .at(name.span, "turns are no part of a position")
            .note("A position is what lies on the table; the question is who wins if the next player moves from it.")
            .hint("Can it be left out? Moves of one player alone begin with `left move` and `right move`.")
    };
    (two && TURN_WORDS.contains(&name.text.to_lowercase().as_str())).then(told)
}

impl Checker {
    /// The diagnostic for a name that means nothing here, where one of some cases may be wanted.
    pub(super) fn unknown_name(&self, name: &str, cases: &[String], span: Span) -> Diagnostic {
        let own = own_constant(&name.to_lowercase());
        if TURN_WORDS.contains(&name.to_lowercase().as_str()) {
            return Diagnostic::error("asks-whose-turn", "A rule cannot ask whose turn it is")
                .at(span, format!("there is no `{name}` in a position"))
                .note("In an impartial game both players have the same moves: a position is all there is.")
                .hint("Can you say what may be moved without saying by whom?");
        }
        let d = Diagnostic::error("unknown-name", format!("The name `{name}` is not known here"));
        match name.to_lowercase().as_str() {
            "inf" | "infinity" | "oo" => return d.at(span, "not known").instead(span, self.some_end("")),
            _ if known_outcome(name).is_some() => {
                return d.at(span, "not known").instead(span, known_outcome(name).unwrap_or_default());
            }
            "misere" | "misère" => {
                return d.at(span, "not known").hint("Did you mean `under misere`, at the end?");
            }
            _ => {}
        }
        match self.meant_by(name) {
            Some(hint) if own.is_some() => {
                d.at(span, "not known").hint(hint).replace(span, own.unwrap_or(""))
            }
            Some(hint) => d.at(span, "not known").hint(hint),
            None if self.near(name, is_no_call).is_some() => {
                d.at(span, "not known").instead(span, self.near(name, is_no_call).unwrap_or_default())
            }
            None if !cases.is_empty() => {
                d.at(span, "not known").hint(format!("Did you mean one of {}?", cases.join(", ")))
            }
            None => d
                .at(span, "not known")
                .hint(format!("Where should `{name}` come from: a parameter, a binder or a `let`?")),
        }
    }

    /// The diagnostic for a call of something that is no function.
    pub(super) fn unknown_function(&self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Diagnostic {
        let d = Diagnostic::error("unknown-name", format!("There is no game or function `{}`", name.text));
        let d = d.at(name.span, "not known");
        if matches!(name.text.as_str(), "self" | "this" | "game" | "position")
            && let Some(own) =
                self.program.games.iter().rfind(|g| g.span.file == span.file && g.item.start <= span.start)
        {
            return d.instead(name.span, own.name.clone());
        }
        let small = name.text.to_lowercase();
        let fold = matches!(small.as_str(), "sum" | "max" | "min" | "count" | "any" | "all" | "none");
        let own = fold || super::builtins::Builtin::named(&small).is_some();
        if small != name.text && own && self.own_name(&name.text).is_none() {
            return d.instead(name.span, small);
        }
        if let ("C", [_, _]) = (name.text.as_str(), args) {
            return d.instead(name.span, "binomial");
        }
        // `count(x in b)`: how many copies of x there are.
        if let ("count", [ast::Expr { kind: ast::ExprKind::Chain(sides, ops), .. }]) =
            (name.text.as_str(), args)
            && let ([x, of], [(ast::CompareOp::In, _)]) = (&sides[..], &ops[..])
            && let Some((x, of)) = spelled(x).zip(spelled(of))
        {
            let copy = if x == "y" || of == "y" { "z" } else { "y" };
            return d.instead(span, format!("count({copy} == {x} for {copy} in {of})"));
        }
        if let ("P" | "N", [a]) = (name.text.as_str(), args) {
            let d = d.hint(format!("Did you mean `outcome(...) == {}`?", name.text));
            let d = d.replace(Span { end: a.span.start, ..span }, "(outcome(");
            return d.replace(Span { start: a.span.end, ..span }, format!(") == {})", name.text));
        }
        if let ("nimber" | "star" | "nimheap" | "nim_heap", [size]) =
            (name.text.to_lowercase().as_str(), args)
        {
            let small = |c: char| c.is_ascii_digit() || c.is_lowercase();
            let number = spelled(size).is_some_and(|text| text.starts_with(small));
            let own = if number { "*" } else { "value" };
            return d.hint(format!("Did you mean `{own}(...)`?")).replace(name.span, own);
        }
        if let ("digits", [n]) = (name.text.as_str(), args)
            && let Some(n) = spelled(n)
        {
            return d.instead(span, format!("[{n} / 10^i mod 10 for i in 0..size(\"\" + {n}) - 1]"));
        }
        let is_text = |e: &ast::Expr| matches!(e.kind, ast::ExprKind::Text(_));
        if let ("replace", [w, from, to]) = (name.text.as_str(), args)
            && let Some(w) = spelled(w)
            && is_text(from)
        {
            let to = spelled(to).unwrap_or("...".into());
            return d.hint(format!("At which place `i`, as in `{w}[1..i-1] + {to} + {w}[i+1..]`?"));
        }
        let same = |n: &&str| n.to_lowercase() == name.text.to_lowercase();
        // A word of another language is none of a game's names, whatever its letters; but what is asked of positions is not asked of
        // anything else.
        let of_position = |e: &ast::Expr| matches!(&e.kind, ast::ExprKind::Call(of, _) if of.text.starts_with(char::is_uppercase));
        let asks = matches!(name.text.to_lowercase().as_str(), "nim" | "grundy" | "nimber");
        let elsewhere = known_elsewhere(&name.text).is_some() && (!asks || args.iter().any(of_position));
        if let Some(game) = self.program.games.iter().map(|g| g.name.as_str()).find(|n| same(n) && !elsewhere)
        {
            return d.instead(name.span, game);
        }
        if let Some(own) = self.own_name(&name.text) {
            return d.instead(name.span, own);
        }
        if let Some(d) = self.named_move(&d, &name.text, args, span) {
            return d;
        }
        if let Some(d) = self.written_with_for(&d, &name.text, args, span) {
            return d;
        }
        if let ("filter", [f, row]) = (name.text.as_str(), args)
            && let (Some(f), Some(text)) = (spelled(f), spelled(row))
            && self.is_list(row)
        {
            return d.instead(span, format!("[x for x in {text} where {f}(x)]"));
        }
        let meant = self.meant_by(&name.text).or_else(|| super::elsewhere::known_call(&name.text));
        match (meant, self.near(&name.text, |_| true)) {
            (Some(hint), _) => {
                let cells = args.len() == 2 && args.iter().all(|a| self.plain_type(a) == Some(Type::Cell));
                let mut d = own_call(d.hint(hint), name, args, span, cells);
                say_whole(&mut d, args, span);
                d
            }
            (None, Some(near)) => d.instead(name.span, near),
            (None, None) => d,
        }
    }

    /// The function or value of the text whose name differs only in capital letters.
    fn own_name(&self, name: &str) -> Option<String> {
        let same = |own: &str| own != name && own.to_lowercase() == name.to_lowercase();
        let is_let = |of: &super::scope::Entity| matches!(of, super::scope::Entity::Let(_));
        let own = self.names.iter().filter(|(own, (of, _))| is_let(of) && same(own));
        let mut all: Vec<&String> = own.map(|(own, _)| own).collect();
        all.sort();
        all.first().map(|own| (*own).clone())
    }

    /// `take(2)` outside a play: a move is a text.
    fn named_move(&self, d: &Diagnostic, name: &str, args: &[ast::Expr], span: Span) -> Option<Diagnostic> {
        let labels = self.program.games.iter().flat_map(|g| &g.moves).map(|m| m.label.as_str());
        let known = labels.chain(["leave"]).any(|label| label == name);
        let args: Option<Vec<String>> = args.iter().map(spelled).collect();
        let numbers = args.filter(|args| args.iter().all(|a| a.bytes().all(|b| b.is_ascii_digit())))?;
        let free = known && self.frame.context == super::scope::Context::Free;
        let text = format!("\"{name}({})\"", numbers.join(", "));
        free.then(|| d.clone().note("Moves are compared as texts.").instead(span, text))
    }

    /// A question for a name that is called something else here.
    fn meant_by(&self, name: &str) -> Option<String> {
        known_elsewhere(name).map(|here| format!("Did you mean {here}?"))
    }

    /// The nearest name in reach of those that fit.
    fn near(&self, name: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
        let other_case =
            |n: &&(String, super::ir::Slot)| n.0 != name && n.0.to_lowercase() == name.to_lowercase();
        if let Some((local, _)) = self.frame.scope.iter().rev().find(other_case) {
            return Some(local.clone());
        }
        let visible = self.visible_names();
        nearest(name, visible.iter().map(String::as_str).filter(|name| fits(name)))
    }
}

/// Whether a name may stand without arguments.
fn is_no_call(name: &str) -> bool {
    super::builtins::TABLE.iter().all(|row| row.0 != name)
}

/// The hint of a call with its own arguments, where the changes say all of what it becomes: `even(k)` is `k mod 2 == 0`.
fn say_whole(d: &mut Diagnostic, args: &[ast::Expr], span: Span) {
    let Some(text) = whole(d, args, span) else { return };
    let Some(hint) = d.hints.last_mut() else { return };
    let Some((shown, rest)) = hint.strip_prefix("Did you mean `").and_then(|said| said.split_once('`'))
    else {
        return;
    };
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| !t.contains(['(', ')']));
    if shown != text {
        *hint = format!("Did you mean `{}`{rest}", inner.unwrap_or(&text));
    }
}

/// What stands in a place after the changes; none if something that is not known stays there.
fn whole(d: &Diagnostic, args: &[ast::Expr], span: Span) -> Option<String> {
    // `grundy(A)`: only the name is another.
    if let [only] = &d.replacements[..]
        && only.span.start == span.start
        && args.first().is_some_and(|first| only.span.end < first.span.start)
    {
        let args = args.iter().map(spelled).collect::<Option<Vec<_>>>()?;
        return only
            .text
            .ends_with(|c: char| c.is_alphanumeric())
            .then(|| format!("{}({})", only.text, args.join(", ")));
    }
    let stays = |e: &&ast::Expr| {
        !d.replacements.iter().any(|r| r.span.start <= e.span.start && e.span.end <= r.span.end)
    };
    let mut pieces: Vec<(Span, String)> = d.replacements.iter().map(|r| (r.span, r.text.clone())).collect();
    for arg in args.iter().filter(stays) {
        pieces.push((arg.span, spelled(arg)?));
    }
    pieces.sort_by_key(|(span, _)| (span.start, span.end));
    let joined = pieces.windows(2).all(|two| two[0].0.end == two[1].0.start);
    let all = pieces.first()?.0.start == span.start && pieces.last()?.0.end == span.end;
    (joined && all).then(|| pieces.into_iter().map(|(_, text)| text).collect())
}

/// The changes that make a call of another language one of this language, where they are clear.
fn own_call(d: Diagnostic, name: &ast::Name, args: &[ast::Expr], span: Span, cells: bool) -> Diagnostic {
    let word = name.text.to_lowercase();
    let gap = |a: Span, b: Span| Span { start: a.end, end: b.start, ..a };
    let head = |first: &ast::Expr| Span { end: first.span.start, ..span };
    let tail = |last: &ast::Expr| Span { start: last.span.end, ..span };
    if let ("neighbours" | "neighbors" | "neighbourhood", [p, _]) = (word.as_str(), args)
        && let Some(board) = spelled(&args[1]).filter(|_| !cells)
    {
        return d.replace(head(p), "(touching(").replace(tail(p), format!(") common {board})"));
    }
    if let ("count", [_]) = (word.as_str(), args) {
        return d.replace(name.span, "size");
    }
    let asks = own_function(&word) == Some("touching")
        || matches!(
            word.as_str(),
            "touches" | "is_adjacent" | "isadjacent" | "are_adjacent" | "is_neighbour" | "is_neighbor"
        );
    if let (true, [p, q]) = (asks, args) {
        let d = d.replace(head(p), "(").replace(gap(p.span, q.span), " in touching(");
        return d.replace(tail(q), "))");
    }
    if let Some(d) = super::elsewhere::rewritten(&d, &word, args, (name.span, span)) {
        return d;
    }
    if let Some(own) = own_function(&word) {
        return d.replace(name.span, own);
    }
    match (word.as_str(), args) {
        ("removeat" | "remove_at" | "delete_at" | "pop" | "del", [row, i]) => {
            match (spelled(row), spelled(i)) {
                (Some(row), Some(i)) => d.replace(span, format!("({row}[1..{i}-1] + {row}[{i}+1..])")),
                _ => d,
            }
        }
        ("floor" | "trunc" | "round", [_]) => d.replace(name.span, ""),
        ("dist" | "distance" | "manhattan", [p, q]) => match (spelled(p), spelled(q)) {
            (Some(p), Some(q)) => {
                d.replace(span, format!("(abs({p}.row - {q}.row) + abs({p}.col - {q}.col))"))
            }
            _ => d,
        },
        ("powerset" | "power_set" | "all_subsets" | "subsets", [s]) => match spelled(s) {
            Some(s) => d.replace(span, format!("small_subsets({s}, size({s}))")),
            None => d,
        },
        ("first" | "head", [s]) => d.replace(head(s), "").replace(tail(s), "[1]"),
        ("tail" | "rest", [s]) => d.replace(head(s), "").replace(tail(s), "[2..]"),
        ("last", [s]) => match spelled(s) {
            Some(s) => d.replace(span, format!("{s}[size({s})]")),
            None => d,
        },
        ("get", [m, k]) => match (spelled(m), spelled(k)) {
            (Some(m), Some(k)) => d.replace(span, format!("{m}[{k}]")),
            _ => d.replace(head(m), "(").replace(gap(m.span, k.span), ")[").replace(tail(k), "]"),
        },
        ("assertequals" | "assert_equal" | "assertequal" | "asserteq", [a, b]) => {
            d.replace(head(a), "expect ").replace(gap(a.span, b.span), " == ").replace(tail(b), "")
        }
        ("filter", [f, s]) => match (spelled(f), spelled(s)) {
            (Some(f), Some(s)) => d.replace(span, format!("{{x for x in {s} where {f}(x)}}")),
            _ => d,
        },
        ("isempty" | "is_empty" | "empty", [s]) => d.replace(head(s), "(size(").replace(tail(s), ") == 0)"),
        ("isp" | "is_p" | "islosing" | "is_losing" | "loses" | "p_position", [a]) => {
            d.replace(head(a), "(outcome(").replace(tail(a), ") == P)")
        }
        ("isn" | "is_n" | "iswinning" | "is_won" | "wins" | "n_position", [a]) => {
            d.replace(head(a), "(outcome(").replace(tail(a), ") == N)")
        }
        ("str" | "string" | "tostring" | "to_string" | "repr", [a]) => {
            d.replace(head(a), "(\"\" + ").replace(tail(a), ")")
        }
        ("divides", [a, b]) => match (spelled(a), spelled(b)) {
            (Some(a), Some(b)) => d.replace(span, format!("({b} mod {a} == 0)")),
            _ => d,
        },
        ("ceil" | "ceiling", [of]) => match quotient(of).map(|(a, b)| (spelled(a), spelled(b))) {
            Some((Some(a), Some(b))) => d.replace(span, format!("(({a} + {b} - 1) / {b})")),
            _ => d,
        },
        ("range", [a, b, step]) => match (spelled(a), spelled(b), spelled(step)) {
            (Some(a), Some(b), Some(step)) => {
                d.replace(span, format!("{{i for i in {a}..<{b} where (i - {a}) mod {step} == 0}}"))
            }
            _ => d,
        },
        ("half" | "halve", [n]) => d.replace(head(n), "(").replace(tail(n), " / 2)"),
        ("double" | "twice", [n]) => d.replace(head(n), "(2 * ").replace(tail(n), ")"),
        ("even" | "iseven" | "is_even", [n]) => d.replace(head(n), "(").replace(tail(n), " mod 2 == 0)"),
        ("odd" | "isodd" | "is_odd", [n]) => d.replace(head(n), "(").replace(tail(n), " mod 2 == 1)"),
        ("range", [ast::Expr { kind: ast::ExprKind::Call(of, inner), .. }])
            if matches!(of.text.as_str(), "len" | "size" | "length") && inner.len() == 1 =>
        {
            d.replace(head(&inner[0]), "indices(").replace(tail(&inner[0]), ")")
        }
        ("range", [n]) => d.replace(head(n), "(0..<").replace(tail(n), ")"),
        ("range", [a, b]) => {
            d.replace(head(a), "(").replace(gap(a.span, b.span), "..<").replace(tail(b), ")")
        }
        ("fst", [p]) => d.replace(head(p), "").replace(tail(p), "[1]"),
        ("snd", [p]) => d.replace(head(p), "").replace(tail(p), "[2]"),
        ("subset" | "issubset" | "is_subset", [a, b]) => {
            d.replace(head(a), "(size(").replace(gap(a.span, b.span), " minus ").replace(tail(b), ") == 0)")
        }
        ("any" | "all" | "none", [row]) => d.replace(head(row), format!("{word}(x for x in ")),
        ("log2" | "lg" | "log", [n]) => match spelled(n) {
            Some(n) => d.replace(span, format!("max({{0}} union {{k for k in 0..{n} where 2^k <= {n}}})")),
            None => d,
        },
        ("append" | "push", [a, b]) => {
            d.replace(head(a), "(").replace(gap(a.span, b.span), " + [").replace(tail(b), "])")
        }
        ("contains" | "member" | "element" | "elem", [a, b]) => match (spelled(a), spelled(b)) {
            (Some(set), Some(x)) if word == "contains" => d.replace(span, format!("({x} in {set})")),
            (Some(x), Some(set)) => d.replace(span, format!("({x} in {set})")),
            _ => d,
        },
        ("sqrt" | "isqrt", [n]) => match spelled(n) {
            Some(n) => d.replace(span, format!("max(k for k in 0..{n} where k^2 <= {n})")),
            None => d,
        },
        (_, [a, b]) => match own_operator(&word) {
            Some(sign) => d
                .replace(head(a), "(")
                .replace(gap(a.span, b.span), format!(" {sign} "))
                .replace(tail(b), ")"),
            None => d,
        },
        _ => d,
    }
}
