//! The list of files that clang read (`-MD`), in `make`'s notation: `target: a.c b.h \` and so on, where a space in a name
//! is `\ `, `#` is `\#` and `$` is `$$`.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The files of a list.
pub(crate) fn parse(text: &[u8]) -> Vec<PathBuf> {
    let after_target = text.iter().position(|&byte| byte == b':').map_or(text.len(), |at| at + 1);
    let mut files = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    let mut bytes = text[after_target..].iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b'\n')) => {}
            (b'\\', Some(&escaped @ (b' ' | b'#'))) => {
                name.push(escaped);
                bytes.next();
            }
            (b'$', Some(b'$')) => {
                name.push(b'$');
                bytes.next();
            }
            (b' ' | b'\n' | b'\r' | b'\t', _) => {
                if !name.is_empty() {
                    files.push(OsString::from_vec(std::mem::take(&mut name)).into());
                }
            }
            (other, _) => name.push(other),
        }
    }
    if !name.is_empty() {
        files.push(OsString::from_vec(name).into());
    }
    files
}

#[cfg(test)]
mod tests {
    use super::parse;
    use std::path::PathBuf;

    #[test]
    fn names_with_spaces_and_dollars_are_read() {
        let list = b"x: a.c \\\n  /usr/include/b.h with\\ space.h \\\n  co$$t.h n\\#1.h\n";
        let expected = ["a.c", "/usr/include/b.h", "with space.h", "co$t.h", "n#1.h"].map(PathBuf::from);
        assert_eq!(parse(list), expected);
    }

    #[test]
    fn an_empty_list_has_no_files() {
        assert_eq!(parse(b""), Vec::<PathBuf>::new());
        assert_eq!(parse(b"x:\n"), Vec::<PathBuf>::new());
    }
}
