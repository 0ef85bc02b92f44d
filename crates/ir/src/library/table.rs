//! The rows: functions that do the same stand in one.

use super::facts::{
    Answers, Control, Errno, Format, Hidden, Input, LibraryFacts, LibraryFunction, MemoryEffect, Output, Reading,
};
use super::model::Model;

impl LibraryFacts {
    const fn model(self, model: Model) -> LibraryFacts {
        LibraryFacts { model: Some(model), ..self }
    }

    const fn input(self, input: Input) -> LibraryFacts {
        LibraryFacts { input: Some(input), ..self }
    }

    const fn output(self, output: Output) -> LibraryFacts {
        LibraryFacts { output: Some(output), ..self }
    }

    const fn format(self, format: Format) -> LibraryFacts {
        LibraryFacts { format: Some(format), ..self }
    }

    const fn control(self, control: Control) -> LibraryFacts {
        LibraryFacts { control, ..self }
    }

    const fn errno(self, errno: Errno) -> LibraryFacts {
        LibraryFacts { errno, ..self }
    }

    const fn hidden(self, hidden: Hidden) -> LibraryFacts {
        LibraryFacts { hidden: Some(hidden), ..self }
    }

    const fn frees(self) -> LibraryFacts {
        LibraryFacts { frees: true, ..self }
    }

    const fn reads(self, reading: Reading) -> LibraryFacts {
        LibraryFacts { reads: Some(reading), ..self }
    }

    const fn by_locale(self) -> LibraryFacts {
        LibraryFacts { by_locale: true, ..self }
    }

    const fn of_character(self) -> LibraryFacts {
        LibraryFacts { takes_character: true, ..self }
    }

    const fn assertion_text(self, argument: usize) -> LibraryFacts {
        LibraryFacts { assertion_text: Some(argument), ..self }
    }

    const fn asks_system(self) -> LibraryFacts {
        LibraryFacts { asks_system: true, ..self }
    }

    const fn answers(self, answers: Answers) -> LibraryFacts {
        LibraryFacts { answers, ..self }
    }

    /// The runtime of native replays calls it.
    const fn in_replay(self) -> LibraryFacts {
        LibraryFacts { used_by_replay: true, ..self }
    }

    /// Generated harnesses call it.
    const fn in_harness(self) -> LibraryFacts {
        LibraryFacts { used_by_harness: true, ..self }
    }
}

const fn with_effect(memory: MemoryEffect) -> LibraryFacts {
    LibraryFacts { memory, ..LibraryFacts::UNKNOWN }
}

const UNKNOWN: LibraryFacts = LibraryFacts::UNKNOWN;
const INVISIBLE: LibraryFacts = with_effect(MemoryEffect::Invisible);
const ALLOCATES: LibraryFacts = with_effect(MemoryEffect::Allocates);
const READS: LibraryFacts = with_effect(MemoryEffect::Reads);
const NO_MEMORY: LibraryFacts = with_effect(MemoryEffect::None);
const COPIES: LibraryFacts = with_effect(MemoryEffect::Copies);
const FILLS: LibraryFacts = with_effect(MemoryEffect::Fills);

const EXACT: LibraryFacts = NO_MEMORY.model(Model::Exact);
const UNINTERPRETED: LibraryFacts = NO_MEMORY.model(Model::Uninterpreted);
const ENVIRONMENT: LibraryFacts = NO_MEMORY.input(Input::Environment);
const RANDOM: LibraryFacts = ENVIRONMENT.model(Model::Random);
const SEED: LibraryFacts = NO_MEMORY.input(Input::Seed).model(Model::Seed).hidden(Hidden::RandomSeed);
const MARKER: LibraryFacts = NO_MEMORY.input(Input::Marker);
const ENDS: LibraryFacts = NO_MEMORY.control(Control::Ends);
const MAY_END: LibraryFacts = NO_MEMORY.control(Control::MayEnd);
const UNSUPPORTED: LibraryFacts = UNKNOWN.model(Model::Unsupported);
const STDOUT: LibraryFacts = UNKNOWN.output(Output::Stdout);
const SYSTEM: LibraryFacts = UNKNOWN.asks_system();
const STATUS: LibraryFacts = SYSTEM.answers(Answers::Status);
const READER: LibraryFacts = UNKNOWN.reads(Reading::Buffered);
const STREAM: LibraryFacts = UNKNOWN.input(Input::Stream);

/// Names separated by spaces, and what all of them do.
pub(super) const ROWS: &[(&str, LibraryFacts)] = &[
    // <stdlib.h>: the heap.
    ("malloc", ALLOCATES.input(Input::Allocation).model(Model::Malloc)),
    ("calloc", ALLOCATES.input(Input::Allocation).model(Model::Calloc)),
    ("aligned_alloc memalign", ALLOCATES.input(Input::Allocation).model(Model::AlignedAlloc)),
    ("posix_memalign", UNKNOWN.input(Input::Allocation).model(Model::PosixMemalign)),
    ("realloc", UNKNOWN.input(Input::Allocation).model(Model::Realloc).frees()),
    ("reallocarray", UNKNOWN.input(Input::Allocation).model(Model::Reallocarray).frees()),
    ("strdup strndup wcsdup asprintf vasprintf", UNKNOWN.input(Input::Allocation)),
    ("free", FILLS.model(Model::Free).frees().in_replay()),
    ("cfree", FILLS.model(Model::Free).frees()),
    ("alloca", UNKNOWN.model(Model::Alloca)),
    ("malloc_usable_size", UNKNOWN.model(Model::UsableSize)),
    // <stdlib.h>: how a program ends.
    ("exit", ENDS.model(Model::Exit).in_harness()),
    ("_exit", ENDS.model(Model::ExitNow).hidden(Hidden::BufferLost).in_replay().in_harness()),
    ("_Exit quick_exit", ENDS.model(Model::ExitNow).hidden(Hidden::BufferLost)),
    ("abort llvm.trap llvm.debugtrap llvm.ubsantrap", ENDS.model(Model::Abort)),
    ("atexit", UNKNOWN.model(Model::AtExit).control(Control::RunsAtExit).hidden(Hidden::ExitHandlers)),
    ("on_exit", UNKNOWN.control(Control::RunsAtExit).hidden(Hidden::ExitHandlers).in_replay()),
    ("at_quick_exit", UNKNOWN.control(Control::RunsAtExit).hidden(Hidden::ExitHandlers)),
    // <fenv.h>.
    (
        "fetestexcept feclearexcept feraiseexcept fegetexceptflag fesetexceptflag",
        UNKNOWN.hidden(Hidden::FloatEnvironment),
    ),
    ("fegetenv fesetenv feholdexcept feupdateenv fesetround feenableexcept", UNKNOWN.hidden(Hidden::FloatEnvironment)),
    // <assert.h>: glibc, BSD, Darwin, and `assert_perror`, which passes a number instead of a text.
    ("__assert_fail", READS.model(Model::FailAssertion).control(Control::Ends).assertion_text(0)),
    ("__assert", READS.model(Model::FailAssertion).control(Control::Ends).assertion_text(0)),
    ("__assert_rtn", READS.model(Model::FailAssertion).control(Control::Ends).assertion_text(3)),
    ("__assert_perror_fail", READS.model(Model::FailAssertion).control(Control::Ends)),
    // Control that no call graph shows, other processes, threads, signals.
    ("setjmp _setjmp __sigsetjmp sigsetjmp", UNKNOWN.model(Model::SetJump).control(Control::Jumps)),
    ("longjmp _longjmp siglongjmp __longjmp_chk", UNKNOWN.model(Model::Jump).control(Control::Jumps)),
    ("llvm.eh.sjlj.setjmp llvm.eh.sjlj.longjmp", NO_MEMORY.model(Model::Unsupported).control(Control::Jumps)),
    ("fork", UNSUPPORTED.control(Control::Jumps).in_harness()),
    ("vfork", UNSUPPORTED.control(Control::Jumps)),
    ("execv", UNSUPPORTED.in_harness()),
    ("execve execvp system klee_alias_function", UNSUPPORTED),
    ("pthread_create thrd_create", UNSUPPORTED.control(Control::StartsThread)),
    ("signal sigaction", UNSUPPORTED.control(Control::HandlesSignal)),
    // The environment.
    ("rand random lrand48", RANDOM.hidden(Hidden::RandomState)),
    ("rand_r", UNKNOWN.input(Input::Environment).model(Model::Random)),
    ("srand srandom srand48", SEED),
    ("time", UNKNOWN.input(Input::Environment).model(Model::Time)),
    ("clock", ENVIRONMENT.model(Model::NotNegative)),
    ("getpid getppid", ENVIRONMENT.model(Model::ProcessId)),
    ("getuid geteuid getgid getegid", ENVIRONMENT.model(Model::UserId)),
    ("gettimeofday", UNKNOWN.input(Input::Environment).model(Model::TimeOfDay)),
    ("clock_gettime", UNKNOWN.input(Input::Environment).model(Model::ClockTime)),
    ("setenv putenv unsetenv clearenv", UNKNOWN.hidden(Hidden::EnvironmentVariables)),
    ("getenv secure_getenv", UNKNOWN.input(Input::Environment).model(Model::EnvironmentVariable)),
    // <stdlib.h>, <ctype.h>, <string.h>: what is left.
    ("abs labs llabs isascii toascii ffs ffsl ffsll htonl htons ntohl ntohs difftime", NO_MEMORY),
    ("isdigit", NO_MEMORY.of_character()),
    ("isxdigit", UNKNOWN.of_character()),
    ("isalpha isalnum isspace isupper islower toupper tolower", NO_MEMORY.by_locale().of_character()),
    ("isblank ispunct isprint isgraph iscntrl", UNKNOWN.by_locale().of_character()),
    ("strcoll strxfrm localeconv", UNKNOWN.by_locale()),
    ("strerror strerror_r __xpg_strerror_r strsignal strftime strcasestr", UNKNOWN.by_locale()),
    ("iswalpha iswdigit iswalnum iswspace iswupper iswlower iswprint iswgraph", NO_MEMORY.by_locale()),
    ("iswpunct iswcntrl iswblank iswxdigit towupper towlower", NO_MEMORY.by_locale()),
    ("setlocale", UNKNOWN.hidden(Hidden::Locale)),
    ("__ctype_b_loc __ctype_toupper_loc __ctype_tolower_loc strtod strtof strtold atof", UNKNOWN.by_locale()),
    ("strlen strcmp strncmp memcmp atoi atol wcslen wcsnlen wcscmp wcsncmp wmemcmp", READS),
    ("strtok", UNKNOWN.hidden(Hidden::TokenPosition)),
    ("getopt __posix_getopt getopt_long getopt_long_only", UNKNOWN.hidden(Hidden::OptionPosition)),
    ("memcpy __memcpy_chk", COPIES.model(Model::Copy)),
    ("memmove __memmove_chk", COPIES.model(Model::Move)),
    ("mempcpy", COPIES.model(Model::CopyToEnd)),
    ("memset __memset_chk", FILLS.model(Model::Fill)),
    ("bzero", FILLS),
    // <stdio.h>: output.
    ("printf", READS.model(Model::Print).output(Output::Stdout).format(Format::Call(0))),
    ("__printf_chk", READS.model(Model::Print).output(Output::Stdout).format(Format::Call(1))),
    ("vprintf", STDOUT.model(Model::Print).format(Format::List(0))),
    ("fprintf", READS.model(Model::Print).output(Output::File(0)).format(Format::Call(1))),
    ("__fprintf_chk", READS.model(Model::Print).output(Output::File(0)).format(Format::Call(2))),
    ("vfprintf", UNKNOWN.model(Model::Print).output(Output::File(0)).format(Format::List(1))),
    ("dprintf", READS.model(Model::Print).output(Output::Descriptor(0)).format(Format::Call(1))),
    ("sprintf", UNKNOWN.model(Model::PrintToMemory).format(Format::Call(1))),
    ("__sprintf_chk", UNKNOWN.model(Model::PrintToMemory).format(Format::Call(3))),
    ("vsprintf", UNKNOWN.model(Model::PrintToMemory).format(Format::List(1))),
    ("snprintf", UNKNOWN.model(Model::PrintToBuffer).format(Format::Call(2))),
    ("__snprintf_chk", UNKNOWN.model(Model::PrintToBuffer).format(Format::Call(4))),
    ("vsnprintf", UNKNOWN.model(Model::PrintToBuffer).format(Format::List(2))),
    ("perror", READS.output(Output::Stderr).by_locale()),
    ("puts putchar putchar_unlocked", READS.output(Output::Stdout)),
    ("fputs fputs_unlocked fputc putc _IO_putc fputc_unlocked putc_unlocked", UNKNOWN.output(Output::File(1))),
    ("fwrite fwrite_unlocked", UNKNOWN.output(Output::File(3))),
    ("write", UNKNOWN.output(Output::Descriptor(0)).in_replay().in_harness()),
    // <stdio.h>, <unistd.h>: input.
    ("getchar getc fgetc _IO_getc getchar_unlocked getc_unlocked fgetc_unlocked", READER),
    ("fgets fgets_unlocked gets getdelim fread fread_unlocked scanf fscanf vscanf vfscanf", READER),
    ("__isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf", READER),
    ("__isoc23_scanf __isoc23_fscanf __isoc23_vscanf __isoc23_vfscanf", READER),
    ("getline", READER.in_replay()),
    ("read", UNKNOWN.reads(Reading::AtOnce).in_harness()),
    // <stdio.h>, <unistd.h>: files.
    ("fopen", UNKNOWN.hidden(Hidden::FileOpened).in_replay()),
    ("open", UNKNOWN.hidden(Hidden::FileOpened).in_replay()),
    ("fopen64 open64", UNKNOWN.hidden(Hidden::FileOpened)),
    ("freopen fdopen", UNKNOWN.hidden(Hidden::FileReopened)),
    ("fclose", UNKNOWN.hidden(Hidden::FileClosed).in_replay()),
    ("close", UNKNOWN.hidden(Hidden::FileClosed).in_replay().in_harness()),
    ("lseek", UNKNOWN.hidden(Hidden::FilePosition).in_harness()),
    ("fseek fseeko fseeko64 lseek64 rewind fsetpos", UNKNOWN.hidden(Hidden::FilePosition)),
    ("ungetc", UNKNOWN.hidden(Hidden::FilePosition).reads(Reading::Buffered)),
    ("fflush setvbuf", UNKNOWN.hidden(Hidden::BufferWritten).in_replay().in_harness()),
    ("setbuf", UNKNOWN.hidden(Hidden::BufferWritten)),
    ("clearerr", UNKNOWN.hidden(Hidden::StreamState)),
    ("mmap setrlimit", UNKNOWN.in_replay().in_harness()),
    ("fstat ftruncate", STATUS.in_replay()),
    ("munmap", UNKNOWN.in_replay()),
    ("chdir pipe", STATUS.in_harness()),
    ("dup2", SYSTEM.answers(Answers::UpTo(1)).in_harness()),
    ("creat dup waitpid", SYSTEM.in_harness()),
    ("memfd_create mkdtemp", UNKNOWN.in_harness()),
    // POSIX: files, sockets, processes.
    ("stat lstat fstatat access unlink remove rename mkdir rmdir link symlink chmod fchmod chown fchown", STATUS),
    ("fsync pipe2 truncate utime utimes utimensat mkfifo mknod", STATUS),
    ("connect bind listen shutdown setsockopt getsockopt getsockname getpeername socketpair", STATUS),
    ("kill setpgid getrlimit tcgetattr tcsetattr tcsetpgrp gethostname closedir flock", STATUS),
    ("readlink send recv sendto recvfrom pread pwrite", SYSTEM.answers(Answers::UpTo(2))),
    ("dup3 poll getrandom", SYSTEM.answers(Answers::UpTo(1))),
    ("isatty", SYSTEM.answers(Answers::Truth)),
    ("umask", SYSTEM.answers(Answers::Permissions)),
    ("fcntl ioctl socket accept sendmsg recvmsg select writev readv", SYSTEM),
    ("wait setsid tcgetpgrp sysconf pathconf mkstemp", SYSTEM),
    // <math.h>, for every type. `lgamma` sets `signgam`.
    ("fabs floor ceil trunc round rint nearbyint roundeven lround llround lrint llrint", EXACT),
    ("copysign fmin fmax fma", EXACT),
    ("sqrt", EXACT.errno(Errno::Below(0))),
    ("fmod", EXACT.errno(Errno::Remainder)),
    ("fdim", EXACT.errno(Errno::Range)),
    ("atan atan2 asinh tanh cbrt erf", UNINTERPRETED),
    ("sin cos tan", UNINTERPRETED.errno(Errno::Infinite)),
    ("asin acos", UNINTERPRETED.errno(Errno::BeyondOne)),
    ("atanh", UNINTERPRETED.errno(Errno::BeyondOrAtOne)),
    ("acosh", UNINTERPRETED.errno(Errno::Below(1))),
    ("log log2 log10", UNINTERPRETED.errno(Errno::BelowOrAt(0))),
    ("log1p", UNINTERPRETED.errno(Errno::BelowOrAt(-1))),
    ("remainder", UNINTERPRETED.errno(Errno::Remainder)),
    ("exp exp2 exp10 expm1 sinh cosh hypot erfc", UNINTERPRETED.errno(Errno::Range)),
    ("pow tgamma", UNINTERPRETED.errno(Errno::Sometimes)),
    ("lgamma", UNKNOWN.model(Model::Uninterpreted).errno(Errno::Sometimes)),
    // Markers: KLEE, SV-COMP, incise.h.
    (
        "klee_make_symbolic incise_make_symbolic __VERIFIER_nondet_memory",
        FILLS.input(Input::Marker).model(Model::MakeSymbolic),
    ),
    ("klee_assume __VERIFIER_assume incise_assume", MAY_END.model(Model::Assume)),
    ("__VERIFIER_assert incise_assert klee_check", MAY_END.model(Model::Assert)),
    ("klee_assert", MAY_END),
    ("klee_range", MARKER.model(Model::Range)),
    ("klee_int", MARKER.model(Model::NamedScalar)),
    ("incise_int incise_uint incise_char incise_schar incise_uchar incise_short", MARKER.model(Model::NamedScalar)),
    ("incise_ushort incise_long incise_ulong incise_longlong incise_ulonglong", MARKER.model(Model::NamedScalar)),
    ("incise_bool incise_float incise_double incise_size incise_int8 incise_int16", MARKER.model(Model::NamedScalar)),
    ("incise_int32 incise_int64 incise_uint8 incise_uint16 incise_uint32", MARKER.model(Model::NamedScalar)),
    ("incise_uint64", MARKER.model(Model::NamedScalar)),
    ("klee_is_symbolic", NO_MEMORY.model(Model::IsSymbolic)),
    ("klee_silent_exit", ENDS.model(Model::SilentExit)),
    ("klee_report_error", READS.control(Control::Ends).model(Model::ReportError)),
    ("reach_error __VERIFIER_error klee_abort", ENDS.model(Model::Error)),
    ("klee_prefer_cex klee_warning klee_warning_once klee_print_expr klee_print_range", NO_MEMORY.model(Model::Ignore)),
    ("klee_set_forking klee_open_merge klee_close_merge klee_stack_trace", NO_MEMORY.model(Model::Ignore)),
    ("klee_mark_global klee_posix_prefer_cex", NO_MEMORY.model(Model::Ignore)),
    ("__VERIFIER_atomic_begin __VERIFIER_atomic_end", NO_MEMORY.model(Model::Ignore)),
    // What the models in runtime/libc are made of.
    ("__incise_read", STREAM.model(Model::Read)),
    ("__incise_write", STREAM.model(Model::Write).output(Output::Descriptor(0))),
    ("__incise_open", STREAM.model(Model::Open)),
    ("__incise_close", STREAM.model(Model::Close)),
    ("__incise_seek", STREAM.model(Model::Seek)),
    ("__incise_stdin_byte", STREAM.model(Model::StdinByte)),
    ("__incise_assumed", STREAM.model(Model::Assumed)),
    ("__incise_disjoint", NO_MEMORY.model(Model::Disjoint)),
    ("__incise_unsupported", STREAM.model(Model::UnsupportedConstruct).control(Control::Ends)),
    // Intrinsic functions: memory.
    ("llvm.memcpy", COPIES.model(Model::Copy)),
    ("llvm.memmove", COPIES.model(Model::Move)),
    ("llvm.memset", FILLS.model(Model::Fill)),
    ("llvm.lifetime.start", INVISIBLE.model(Model::LifetimeStart)),
    ("llvm.lifetime.end", INVISIBLE.model(Model::LifetimeEnd)),
    ("llvm.va_start", UNKNOWN.model(Model::VaStart)),
    ("llvm.va_copy", UNKNOWN.model(Model::VaCopy)),
    ("llvm.va_end", UNKNOWN.model(Model::VaEnd)),
    ("llvm.masked", UNKNOWN),
    ("llvm.stacksave", INVISIBLE.model(Model::StackSave)),
    ("llvm.stackrestore", INVISIBLE.model(Model::StackRestore)),
    ("llvm.objectsize", NO_MEMORY.model(Model::ObjectSize)),
    ("llvm.ptrmask", NO_MEMORY.model(Model::PointerMask)),
    // Intrinsic functions: what is for the compiler only.
    ("llvm.dbg llvm.donothing", INVISIBLE.model(Model::Zero)),
    ("llvm.assume", INVISIBLE.model(Model::CompilerAssume)),
    ("llvm.experimental.noalias", INVISIBLE),
    ("llvm.prefetch llvm.sideeffect llvm.invariant.start llvm.invariant.end", NO_MEMORY.model(Model::Zero)),
    ("llvm.var.annotation llvm.is.constant llvm.returnaddress llvm.frameaddress", NO_MEMORY.model(Model::Zero)),
    ("llvm.annotation llvm.ptr.annotation llvm.launder.invariant.group", NO_MEMORY.model(Model::FirstArgument)),
    ("llvm.strip.invariant.group llvm.ssa.copy llvm.expect", NO_MEMORY.model(Model::FirstArgument)),
    ("llvm.expect.with.probability llvm.threadlocal.address", NO_MEMORY.model(Model::FirstArgument)),
    // Intrinsic functions: numbers. They never set `errno`.
    ("llvm.smax llvm.smin llvm.umax llvm.umin", NO_MEMORY.model(Model::MinMax)),
    ("llvm.abs", NO_MEMORY.model(Model::Abs)),
    ("llvm.sadd.with.overflow llvm.ssub.with.overflow llvm.smul.with.overflow", NO_MEMORY.model(Model::WithOverflow)),
    ("llvm.uadd.with.overflow llvm.usub.with.overflow llvm.umul.with.overflow", NO_MEMORY.model(Model::WithOverflow)),
    ("llvm.sadd.sat llvm.uadd.sat llvm.ssub.sat llvm.usub.sat", NO_MEMORY.model(Model::Saturating)),
    ("llvm.ctpop llvm.ctlz llvm.cttz llvm.bswap llvm.bitreverse llvm.fshl llvm.fshr", NO_MEMORY.model(Model::Bits)),
    ("llvm.fptosi.sat llvm.fptoui.sat", NO_MEMORY.model(Model::SaturatingConversion)),
    ("llvm.vector.reduce.add llvm.vector.reduce.mul llvm.vector.reduce.and", NO_MEMORY.model(Model::Reduce)),
    ("llvm.vector.reduce.or llvm.vector.reduce.xor llvm.vector.reduce.smax", NO_MEMORY.model(Model::Reduce)),
    ("llvm.vector.reduce.smin llvm.vector.reduce.umax llvm.vector.reduce.umin", NO_MEMORY.model(Model::Reduce)),
    ("llvm.vector.reduce.fadd llvm.vector.reduce.fmul", NO_MEMORY.model(Model::Reduce)),
    ("llvm.is.fpclass", NO_MEMORY.model(Model::IsFpclass)),
    ("llvm.fmuladd", NO_MEMORY.model(Model::MultiplyAdd)),
    ("llvm.fabs llvm.sqrt llvm.floor llvm.ceil llvm.trunc llvm.round llvm.rint llvm.nearbyint", EXACT),
    ("llvm.roundeven llvm.lround llvm.llround llvm.lrint llvm.llrint llvm.copysign llvm.fma", EXACT),
    ("llvm.minnum llvm.maxnum", EXACT),
    ("llvm.sin llvm.cos llvm.tan llvm.asin llvm.acos llvm.atan llvm.atan2 llvm.sinh llvm.cosh", UNINTERPRETED),
    ("llvm.tanh llvm.exp llvm.exp2 llvm.exp10 llvm.log llvm.log2 llvm.log10 llvm.pow", UNINTERPRETED),
];

/// Prefixes of names that markers and the models in runtime/libc have to themselves.
pub(super) const MARKERS: [&str; 4] = ["__incise_", "incise_", "klee_", "__VERIFIER_"];

/// What functions do whose names start like this and have no row; the first family counts.
pub(super) static FAMILIES: [LibraryFunction; 8] = [
    LibraryFunction { name: "llvm.", facts: NO_MEMORY },
    LibraryFunction { name: "__VERIFIER_nondet_", facts: MARKER.model(Model::Nondet) },
    LibraryFunction { name: "incise_", facts: MARKER },
    // What they do in memory is what a function without a body may do; see [`outside_access`](super::outside_access).
    LibraryFunction { name: "__incise_volatile_", facts: UNKNOWN },
    LibraryFunction { name: "__incise_fixed_", facts: UNKNOWN },
    LibraryFunction { name: "__incise_", facts: STREAM },
    LibraryFunction { name: "pthread_", facts: UNKNOWN.control(Control::OfThreads) },
    LibraryFunction { name: "thrd_", facts: UNKNOWN.control(Control::OfThreads) },
];
