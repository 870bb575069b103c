//! From blocks and jumps to blocks that lie in each other and loops (Ramsey, "Beyond Relooper", 2022): a block that several jumps
//! lead to comes after a `block` that they leave, a block that is jumped back to begins a `loop`, and any other block
//! stands where it is jumped to.

use super::builder::{Block, Draft, Edge, End, Item};
use super::dominators::Graph;
use wasm_encoder::{BlockType, Instruction as Op};

/// What is left to be written, the last of it first.
enum Task {
    /// A block, and all that is reached through it.
    Tree(usize),
    /// A jump: from a block, to where its first or its second edge leads.
    Jump(usize, bool),
    Else,
    End,
}

/// All items of a function in the order in which they are written, each with the block that it belongs to.
pub(super) struct Flow<'d> {
    draft: &'d Draft,
    graph: Graph,
    /// What `br` can leave or begin again, the innermost last: where that goes on.
    around: Vec<Option<usize>>,
    tasks: Vec<Task>,
    pub(super) written: Vec<(u32, Item)>,
}

impl Flow<'_> {
    /// `None` if there is a loop that can be entered in the middle.
    pub(super) fn of(draft: &Draft, first: Block) -> Option<Flow<'_>> {
        let graph = Graph::of(draft, first.0)?;
        let mut flow = Flow { draft, graph, around: vec![], tasks: vec![Task::Tree(0)], written: vec![] };
        while let Some(task) = flow.tasks.pop() {
            flow.task(task);
        }
        Some(flow)
    }

    fn write(&mut self, at: usize, op: Op<'static>) {
        self.written.push((self.graph.order[at], Item::Do(op)));
    }

    fn task(&mut self, task: Task) {
        match task {
            Task::Tree(block) => self.tree(block),
            Task::Jump(from, first) => self.jump(from, first),
            Task::Else => self.write(0, Op::Else),
            Task::End => {
                self.around.pop();
                self.write(0, Op::End);
            }
        }
    }

    fn tree(&mut self, block: usize) {
        if self.graph.is_loop[block] {
            self.write(block, Op::Loop(BlockType::Empty));
            self.around.push(Some(block));
            self.tasks.push(Task::End);
        }
        let mut meetings: Vec<usize> =
            self.graph.behind[block].iter().copied().filter(|b| self.graph.is_meeting[*b]).collect();
        meetings.sort_unstable_by(|a, b| b.cmp(a));
        for meeting in meetings {
            self.write(block, Op::Block(BlockType::Empty));
            self.around.push(Some(meeting));
            self.tasks.extend([Task::Tree(meeting), Task::End]);
        }
        let own = self.graph.order[block];
        let data = &self.draft.blocks[own as usize];
        self.written.extend(data.items.iter().map(|item| (own, item.clone())));
        match &data.end {
            Some(End::Jump(_)) => self.tasks.push(Task::Jump(block, true)),
            Some(End::Branch(a, b)) => self.branch(block, [a, b]),
            Some(End::Return) => {}
            None => self.write(block, Op::Unreachable),
        }
    }

    /// By the condition on the stack.
    fn branch(&mut self, block: usize, [then, otherwise]: [&Edge; 2]) {
        if let Some(label) = self.label(block, then).filter(|_| then.moves.is_empty()) {
            self.write(block, Op::BrIf(label));
            self.tasks.push(Task::Jump(block, false));
        } else if let Some(label) = self.label(block, otherwise).filter(|_| otherwise.moves.is_empty()) {
            self.write(block, Op::I32Eqz);
            self.write(block, Op::BrIf(label));
            self.tasks.push(Task::Jump(block, true));
        } else {
            self.write(block, Op::If(BlockType::Empty));
            self.around.push(None);
            self.tasks.extend([Task::End, Task::Jump(block, false), Task::Else, Task::Jump(block, true)]);
        }
    }

    fn place(&self, edge: &Edge) -> usize {
        self.graph.places[edge.to.0 as usize].unwrap_or_else(|| unreachable!("what is jumped to is reached"))
    }

    /// How many ends a jump leaves, if it does not go on with what is written next.
    fn label(&self, from: usize, edge: &Edge) -> Option<u32> {
        let to = self.place(edge);
        if to > from && !self.graph.is_meeting[to] {
            return None;
        }
        self.around.iter().rev().position(|around| *around == Some(to)).map(|n| n as u32)
    }

    fn jump(&mut self, from: usize, first: bool) {
        let own = self.graph.order[from];
        let edge = match &self.draft.blocks[own as usize].end {
            Some(End::Jump(edge)) => edge,
            Some(End::Branch(a, b)) => {
                if first {
                    a
                } else {
                    b
                }
            }
            _ => unreachable!("a block that jumps"),
        };
        self.written.extend(edge.moves.iter().map(|item| (own, item.clone())));
        match self.label(from, edge) {
            Some(label) => self.write(from, Op::Br(label)),
            None => self.tasks.push(Task::Tree(self.place(edge))),
        }
    }
}
