//! What is recognised and what is proved is counted over a fixed set of programs: what stops being recognised anywhere
//! falls below its floor.

use crate::asked;
use crate::program::Program;
use crate::support;
use fairgame::answer::GameVerdict;
use fairgame::check::ir::GameId;
use fairgame::check::termination::{Feature, KnownRules, Measure, Number, Statistic, prove};
use fairgame::engine::Budget;
use fairgame::session::{Session, Which};
use std::collections::BTreeMap;

type Counts = BTreeMap<&'static str, u64>;

/// Counts over some programs.
pub(crate) fn count(texts: Vec<(String, String)>) -> Counts {
    support::deep(move || {
        let mut counts = Counts::new();
        for (name, text) in texts {
            let Ok(program) = Program::of_text(&name, &text) else { continue };
            let program = program.asking(4);
            for (what, n) in asked::ask(&program, asked::plenty()).recognised {
                *counts.entry(what).or_default() += n;
            }
            proofs(&program, &mut counts);
        }
        counts
    })
}

fn proofs(program: &Program, counts: &mut Counts) {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text(&program.name, &program.text);
    let mut add = |what| *counts.entry(what).or_default() += 1;
    for v in session.verdicts(&loaded, Which::Own) {
        match (v.verdict, &v.finding) {
            (GameVerdict::Wrong, Some(d)) if d.code == "cycle" => add("endless: a cycle"),
            (GameVerdict::Wrong, Some(d)) if d.code == "keeps-growing" => add("endless: it grows"),
            (GameVerdict::Proved, _) if v.sentence.starts_with("all ") => add("ends: all were tried"),
            (GameVerdict::Proved, _) if !v.rules.is_empty() => add("ends: for the rules asked about"),
            (GameVerdict::Proved, _) => add("ends: proved"),
            _ => {}
        }
    }
    let checked = session.program();
    for i in 0..checked.games.len() {
        let Ok(proof) = prove(checked, GameId(i as u32), &KnownRules::default()) else { continue };
        for measures in proof.measures.values() {
            if measures.len() > 1 {
                add("measure: lexicographic");
            }
            measures.iter().flat_map(kinds).for_each(&mut add);
        }
    }
}

fn kinds(measure: &Measure) -> Vec<&'static str> {
    let of = |feature: &Feature| match feature {
        Feature::Decreases(_) => "measure: as its author says",
        Feature::Of { number, .. } => match number {
            Number::Itself => "measure: a number",
            Number::Is(_) => "measure: a case",
            Number::Row | Number::Col => "measure: a row or column",
            Number::Lives => "measure: lives",
            Number::Of(Statistic::Size) => "measure: a size",
            Number::Of(Statistic::Sum) => "measure: a sum",
            Number::Of(Statistic::Binary) => "measure: binary digits",
            _ => "measure: another number of a collection",
        },
        _ => "measure: slack in a fixed set",
    };
    let mut kinds: Vec<&'static str> = measure.terms.iter().map(|(_, f)| of(f)).collect();
    if measure.terms.len() > 1 {
        kinds.push("measure: of several terms");
    }
    kinds
}

fn path() -> String {
    format!("{}/tests/rewritings/recognised.txt", env!("CARGO_MANIFEST_DIR"))
}

const HEAD: &str = "\
# How often each thing must be recognised at least, over the programs of the corpus, the benchmarks and this folder: three
# quarters of what it was. `UPDATE=1 cargo test --test rewritings recognised` writes this file again.
";

/// Fails if something is recognised less often than it has to be.
pub(crate) fn judge(counts: &Counts) {
    if std::env::var_os("UPDATE").is_some() {
        let lines: String =
            counts.iter().map(|(what, n)| format!("{what}\t{}\n", (3 * n).div_ceil(4))).collect();
        std::fs::write(path(), format!("{HEAD}{lines}")).expect("the floors can be written");
        return;
    }
    let text = std::fs::read_to_string(path()).expect("the floors can be read");
    let floors = text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once('\t'));
    let below = floors.filter_map(|(what, floor)| {
        let floor: u64 = floor.parse().expect("a number");
        let n = counts.get(what).copied().unwrap_or(0);
        (n < floor).then(|| format!("{what}: {n}, and it should be at least {floor}"))
    });
    let below: Vec<String> = below.collect();
    assert!(below.is_empty(), "{}", below.join("\n"));
}
