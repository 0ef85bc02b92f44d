//! The truth of printed conditions by clang: one C program for many conditions, which prints a hash of each
//! condition's truth over a list of inputs.

#![allow(dead_code)]

use incise_explain::{CType, Input};
use incise_term::{Assignment, Evaluator, Format, Op, Pool, TermId};
use std::fmt::Write;
use std::process::Command;

/// A condition with its text.
pub struct Case {
    pub condition: TermId,
    pub text: String,
}

pub fn declaration(input: &Input) -> String {
    let name = input.text.trim_start_matches("s.");
    match input.ty {
        CType::Signed(8) => format!("signed char {name};"),
        CType::Signed(16) => format!("short {name};"),
        CType::Signed(32) => format!("int {name};"),
        CType::Signed(64) => format!("long {name};"),
        CType::Unsigned(8) => format!("unsigned char {name};"),
        CType::Unsigned(16) => format!("unsigned short {name};"),
        CType::Unsigned(32) => format!("unsigned {name};"),
        CType::Unsigned(64) => format!("unsigned long {name};"),
        CType::Signed(width) => format!("signed {name} : {width};"),
        CType::Unsigned(width) => format!("unsigned {name} : {width};"),
        CType::Bool => format!("_Bool {name};"),
        CType::Char => format!("char {name};"),
        CType::Float(Format::F32) => format!("float {name};"),
        CType::Float(Format::F64) => format!("double {name};"),
        CType::Float(_) => format!("long double {name};"),
        CType::Pointer | CType::Function(_) => format!("void *{name};"),
    }
}

fn fold(hash: u64, holds: bool) -> u64 {
    (hash ^ u64::from(holds)).wrapping_mul(0x0100_0000_01b3).rotate_left(7)
}

/// The hash that evaluation gives.
pub fn by_evaluation(pool: &Pool, inputs: &[Input], samples: &[Vec<u128>], condition: TermId) -> u64 {
    let mut evaluator = Evaluator::new();
    let mut assignment = Assignment::new();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for sample in samples {
        for (input, &value) in inputs.iter().zip(sample) {
            let Op::Var(var) = pool.op(input.term) else { panic!("an input is a variable") };
            assignment.set(var, value);
        }
        hash = fold(hash, evaluator.holds(pool, &assignment, condition));
    }
    hash
}

/// The hashes that clang's programs give, undefined behaviour trapping.
pub fn by_clang(inputs: &[Input], samples: &[Vec<u128>], texts: &[&str]) -> Vec<u64> {
    let mut c = String::from(
        "#include <limits.h>\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\nstatic struct {",
    );
    for input in inputs {
        write!(c, " {}", declaration(input)).unwrap();
    }
    c.push_str(" } s;\n");
    for (i, text) in texts.iter().enumerate() {
        writeln!(c, "static int c{i}(void) {{ return !!({text}); }}").unwrap();
    }
    writeln!(c, "static const unsigned long samples[][{}] = {{", inputs.len()).unwrap();
    for sample in samples {
        let values: Vec<String> = sample.iter().map(|value| format!("{value}u")).collect();
        writeln!(c, "{{{}}},", values.join(",")).unwrap();
    }
    c.push_str("};\nint main(void) {\n");
    writeln!(
        c,
        "static unsigned long hash[{}]; for (int i = 0; i < {}; i++) hash[i] = 0xcbf29ce484222325u;",
        texts.len(),
        texts.len()
    )
    .unwrap();
    writeln!(c, "for (unsigned n = 0; n < {}; n++) {{", samples.len()).unwrap();
    for (i, input) in inputs.iter().enumerate() {
        let name = &input.text;
        match input.ty {
            CType::Float(_) => writeln!(c, "memcpy(&{name}, &samples[n][{i}], sizeof {name});").unwrap(),
            CType::Pointer | CType::Function(_) => writeln!(c, "{name} = (void *)samples[n][{i}];").unwrap(),
            _ => writeln!(c, "{name} = samples[n][{i}];").unwrap(),
        }
    }
    for i in 0..texts.len() {
        writeln!(c, "hash[{i}] = (hash[{i}] ^ c{i}()) * 0x100000001b3u; hash[{i}] = hash[{i}] << 7 | hash[{i}] >> 57;")
            .unwrap();
    }
    writeln!(c, "}}\nfor (int i = 0; i < {}; i++) printf(\"%lu\\n\", hash[i]);\nreturn 0; }}", texts.len()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("conditions.c"), folder.path().join("conditions"));
    std::fs::write(&source, &c).unwrap();
    let compiled = Command::new("clang-19")
        .args(["-O1", "-w", "-fwrapv", "-fsanitize=shift-exponent,integer-divide-by-zero,float-cast-overflow"])
        .args(["-fsanitize-trap=all", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success(), "undefined behaviour in one of {texts:#?}");
    String::from_utf8(run.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect()
}

/// Holds every text against its condition.
pub fn check(pool: &Pool, inputs: &[Input], samples: &[Vec<u128>], cases: &[Case]) {
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let native = by_clang(inputs, samples, &texts);
    assert_eq!(native.len(), cases.len());
    for (case, native) in cases.iter().zip(native) {
        let ours = by_evaluation(pool, inputs, samples, case.condition);
        assert_eq!(ours, native, "{} is not {}", case.text, incise_term::display(pool, case.condition));
    }
}
