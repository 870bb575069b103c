//! Cranelift as the back end: the language that functions are built in, and machine code made of it.

pub(super) use cranelift_codegen::ir::condcodes::IntCC;
pub(super) use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlags, Type, Value, types};
pub(super) use cranelift_frontend::{FunctionBuilder, Variable};

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, Signature, UserFuncName};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use memmap2::{Mmap, MmapMut};

/// Makes functions, one after the other.
pub(super) struct Compiler {
    isa: OwnedTargetIsa,
    functions: Vec<Vec<u8>>,
}

/// A function being built.
pub(super) struct Draft {
    context: Context,
    builders: FunctionBuilderContext,
}

impl Draft {
    pub(super) fn builder(&mut self) -> FunctionBuilder<'_> {
        FunctionBuilder::new(&mut self.context.func, &mut self.builders)
    }
}

/// The type of a value.
pub(super) fn type_of(b: &FunctionBuilder<'_>, v: Value) -> Type {
    b.func.dfg.value_type(v)
}

/// The same value, by way of a place in memory that nothing else uses.
///
/// What is cheap is computed again in every loop that uses it, with all that depends on it; what is read is not. That is worth it
/// for what a short loop needs in each round.
pub(super) fn by_way_of(b: &mut FunctionBuilder<'_>, v: Value, (base, offset): (Value, i32)) -> Value {
    let flags = MemFlags::trusted();
    b.ins().store(flags, v, base, offset);
    // An atomic load is never replaced: neither by what was written there, nor by what was read there for another value. On this
    // processor it is a load like any other.
    let address = b.ins().iadd_imm(base, i64::from(offset));
    b.ins().atomic_load(types::I64, flags, address)
}

/// A function of three words that gives one.
fn of_words(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params.extend([AbiParam::new(types::I64); 3]);
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

/// What the program's own function of three words at an address gives.
pub(super) fn call(b: &mut FunctionBuilder<'_>, address: Value, words: [Value; 3]) -> Value {
    let convention = b.func.signature.call_conv;
    let signature = b.import_signature(of_words(convention));
    let call = b.ins().call_indirect(signature, address, &words);
    b.inst_results(call)[0]
}

impl Compiler {
    /// For the processor at hand; `None` where there is no translation for it.
    pub(super) fn new() -> Option<Compiler> {
        let mut flags = settings::builder();
        for (name, value) in [("opt_level", "speed"), ("enable_verifier", "false"), ("is_pic", "false")] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        Some(Compiler { isa, functions: vec![] })
    }

    /// A function of three words that gives one, with nothing in it.
    pub(super) fn draft(&self) -> Draft {
        let signature = of_words(self.isa.default_call_conv());
        let function = Function::with_name_signature(UserFuncName::default(), signature);
        Draft { context: Context::for_function(function), builders: FunctionBuilderContext::new() }
    }

    /// Compiles what was built: the number of the function. `None` if it cannot be done.
    pub(super) fn add(&mut self, draft: Draft) -> Option<usize> {
        let Draft { mut context, .. } = draft;
        let compiled = context.compile(&*self.isa, &mut ControlPlane::default()).ok()?;
        if !compiled.buffer.relocs().is_empty() {
            return None; // it would call something by name
        }
        self.functions.push(compiled.code_buffer().to_vec());
        Some(self.functions.len() - 1)
    }
}

/// Machine code in memory that may be run.
pub(super) struct Code {
    memory: Mmap,
    begins: Vec<usize>,
}

/// Functions begin at multiples of this many bytes.
const ALIGNED: usize = 16;

impl Code {
    /// Puts functions into memory; `None` if the system gives none that may be run.
    pub(super) fn new(compiler: Compiler) -> Option<Code> {
        let functions = compiler.functions;
        let place = |at: &mut usize, code: &Vec<u8>| {
            let begin = *at;
            *at += code.len().next_multiple_of(ALIGNED);
            Some(begin)
        };
        let begins: Vec<usize> = functions.iter().scan(0, place).collect();
        let size = functions.iter().map(|code| code.len().next_multiple_of(ALIGNED)).sum::<usize>();
        let mut memory = MmapMut::map_anon(size.max(1)).ok()?;
        for (begin, code) in begins.iter().zip(&functions) {
            memory[*begin..*begin + code.len()].copy_from_slice(code);
        }
        Some(Code { memory: memory.make_exec().ok()?, begins })
    }

    /// Where a function begins.
    pub(super) fn entry(&self, function: usize) -> *const u8 {
        self.memory[self.begins[function]..].as_ptr()
    }
}
