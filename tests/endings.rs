//! Certificates that play ends: how many proofs have one, and that none is accepted that does not hold.

use crate::measured;
use crate::mutate;
use crate::random::{some, thorough};
use crate::support;
use crate::wide;

use fairgame::certificate::ending::Certificate;
use fairgame::check::ir::{GameId, Program};
use fairgame::check::termination::{
    Feature, KnownRules, Measure, Number, Proof, ProvedGroup, Statistic, prove,
};
use fairgame::check::types::Type;
use fairgame::engine::Budget;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::session::ending::{Ending, certificate, verify};
use num_bigint::BigInt;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;
use wide::{Random, follow, known, options, position};

fn sections(file: &str) -> Vec<String> {
    let path = format!("{}/tests/termination/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.split("----\n").map(str::to_string).collect()
}

fn loaded(text: &str) -> Option<(Session, Vec<String>)> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test.game", text);
    let asked = text.lines().filter_map(|l| l.strip_prefix("# prove ")).flat_map(|l| l.split(", "));
    let asked: Vec<String> = asked.map(str::to_string).collect();
    let names = if asked.is_empty() { loaded.defined.clone() } else { asked };
    loaded.is_fine().then_some((session, names))
}

fn rules_of(program: &Program, text: &str) -> KnownRules {
    known(program, text.lines().filter_map(|l| l.strip_prefix("# with ")))
}

fn texts(session: &Session) -> Vec<fairgame::certificate::ending::Text> {
    let text = |f: &fairgame::source::SourceFile| fairgame::certificate::ending::Text {
        name: f.name.clone(),
        text: f.text.to_string(),
    };
    session.sources.iter().map(|(_, f)| text(f)).collect()
}

/// The certificate for a game of a section, if it is proved; nothing if the proof has none.
fn certified(session: &Session, section: &str, name: &str) -> Option<Option<String>> {
    let program = session.program();
    let id = program.game_named(name)?;
    let proof = prove(program, id, &rules_of(program, section)).ok()?;
    Some(certificate(program, id, &proof, texts(session)).ok().map(Certificate::line))
}

#[test]
#[ignore = "takes long"]
fn most_proofs_have_a_certificate() {
    let (mut all, mut numbers, mut without) = ((0, 0), (0, 0), vec![]);
    let mut count = |session: &Session, section: &str, name: &str, label: String| {
        let Some(line) = certified(session, section, name) else { return };
        let id = session.program().game_named(name).expect("a game");
        let only_numbers = session.program().game(id).params.iter().all(|p| p.ty == Type::Int);
        for count in [Some(&mut all), Some(&mut numbers).filter(|_| only_numbers)].into_iter().flatten() {
            count.0 += 1;
            count.1 += usize::from(line.is_some());
        }
        match line {
            Some(line) => {
                let accepted = verify(&line).unwrap_or_else(|why| panic!("{label}: {why:?}\n{line}"));
                assert_eq!(accepted.game, name);
            }
            None => without.push(label),
        }
    };
    for (i, section) in sections("proved.txt").iter().enumerate() {
        let (session, names) = loaded(section).expect("a section that can be read");
        names.iter().for_each(|n| count(&session, section, n, format!("proved.txt {} {n}", i + 1)));
    }
    for section in sections("fourth.txt") {
        let (session, names) = loaded(&section).expect("a section that can be read");
        names.iter().for_each(|n| count(&session, &section, n, format!("fourth.txt {n}")));
    }
    let chapters =
        ["boards", "chomp", "coins", "hackenbush", "heaps", "loopy", "octal", "splitting", "strips"];
    for path in chapters.iter().flat_map(|c| support::game_files(&format!("examples/{c}"))) {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_path(&path);
        let names: Vec<String> = loaded.defined.clone();
        names.iter().for_each(|n| count(&session, "", n, format!("{path} {n}")));
    }
    println!(
        "{} of {} proofs, {} of {} of games of numbers; without: {without:#?}",
        all.1, all.0, numbers.1, numbers.0
    );
    assert!(all.1 * 100 >= all.0 * 93, "{without:#?}");
    assert!(numbers.1 * 100 >= numbers.0 * 97, "{without:#?}");
}

/// One game for each thing that the checker reads: texts, slices, names inside expressions, copies in bags, values that
/// differ, maps rebuilt, first entries, places from the end, powers of three, nim-sums, contractions.
#[test]
fn what_the_checker_reads_is_certified() {
    let wanted = [
        "Words", "Rewrite", "Forest", "Grove", "Stacks", "Rev", "DrawBag", "Limits", "Twos", "Toll", "Unite",
        "Tree", "Rects", "Cut2", "Flip2", "Flip3", "Bubble", "Tasks", "Masks", "Contract",
    ];
    let mut open: Vec<&str> = wanted.to_vec();
    for section in sections("fourth.txt") {
        let (session, names) = loaded(&section).expect("a section that can be read");
        open.retain(|w| {
            !names.iter().any(|n| n == w) || !matches!(certified(&session, &section, w), Some(Some(_)))
        });
    }
    assert!(open.is_empty(), "without a certificate: {open:?}");
}

/// Numbers that a measure could be, right or wrong: those of each parameter, larger and smaller, and their sums.
fn claims(program: &Program, id: GameId) -> Vec<Vec<Measure>> {
    let mut features: Vec<Feature> = vec![];
    for (param, p) in program.game(id).params.iter().enumerate() {
        let of = |number| Feature::Of { param, at: vec![], number };
        match &p.ty {
            Type::Int | Type::Bool => features.push(of(Number::Itself)),
            Type::Enum(names) => features.extend((1..names.len()).map(|i| of(Number::Is(i)))),
            Type::Cell => features.extend([of(Number::Row), of(Number::Col)]),
            Type::Text => features.push(of(Number::Of(Statistic::Size))),
            Type::Set(t) | Type::Bag(t) if matches!(**t, Type::Cell | Type::Tuple(_)) => {
                features
                    .extend([Statistic::Size, Statistic::Rows, Statistic::Cols].map(|g| of(Number::Of(g))));
            }
            Type::Bag(t) | Type::List(t) | Type::Map(_, t) if matches!(**t, Type::Enum(_)) => {
                let all = [Statistic::Size, Statistic::Count(0), Statistic::Count(1), Statistic::Count(2)];
                features.extend(all.map(|g| of(Number::Of(g))));
            }
            Type::Set(t) | Type::Bag(t) if **t == Type::Int => {
                let all = [Statistic::Size, Statistic::Sum, Statistic::Binary, Statistic::PowersOfThree];
                features.extend(all.map(|g| of(Number::Of(g))));
            }
            Type::Set(_) => features
                .extend([Statistic::Size, Statistic::Sum, Statistic::Binary].map(|g| of(Number::Of(g)))),
            Type::List(_) => {
                use Statistic::{BinaryByPlace, Moment, MomentFromEnd, Size, Sum};
                let all = [Size, Sum, Moment, BinaryByPlace, MomentFromEnd];
                features.extend(all.map(|g| of(Number::Of(g))));
            }
            Type::Bag(_) | Type::Map(..) => {
                features.extend([Statistic::Size, Statistic::Sum].map(|g| of(Number::Of(g))));
            }
            _ => {}
        }
    }
    let plus = BigInt::from(1_000);
    let one = |(c, f): (i32, &Feature)| Measure {
        terms: vec![(c.into(), f.clone())],
        plus: plus.clone(),
        ..Measure::default()
    };
    let signs = |f| [1, -1].map(|c| vec![one((c, f))]);
    let mut all: Vec<Vec<Measure>> = features.iter().flat_map(signs).collect();
    for (i, f) in features.iter().enumerate() {
        for g in &features[i + 1..] {
            for (c, d) in [(1, 1), (1, -1), (2, 1), (1, 2)] {
                let terms = vec![(c.into(), f.clone()), (d.into(), g.clone())];
                all.push(vec![Measure { terms, plus: plus.clone(), ..Measure::default() }]);
            }
            all.push(vec![one((1, f)), one((1, g))]);
        }
    }
    all
}

fn claim(id: GameId, measures: Vec<Measure>, rules: &KnownRules) -> Proof {
    let measures = BTreeMap::from([(id, measures)]);
    let groups = vec![ProvedGroup { game: id, rules: rules.clone(), measures: measures.clone() }];
    Proof { measures, sentence: String::new(), unverified: vec![], groups }
}

/// Play of these need not end, so nothing that is claimed of them can have a certificate.
#[test]
fn games_that_need_not_end_have_no_certificate() {
    let (mut tried, mut accepted) = (0, vec![]);
    for section in sections("not.txt") {
        let (session, names) = loaded(&section).expect("a section that can be read");
        let program = session.program();
        let rules = rules_of(program, &section);
        for id in names.iter().filter_map(|n| program.game_named(n)) {
            for measures in claims(program, id) {
                tried += 1;
                let proof = claim(id, measures.clone(), &rules);
                // A game that others follow is left to them: alone it is not claimed to end.
                if certificate(program, id, &proof, vec![]).is_ok_and(|c| c.check(program).is_ok()) {
                    accepted.push(format!("{section}: {measures:?}"));
                }
            }
        }
    }
    assert!(tried > 200, "{tried} claims");
    assert!(accepted.is_empty(), "{accepted:#?}");
}

/// What contradicts measures on concrete moves, if anything does.
fn refuted(
    program: &Program,
    measures: &BTreeMap<GameId, Vec<Measure>>,
    rules: &KnownRules,
    seed: u64,
) -> Option<String> {
    let machine = Machine::new(Arc::new(program.clone()));
    let mut random = Random(0x9e37_79b9 + seed);
    for id in measures.keys() {
        let mut play = vec![];
        for _ in 0..60 {
            let next = play.pop().or_else(|| position(&machine, *id, rules, &mut random));
            let Some(p) = next else { continue };
            let moves = options(&machine, &p, 40);
            for (label, q) in &moves {
                let values = |x| {
                    let all = measures.get(&GameId(x_id(x)))?.iter().map(|m| value_at(&machine, m, x));
                    all.collect::<Option<Vec<BigInt>>>()
                };
                let (Some(a), Some(b)) = (values(&p), values(q)) else { continue };
                let first = a.iter().zip(&b).find(|(a, b)| a != b);
                if !first.is_some_and(|(a, b)| a > b && (*a >= BigInt::ZERO || *b >= BigInt::ZERO)) {
                    return Some(format!("{label}: {a:?} -> {b:?} from {p:?} to {q:?}"));
                }
            }
            if !moves.is_empty() {
                play.push(moves[random.below(moves.len())].1.clone());
            }
        }
    }
    None
}

fn x_id(p: &fairgame::value::GamePosition) -> u32 {
    p.game.id
}

fn value_at(machine: &Machine, m: &Measure, p: &fairgame::value::GamePosition) -> Option<BigInt> {
    let mut sum = m.plus.clone();
    for (c, f) in &m.terms {
        sum += c * measured::feature(machine, f, p)?;
    }
    Some(sum)
}

/// Games changed at random, and all that could be claimed of them: what the checker accepts holds on concrete moves. So
/// its reading of the rules is compared with what they do.
fn claims_about_mutants(wanted: usize) {
    let sections = [sections("proved.txt"), sections("fourth.txt")].concat();
    let mut random = Random(7 * 0x9e37_79b9 + 1);
    let (mut made, mut tried, mut accepted, mut wrong) = (0, 0, 0, vec![]);
    while made < wanted {
        let mut text = sections[random.below(sections.len())].clone();
        for _ in 0..random.below(4) {
            text = mutate::mutated(&text, &mut random).unwrap_or(text);
        }
        let Some((session, names)) = loaded(&text) else { continue };
        made += 1;
        let program = session.program();
        let rules = rules_of(program, &text);
        for id in names.iter().filter_map(|n| program.game_named(n)) {
            if program.game(id).graph.is_some() || follow(program, id).iter().any(|g| *g != id) {
                continue;
            }
            for measures in claims(program, id) {
                tried += 1;
                let proof = claim(id, measures.clone(), &rules);
                let Ok(c) = certificate(program, id, &proof, vec![]) else { continue };
                if c.check(program).is_err() {
                    continue;
                }
                accepted += 1;
                let all = BTreeMap::from([(id, measures)]);
                if let Some(why) = refuted(program, &all, &rules, made as u64) {
                    eprintln!("WRONG\n{text}\n{all:?}\n{why}\n");
                    wrong.push(why);
                }
            }
        }
    }
    println!("{made} games, {tried} claims, {accepted} accepted, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(accepted * 12 >= tried, "only {accepted} of {tried} claims are accepted");
}

#[test]
fn claims_that_are_accepted_hold() {
    claims_about_mutants(20);
}

#[test]
#[ignore = "takes long"]
fn claims_that_are_accepted_hold_in_many_games() {
    claims_about_mutants(400);
}

/// Every place in a line where something stands.
fn places(json: &Json, path: &mut Vec<String>, out: &mut Vec<Vec<String>>) {
    match json {
        Json::Object(map) => {
            for (k, v) in map {
                path.push(k.clone());
                places(v, path, out);
                path.pop();
            }
        }
        Json::Array(all) => {
            for (i, v) in all.iter().enumerate() {
                path.push(i.to_string());
                places(v, path, out);
                path.pop();
            }
        }
        _ => {}
    }
    out.push(path.clone());
}

fn at<'j>(json: &'j mut Json, path: &[String]) -> &'j mut Json {
    path.iter().fold(json, |json, step| match json {
        Json::Array(all) => &mut all[step.parse::<usize>().expect("a place")],
        other => &mut other[step.as_str()],
    })
}

/// A line with something changed at random.
fn tampered(line: &str, random: &mut Random) -> Option<String> {
    let mut json: Json = serde_json::from_str(line).expect("a line");
    let mut all = vec![];
    places(&json, &mut vec![], &mut all);
    all.retain(|p| !p.is_empty() && p[0] != "checksum" && p[0] != "format");
    let path = &all[random.below(all.len())];
    let there = at(&mut json, path);
    match there {
        Json::String(s) => {
            *s = match s.parse::<i64>() {
                Ok(n) => (n + [1, -1, 2, -2, 10][random.below(5)]).to_string(),
                Err(_) => mutate::mutated(s, random)?,
            };
        }
        Json::Number(n) => *there = (n.as_i64()? + [1, -1][random.below(2)]).into(),
        Json::Array(all) if !all.is_empty() => {
            let i = random.below(all.len());
            if random.below(2) == 0 { drop(all.remove(i)) } else { all.push(all[i].clone()) }
        }
        Json::Object(map) => {
            let key = map.keys().nth(random.below(map.len()))?.clone();
            let value = map.remove(&key)?;
            let other = map.keys().nth(random.below(map.len())).cloned();
            if let (0, Some(other)) = (random.below(2), other) {
                map.insert(other, value);
            }
        }
        _ => return None,
    }
    let c: Certificate = serde_json::from_value(json).ok()?;
    Some(c.line())
}

/// What a certificate that was changed still says, checked on concrete moves.
fn holds(line: &str, seed: u64) -> Result<(), String> {
    let c: Certificate = serde_json::from_str(line).expect("a certificate");
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_given(c.texts.iter().map(|t| (t.name.clone(), t.text.clone())).collect());
    assert!(loaded.is_fine());
    let program = session.program();
    let id = program.game_named(&c.game).expect("the game");
    // It may say less than the search finds, and nothing that is false: then play does not repeat.
    let machine = Machine::new(Arc::new(program.clone()));
    let rules = known(program, c.rules_in_words().split(", and ").collect::<Vec<_>>().into_iter());
    let mut random = Random(seed * 2 + 1);
    for _ in 0..25 {
        let Some(mut p) = position(&machine, id, &rules, &mut random) else { continue };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            if !seen.insert(p.clone()) {
                return Err(format!("{p:?} repeats"));
            }
            let moves = options(&machine, &p, 30);
            let Some((_, q)) = moves.get(random.below(moves.len())) else { break };
            p = q.clone();
        }
    }
    Ok(())
}

/// Multipliers, facts, measures, rules, texts: whatever is changed, and the checksum made to fit.
fn tampering(rounds: usize) {
    let mut random = Random(0x1234_5677);
    let (mut tried, mut accepted, mut wrong) = (0, BTreeMap::<String, usize>::new(), vec![]);
    for section in some(sections("proved.txt")) {
        let (session, names) = loaded(&section).expect("a section that can be read");
        for name in names {
            let Some(Some(line)) = certified(&session, &section, &name) else { continue };
            for _ in 0..rounds {
                let Some(changed) = tampered(&line, &mut random).filter(|changed| *changed != line) else {
                    continue;
                };
                tried += 1;
                if verify(&changed).is_err() {
                    continue;
                }
                let kind = kind_of_change(&line, &changed);
                if kind == "proof" {
                    println!("{line}\n{changed}\n");
                }
                *accepted.entry(kind).or_default() += 1;
                if let Err(why) = holds(&changed, tried) {
                    wrong.push(format!("{why}: {changed}"));
                }
            }
        }
    }
    println!("{tried} changed, accepted: {accepted:?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(!thorough() || tried > 200, "{tried}");
    // What may change and still be right: the text of the rules where the proof does not touch it, and what is added to
    // a measure. A proof that is changed is hardly ever another proof.
    let proofs = accepted.get("proof").copied().unwrap_or(0);
    assert!(proofs * 100 <= tried as usize, "{accepted:?}");
}

fn kind_of_change(a: &str, b: &str) -> String {
    let (a, b): (Json, Json) =
        (serde_json::from_str(a).expect("json"), serde_json::from_str(b).expect("json"));
    if a["texts"] != b["texts"] {
        return "texts".into();
    }
    let member =
        |j: &Json| j["groups"].as_array().map(|g| g.iter().map(|g| g["games"].clone()).collect::<Vec<_>>());
    if member(&a) != member(&b) { "measures".into() } else { "proof".into() }
}

#[test]
fn changed_certificates_are_refused() {
    tampering(4);
}

#[test]
#[ignore = "takes long"]
fn certificates_changed_in_many_ways_are_refused() {
    tampering(40);
}

#[test]
fn the_checksum_is_of_everything() {
    let (session, _) = loaded("game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n").expect("rules");
    let line = certified(&session, "", "Nim").expect("a proof").expect("a certificate");
    assert!(verify(&line).is_ok());
    let changed = line.replacen("1..n", "0..n", 1);
    assert!(matches!(verify(&changed), Err((true, why)) if why.contains("checksum")));
    assert!(matches!(verify("{\"format\":\"fairgame ending certificate 1\"}"), Err((true, _))));
}

/// What a file that is checked gets, and what is said of games without a certificate.
#[test]
fn a_game_without_a_certificate_is_told_why() {
    let text =
        "game Up(n: nat)\n  move up to Up(n + 1)\ngame Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n";
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("two.game", text);
    let all: Vec<Ending> = session.endings(&loaded);
    assert_eq!(all[0].line, Err("it is not proved that play ends".to_string()));
    let line = all[1].line.clone().expect("a certificate");
    let accepted = verify(&line).expect("right");
    assert_eq!((accepted.game.as_str(), accepted.text.as_str(), accepted.ways), ("Nim", "two.game", 1));
}
