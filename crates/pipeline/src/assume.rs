//! `--assume EXPR`: a C expression over a function's parameters becomes a function that is called first with the same arguments.
//!
//! The parameters' types are written down from debug information, with the structs and enumerations that they need, so that
//! the expression is compiled by itself and no header is needed.

use crate::failure::Failure;
use crate::messages;
use crate::program::Program;
use crate::request::{ComparisonRequest, ExploreRequest};
use crate::versions::Version;
use incise_engine::{Assumption, Report, entry_function, parameter_names};
use incise_frontend::Options;
use incise_ir::{Function, Module, SourceField, SourceType, SourceTypeId, link_missing, verify};
use incise_report::{DecidedBy, FunctionFindings, LedgerLine, StageWeakness};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// The name of that function.
const NAME: &str = "__incise_assumption";
/// Its file, for messages.
const FILE: &str = "assume.c";
const OPTION: &str = "--assume";

/// Adds the function to both versions.
pub fn add_to_both(options: &ComparisonRequest, base: &mut Version, modified: &mut Version) -> Result<(), Failure> {
    let [name] = options.function.as_slice() else {
        return Err(messages::wrong(OPTION, "takes the parameters of one function; name one --function"));
    };
    // Both versions' parameters go by the new version's names. What is not there is said by the selection.
    let named = entry_function(&modified.program.linked, name).map(parameter_names);
    let (Some(names), Some(_)) = (named, entry_function(&base.program.linked, name)) else { return Ok(()) };
    for version in [base, modified] {
        let frontend = version.frontend().clone();
        add(name, (&names, &options.assume), &mut version.program, &frontend)?;
    }
    Ok(())
}

/// Adds the function to a program: the names of the parameters, and what is assumed of them.
pub fn add(
    name: &str,
    (names, expressions): (&[String], &[String]),
    program: &mut Program,
    frontend: &Options,
) -> Result<(), Failure> {
    if name == "main" {
        return Err(messages::refused(messages::no_effect(OPTION, "on `main`")));
    }
    let linked = &mut program.linked;
    let Some(function) = entry_function(linked, name) else { return Ok(()) };
    let library = compile(&source(linked, function, names, expressions)?, frontend)?;
    let (_, assumption) = library
        .functions
        .iter_ids()
        .find(|(_, function)| function.name == NAME)
        .ok_or_else(|| messages::wrong(OPTION, "the expression gives no function"))?;
    linked.functions.push(Function { blocks: Default::default(), ..assumption.clone() });
    link_missing(linked, &library, incise_engine::is_modelled);
    verify(linked)?;
    Ok(())
}

/// Compiles the function by itself; what clang says is about the expression.
fn compile(text: &str, frontend: &Options) -> Result<Module, Failure> {
    let folder = incise_process::Folder::new("assume")
        .map_err(|error| messages::refused(format!("cannot make a temporary folder: {error}")))?;
    std::fs::write(folder.path().join(FILE), text).map_err(|error| messages::cannot_write(FILE, error))?;
    let options = Options {
        tree: Some(folder.path().to_owned()),
        // A member without a name is written with a tag.
        flags: vec![String::from("-w"), String::from("-fms-extensions")],
        flags_of: BTreeMap::new(),
        ..frontend.clone()
    };
    let mut module = incise_frontend::load(&[PathBuf::from(FILE)], &options).map_err(|error| match error {
        incise_frontend::FrontendError::DoesNotCompile { messages: text, .. } => {
            messages::wrong(OPTION, format!("does not compile\n{}", text.trim_end()))
        }
        other => other.into(),
    })?;
    for file in module.files.iter_mut() {
        file.path = String::from("<assume>");
    }
    Ok(module)
}

/// How a run starts with it.
pub fn configured(expressions: &[String]) -> Option<Assumption> {
    (!expressions.is_empty()).then(|| Assumption { function: NAME.to_owned(), text: expressions.join(" && ") })
}

/// What was assumed, for the report.
pub fn lines(expressions: &[String]) -> impl Iterator<Item = LedgerLine> {
    let line = |expression| LedgerLine::new(StageWeakness::Assume, format!("{expression}, as --assume says"));
    expressions.iter().map(line)
}

/// The same of an exploration as of a comparison: an assumption that no input satisfies is no answer.
pub fn is_met(options: &ExploreRequest, report: &Report) -> Result<(), Failure> {
    let is_empty = report.stats.completed + report.stats.failed == 0 && !report.ledger.loses_paths();
    match &options.function {
        Some(name) if is_empty && !options.assume.is_empty() => {
            Err(messages::wrong(OPTION, format!("no input of `{name}` satisfies it")))
        }
        _ => Ok(()),
    }
}

/// An assumption that no input satisfies makes everything equivalent, which nobody wants to hear.
pub fn is_possible(options: &ComparisonRequest, functions: &[FunctionFindings]) -> Result<(), Failure> {
    let is_empty = |function: &FunctionFindings| {
        function.decided_by == DecidedBy::Paths && function.stats.paths == 0 && function.bounds_hit.is_empty()
    };
    match functions.iter().find(|function| is_empty(function)) {
        Some(function) if !options.assume.is_empty() => {
            Err(messages::wrong(OPTION, format!("no input of `{}` satisfies it", function.name)))
        }
        _ => Ok(()),
    }
}

/// The function's text.
fn source(module: &Module, function: &Function, names: &[String], expressions: &[String]) -> Result<String, Failure> {
    let unknown = || messages::wrong(OPTION, format!("the parameters of `{}` are not known", function.source_name));
    let ty = function.source_type.ok_or_else(unknown)?;
    let SourceType::Function { params, .. } = &module.source_types[ty] else { return Err(unknown()) };
    // A struct result is a parameter of the machine's.
    let names: Vec<&String> =
        names.iter().zip(&function.params).filter(|(_, param)| !param.sret).map(|(name, _)| name).collect();
    if params.len() != names.len() {
        let problem = format!("`{}` takes a struct in pieces, which is not supported", function.source_name);
        return Err(messages::wrong(OPTION, problem));
    }
    let mut types = Types { module, records: BTreeMap::new(), definitions: String::new() };
    let parameters: Vec<String> =
        params.iter().zip(names).map(|(ty, name)| types.declared(*ty, name.clone())).collect();
    let parameters = if parameters.is_empty() { String::from("void") } else { parameters.join(", ") };
    let mut text = String::from("void klee_assume(unsigned long condition);\n");
    text.push_str(&types.definitions);
    let _ = writeln!(text, "void {NAME}({parameters}) {{");
    for expression in expressions {
        // The expression has a line of its own, as clang shows it.
        let _ = writeln!(text, "klee_assume(!!(\n{expression}\n));");
    }
    text.push_str("}\n");
    Ok(text)
}

/// Source types as C.
struct Types<'a> {
    module: &'a Module,
    /// Records and enumerations by what they are called here.
    records: BTreeMap<SourceTypeId, String>,
    definitions: String,
}

impl Types<'_> {
    /// The declaration of something of a type; `inner` is what is declared so far.
    fn declared(&mut self, ty: SourceTypeId, inner: String) -> String {
        match &self.module.source_types[ty] {
            SourceType::Void => format!("void {inner}"),
            SourceType::Int { name, .. } | SourceType::Float { name, .. } => format!("{name} {inner}"),
            SourceType::Pointer { to } => {
                let is_wrapped = matches!(
                    self.module.source_types[incise_engine::strip(self.module, *to)],
                    SourceType::Array { .. } | SourceType::Function { .. }
                );
                let inner = if is_wrapped { format!("(*{inner})") } else { format!("*{inner}") };
                self.declared(*to, inner)
            }
            SourceType::Array { len, elem, .. } => {
                let len = len.map(|len| len.to_string()).unwrap_or_default();
                self.declared(*elem, format!("{inner}[{len}]"))
            }
            // Names of types may not be known, and need not be.
            SourceType::Alias { ty, .. } | SourceType::Qualified { ty, .. } => self.declared(*ty, inner),
            SourceType::Function { ret, .. } => self.declared(*ret, format!("{inner}()")),
            SourceType::Record { .. } | SourceType::Enum { .. } => {
                let name = self.record(ty);
                format!("{name} {inner}")
            }
        }
    }

    /// What a record or enumeration is called; its definition is written when it is met first.
    fn record(&mut self, ty: SourceTypeId) -> String {
        if let Some(name) = self.records.get(&ty) {
            return name.clone();
        }
        let number = self.records.len();
        match &self.module.source_types[ty] {
            SourceType::Record { union, fields, size, .. } => {
                let name = format!("{} incise_{number}", if *union { "union" } else { "struct" });
                self.records.insert(ty, name.clone());
                if *size == 0 {
                    let _ = writeln!(self.definitions, "{name};");
                    return name;
                }
                let members: Vec<String> = fields.iter().map(|field| self.member(field)).collect();
                let _ = writeln!(self.definitions, "{name} {{ {} }};", members.join(" "));
                // Attributes that change the layout are not known here.
                let _ = writeln!(self.definitions, "_Static_assert(sizeof({name}) == {size}, \"packed or aligned\");");
                let named: Vec<&SourceField> =
                    fields.iter().filter(|field| !field.name.is_empty() && !self.is_bits(field)).collect();
                for field in named {
                    let (field, offset) = (&field.name, field.bit_offset / 8);
                    let place = format!("__builtin_offsetof({name}, {field}) == {offset}");
                    let _ = writeln!(self.definitions, "_Static_assert({place}, \"packed or aligned\");");
                }
                name
            }
            SourceType::Enum { signed, size, values, .. } => {
                let kind = match (size, signed) {
                    (1, _) => "char",
                    (2, _) => "short",
                    (8, _) => "long",
                    _ => "int",
                };
                let name = format!("{} {kind}", if *signed { "signed" } else { "unsigned" });
                self.records.insert(ty, name.clone());
                let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                if !values.is_empty() {
                    let _ = writeln!(self.definitions, "enum {{ {} }};", values.join(", "));
                }
                name
            }
            _ => String::from("int"),
        }
    }

    fn member(&mut self, field: &SourceField) -> String {
        let declared = self.declared(field.ty, field.name.clone());
        if self.is_bits(field) { format!("{declared} : {};", field.bit_size) } else { format!("{declared};") }
    }

    fn is_bits(&self, field: &SourceField) -> bool {
        let whole = incise_engine::size_of(self.module, field.ty).map(|size| 8 * size);
        whole.is_some_and(|whole| whole != field.bit_size) || !field.bit_offset.is_multiple_of(8)
    }
}
