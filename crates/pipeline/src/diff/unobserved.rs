//! Constructs that a comparison does not look at. A function that has one where the change can influence it is not equivalent but undecided.
//!
//! *In*: both versions, what the change reaches, and whether the function was executed or decided without that. *Out*: a line for each such
//! construct, with its place.
//!
//! What is only known at run time (memory behind results, `errno`, overlapping objects, allocation that fails) is found by the engine and by
//! the comparison of two runs, as `Weakness::NotGiven` and `Weakness::NotObserved`.

use super::opened_files::is_only_read;
use super::pair::{Analysis, EntryPair};
use super::symbols::weak_symbols;
use incise_base::{Digraph, components};
use incise_deps::{NodeId, ProgramFacts, Site};
use incise_engine::{Weakness, is_modelled, named_globals, reachable_functions};
use incise_ir::library::{Control, Errno, Hidden, LibraryFacts, Output, Reading, facts, is_intrinsic};
use incise_ir::{
    BlockId, Callee, CastKind, Const, ConstExpr, FuncId, Function, LocalId, Module, Operand, Rvalue, Span, Stmt,
    StmtKind, Type,
};
use incise_report::LedgerLine;
use std::collections::BTreeSet;

/// What is not looked at in a function and in what it can execute.
pub fn unobserved(analysis: &Analysis, pair: &EntryPair, was_run: bool) -> Vec<LedgerLine> {
    let mut found = Vec::new();
    let declared: Vec<BTreeSet<String>> =
        analysis.versions(pair).iter().map(|version| outside(version.module)).collect();
    for (version, others) in analysis.versions(pair).into_iter().zip(declared.iter().rev()) {
        let scan = Scan { version, was_run };
        scan.threads(&mut found);
        scan.written_alone(others, &mut found);
        let entry = &scan.version.module.functions[scan.version.entry];
        if entry.variadic && was_run {
            found.push(scan.line(entry.span, String::from("variable arguments are not given, so that none was tried")));
        }
        for id in &scan.version.reached {
            scan.function(*id, &mut found);
        }
    }
    let ahead = "buffered input is read ahead, which is not compared";
    found.extend(only_one_calls(analysis, pair, &|facts| facts.errno != Errno::Never, "`errno` may differ"));
    found.extend(only_one_calls(analysis, pair, &|facts| facts.reads == Some(Reading::AtOnce), ahead));
    found.extend(only_one_calls(analysis, pair, &|facts| facts.by_locale, "only the C locale was tried"));
    found.sort_by(|a, b| (&a.place, &a.detail).cmp(&(&b.place, &b.detail)));
    found.dedup();
    found
}

/// Whether the change can influence what is read from a stream.
pub fn may_read_otherwise(analysis: &Analysis, pair: &EntryPair) -> bool {
    analysis.versions(pair).into_iter().any(|version| {
        let scan = Scan { version, was_run: true };
        scan.version.reached.iter().any(|id| {
            let (module, influenced) = (scan.version.module, scan.influenced_statements(*id));
            module.functions[*id].blocks.iter_ids().any(|(block, body)| {
                let mut all = body.stmts.iter().enumerate();
                all.any(|(at, stmt)| {
                    called(module, stmt).is_some_and(|name| facts(name).reads.is_some()) && influenced.has(block, at)
                })
            })
        })
    })
}

/// Whether memory that the change influences may be reached in another way as well: by functions without body, or through a pointer that is
/// given and the name of a variable.
pub fn may_interfere(analysis: &Analysis, pair: &EntryPair) -> bool {
    analysis.versions(pair).into_iter().any(|version| {
        let scan = Scan { version, was_run: true };
        let (module, reached) = (scan.version.module, &scan.version.reached);
        let stmts = || reached.iter().flat_map(|id| module.functions[*id].blocks.iter()).flat_map(|block| &block.stmts);
        let is_unknown = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Call { callee: Callee::Direct(id), .. } => {
                let function = &module.functions[*id];
                function.is_declaration() && !is_modelled(&function.name) && !is_intrinsic(&function.name)
            }
            _ => false,
        };
        let entry = &module.functions[scan.version.entry];
        let takes_pointer = entry.params.iter().any(|param| {
            param.byval.is_none() && !param.sret && matches!(module.types.get(entry.locals[param.local].ty), Type::Ptr)
        });
        let names_variable = || {
            let globals = named_globals(module, scan.version.entry);
            module.globals.iter().any(|global| {
                !global.constant && !super::pair::is_model(module, global.span) && globals.contains(&global.name)
            })
        };
        let influenced_access = || {
            reached.iter().any(|id| {
                let (function, influenced) = (&module.functions[*id], scan.influenced_statements(*id));
                function.blocks.iter_ids().any(|(block, body)| {
                    let mut all = body.stmts.iter().enumerate();
                    all.any(|(at, stmt)| accesses_memory(function, stmt) && influenced.has(block, at))
                })
            })
        };
        (stmts().any(is_unknown) || takes_pointer && names_variable()) && influenced_access()
    })
}

/// A line if only one version calls one of these functions.
fn only_one_calls(
    analysis: &Analysis,
    pair: &EntryPair,
    is_one: &dyn Fn(&LibraryFacts) -> bool,
    what: &str,
) -> Option<LedgerLine> {
    let names: Vec<BTreeSet<String>> = analysis.versions(pair).iter().map(|version| version.calls_of(is_one)).collect();
    let only = names[0].symmetric_difference(&names[1]).next()?;
    let detail = format!("{what}: only one version calls `{only}`");
    Some(LedgerLine::new(Weakness::NotObserved, detail))
}

/// One version as seen from an entry.
pub struct Seen<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its facts.
    pub facts: &'a ProgramFacts,
    /// The entry.
    pub entry: FuncId,
    /// The user's functions that a run from the entry can execute, through function pointers as well.
    pub reached: BTreeSet<FuncId>,
    /// The nodes of a function that are changed, or that the change can influence.
    pub influenced: Box<dyn Fn(FuncId) -> BTreeSet<NodeId> + 'a>,
    /// Whether a function was changed itself, or has no counterpart.
    pub is_changed: Box<dyn Fn(FuncId) -> bool + 'a>,
}

impl<'a> Seen<'a> {
    /// Which of these functions a run can call directly.
    fn calls_of(&self, is_one: &dyn Fn(&LibraryFacts) -> bool) -> BTreeSet<String> {
        let functions = self.reached.iter().map(|id| &self.module.functions[*id]);
        let stmts = functions.flat_map(|function| function.blocks.iter()).flat_map(|block| &block.stmts);
        let names = stmts.filter_map(|stmt| called(self.module, stmt)).filter(|name| is_one(facts(name)));
        names.map(str::to_owned).collect()
    }

    /// The user's functions that a run from an entry can execute.
    pub fn reached_from(module: &'a Module, entry: FuncId) -> BTreeSet<FuncId> {
        let is_own = |id: &FuncId| {
            let function = &module.functions[*id];
            !function.is_declaration() && !super::pair::is_model(module, function.span)
        };
        reachable_functions(module, entry).into_iter().filter(is_own).collect()
    }
}

struct Scan<'a> {
    version: Seen<'a>,
    was_run: bool,
}

impl Scan<'_> {
    fn line(&self, span: Span, detail: String) -> LedgerLine {
        let place = span.is_known().then(|| self.version.module.place(span));
        LedgerLine::new(Weakness::NotObserved, detail).at(place)
    }

    /// A program that creates threads is compared as if each function ran alone.
    fn threads(&self, found: &mut Vec<LedgerLine>) {
        let module = self.version.module;
        let mut creates = None;
        for (id, function) in module.functions.iter_ids() {
            for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
                if let Some(name) = called(module, stmt).filter(|name| facts(name).control == Control::StartsThread) {
                    creates = creates.or(Some((id, name, stmt.span)));
                }
            }
        }
        let Some((creator, name, span)) = creates else { return };
        let reached = &self.version.reached;
        let starts = reached.contains(&creator) && reached.iter().any(|id| (self.version.is_changed)(*id));
        let shares = || {
            reached.iter().find_map(|id| {
                let influenced = self.influenced_statements(*id);
                let function = &module.functions[*id];
                let all = function.blocks.iter_ids().flat_map(|(block, body)| {
                    body.stmts.iter().enumerate().map(move |(position, stmt)| (block, position, stmt))
                });
                all.filter(|(block, position, _)| influenced.has(*block, *position))
                    .find(|(_, _, stmt)| accesses_memory(function, stmt))
                    .map(|(_, _, stmt)| stmt.span)
            })
        };
        if starts {
            found.push(self.line(span, format!("threads (`{name}`) are not explored")));
        } else if let Some(access) = shares() {
            let at = module.place(span);
            let detail =
                format!("the program has threads (`{name}`, {at}), and memory is accessed here as if it had none");
            found.push(self.line(access, detail));
        }
    }

    fn influenced_statements(&self, id: FuncId) -> Influenced {
        let nodes = (self.version.influenced)(id);
        let sites = self.version.facts.functions[id].as_ref().map(|facts| &facts.nodes.sites);
        let sites = nodes.iter().filter_map(|node| sites.and_then(|sites| sites.get(*node))).copied();
        Influenced { sites: sites.collect() }
    }

    fn function(&self, id: FuncId, found: &mut Vec<LedgerLine>) {
        let module = self.version.module;
        let function = &module.functions[id];
        let influenced = self.influenced_statements(id);
        for (span, detail) in weak_symbols(module, function) {
            found.push(self.line(span, detail));
        }
        if (self.version.is_changed)(id)
            && let Some(stmt) = function.blocks.iter().flat_map(|block| &block.stmts).find(|stmt| is_for_threads(stmt))
        {
            let detail = "what other threads see of atomic accesses and fences is not compared";
            found.push(self.line(stmt.span, detail.to_owned()));
        }
        for (block, body) in function.blocks.iter_ids() {
            for (position, stmt) in body.stmts.iter().enumerate() {
                let is_influenced = influenced.has(block, position);
                if let Some(detail) = self.statement(function, stmt, is_influenced) {
                    found.push(self.line(stmt.span, detail));
                }
            }
        }
    }

    fn statement(&self, function: &Function, stmt: &Stmt, is_influenced: bool) -> Option<String> {
        let module = self.version.module;
        let access = match &stmt.kind {
            StmtKind::Assign { value: Rvalue::Load { ptr, volatile, .. }, .. } => Some((ptr, *volatile, true)),
            StmtKind::Store { ptr, volatile, .. } => Some((ptr, *volatile, false)),
            _ => None,
        };
        if let Some((ptr, volatile, reads)) = access {
            let verb = if reads { "read" } else { "written" };
            // A volatile object may answer each read differently, so that also reads which the change does not influence matter to what it does.
            let matters = is_influenced || self.was_run && reads;
            if volatile && matters {
                return Some(format!(
                    "a volatile object is {verb}: number, order and answers of such accesses are not compared"
                ));
            }
            if is_influenced && is_fixed_address(module, function, ptr) {
                return Some(format!("memory at a fixed address is {verb}, which is not compared"));
            }
            return None;
        }
        let is_float = matches!(&stmt.kind, StmtKind::Assign { value: Rvalue::Binary { op, .. }, .. } if op.is_float());
        if is_float && is_influenced && uses_float_environment(module) {
            return Some(String::from(
                "flags that floating-point arithmetic sets, and other rounding modes, are not compared",
            ));
        }
        if is_volatile_copy(module, stmt) && (is_influenced || self.was_run) {
            return Some(String::from(
                "a volatile object is copied: number, order and answers of such accesses are not compared",
            ));
        }
        let name = called(module, stmt).filter(|_| is_influenced)?;
        let known = facts(name);
        if let StmtKind::Call { dst: Some(dst), .. } = &stmt.kind
            && known.output.is_some_and(|output| output != Output::Stderr)
            && is_read(function, *dst)
        {
            return Some(format!("`{name}` is taken to succeed, and the program checks whether it does"));
        }
        let reaches = |is_one: &dyn Fn(&LibraryFacts) -> bool| !self.version.calls_of(is_one).is_empty();
        let is_buffered = |facts: &LibraryFacts| facts.output.is_some_and(Output::is_buffered);
        let is_unbuffered = |facts: &LibraryFacts| matches!(facts.output, Some(Output::Descriptor(_)));
        if is_unbuffered(known) && reaches(&is_buffered) || is_buffered(known) && reaches(&is_unbuffered) {
            return Some(format!(
                "buffered and unbuffered writing are mixed, and their order is not compared (`{name}`)"
            ));
        }
        // Runs record which files are opened and closed.
        let is_recorded = |hidden: Hidden| self.was_run && matches!(hidden, Hidden::FileOpened | Hidden::FileClosed);
        if let Some(hidden) =
            known.hidden.filter(|hidden| !self.ends_with_program(stmt, *hidden) && !is_recorded(*hidden))
        {
            return Some(format!("{} is not compared (`{name}`)", hidden_text(hidden)));
        }
        let Some(Output::File(argument) | Output::Descriptor(argument)) = known.output else { return None };
        let StmtKind::Call { args, .. } = &stmt.kind else { return None };
        let (stream, _) = args.get(argument)?;
        let is_standard = match stream {
            Operand::Int(descriptor) => *descriptor <= 2,
            stream => is_standard_stream(module, function, stream),
        };
        (!is_standard && !self.was_run).then(|| format!("what is written to a file is not compared (`{name}`)"))
    }
}

/// The objects that a version leaves to others to define.
fn outside(module: &Module) -> BTreeSet<String> {
    module.globals.iter().filter(|global| global.is_outside()).map(|global| global.name.clone()).collect()
}

impl Scan<'_> {
    /// Objects of others that only this version declares, where it does more than to read them.
    fn written_alone(&self, others: &BTreeSet<String>, found: &mut Vec<LedgerLine>) {
        let module = self.version.module;
        let alone = |operand: &Operand| match operand {
            Operand::Const(id) => match &module.consts[*id] {
                Const::Global { id, .. } => {
                    Some(&module.globals[*id]).filter(|global| global.is_outside() && !others.contains(&global.name))
                }
                _ => None,
            },
            _ => None,
        };
        for id in &self.version.reached {
            for stmt in module.functions[*id].blocks.iter().flat_map(|block| &block.stmts) {
                let reads = matches!(&stmt.kind, StmtKind::Assign { value: Rvalue::Load { .. }, .. });
                if let Some(global) = stmt.kind.operands().iter().filter(|_| !reads).find_map(alone) {
                    let name = &global.source_name;
                    let detail = format!("`{name}` may be written, and only one version declares it");
                    found.push(self.line(stmt.span, detail));
                }
            }
        }
    }

    /// Whether state of the library is modelled, and nobody is left to ask for it when the function returns.
    fn ends_with_program(&self, stmt: &Stmt, hidden: Hidden) -> bool {
        let is_modelled = matches!(hidden, Hidden::TokenPosition | Hidden::OptionPosition | Hidden::Locale);
        self.version.module.functions[self.version.entry].name == "main"
            && (is_modelled || is_only_read(self.version.module, &self.version.reached, stmt, hidden))
    }
}

/// Whether a program looks at the flags of floating-point arithmetic or changes how it rounds.
fn uses_float_environment(module: &Module) -> bool {
    let hidden = |function: &Function| function.is_declaration().then(|| facts(&function.name).hidden).flatten();
    module.functions.iter().any(|function| hidden(function) == Some(Hidden::FloatEnvironment))
}

fn hidden_text(hidden: Hidden) -> &'static str {
    match hidden {
        Hidden::FileOpened | Hidden::FileReopened => "which file is opened, and how,",
        Hidden::FileClosed => "that a file is closed",
        Hidden::FilePosition => "the position in a file",
        Hidden::BufferWritten => "when buffered text is written",
        Hidden::BufferLost => "that buffered text is lost",
        Hidden::RandomSeed => "the seed of random numbers",
        Hidden::RandomState => "the state of random numbers",
        Hidden::StreamState => "the state of a stream",
        Hidden::TokenPosition => "the position of `strtok`",
        Hidden::OptionPosition => "the position of `getopt`",
        Hidden::Locale => "the locale",
        Hidden::EnvironmentVariables => "the environment of the program",
        Hidden::ExitHandlers => "which functions run at exit",
        Hidden::FloatEnvironment => "the state of floating-point arithmetic (flags, rounding)",
    }
}

/// Statements of a function that the change can influence.
struct Influenced {
    sites: BTreeSet<Site>,
}

impl Influenced {
    /// Whether a statement, or the node that a folded one belongs to, is influenced: a folded one is read in its own block after it.
    fn has(&self, block: BlockId, position: usize) -> bool {
        let from = Site::Stmt(block, position);
        let rest = self.sites.iter().filter(|site| matches!(site, Site::Stmt(at, _) | Site::End(at) if *at == block));
        self.sites.contains(&from)
            || rest.clone().any(|site| match site {
                Site::Stmt(_, at) => *at >= position,
                Site::End(_) => true,
            })
    }
}

/// The name of the function that a statement calls directly.
fn called<'a>(module: &'a Module, stmt: &Stmt) -> Option<&'a str> {
    match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => Some(module.functions[*id].name.as_str()),
        _ => None,
    }
}

/// Whether a statement copies or fills an object of which one is volatile.
fn is_volatile_copy(module: &Module, stmt: &Stmt) -> bool {
    let StmtKind::Call { args, .. } = &stmt.kind else { return false };
    let is_copy = called(module, stmt).is_some_and(|name| name.starts_with("llvm.mem"));
    is_copy && matches!(args.get(3), Some((Operand::Int(1), _)))
}

/// Whether a statement orders what threads see of each other.
fn is_for_threads(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Assign { value: Rvalue::AtomicRmw { .. } | Rvalue::CmpXchg { .. }, .. } | StmtKind::Fence => true,
        StmtKind::Assign { value: Rvalue::Load { atomic, .. }, .. } | StmtKind::Store { atomic, .. } => *atomic,
        StmtKind::Call { callee: Callee::Asm { constraints, .. }, .. } => constraints.contains("memory"),
        _ => false,
    }
}

fn is_read(function: &Function, local: LocalId) -> bool {
    let reads = |operand: &Operand| *operand == Operand::Local(local);
    function.blocks.iter().any(|block| {
        block.stmts.iter().any(|stmt| stmt.kind.operands().iter().any(reads))
            || block.terminator.kind.operands().iter().any(reads)
    })
}

fn accesses_memory(function: &Function, stmt: &Stmt) -> bool {
    let ptr = match &stmt.kind {
        StmtKind::Assign { value: Rvalue::Load { ptr, .. }, .. } | StmtKind::Store { ptr, .. } => ptr,
        StmtKind::Assign { value: Rvalue::AtomicRmw { .. } | Rvalue::CmpXchg { .. }, .. } => return true,
        _ => return false,
    };
    !matches!(definition(function, ptr), Some(Rvalue::Alloca { .. }))
}

/// The right-hand side that a temporary stands for, if it has only one.
pub(super) fn definition<'a>(function: &'a Function, operand: &Operand) -> Option<&'a Rvalue> {
    let Operand::Local(local) = operand else { return None };
    let mut values = function.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { dst, value } if dst == local => Some(value),
        _ => None,
    });
    let first = values.next();
    if values.next().is_some() { None } else { first }
}

fn is_fixed_address(module: &Module, function: &Function, ptr: &Operand) -> bool {
    let is_cast = |constant: &Const| match constant {
        Const::Expr(expr) => match expr.as_ref() {
            ConstExpr::Cast { kind, .. } => *kind == CastKind::IntToPtr,
            ConstExpr::Offset { base, .. } => matches!(base, Const::Expr(inner)
                if matches!(inner.as_ref(), ConstExpr::Cast { kind: CastKind::IntToPtr, .. })),
            _ => false,
        },
        _ => false,
    };
    match ptr {
        Operand::Int(address) => *address != 0,
        Operand::Const(id) => is_cast(&module.consts[*id]),
        Operand::Local(_) => match definition(function, ptr) {
            Some(Rvalue::Cast { kind: CastKind::IntToPtr, .. }) => true,
            Some(Rvalue::Offset { base, .. }) => is_fixed_address(module, function, base),
            Some(Rvalue::Use(inner)) => is_fixed_address(module, function, inner),
            _ => false,
        },
    }
}

fn is_standard_stream(module: &Module, function: &Function, stream: &Operand) -> bool {
    match definition(function, stream) {
        Some(Rvalue::Load { ptr: Operand::Const(id), .. }) => match &module.consts[*id] {
            Const::Global { id, .. } => matches!(module.globals[*id].name.as_str(), "stdout" | "stderr"),
            _ => false,
        },
        Some(Rvalue::Use(inner)) => is_standard_stream(module, function, inner),
        _ => false,
    }
}

/// The nodes of a function that are in a loop of its own.
pub fn in_loops(facts: &ProgramFacts, id: FuncId) -> BTreeSet<NodeId> {
    let Some(function) = facts.functions[id].as_ref() else { return BTreeSet::new() };
    let flow: &Digraph<NodeId> = &function.facts.flow;
    let mut found = BTreeSet::new();
    for group in components(flow).members {
        if group.len() > 1 || flow.successors(group[0]).contains(&group[0]) {
            found.extend(group);
        }
    }
    found
}
