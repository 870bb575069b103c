//! The lowered form run on values: slow and plain. What faster code made of the form does is compared with it, and it
//! itself with `eval` and `choices`.

use super::Stop;
use super::choices::{Choice, in_move, in_position};
use super::eval::Result;
use super::machine::{Machine, Oracle};
use super::native::{self, wrong};
use super::operate::Operate;
use crate::builtin::collection;
use crate::check::ir::{GameId, LetId};
use crate::lowered::{
    self, Arg, Atom, Block, Form, Gather, LoweredGame, Op, Over, Part, Step, StepKind, Var, Why,
};
use crate::source::Span;
use crate::value::{self, GamePosition, Int, OrdMap, OrdSet, Position, Value, Vector};
use std::rc::Rc;

impl Machine {
    /// A game in lowered form, with its rules as parameters; made when it is first asked for.
    pub fn lowered(&self, id: GameId) -> Rc<LoweredGame> {
        let plain = GameId(id.index() as u32);
        if let Some(known) = self.lowered.borrow().games.get(&plain) {
            return known.clone();
        }
        let game = Rc::new(lowered::game(&self.program, plain, &[]));
        self.lowered.borrow_mut().games.insert(plain, game.clone());
        game
    }

    /// A definition in lowered form; made when it is first asked for.
    pub(super) fn lowered_definition(&self, id: LetId) -> Rc<Form> {
        if let Some(known) = self.lowered.borrow().lets.get(&id) {
            return known.clone();
        }
        let form = Rc::new(lowered::definition(&self.program, id));
        self.lowered.borrow_mut().lets.insert(id, form.clone());
        form
    }

    /// The moves of a position by the lowered form of its game: what [`Machine::choices`] gives.
    ///
    /// # Errors
    /// As for [`Machine::choices`].
    pub fn lowered_choices(&self, position: &GamePosition) -> Result<Vec<Choice>> {
        let id = GameId(position.game.id);
        let (game, form) = (self.program.game(id), &self.lowered(id).moves);
        let mut all = vec![];
        let mut visit = |index: usize, args: Vec<Value>, target: Position| {
            let target = if id.is_impartial() { self.impartial(&target) } else { target };
            all.push(Choice { index, label: game.moves[index].label.clone(), args, target });
        };
        let mut run = Interpreter::new(Operate::new(self, None), form, &position.args);
        run.at = Some(position);
        run.visit = Some(&mut visit);
        run.block(&form.body).map_err(|s| in_position(s, position))?;
        Ok(all)
    }

    /// Whether the player to move has won, by the lowered form.
    ///
    /// # Errors
    /// A mistake in the clause.
    pub fn lowered_has_won(&self, position: &GamePosition) -> Result<bool> {
        let lowered = self.lowered(GameId(position.game.id));
        let won = self.lowered_value(&lowered.wins, &position.args, None);
        Ok(won.map_err(|s| in_position(s, position))? == Value::Bool(true))
    }

    /// The sums that a game's claims say a position is worth, by the lowered form: those of `same as`, then that of
    /// `splits into`.
    ///
    /// # Errors
    /// A mistake in a clause.
    pub fn lowered_claims(&self, position: &GamePosition) -> Result<Vec<Position>> {
        let id = GameId(position.game.id);
        let lowered = self.lowered(id);
        let sum = |form: &Form| {
            let sum = self.lowered_sum(form, &position.args).map_err(|s| in_position(s, position))?;
            Ok(if id.is_impartial() { self.impartial(&sum) } else { sum })
        };
        lowered.same.iter().chain(&lowered.splits).map(sum).collect()
    }

    /// The value of a body that gives one.
    ///
    /// # Errors
    /// A mistake with its place, or a budget that ran out.
    pub fn lowered_value(&self, form: &Form, args: &[Value], oracle: Option<&dyn Oracle>) -> Result<Value> {
        let mut run = Interpreter::new(Operate::new(self, oracle), form, args);
        run.block(&form.body)?;
        Ok(form.body.gives.first().map_or(Value::Bool(false), |arg| run.get(arg)))
    }

    /// The sum of the parts of a body.
    ///
    /// # Errors
    /// As for [`Machine::lowered_value`].
    pub fn lowered_sum(&self, form: &Form, args: &[Value]) -> Result<Position> {
        let mut run = Interpreter::new(Operate::new(self, None), form, args);
        run.block(&form.body)?;
        Ok(run.sums.pop().unwrap_or_default())
    }
}

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    /// Leave everything up to the gathering of this name: it has what it looked for.
    Leave(Var),
}

/// What was put into a gathering so far, and how much is in it.
struct Gathered {
    into: Var,
    what: Gather,
    so_far: SoFar,
    weight: u64,
}

enum SoFar {
    Set(OrdSet<Value>),
    List(Vector<Value>),
    Bag(Value),
    Map(OrdMap<Value, Value>),
    Number(Int),
    Best(Option<Int>),
    Whether(bool),
}

type Visit<'v> = &'v mut dyn FnMut(usize, Vec<Value>, Position);

struct Interpreter<'a, 'v> {
    operate: Operate<'a>,
    form: &'a Form,
    values: Vec<Value>,
    gathered: Vec<Gathered>,
    /// Sums in the making, the innermost last; the first is that of the body.
    sums: Vec<Position>,
    at: Option<&'a GamePosition>,
    visit: Option<Visit<'v>>,
}

impl<'a, 'v> Interpreter<'a, 'v> {
    fn new(operate: Operate<'a>, form: &'a Form, args: &[Value]) -> Interpreter<'a, 'v> {
        let mut values = args[..form.params.min(args.len())].to_vec();
        values.resize(form.vars.len(), Value::Bool(false));
        let sums = vec![Position::default()];
        Interpreter { operate, form, values, gathered: vec![], sums, at: None, visit: None }
    }

    fn get(&self, arg: &Arg) -> Value {
        match &arg.is {
            Atom::Var(v) => self.values[v.index()].clone(),
            Atom::Const(v) => v.clone(),
        }
    }

    fn all(&self, args: &[Arg]) -> Vec<Value> {
        args.iter().map(|a| self.get(a)).collect()
    }

    fn int(&self, arg: &Arg) -> Int {
        match self.get(arg) {
            Value::Int(n) => n,
            other => unreachable!("checked to be a number: {other}"),
        }
    }

    fn set(&mut self, v: Var, value: Value) {
        self.values[v.index()] = value;
    }

    fn block(&mut self, block: &'a Block) -> Result<Flow> {
        for step in &block.steps {
            if let Flow::Leave(v) = self.step(step)? {
                return Ok(Flow::Leave(v));
            }
        }
        Ok(Flow::Next)
    }

    fn step(&mut self, step: &'a Step) -> Result<Flow> {
        self.operate.meter.work_of(1)?;
        match &step.kind {
            StepKind::Let { var, op, args } => {
                let value = self.op(*op, args, *var, step.span)?;
                self.set(*var, value);
            }
            StepKind::If { gives, cond, then, other } => {
                let block = if self.get(cond) == Value::Bool(true) { then } else { other };
                if let Flow::Leave(v) = self.block(block)? {
                    return Ok(Flow::Leave(v));
                }
                self.give(gives, block);
            }
            StepKind::For { var, over, body } => return self.run_through(*var, over, body),
            StepKind::Repeat { gives, state, first, times, body } => {
                return self.repeat((*gives, *state), first, times, body, step.span);
            }
            StepKind::Gather { gives, what, body } => return self.gather(*gives, *what, body, step.span),
            StepKind::Put { into, args } => return self.put(*into, args),
            StepKind::Option { index, shown, body } => return self.option(*index, shown, body),
            StepKind::Part(part) => self.part(part, step.span)?,
            StepKind::Fit { value, of, param } => self.operate.fit(*of, *param, &self.get(value))?,
            StepKind::Stop { why, .. } => return Err(self.stop(*why, step.span)),
        }
        Ok(Flow::Next)
    }

    fn give(&mut self, to: &[Var], block: &Block) {
        for (v, arg) in to.iter().zip(&block.gives) {
            let value = self.get(arg);
            self.set(*v, value);
        }
    }

    fn stop(&self, why: Why, span: Span) -> Stop {
        match why {
            Why::Unreadable => wrong(span, "has-mistake", "this could not be understood"),
            Why::EndlessSet => wrong(span, "infinite-set", "a set cannot hold infinitely many numbers"),
            Why::NoStart(id) => {
                let name = &self.operate.machine.program.game(id).name;
                wrong(span, "no-start", &format!("{name} has no `starts`"))
            }
        }
    }

    // ---- loops

    fn run_through(&mut self, var: Var, over: &Over, body: &'a Block) -> Result<Flow> {
        let (lo, hi) = match over {
            Over::Elements(source) => return self.elements(var, source, body),
            Over::Up(lo, hi) | Over::Down(lo, hi) => (self.int(lo), self.int(hi)),
        };
        for i in 0..self.operate.range_length(&lo, &hi)? {
            let i = Int::from(i);
            let n = if matches!(over, Over::Down(..)) { hi.subtract(&i) } else { lo.add(&i) };
            if let Flow::Leave(v) = self.once(var, Value::Int(n), body)? {
                return Ok(Flow::Leave(v));
            }
        }
        Ok(Flow::Next)
    }

    fn elements(&mut self, var: Var, source: &Arg, body: &'a Block) -> Result<Flow> {
        let source = self.get(source);
        for element in collection::elements(&source) {
            if let Flow::Leave(v) = self.once(var, element, body)? {
                return Ok(Flow::Leave(v));
            }
        }
        Ok(Flow::Next)
    }

    fn once(&mut self, var: Var, element: Value, body: &'a Block) -> Result<Flow> {
        self.operate.meter.tick()?;
        self.set(var, element);
        self.block(body)
    }

    fn repeat(
        &mut self,
        (gives, state): (Var, Var),
        first: &Arg,
        times: &Arg,
        body: &'a Block,
        span: Span,
    ) -> Result<Flow> {
        let times = self.int(times);
        if times.is_negative() {
            return Err(wrong(span, "cannot-compute", &format!("nothing can be done {times} times")));
        }
        let mut value = self.get(first);
        let mut done = Int::from(0);
        while done < times {
            if let Flow::Leave(v) = self.once(state, value, body)? {
                return Ok(Flow::Leave(v));
            }
            value = self.get(&body.gives[0]);
            done = done.add(&Int::from(1));
        }
        self.set(gives, value);
        Ok(Flow::Next)
    }

    // ---- what is put together

    fn gather(&mut self, into: Var, what: Gather, body: &'a Block, span: Span) -> Result<Flow> {
        if what == Gather::Positions {
            self.sums.push(Position::default());
            let flow = self.block(body)?;
            let sum = self.sums.pop().unwrap_or_default();
            self.set(into, Value::Position(sum));
            return Ok(flow);
        }
        let so_far = match what {
            Gather::Set => SoFar::Set(OrdSet::new()),
            Gather::List => SoFar::List(Vector::new()),
            Gather::Bag => SoFar::Bag(Value::Bag(OrdMap::new())),
            Gather::Map => SoFar::Map(OrdMap::new()),
            Gather::Sum | Gather::Count => SoFar::Number(Int::from(0)),
            Gather::Max | Gather::Min | Gather::Largest | Gather::Least => SoFar::Best(None),
            Gather::Any => SoFar::Whether(false),
            Gather::Positions => unreachable!("done above"),
        };
        self.gathered.push(Gathered { into, what, so_far, weight: 0 });
        let flow = self.block(body)?;
        let Some(Gathered { so_far, .. }) = self.gathered.pop() else { return Ok(flow) };
        let value = match so_far {
            SoFar::Set(s) => Value::Set(s),
            SoFar::List(l) => Value::List(l),
            SoFar::Bag(b) => b,
            SoFar::Map(m) => Value::Map(m),
            SoFar::Number(n) => Value::Int(n),
            SoFar::Whether(found) => Value::Bool(found),
            SoFar::Best(Some(n)) => Value::Int(n),
            SoFar::Best(None) if flow == Flow::Next => {
                let name = if matches!(what, Gather::Max | Gather::Largest) { "largest" } else { "least" };
                return Err(wrong(span, "cannot-compute", &format!("the {name} of nothing at all")));
            }
            SoFar::Best(None) => return Ok(flow),
        };
        self.set(into, value);
        Ok(if flow == Flow::Leave(into) { Flow::Next } else { flow })
    }

    fn put(&mut self, into: Var, args: &[Arg]) -> Result<Flow> {
        let mut values = self.all(args).into_iter();
        let (first, second) = (values.next(), values.next());
        let Some(at) = self.gathered.iter().rposition(|g| g.into == into) else {
            unreachable!("things are put where they are gathered")
        };
        let Gathered { what, so_far, weight, .. } = &mut self.gathered[at];
        match (so_far, first) {
            (SoFar::Set(set), Some(x)) => {
                // What is there already adds nothing.
                if !set.contains(&x) {
                    self.operate.weigh(&x, weight)?;
                    set.insert(x);
                }
            }
            (SoFar::List(list), Some(x)) => {
                self.operate.weigh(&x, weight)?;
                list.push_back(x);
            }
            (SoFar::Bag(bag), Some(x)) => {
                self.operate.weigh(&x, weight)?;
                *bag = collection::with(bag, x);
            }
            (SoFar::Map(map), Some(k)) => {
                let v = second.unwrap_or(Value::Bool(false));
                self.operate.weigh(&v, weight)?;
                self.operate.weigh(&k, weight)?;
                map.insert(k, v);
            }
            (SoFar::Number(n), Some(Value::Int(x))) => *n = n.add(&x),
            (SoFar::Number(n), None) => *n = n.add(&Int::from(1)),
            (SoFar::Whether(found), _) => *found = true,
            (SoFar::Best(best), Some(Value::Int(x))) => {
                let better = |b: &Int| match what {
                    Gather::Max => x > *b,
                    Gather::Min => x < *b,
                    _ => false,
                };
                if best.as_ref().is_none_or(better) {
                    *best = Some(x);
                }
            }
            _ => unreachable!("checked to be numbers"),
        }
        Ok(if what.ends_early() { Flow::Leave(into) } else { Flow::Next })
    }

    // ---- positions

    fn option(&mut self, index: usize, shown: &[Arg], body: &'a Block) -> Result<Flow> {
        self.sums.push(Position::default());
        let done = self.block(body);
        let args = self.all(shown);
        if let (Err(_), Some(position)) = (&done, self.at) {
            let program = &self.operate.machine.program;
            let moves = &program.game(GameId(position.game.id)).moves;
            return done.map_err(|s| in_move(s, position, &moves[index], &args, program));
        }
        let sum = self.sums.pop().unwrap_or_default();
        if let Some(visit) = &mut self.visit {
            visit(index, args, sum);
        }
        done
    }

    fn part(&mut self, part: &Part, span: Span) -> Result<()> {
        let more = match part {
            Part::Game(id, args) => vec![value::Part::Game(self.position(*id, args, span)?)],
            Part::Heap(size) => vec![value::Part::Heap(self.operate.heap(self.int(size), size.span)?)],
            Part::All(sum) => match self.get(sum) {
                Value::Position(p) => p.parts,
                other => unreachable!("checked to be a position: {other}"),
            },
        };
        let Some(sum) = self.sums.last_mut() else { unreachable!("there is a sum of the body") };
        sum.parts.extend(more);
        self.operate.check_size(sum.parts.len())
    }

    fn position(&self, id: GameId, args: &[Arg], span: Span) -> Result<GamePosition> {
        self.operate.position(id, self.all(args), &|i| args.get(i).map_or(span, |a| a.span))
    }

    // ---- operations

    fn op(&mut self, op: Op, args: &[Arg], var: Var, span: Span) -> Result<Value> {
        let operate = &self.operate;
        let arg = |i: usize| self.get(&args[i]);
        let int = |i: usize| self.int(&args[i]);
        Ok(match op {
            Op::Negate => Value::Int(int(0).negate()),
            Op::Not => Value::Bool(arg(0) == Value::Bool(false)),
            Op::Binary(op) => operate.binary(op, arg(0), arg(1), span)?,
            Op::Compare(op) => Value::Bool(operate.compare(op, &arg(0), &arg(1))?),
            Op::In => Value::Bool(operate.is_in(&arg(0), &arg(1))?),
            Op::Range => operate.range(&int(0), &int(1))?,
            Op::Tuple => Value::Tuple(self.weighed(args)?.into()),
            Op::Cell => operate.cell(&int(0), &int(1), span)?,
            Op::Set => Value::Set(self.weighed(args)?.into_iter().collect()),
            Op::List => Value::List(self.weighed(args)?.into_iter().collect()),
            Op::Bag => Operate::bag(self.weighed(args)?),
            Op::Map => {
                let mut items = self.weighed(args)?.into_iter();
                let entries = std::iter::from_fn(|| Some((items.next()?, items.next()?)));
                Value::Map(entries.collect())
            }
            Op::Index => operate.index(&arg(0), &arg(1), span)?,
            Op::Row | Op::Col => match arg(0) {
                Value::Cell(c) => Value::int(i64::from(if op == Op::Row { c.row } else { c.col })),
                other => unreachable!("checked to be a cell: {other}"),
            },
            Op::Entry(i) => match arg(0) {
                Value::Tuple(parts) => parts[i as usize].clone(),
                other => unreachable!("checked to be a tuple: {other}"),
            },
            Op::Native(f) => operate.native(f, &self.all(args), &self.form.vars[var.index()].ty, span)?,
            Op::Call(id) => self.call(id, self.all(args))?,
            Op::Apply => match arg(0) {
                Value::Function(id, _) => self.call(LetId(id), self.all(&args[1..]))?,
                other => unreachable!("checked to be a function: {other}"),
            },
            Op::Global(id) => self.global(id)?,
            Op::Position(id) => {
                Value::Position(Position::one(value::Part::Game(self.position(id, args, span)?)))
            }
            Op::Heap => {
                Value::Position(Position::one(value::Part::Heap(operate.heap(int(0), args[0].span)?)))
            }
            Op::Successors(id) => native::successors(operate.machine.program.game(id), &arg(0)),
        })
    }

    /// The elements of a collection that is written out.
    fn weighed(&self, args: &[Arg]) -> Result<Vec<Value>> {
        let (items, mut weight) = (self.all(args), 0);
        items.iter().try_for_each(|item| self.operate.weigh(item, &mut weight))?;
        Ok(items)
    }

    fn call(&self, id: LetId, args: Vec<Value>) -> Result<Value> {
        let machine = self.operate.machine;
        args.iter().enumerate().try_for_each(|(param, arg)| self.operate.fit(id, param, arg))?;
        machine.lowered_value(&machine.lowered_definition(id), &args, self.operate.oracle)
    }

    /// What a definition without parameters stands for. It is computed once.
    fn global(&self, id: LetId) -> Result<Value> {
        let machine = self.operate.machine;
        if let Some(v) = machine.lowered.borrow().globals.get(&id) {
            return Ok(v.clone());
        }
        let value = self.call(id, vec![])?;
        machine.lowered.borrow_mut().globals.insert(id, value.clone());
        Ok(value)
    }
}
