//! Terms without a pool: random ones are the same in another pool, and damaged ones are refused.

mod random;
mod twins;

use incise_base::Sealed;
use incise_term::{Assignment, Evaluator, Format, Misfit, Pool, PortableTerms, TermId, VarKind, display};
use random::Rng;
use twins::{Menu, Twins};

const N_ROUNDS: u64 = 300;
const WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 128];

/// Random terms over variables of all widths, with applications of functions among them.
fn random_terms(rng: &mut Rng) -> Twins {
    let mut twins = Twins::new(Menu { max_width: 128, max_product: 128, floats: &Format::ALL });
    for width in WIDTHS {
        twins.var(&format!("x{width}"), width);
    }
    for round in 0..30 {
        let t = twins.step(rng);
        if round % 7 == 0 {
            let name = format!("f{}", t.width);
            twins.build(|pool, rich| {
                let argument = twins::pick(t, rich);
                pool.uninterpreted(&name, 16, &[argument, argument])
            });
        }
    }
    twins
}

/// The same value for a variable in every pool; applications are 0 in all.
fn assignment(pool: &Pool, values: &[(String, u128)]) -> Assignment {
    let mut assignment = Assignment::new();
    for (name, value) in values {
        if let Some(var) = pool.find_var(name) {
            assignment.set(var, *value);
        }
    }
    assignment
}

fn value(pool: &Pool, values: &[(String, u128)], t: TermId) -> u128 {
    Evaluator::new().eval(pool, &assignment(pool, values), t)
}

#[test]
fn random_terms_are_the_same_in_a_fresh_pool() {
    for seed in 0..N_ROUNDS {
        let mut rng = Rng(seed);
        let twins = random_terms(&mut rng);
        let rich: Vec<TermId> = twins.terms.iter().map(|t| t.rich).collect();
        let bytes = PortableTerms::of(&twins.rich, &rich).seal();
        let read = PortableTerms::open(&bytes).expect("as it was sealed");
        let mut plain = Pool::without_rewriting();
        let copies = read.read_into(&mut plain).expect("an empty pool takes everything");
        let mut rewriting = Pool::new();
        let simplified = read.read_into(&mut rewriting).expect("an empty pool takes everything");
        let values: Vec<(String, u128)> = WIDTHS.iter().map(|w| (format!("x{w}"), rng.bits(*w))).collect();
        for ((before, copy), simple) in rich.iter().zip(&copies).zip(&simplified) {
            assert_eq!(twins.rich.hash(*before), plain.hash(*copy), "seed {seed}");
            let text = display(&twins.rich, *before).to_string();
            assert_eq!(text, display(&plain, *copy).to_string(), "seed {seed}");
            let expected = value(&twins.rich, &values, *before);
            assert_eq!(expected, value(&plain, &values, *copy), "seed {seed}: {text}");
            assert_eq!(expected, value(&rewriting, &values, *simple), "seed {seed}: {text}");
        }
        // What was read is written as it was.
        assert_eq!(PortableTerms::of(&plain, &copies).seal(), bytes, "seed {seed}");
    }
}

#[test]
fn flipped_bytes_are_refused() {
    for seed in 0..N_ROUNDS {
        let mut rng = Rng(seed);
        let twins = random_terms(&mut rng);
        let raw: Vec<TermId> = twins.terms.iter().map(|t| t.raw).collect();
        let bytes = PortableTerms::of(&twins.raw, &raw).seal();
        for _ in 0..50 {
            let mut damaged = bytes.clone();
            let at = rng.below(bytes.len());
            damaged[at] ^= 1 << rng.below(8);
            assert!(PortableTerms::open(&damaged).is_err(), "seed {seed} byte {at}");
            assert!(PortableTerms::open(&bytes[..at]).is_err(), "seed {seed} cut off after {at}");
        }
    }
}

/// Data that somebody sealed who had no pool: an error or well-formed terms, in either kind of pool.
#[test]
fn forged_data_never_panic() {
    let mut accepted = 0;
    for seed in 0..N_ROUNDS {
        let mut rng = Rng(seed);
        let twins = random_terms(&mut rng);
        let raw: Vec<TermId> = twins.terms.iter().map(|t| t.raw).collect();
        let body = postcard::to_allocvec(&PortableTerms::of(&twins.raw, &raw)).expect("plain data");
        for _ in 0..100 {
            let mut forged = body.clone();
            let at = rng.below(body.len());
            forged[at] ^= 1 << rng.below(8);
            let Ok(forged) = postcard::from_bytes::<PortableTerms>(&forged) else { continue };
            let mut pool = Pool::new();
            let Ok(terms) = forged.read_into(&mut pool) else { continue };
            accepted += 1;
            for t in terms {
                value(&pool, &[], t);
            }
            forged.read_into(&mut Pool::without_rewriting()).expect("every pool takes well-formed terms");
        }
    }
    assert!(accepted > 0, "most values of constants are possible");
}

#[test]
fn a_pool_with_another_variable_or_function_of_the_name_refuses() {
    let mut pool = Pool::new();
    let x = pool.var("x", 8, VarKind::Input);
    let fx = pool.uninterpreted("f", 8, &[x]);
    let portable = PortableTerms::of(&pool, &[fx]);
    let mut wide = Pool::new();
    wide.var("x", 16, VarKind::Input);
    assert_eq!(portable.read_into(&mut wide), Err(Misfit::Variable("x".to_owned())));
    let mut opaque = Pool::new();
    opaque.var("x", 8, VarKind::Opaque);
    assert_eq!(portable.read_into(&mut opaque), Err(Misfit::Variable("x".to_owned())));
    let mut other = Pool::new();
    let y = other.var("y", 16, VarKind::Input);
    other.uninterpreted("f", 8, &[y]);
    assert_eq!(portable.read_into(&mut other), Err(Misfit::Function("f".to_owned())));
}

/// A term is as large as its graph, and an operator takes a few bytes.
#[test]
fn the_form_is_compact() {
    let mut pool = Pool::without_rewriting();
    let mut t = pool.var("x", 32, VarKind::Input);
    for _ in 0..1000 {
        t = pool.xor(t, t);
    }
    let n_bytes = PortableTerms::of(&pool, &[t]).seal().len();
    assert!(n_bytes < 6000, "{n_bytes} bytes for 1001 nodes");
}
