//! `<string.h>`, `<ctype.h>` and the numbers of `<stdlib.h>`, on strings that exercise their ends.

use super::{Source, literal};
use crate::rng::Rng;

const WORDS: [&str; 8] = ["", "a", "ab", "abcab", "xyz", "abc,def;ghi", "The Quick brown", "\\xff\\x80z"];
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "  +42abc",
    "0x1fg",
    "0777",
    "99999999999999999999",
    "-9223372036854775809",
    "zz",
    "",
    "  ",
    "-",
    "7fffffff",
    "0x",
    "2147483648",
];
const REALS: [&str; 12] = [
    "0",
    "1.5",
    "-2.25e3x",
    "1e400",
    "  .5",
    "0x1.8p3",
    "inf",
    "nan",
    "e5",
    "123456789012345678901234567890",
    "1e-320",
    "-0",
];

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    out.line(format!("static int sign{id}(int v) {{ return (v > 0) - (v < 0); }}"));
    out.line(format!("static int at{id}(const char *s, const char *p) {{ return p ? (int)(p - s) : -1; }}"));
    out.open(format!("static void feature{id}(void)"));
    out.line("char text[200], other[200], *end; size_t n;");
    for _ in 0..rng.range(5, 14) {
        let (a, b) = (rng.pick(&WORDS), rng.pick(&WORDS));
        out.line(format!("strcpy(text, \"{a}\"); strcpy(other, \"{b}\"); n = {} + zero;", rng.below(8)));
        step(rng, out, id);
    }
    for _ in 0..rng.range(2, 6) {
        let number = rng.pick(&NUMBERS);
        let base = rng.pick(&["0", "10", "16", "8", "36", "2"]);
        let (function, format) =
            [("strtol", "%ld"), ("strtoul", "%lu"), ("strtoll", "%lld"), ("strtoull", "%llu")][rng.below(4) as usize];
        out.line(format!("strcpy(text, \"{number}\");"));
        out.line(format!(
            "printf(\"{format} \", {function}(text, &end, {base} + zero)); printf(\"%d\\n\", at{id}(text, end));"
        ));
        out.line("if (strlen(text) < 9) printf(\"%d %ld\\n\", atoi(text), atol(text));");
        out.line(format!("strcpy(text, \"{}\");", rng.pick(&REALS)));
        out.line(format!(
            "{{ double d = strtod(text, &end); if (d == d) printf(\"%a \", d); printf(\"%d\\n\", at{id}(text, end)); }}"
        ));
    }
    let c = literal(rng, "unsigned char");
    for function in ["isalpha", "isdigit", "isspace", "isupper", "ispunct", "isxdigit", "isprint", "iscntrl", "isalnum"]
    {
        out.line(format!("printf(\"%d\", {function}({c}) != 0);"));
    }
    out.line(format!("printf(\" %d %d %d\\n\", toupper({c}), tolower({c}), abs({}));", literal(rng, "short")));
    out.close("");
}

fn step(rng: &mut Rng, out: &mut Source, id: u64) {
    let c = rng.pick(&["'a'", "'b'", "0", "'c'", "'\\xff'", "' '"]);
    out.line(match rng.below(12) {
        0 => format!("printf(\"%zu %d\\n\", strlen(text), sign{id}(strcmp(text, other)));"),
        1 => format!("printf(\"%d %d\\n\", sign{id}(strncmp(text, other, n)), sign{id}(memcmp(text, other, n)));"),
        2 => format!("printf(\"%d %d\\n\", at{id}(text, strchr(text, {c})), at{id}(text, strrchr(text, {c})));"),
        3 => format!("printf(\"%d\\n\", at{id}(text, strstr(text, other)));"),
        4 => String::from("strcat(text, other); strncat(text, other, n); puts(text);"),
        5 => String::from("memset(text, '.', 20); strncpy(text, other, n); printf(\"%.20s\\n\", text);"),
        6 => String::from("printf(\"%zu %zu\\n\", strspn(text, \"abc\"), strcspn(text, \",; \"));"),
        7 => format!("printf(\"%d\\n\", at{id}(text, strpbrk(text, \"cz;\")));"),
        8 => String::from(
            "for (char *t = strtok(text, \",; \"); t; t = strtok(NULL, \",; \")) printf(\"<%s>\", t); puts(\"\");",
        ),
        9 => String::from("for (char *p = text; *p; p++) putchar(toupper((unsigned char)*p)); putchar('\\n');"),
        10 => String::from("{ char *copy = strdup(text); puts(copy); free(copy); }"),
        _ => String::from("printf(\"%d\\n\", sprintf(other, \"%s-%s-%5.2s|\", text, text, text)); puts(other);"),
    });
}
