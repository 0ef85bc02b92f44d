//! Damaged files end in a result or an error, never in a panic or a hang.

mod program;

use incise_frontend::{FrontendError, load};
use program::{clang, folder, options};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::time::{Duration, Instant};

const SOURCE: &[u8] = br#"
#include <stdarg.h>
struct node { struct node *next; int value : 5; double weight; char name[4]; };
static struct node nodes[2] = {{&nodes[1], 3, 1.5, "ab"}};
enum kind { ONE, TWO = 5 };
int walk(struct node *n, enum kind k) {
    int sum = 0;
    for (; n; n = n->next) { switch (k) { case ONE: sum += n->value; break; case TWO: sum *= 3; default: sum--; } }
    return sum > 3 && sum < 100 ? sum : -sum;
}
int add(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
int main(int argc, char **argv) { return walk(nodes, argc) + add(2, 3, argc) + argv[0][1]; }
"#;

/// One of a few kinds of damage.
fn damage(bytes: &[u8], rng: &mut StdRng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    match rng.random_range(0..5) {
        0 => damaged.truncate(rng.random_range(1..bytes.len())),
        1 => {
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..damaged.len());
                damaged[at] ^= 1 << rng.random_range(0..8);
            }
        }
        2 => {
            for _ in 0..rng.random_range(1..20) {
                let at = rng.random_range(0..damaged.len());
                damaged[at] = rng.random();
            }
        }
        3 => {
            let start = rng.random_range(0..damaged.len());
            let end = (start + rng.random_range(1..40)).min(damaged.len());
            damaged.drain(start..end);
        }
        _ => {
            let from = rng.random_range(0..damaged.len());
            let end = (from + rng.random_range(1..60)).min(damaged.len());
            let piece = damaged[from..end].to_vec();
            let at = rng.random_range(0..damaged.len());
            damaged.splice(at..at, piece);
        }
    }
    if damaged.is_empty() { vec![0] } else { damaged }
}

fn check(name: &str, flags: &[&str], n: usize, seed: u64) {
    let folder = folder(&[("a.c", SOURCE)]);
    let mut arguments = vec!["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-emit-llvm", "a.c", "-o", name];
    arguments.extend(flags);
    clang(&arguments, folder.path());
    let path = folder.path().join(name);
    let bytes = std::fs::read(&path).expect("the file");
    assert!(load(std::slice::from_ref(&path), &options()).is_ok());
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut accepted, mut rejected, mut crashed) = (0, 0, 0);
    for round in 0..n {
        std::fs::write(&path, damage(&bytes, &mut rng)).expect("the file");
        let start = Instant::now();
        match load(std::slice::from_ref(&path), &options()) {
            Ok(_) => accepted += 1,
            Err(error) => {
                let text = error.to_string();
                assert!(text.contains(name), "round {round}: {text}");
                // 101 would be a panic of ours; LLVM's own crashes are signals.
                assert!(!text.contains("exit status"), "round {round}: {text}");
                match error {
                    FrontendError::Rejected { .. } | FrontendError::NewerLlvm { .. } => rejected += 1,
                    FrontendError::ReaderCrashed { .. } => crashed += 1,
                    other => panic!("round {round}: {other}"),
                }
            }
        }
        assert!(start.elapsed() < Duration::from_secs(20), "round {round}");
    }
    println!("{name}: {accepted} accepted, {rejected} rejected, {crashed} crashed");
    assert!(rejected > 0);
}

/// How many damaged files; `INCISE_DAMAGE_ROUNDS` asks for another number.
fn rounds() -> usize {
    std::env::var("INCISE_DAMAGE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(200)
}

#[test]
fn damaged_text_is_an_error() {
    check("a.ll", &["-S"], rounds(), 1);
}

#[test]
fn damaged_bitcode_is_an_error() {
    check("a.bc", &["-c"], rounds(), 2);
}
