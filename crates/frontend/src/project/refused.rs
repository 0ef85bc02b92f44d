//! Compiler flags that load or run code: a repository that is only looked at must not have them.
//!
//! A flag comes from a repository when `compile_commands.json` or `incise.toml` says it; what a user types (`--cflag`) is not
//! checked. The compiler that a compilation database names is never run.

/// Flags that load or run code, or make clang run another program, by their beginning.
const LOADING: [&str; 25] = [
    "-fplugin",
    "-fpass-plugin",
    "-load",
    "-plugin",
    "-add-plugin",
    "-B",
    "-fuse-ld",
    "--ld-path",
    "-specs",
    "--specs",
    "-wrapper",
    "--config",
    "-ccc-",
    "-cc1",
    "-Xassembler",
    "-Wa,",
    "-Xlinker",
    "--driver-mode",
    "--prefix",
    "--offload",
    "-fopenmp-targets",
    "-fproc-stat-report",
    "--cuda",
    "--hip",
    "--rocm",
];
/// Flags that may have a value after `=`, by their beginning: any other could name a program or a file that is written.
const VALUED: [&str; 34] = [
    "-D",
    "-U",
    "-I",
    "-std=",
    "--std=",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
    "--sysroot=",
    "-f",
    "-m",
    "-W",
    "-O",
    "-g",
    "-x",
    "-l",
    "-L",
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-target",
    "--target=",
    "--param",
    "-R",
    "-ftime",
    "-save",
    "-gcc-toolchain",
];
/// Targets whose compilers run other programs.
const DEVICES: [&str; 4] = ["nvptx", "amdgcn", "spirv", "amdgpu"];
/// Languages that are compiled by this compiler alone.
const LANGUAGES: [&str; 8] =
    ["c", "cpp-output", "c-header", "assembler", "assembler-with-cpp", "none", "ir", "c-cpp-output"];
/// What may follow `-Xclang`.
const XCLANG: [&str; 6] =
    ["-disable-llvm-passes", "-disable-O0-optnone", "-fno-validate-pch", "-std=", "-fexperimental", "-D"];
/// What may be handed to the preprocessor, which is clang itself.
const PREPROCESSOR: [&str; 4] = ["-D", "-U", "-M", "-I"];
/// Flags that write a file which the flag itself names, by their beginning.
const WRITING: [&str; 10] = [
    "-o",
    "-MF",
    "-MJ",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-ftime-trace",
    "-gen-cdb-fragment-path",
    "-foptimization-record-file",
    "-fcrash-diagnostics-dir",
    "-save-",
];
/// Flags of `-mllvm` that load code.
const MLLVM_LOADING: &str = "-load";

/// The first flag that is refused.
pub(super) fn refused(flags: &[String]) -> Option<String> {
    let mut rest = flags.iter().map(String::as_str).peekable();
    while let Some(flag) = rest.next() {
        let value = rest.peek().copied().unwrap_or_default();
        let is_refused = match flag {
            "-Xclang" | "-Xpreprocessor" => {
                rest.next();
                let known: &[&str] = if flag == "-Xclang" { &XCLANG } else { &PREPROCESSOR };
                if !known.iter().any(|known| value.starts_with(known)) {
                    return Some(format!("{flag} {value}"));
                }
                false
            }
            "-mllvm" => {
                rest.next();
                if value.trim_start_matches('-').starts_with(MLLVM_LOADING.trim_start_matches('-')) {
                    return Some(format!("{flag} {value}"));
                }
                false
            }
            // The file or macro after such a flag is no flag.
            "-I" | "-D" | "-U" | "-include" | "-imacros" | "-isystem" | "-iquote" | "-idirafter" | "-o" | "-MF"
            | "-MT" | "-MQ" => {
                rest.next();
                false
            }
            "-x" => {
                rest.next();
                !LANGUAGES.contains(&value)
            }
            "-target" => {
                rest.next();
                DEVICES.iter().any(|device| value.starts_with(device))
            }
            _ if flag.starts_with("-x") => !LANGUAGES.contains(&&flag[2..]),
            _ if flag.starts_with("--target=") => DEVICES.iter().any(|device| flag[9..].starts_with(device)),
            _ if flag.starts_with('-') && flag.contains("-tool=") => true,
            _ if flag.starts_with('-') && flag.contains('=') && !VALUED.iter().any(|known| flag.starts_with(known)) => {
                true
            }
            _ if flag.starts_with('@') => true,
            _ if flag.starts_with("-mllvm=") => true,
            _ if flag.starts_with("-Wl,") => flag.contains("-plugin"),
            _ if flag.starts_with("-Wp,") => {
                let is_known =
                    |word: &str| !word.starts_with('-') || PREPROCESSOR.iter().any(|known| word.starts_with(known));
                !flag[4..].split(',').all(is_known)
            }
            _ => LOADING.iter().any(|known| flag.starts_with(known)),
        };
        if is_refused {
            return Some(flag.to_owned());
        }
    }
    None
}

/// The first flag that writes a file: `incise.toml` needs none.
pub(super) fn writing(flags: &[String]) -> Option<String> {
    flags.iter().find(|flag| WRITING.iter().any(|known| flag.starts_with(known))).cloned()
}

/// The error for a flag.
pub(super) fn message(flag: &str) -> String {
    format!(
        "the flag `{flag}` is refused: it can load or run code, or write files (give it as --cflag={flag} if that is meant)"
    )
}

#[cfg(test)]
mod tests {
    use super::refused;

    fn first(flags: &[&str]) -> Option<String> {
        refused(&flags.iter().map(|flag| (*flag).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn flags_that_load_code_are_refused() {
        for flag in [
            "-fplugin=x.so",
            "-fplugin",
            "-fpass-plugin=x.so",
            "-Bbin",
            "-B",
            "-fuse-ld=./ld",
            "-specs=s",
            "-wrapper",
            "--config=c",
            "--config",
            "-ccc-gcc-name",
            "-cc1",
            "-Xassembler",
            "-Wa,-x",
            "@flags",
            "-Wp,-load,x.so",
            "-Wl,-plugin,x.so",
            "--nvptx-arch-tool=./tool",
            "--amdgpu-arch-tool=./tool",
            "--prefix=tools/",
            "-fopenmp-targets=nvptx64",
            "-fproc-stat-report=src/a.c",
            "--offload-arch=native",
            "--target=nvptx64",
            "--unheard-of=./tool",
            "-xcuda",
        ] {
            assert_eq!(first(&["-O2", flag, "x"]).as_deref(), Some(flag));
        }
        for (flag, value) in [
            ("-Xclang", "-load"),
            ("-Xclang", "-plugin"),
            ("-Xclang", "-add-plugin"),
            ("-mllvm", "-load=x.so"),
            ("-Xpreprocessor", "-load"),
        ] {
            assert_eq!(first(&[flag, value, "-Xclang", "x.so"]), Some(format!("{flag} {value}")));
        }
    }

    #[test]
    fn other_flags_and_values_are_not() {
        let flags = [
            "-Wall",
            "-Xclang",
            "-disable-llvm-passes",
            "-D",
            "-Bx",
            "-I",
            "-load",
            "-no-canonical-prefixes",
            "-mllvm",
            "-x",
            "-Wp,-MD,x.d",
            "-Wl,-O1",
        ];
        assert_eq!(first(&flags), None);
    }
}
