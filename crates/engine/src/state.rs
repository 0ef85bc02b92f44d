//! A state of the program under execution: threads over one memory, and what is known of the inputs.
//!
//! Built for several threads from the start, each with its own stack over one memory.

use crate::access_log::Accessed;
use crate::choice::Choice;
use crate::event::MathsCall;
use crate::input::Input;
use crate::list::SharedList;
use crate::memory::{Memory, ObjectId};
use crate::output::OutputItem;
use crate::value::Value;
use incise_ir::{BlockId, FuncId, LocalId, TypeId};
use incise_solver::{PathCondition, Recorded};
use incise_term::TermId;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// An argument past the named ones: value, type, and size and alignment when it is a copy in memory.
pub type VarArg = (Value, TypeId, Option<(u64, u32)>);

/// What a guide writes down along a path, in its own terms: a number and the activation that it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// The activation.
    pub activation: u64,
    /// The guide knows what it means.
    pub number: u32,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its number: forks of a state that are still in it share it, no other activation of the run has it.
    pub activation: u64,
    /// The function.
    pub function: FuncId,
    /// The block that is executed.
    pub block: BlockId,
    /// The next statement of it.
    pub index: u32,
    /// The values of the locals.
    pub locals: Vec<Value>,
    /// Where the caller wants the result.
    pub return_to: Option<LocalId>,
    /// Objects that end with the activation.
    pub stack_objects: Vec<ObjectId>,
    /// Arguments past the named ones.
    pub varargs: Rc<[VarArg]>,
    /// How often each symbolic branch was decided, when loops are bounded.
    pub decided: Vec<(BlockId, u32)>,
    /// Whether a symbolic branch was decided in it.
    pub decides: bool,
}

/// Where `longjmp` goes.
#[derive(Clone, Debug)]
pub struct JumpTarget {
    /// The address of the buffer.
    pub buffer: u64,
    /// The activation that called `setjmp`.
    pub activation: u64,
    /// The block and the statement after that call.
    pub place: (BlockId, u32),
    /// Its locals at the call.
    pub locals: Vec<Value>,
    /// Where the result of the call goes.
    pub result: Option<LocalId>,
}

#[derive(Debug)]
struct Caller {
    frame: Frame,
    next: Option<Rc<Caller>>,
}

/// A thread: the running activation and its callers.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The activation that runs.
    pub top: Frame,
    callers: Option<Rc<Caller>>,
    /// Number of callers.
    pub depth: u32,
}

impl Thread {
    /// A thread about to execute its first activation.
    pub fn new(top: Frame) -> Thread {
        Thread { top, callers: None, depth: 0 }
    }
    /// Calls.
    pub fn push(&mut self, frame: Frame) {
        let caller = std::mem::replace(&mut self.top, frame);
        self.callers = Some(Rc::new(Caller { frame: caller, next: self.callers.take() }));
        self.depth += 1;
    }
    /// Goes back to the caller; gives the activation that ended, or nothing when it was the last.
    pub fn pop(&mut self) -> Option<Frame> {
        let caller = self.callers.take()?;
        let (frame, next) = match Rc::try_unwrap(caller) {
            Ok(caller) => (caller.frame, caller.next),
            Err(shared) => (shared.frame.clone(), shared.next.clone()),
        };
        self.callers = next;
        self.depth -= 1;
        Some(std::mem::replace(&mut self.top, frame))
    }
    /// The activation that so many calls lead to from the outermost one, to change.
    pub fn frame_mut(&mut self, depth: u32) -> Option<&mut Frame> {
        if depth == self.depth {
            return Some(&mut self.top);
        }
        let mut at = self.callers.as_mut()?;
        for _ in 0..self.depth.checked_sub(depth + 1)? {
            at = own(at).next.as_mut()?;
        }
        Some(&mut own(at).frame)
    }
    /// The activation that so many calls lead to from the outermost one.
    pub fn frame(&self, depth: u32) -> Option<&Frame> {
        self.frames().nth(self.depth.checked_sub(depth)? as usize)
    }
    /// All activations, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let callers = std::iter::successors(self.callers.as_deref(), |caller| caller.next.as_deref());
        std::iter::once(&self.top).chain(callers.map(|caller| &caller.frame))
    }
}

/// A caller that nobody else sees, to change.
fn own(caller: &mut Rc<Caller>) -> &mut Caller {
    if Rc::get_mut(caller).is_none() {
        *caller = Rc::new(Caller { frame: caller.frame.clone(), next: caller.next.clone() });
    }
    Rc::get_mut(caller).expect("it was just made")
}

/// A branch that was decided on a path: not folded to a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The function.
    pub function: FuncId,
    /// The block that the branch ends.
    pub block: BlockId,
    /// Which successor was taken, in the order of the terminator's edges.
    pub edge: u32,
}

/// A branch on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branched {
    /// Which, and which way.
    pub decision: Decision,
    /// Whether inputs decided it.
    pub is_decided: bool,
}

/// A state of the program.
#[derive(Clone)]
pub struct State {
    /// All objects.
    pub memory: Memory,
    /// All threads.
    pub threads: Vec<Thread>,
    /// The one that runs.
    pub current: usize,
    /// What is known of the inputs.
    pub path_condition: PathCondition,
    /// Which alternative was taken wherever there were several: names the path.
    pub choices: SharedList<Choice>,
    /// Alternatives still to be taken as given, newest last: a path that is being followed again.
    pub to_follow: Rc<Vec<Choice>>,
    /// How many of `to_follow` were taken.
    pub followed: usize,
    /// What the solver answered along the path, when that is recorded.
    pub answers: SharedList<Recorded>,
    /// Branches in order: those that were decided, and all others too when a trace is recorded.
    pub branches: SharedList<Branched>,
    /// How many of them were decided.
    pub n_decisions: u32,
    /// What the guide has written down.
    pub notes: SharedList<Note>,
    /// The inputs in the order in which they were made.
    pub inputs: SharedList<Rc<Input>>,
    /// Accesses to memory that a caller may share between pointers, see [`Accessed`].
    pub accesses: SharedList<Accessed>,
    /// Writes to objects of which only one content is tried.
    pub kept_writes: crate::kept::KeptWrites,
    /// The calls of mathematical functions that may have set `errno`, in order.
    pub maths: SharedList<MathsCall>,
    /// In which order streams were read and written and functions without a body called: the number of each where it changes, [`INPUT`](crate::INPUT) for reads.
    pub turns: SharedList<i32>,
    /// What was written to output streams.
    pub output: SharedList<OutputItem>,
    /// Blocks and edges that were executed.
    pub coverage: Rc<Vec<u64>>,
    /// What was decided about the current statement before it is executed again.
    pub retry_facts: Vec<(TermId, bool)>,
    /// Number of values made up for uninitialised memory.
    pub n_undefined: u32,
    /// Values of memory that was never written, in the order in which they were first read.
    pub unwritten: SharedList<Rc<Input>>,
    /// Number of values made up for unmodelled calls.
    pub n_opaque: u32,
    /// Number of calls that were events.
    pub n_events: u32,
    /// Number of calls of functions that promise to change nothing.
    pub n_promised: u32,
    /// Calls of functions without a body that are not among the events.
    pub n_unlisted_calls: u32,
    /// Calls that were not followed: which answer each got, and how much had been written to output streams.
    pub uninterpreted: SharedList<(usize, usize)>,
    /// Questions asked of the solver chain along the path.
    pub n_calls: u64,
    /// Those before the current statement.
    pub n_calls_before: u64,
    /// Statements executed.
    pub steps: u64,
    /// Statements up to here were counted by whoever gave the state away.
    pub counted: u64,
    /// Whether the statement is executed again: it was left at a decision on a path that is followed.
    pub is_repeated: bool,
    /// Whether the path is paused at a loop.
    pub paused: bool,
    /// Whether the path was taken up where it was paused, and has not gone on since.
    pub resumed: bool,
    /// Functions to call at exit, newest last.
    pub at_exit: Rc<Vec<FuncId>>,
    /// What `setjmp` has set.
    pub jump_targets: Rc<Vec<JumpTarget>>,
    /// Read positions of standard input and symbolic files.
    pub streams: Rc<Vec<crate::stream::Stream>>,
    /// Files that were asked for and that nobody has named.
    pub files: Rc<Vec<crate::stream::OpenedFile>>,
    /// Whether `exit` was called.
    pub exiting: bool,
    /// The value that the entry function returned.
    pub result: Option<Value>,
}

impl State {
    /// What the file of a stream is called; standard streams have none.
    pub fn file_name(&self, stream: usize) -> Option<&str> {
        let stream = self.streams.get(stream)?;
        let label = stream.file.and_then(|file| self.files.get(file)).map(|file| crate::stream::shown(&file.label));
        label.or(stream.name.as_deref())
    }

    /// Whether it has asked for files, or was given streams.
    pub fn has_opened_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether a stream is one that the caller gives.
    pub fn is_given_stream(&self, stream: usize) -> bool {
        let file = self.streams.get(stream).and_then(|stream| stream.file);
        file.and_then(|file| self.files.get(file)).is_some_and(|file| file.is_given)
    }

    /// The branches that inputs decided.
    pub fn decisions(&self) -> Vec<Decision> {
        self.branches.in_order().into_iter().filter(|branch| branch.is_decided).map(|branch| branch.decision).collect()
    }
    /// The last of them.
    pub fn last_decision(&self) -> Option<Decision> {
        self.branches.iter_back().find(|branch| branch.is_decided).map(|branch| branch.decision)
    }
    /// The choices that name the path so far.
    pub fn name(&self) -> Vec<Choice> {
        self.choices.in_order().into_iter().copied().collect()
    }
    /// Notes that a stream is read or written.
    pub(crate) fn turn(&mut self, stream: i32) {
        if self.turns.iter_back().next() != Some(&stream) {
            self.turns.push(stream);
        }
    }
    /// Notes that a block or an edge was executed, by its coverage bit.
    pub(crate) fn cover(&mut self, bit: u32) {
        let (word, mask) = (bit as usize / 64, 1u64 << (bit % 64));
        if self.coverage[word] & mask == 0 {
            Rc::make_mut(&mut self.coverage)[word] |= mask;
        }
    }
    /// The thread that runs.
    #[inline]
    pub fn thread(&self) -> &Thread {
        &self.threads[self.current]
    }
    /// The thread that runs, to change.
    #[inline]
    pub fn thread_mut(&mut self) -> &mut Thread {
        &mut self.threads[self.current]
    }
    /// The activation that runs.
    #[inline]
    pub fn top(&self) -> &Frame {
        &self.threads[self.current].top
    }
    /// The activation that runs, to change.
    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        &mut self.threads[self.current].top
    }
}
