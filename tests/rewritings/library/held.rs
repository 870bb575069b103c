//! Functions with some of their arguments fixed: `f(_, 3)`.

use super::{Rewriting, SAME};
use crate::draft::{Draft, name};
use crate::printer;
use fairgame::source::FileId;
use fairgame::syntax::ast::*;
use fairgame::syntax::parse::parse;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "calls of functions with an argument fixed",
            why: "a function of one argument more, which is fixed and not looked at, gives the same",
            shows: SAME,
            apply: by_fixing_one_more,
        },
        Rewriting {
            name: "fixed arguments written out",
            why: "f(_, 3) is the function that gives f(x, 3) for x",
            shows: SAME,
            apply: written_out,
        },
    ]
}

/// What stands for an argument that is open.
pub(super) fn is_open(arg: &Expr) -> bool {
    matches!(&arg.kind, ExprKind::Name(n) if n == "_")
}

/// The parameters of a definition that takes so many, if none of them is a function: what is handed on as a rule must be seen.
fn params_of(d: &Draft, f: &str, args: usize) -> Option<Vec<Param>> {
    let is_it = |i: &Item| match i {
        Item::Let(def) if def.name.text == f => def.params.clone(),
        _ => None,
    };
    let params = d.program.items.iter().find_map(is_it).filter(|p| p.len() == args && args > 0)?;
    let function = |p: &Param| matches!(p.ty.kind, TypeKind::Function(..));
    (!params.iter().any(function)).then_some(params)
}

/// The parameters of a native function of two numbers.
fn of_numbers(f: &str) -> Option<Vec<Param>> {
    let program = parse(FileId(9), "let f(x: int, y: int) = 0\n");
    let Some(Item::Let(def)) = program.items.into_iter().next() else { return None };
    def.params.filter(|_| matches!(f, "max" | "min"))
}

/// `x: nat, y: nat`
fn written(params: &[Param]) -> String {
    let one = |p: &Param| format!("{}: {}", p.name.text, printer::ty(&p.ty));
    params.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Changes calls of functions that are no parameters, and adds the definitions that this gives.
fn calls(d: &mut Draft, mut change: impl FnMut(&mut Draft, &Name, &[Expr]) -> Option<(ExprKind, String)>) {
    let mut added = String::new();
    d.rules(|d, e, bound| {
        let ExprKind::Call(f, args) = &e.kind else { return };
        if !bound.has(&f.text)
            && let Some((kind, text)) = change(d, f, args)
        {
            added += &text;
            e.kind = kind;
        }
    });
    d.items.extend(parse(FileId(9), &added).items);
}

fn by_fixing_one_more(d: &mut Draft) {
    calls(d, |d, f, args| {
        let params = params_of(d, &f.text, args.len()).filter(|_| !args.iter().any(is_open))?;
        if !d.take() {
            return None;
        }
        let (more, held, unused) = (d.fresh("more"), d.fresh("held"), d.fresh("unused"));
        let names: Vec<&str> = params.iter().map(|p| p.name.text.as_str()).collect();
        let open = vec!["_"; names.len()].join(", ");
        let text = format!(
            "let {more}({}, {unused}: nat) = {}({})\nlet {held} = {more}({open}, 7)\n",
            written(&params),
            f.text,
            names.join(", ")
        );
        let callee = Name { text: held, span: f.span };
        Some((ExprKind::Call(callee, args.to_vec()), text))
    });
}

fn written_out(d: &mut Draft) {
    calls(d, |d, f, args| {
        let of_the_text = params_of(d, &f.text, args.len());
        let params = of_the_text.or_else(|| of_numbers(&f.text)).filter(|_| args.iter().any(is_open))?;
        if !d.take() || params.len() != args.len() {
            return None;
        }
        let function = d.fresh("given");
        let given = |(p, arg): (&Param, &Expr)| match is_open(arg) {
            true => p.name.text.clone(),
            false => printer::expr(arg),
        };
        let all: Vec<String> = params.iter().zip(args).map(given).collect();
        let open: Vec<Param> =
            params.iter().zip(args).filter(|(_, a)| is_open(a)).map(|(p, _)| p.clone()).collect();
        let text = format!("let {function}({}) = {}({})\n", written(&open), f.text, all.join(", "));
        Some((name(&function).kind, text))
    });
}
