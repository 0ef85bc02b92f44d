//! The solution of inclusion constraints against a twin that applies every constraint until nothing changes.

use incise_deps::{Inclusions, IndirectCall, ObjectId, Role, SlotId};
use incise_ir::Id;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

fn random_constraints(random: &mut StdRng) -> Inclusions {
    let (n_objects, n_free) = (random.random_range(1..8), random.random_range(1..12));
    let n_slots = n_objects + n_free;
    let slot = |random: &mut StdRng| SlotId::new(random.random_range(0..n_slots));
    let mut given = Inclusions { n_slots, ..Inclusions::default() };
    for object in 0..n_objects {
        let role = match random.random_range(0..4) {
            _ if object == 0 => Role::Foreign,
            0 => Role::Foreign,
            1 => {
                let params = (0..random.random_range(0..3)).map(|_| slot(random)).collect();
                Role::Body { params, returned: slot(random) }
            }
            _ => Role::Data,
        };
        given.objects.push((role, SlotId::new(n_free + object)));
    }
    let object = |random: &mut StdRng| ObjectId::new(random.random_range(0..n_objects));
    given.held = (0..random.random_range(0..8)).map(|_| (slot(random), object(random))).collect();
    if random.random_bool(0.5) {
        let outside = given.objects[ObjectId::new(0)].1;
        given.held.extend((0..random.random_range(1..3)).map(|_| (outside, object(random))));
    }
    let mut pairs = |most: usize| -> Vec<(SlotId, SlotId)> {
        (0..random.random_range(0..most)).map(|_| (slot(random), slot(random))).collect()
    };
    (given.copies, given.loads, given.stores) = (pairs(8), pairs(5), pairs(5));
    for _ in 0..random.random_range(0..3) {
        let some = |random: &mut StdRng| random.random_bool(0.8).then(|| slot(random));
        let args = (0..random.random_range(0..4)).map(|_| some(random)).collect();
        given.calls.push(IndirectCall { target: slot(random), args, result: some(random) });
    }
    given
}

/// Inclusions that hold between slots, given what is in them.
fn inclusions(given: &Inclusions, sets: &[BTreeSet<ObjectId>]) -> Vec<(SlotId, SlotId)> {
    let outside = given.objects[ObjectId::new(0)].1;
    let objects = |slot: SlotId| sets[slot.index()].iter().copied();
    let contents = |object: ObjectId| given.objects[object].1;
    let mut found = given.copies.clone();
    for &(ptr, to) in &given.loads {
        found.extend(objects(ptr).map(|object| (contents(object), to)));
    }
    for &(from, ptr) in &given.stores {
        found.extend(objects(ptr).map(|object| (from, contents(object))));
    }
    for call in &given.calls {
        for object in objects(call.target) {
            let (params, returned) = match &given.objects[object].0 {
                Role::Data => continue,
                Role::Foreign => (Vec::new(), outside),
                Role::Body { params, returned } => (params.clone(), *returned),
            };
            for (position, arg) in call.args.iter().enumerate() {
                found.extend(arg.map(|arg| (arg, params.get(position).copied().unwrap_or(outside))));
            }
            found.extend(call.result.map(|result| (returned, result)));
        }
    }
    for object in objects(outside) {
        found.extend([(contents(object), outside), (outside, contents(object))]);
        if let Role::Body { params, returned } = &given.objects[object].0 {
            found.extend(params.iter().map(|param| (outside, *param)));
            found.push((*returned, outside));
        }
    }
    found
}

fn naive(given: &Inclusions) -> Vec<BTreeSet<ObjectId>> {
    let mut sets = vec![BTreeSet::new(); given.n_slots];
    for (slot, object) in &given.held {
        sets[slot.index()].insert(*object);
    }
    loop {
        let before = sets.clone();
        for (from, to) in inclusions(given, &before) {
            let added: Vec<ObjectId> = sets[from.index()].iter().copied().collect();
            sets[to.index()].extend(added);
        }
        if sets == before {
            return sets;
        }
    }
}

#[test]
fn solutions_are_least_fixed_points() {
    let mut random = StdRng::seed_from_u64(21);
    for _ in 0..20_000 {
        let given = random_constraints(&mut random);
        let solution = given.solve();
        for (slot, expected) in naive(&given).into_iter().enumerate() {
            let found: Vec<ObjectId> = solution.get(SlotId::new(slot)).iter().collect();
            assert_eq!(found, Vec::from_iter(expected), "slot {slot} of {given:?}");
        }
    }
}
