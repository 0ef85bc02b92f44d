//! The whole text of a harness, from its parts.

use super::call::{call, included_file};
use super::ending::{SANITIZE, ending, needs_sanitizers};
use super::output::output;
use super::program::{Checks, HarnessProgram, bytes};
use super::unanswered::{calls, is_answer};
use crate::from_path::never_made;
use crate::markers;
use crate::replayer::is_plain;
use crate::test::{Ending, Test, TestInput, TestInputKind};
use crate::value::string;
use incise_engine::ALLOCATION;
use incise_ir::{Function, Module};
use std::fmt::Write;
use std::path::Path;

/// Objects that the program only names are this large at most.
const MAX_OBJECT: u64 = 1 << 20;

/// The text of a harness that will be written to `file`.
pub fn harness(program: HarnessProgram<'_>, test: &Test, file: &Path, checks: Checks) -> String {
    let module = program.own;
    let mut text = head(test, file, module);
    if checks == Checks::Assert {
        text.push_str("#undef NDEBUG\n#include <assert.h>\n");
    }
    let included = included_file(module, test);
    if let Some(program) = &included {
        let _ =
            writeln!(text, "#define main incise_program_main\n#include {}\n#undef main\n", string(program.as_bytes()));
    }
    if let Some(place) = outside_access(module, test) {
        let _ = writeln!(text, "#error \"accesses of {} are not answered here; use incise replay\"", comment(&place));
    }
    objects(module, test, &mut text);
    inputs(test, &mut text);
    text.push_str(TAKE);
    let declared = module.functions.iter().filter(|function| function.is_declaration());
    let definitions: Vec<String> = declared.filter_map(|function| markers::definition(module, function)).collect();
    if definitions.iter().any(|definition| definition.contains("incise_test_environment")) {
        text.push_str(ENVIRONMENT);
    }
    let requests: Vec<String> = requests(module, test).filter_map(markers::request).collect();
    if !requests.is_empty() {
        text.push_str(markers::REQUESTS);
    }
    for definition in definitions.iter().chain(&requests) {
        text.push('\n');
        text.push_str(definition);
    }
    output(test, &mut text);
    let n_calls = calls(program, test, &mut text);
    surroundings(test, &mut text);
    // After what starts the program again with its arguments.
    ending(test, n_calls, &mut text);
    if let Some(name) = test.entry.function() {
        call(module, test, name, checks, &mut text);
    }
    text
}

/// The functions whose requests for memory the test answers.
fn requests<'a>(module: &'a Module, test: &Test) -> impl Iterator<Item = &'a Function> {
    let answers = test.inputs.iter().any(|input| input.name.starts_with(ALLOCATION));
    module.functions.iter().filter(move |function| answers && function.is_declaration())
}

fn head(test: &Test, file: &Path, module: &Module) -> String {
    let place = if file.starts_with("..") { " in the folder of the program" } else { "" };
    let mut text = format!("/* A test written by incise. Compile and run it{place} with\n *\n");
    let _ = writeln!(text, " *     {}\n *", comment(&command(test, file, module)));
    for input in &test.inputs {
        let _ = writeln!(text, " * {} = {}", comment(&input.name), comment(&input.value.to_string()));
    }
    let expected = &test.expected;
    let ending = match (expected.ends, &expected.error) {
        (_, Some(error)) => format!("{}: {}, line {} of {}", error.kind.name(), error.message, error.line, error.file),
        (Ending::Exit, _) => match expected.exit_code {
            Some(code) => format!("exit code {code}"),
            None => "the program exits".to_owned(),
        },
        _ => match &expected.result {
            Some(result) => format!("the result {}", result.value),
            None => "the function returns".to_owned(),
        },
    };
    let _ = writeln!(text, " * Expected: {}", comment(&ending));
    if !expected.stdout.0.is_empty() {
        let _ = writeln!(text, " * Output: {}", comment(&string(&expected.stdout.0)));
    }
    text.push_str(" */\n");
    text
}

/// What a person types in the folder in which the program's files were named.
fn command(test: &Test, file: &Path, module: &Module) -> String {
    let mut words = vec!["cc".to_owned()];
    let several = test.program.len() > 1;
    let included = included_file(module, test);
    if included.is_some() {
        words.push("-I.".to_owned());
        if several {
            // main, if there is one, may be in another file.
            words.push("-Dmain=incise_program_main".to_owned());
        }
    }
    words.push(shell(&format!("-I{}", file.with_file_name("include").display())));
    words.extend(test.flags.iter().map(|flag| shell(flag)));
    if needs_sanitizers(test) {
        words.extend(SANITIZE.map(str::to_owned));
    }
    let wrapped = requests(module, test).filter(|function| markers::request(function).is_some());
    words.extend(wrapped.map(|function| format!("-Wl,--wrap={}", function.name)));
    words.push(shell(&file.display().to_string()));
    for program in &test.program {
        let program = program.display().to_string();
        if included.as_ref() != Some(&program) {
            words.push(shell(&program));
        }
    }
    words.extend(["-o", "t", "-lm", "&&", "./t"].map(str::to_owned));
    words.join(" ")
}

fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Text that does not end the comment it stands in.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}

/// The first volatile object, or fixed address, that is accessed: compiled C cannot be told what it holds.
fn outside_access(module: &Module, test: &Test) -> Option<String> {
    let calls = test.inputs.iter().filter(|input| input.kind == TestInputKind::Call);
    let mut places = calls.filter_map(|input| Some(input.name.strip_suffix(".call")?.rsplit_once('#')?.0));
    let is_function = |name: &str| {
        module.function(name).is_some()
            || test.inputs.iter().flat_map(|input| &input.functions).any(|one| one.name == name)
    };
    places.find(|name| !is_function(name)).map(str::to_owned)
}

/// Definitions of what the program leaves to others, with the values of the test: in assembly, since an incomplete type has no other.
fn objects(module: &Module, test: &Test, text: &mut String) {
    for global in module.globals.iter().filter(|global| global.is_outside()) {
        if global.thread_local {
            let _ = writeln!(text, "#error \"{} belongs to each thread; use incise replay\"", global.name);
            continue;
        }
        let is_of = |input: &&TestInput| matches!(&input.kind, TestInputKind::Global(name) if *name == global.name);
        let given = test.inputs.iter().find(is_of).map(|input| input.bytes.0.clone());
        let held = given.unwrap_or_else(|| vec![0; global.size.clamp(1, MAX_OBJECT) as usize]);
        let (name, size, align) = (&global.name, held.len().max(1), global.align.max(1));
        let numbers: Vec<String> = held.iter().map(u8::to_string).collect();
        let numbers = if numbers.is_empty() { String::from("0") } else { numbers.join(",") };
        let _ = writeln!(
            text,
            "\n/* {name} is defined in none of the program's files. */\n__asm__(\".pushsection .data\\n.balign {align}\\n\
             .globl {name}\\n.type {name}, @object\\n.size {name}, {size}\\n{name}:\\n.byte {numbers}\\n.popsection\");"
        );
    }
}

/// The objects that markers and library functions take, in order.
fn inputs(test: &Test, text: &mut String) {
    let mut rows = Vec::new();
    let mut row = |name: &str, object: &[u8]| {
        rows.push(format!(
            "    {{(const unsigned char[]){}, {}}}, /* {} */",
            bytes(object),
            object.len(),
            comment(name)
        ));
    };
    for (index, input) in test.inputs.iter().enumerate() {
        match input.kind {
            TestInputKind::Marker => row(&input.name, &input.bytes.0),
            TestInputKind::Environment if !is_answer(test, index) => {
                row(&input.name, &input.bytes.0);
            }
            _ => {}
        }
    }
    let n = rows.len();
    rows.push("    {0, 0},".to_owned());
    let _ = writeln!(
        text,
        "static const struct {{ const unsigned char *bytes; __SIZE_TYPE__ size; }} incise_test_inputs[] = {{\n{}\n}};",
        rows.join("\n")
    );
    let _ = writeln!(text, "static const __SIZE_TYPE__ incise_test_n_inputs = {n};");
}

const TAKE: &str = r#"static __SIZE_TYPE__ incise_test_taken;
void incise_test_end(int status) __asm__("exit") __attribute__((noreturn));
void incise_test_leave(int status) __asm__("_exit") __attribute__((noreturn));
int incise_test_flush(void *stream) __asm__("fflush");

/* What both processes know: see incise_test_apart. */
struct incise_test_seen { int returned, stopped; unsigned n_calls; };
static struct incise_test_seen incise_test_at_first;
static volatile struct incise_test_seen *incise_test_seen = &incise_test_at_first;

__attribute__((unused)) static void incise_test_stop(const char *why, int status) {
    incise_test_seen->stopped = status;
    __builtin_printf("incise test: %s\n", why);
    incise_test_flush(0);
    incise_test_leave(status);
}

__attribute__((unused)) static void incise_test_take(void *to, __SIZE_TYPE__ size) {
    __builtin_memset(to, 0, size);
    if (incise_test_taken == incise_test_n_inputs) return; /* past the test's last input */
    if (incise_test_inputs[incise_test_taken].size != size) incise_test_stop("an input has another size", 97);
    __builtin_memcpy(to, incise_test_inputs[incise_test_taken++].bytes, size);
}
"#;

const ENVIRONMENT: &str = r#"
__attribute__((unused)) static char *incise_test_environment(void) {
    static char values[64][16];
    static unsigned used;
    unsigned char set;
    incise_test_take(&set, 1);
    if (!set || used == 64) return 0;
    incise_test_take(values[used], 16);
    values[used][15] = 0;
    return values[used++];
}
"#;

/// Arguments, standard input and files, made before `main` starts.
fn surroundings(test: &Test, text: &mut String) {
    let refused = never_made(&test.inputs);
    let opens = test.inputs.iter().any(|input| input.kind == TestInputKind::FileOpened);
    if test.args.is_empty() && test.stdin.is_none() && test.files.is_empty() && !opens {
        return;
    }
    text.push_str(SYSTEM);
    text.push_str("__attribute__((constructor(101))) static void incise_test_start(int argc, char **argv) {\n");
    if !test.args.is_empty() {
        let args: Vec<String> = test.args.iter().map(|arg| format!("(char *){}", string(&arg.0))).collect();
        text.push_str("    /* The arguments are the test's: the program starts itself again with them. */\n");
        let _ = writeln!(text, "    char *args[] = {{(char *)\"program\", {}, 0}};", args.join(", "));
        text.push_str("    if (argc == 1) incise_test_execv(\"/proc/self/exe\", args);\n");
    }
    text.push_str("    (void)argc, (void)argv;\n");
    if !test.files.is_empty() || opens {
        text.push_str("    /* The test's files are in a folder of their own. */\n");
        text.push_str("    incise_test_folder();\n");
        for file in &test.files {
            if !is_plain(&file.name) {
                let name = comment(&String::from_utf8_lossy(&file.name.0));
                let _ = writeln!(
                    text,
                    "    incise_test_stop({}, 98);",
                    string(format!("the file {name} is outside of its folder: use incise replay").as_bytes())
                );
                continue;
            }
            let _ = writeln!(
                text,
                "    incise_test_file({}, (const unsigned char[]){}, {});",
                string(&file.name.0),
                bytes(&file.content.0),
                file.content.0.len()
            );
        }
        for name in &refused {
            let _ = writeln!(text, "    incise_test_mkdir({}, 0700);", string(&name.0));
        }
    }
    if let Some(stdin) = &test.stdin {
        let _ = writeln!(
            text,
            "    static const unsigned char input[] = {};\n    incise_test_stdin(input, {});",
            bytes(&stdin.0),
            stdin.0.len()
        );
    }
    text.push_str("}\n");
}

const SYSTEM: &str = r#"
int incise_test_execv(const char *path, char **args) __asm__("execv");
int incise_test_pipe(int *ends) __asm__("pipe");
int incise_test_dup2(int from, int to) __asm__("dup2");
int incise_test_close(int fd) __asm__("close");
int incise_test_creat(const char *path, unsigned mode) __asm__("creat");
int incise_test_split(void) __asm__("fork");
long incise_test_write(int fd, const void *bytes, unsigned long size) __asm__("write");
char *incise_test_mkdtemp(char *name) __asm__("mkdtemp");
int incise_test_chdir(const char *path) __asm__("chdir");
int incise_test_mkdir(const char *path, unsigned mode) __asm__("mkdir");
char *incise_test_getenv(const char *name) __asm__("getenv");

__attribute__((unused)) static void incise_test_folder(void) {
    const char *place = incise_test_getenv("TMPDIR");
    char folder[] = "incise-test-XXXXXX";
    if (incise_test_chdir(place && *place ? place : "/tmp") || !incise_test_mkdtemp(folder) || incise_test_chdir(folder))
        incise_test_stop("no folder", 98);
}

__attribute__((unused)) static void incise_test_file(const char *name, const unsigned char *bytes, unsigned long size) {
    int fd = incise_test_creat(name, 0600);
    if (fd < 0 || incise_test_write(fd, bytes, size) != (long)size) incise_test_stop("cannot write a file", 98);
    incise_test_close(fd);
}

/* A pipe takes 64 kB at once; a child writes what is longer. */
__attribute__((unused)) static void incise_test_stdin(const unsigned char *bytes, unsigned long size) {
    int ends[2];
    if (incise_test_pipe(ends)) incise_test_stop("no pipe", 98);
    int apart = size > 65536;
    if (!apart || incise_test_split() == 0) {
        for (long n; size > 0 && (n = incise_test_write(ends[1], bytes, size)) > 0; bytes += n, size -= n) continue;
        if (apart) incise_test_leave(0);
    }
    incise_test_dup2(ends[0], 0);
    incise_test_close(ends[0]);
    incise_test_close(ends[1]);
}

"#;
