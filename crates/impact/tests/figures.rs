//! The figures of the papers, fed in as facts, and what tells the rule sets apart.

use incise_deps::{Facts, Kind, NodeId, Relations, VarId};
use incise_impact::{Change, Impact, Origin, Procedure, Rule, pldi11, precise, tosem14};
use incise_ir::Id;

fn var(name: &str) -> VarId {
    let names = ["PedalPos", "PedalCmd", "BSwitch", "Meter", "AltPress", "x", "y", "z", "c"];
    VarId::new(names.iter().position(|other| *other == name).expect("a variable of the examples"))
}

fn write(facts: &mut Facts, to: &str, from: &[&str]) {
    facts.push(Kind::Write, [var(to)], from.iter().map(|name| var(name)));
}

fn branch(facts: &mut Facts, on: &str) {
    facts.push(Kind::Cond, [], [var(on)]);
}

fn edges(facts: &mut Facts, edges: &[(usize, usize)]) {
    for &(from, to) in edges {
        facts.edge(NodeId::new(from), NodeId::new(to));
    }
}

/// [dise-pldi2011] Fig. 2(b), [dise-tosem2014] Fig. 4: nodes n0 to n14, and the end as node 15.
fn wheel_brake() -> Facts {
    let mut facts = Facts::new();
    branch(&mut facts, "PedalPos"); // n0
    write(&mut facts, "PedalCmd", &["PedalCmd"]); // n1
    branch(&mut facts, "PedalPos"); // n2
    write(&mut facts, "PedalCmd", &["PedalCmd"]); // n3
    write(&mut facts, "PedalCmd", &["PedalPos"]); // n4
    write(&mut facts, "PedalCmd", &["PedalCmd"]); // n5
    branch(&mut facts, "BSwitch"); // n6
    write(&mut facts, "Meter", &[]); // n7
    branch(&mut facts, "BSwitch"); // n8
    write(&mut facts, "Meter", &[]); // n9
    branch(&mut facts, "PedalCmd"); // n10
    write(&mut facts, "AltPress", &[]); // n11
    branch(&mut facts, "PedalCmd"); // n12
    write(&mut facts, "AltPress", &[]); // n13
    write(&mut facts, "AltPress", &[]); // n14
    facts.push(Kind::Other, [], []);
    edges(&mut facts, &[(0, 1), (0, 2), (1, 5), (2, 3), (2, 4), (3, 5), (4, 5), (5, 6), (6, 7), (6, 8), (7, 10)]);
    edges(
        &mut facts,
        &[(8, 9), (8, 10), (9, 10), (10, 11), (10, 12), (11, 15), (12, 13), (12, 14), (13, 15), (14, 15)],
    );
    facts
}

type RuleSet = fn(Option<Procedure>, Procedure, &Change) -> (Impact, Impact);

/// The impact of these nodes having changed, both versions having the same shape.
fn changed(rules: RuleSet, facts: &Facts, nodes: &[usize]) -> Impact {
    let relations = Relations::of(facts);
    let procedure = Procedure { facts, relations: &relations };
    let nodes: Vec<NodeId> = nodes.iter().map(|node| NodeId::new(*node)).collect();
    let map = facts.nodes.ids().map(|node| (node, node)).collect();
    let change = Change { added: nodes.clone(), removed: Vec::new(), replaced: nodes, map };
    rules(Some(procedure), procedure, &change).1
}

fn numbers(nodes: impl Iterator<Item = NodeId>) -> Vec<usize> {
    nodes.map(|node| node.index()).collect()
}

fn of_kind(facts: &Facts, set: &Impact, kind: Kind) -> Vec<usize> {
    numbers(set.nodes().filter(|node| facts.nodes[*node].kind == kind))
}

#[test]
fn dise_pldi2011_fig5b_final_sets() {
    let facts = wheel_brake();
    let set = changed(pldi11, &facts, &[0]);
    assert_eq!(of_kind(&facts, &set, Kind::Cond), [0, 2, 10, 12], "ACN");
    assert_eq!(of_kind(&facts, &set, Kind::Write), [1, 3, 4, 5, 11, 13, 14], "AWN");
}

/// The last column and the nodes of each row; a node is named by the row that adds it.
#[test]
fn dise_pldi2011_fig5b_rules() {
    let set = changed(pldi11, &wheel_brake(), &[0]);
    let rows = [
        (2, Rule::ControlForward, 0),
        (1, Rule::ControlForward, 0),
        (3, Rule::ControlForward, 2),
        (4, Rule::ControlForward, 2),
        (10, Rule::DataForward, 1),
        (11, Rule::ControlForward, 10),
        (12, Rule::DataForward, 1),
        (13, Rule::ControlForward, 12),
        (14, Rule::ControlForward, 12),
        (5, Rule::DataBackward, 10),
    ];
    for (node, rule, from) in rows {
        let reason = set.reason(NodeId::new(node)).expect("a row of the figure");
        assert_eq!((reason.rule, reason.from), (rule, Some(Origin::Here(NodeId::new(from)))), "n{node}");
    }
    assert_eq!(set.len(), rows.len() + 1);
}

#[test]
fn dise_tosem2014_fig6_final_set() {
    let set = changed(tosem14, &wheel_brake(), &[0]);
    assert_eq!(numbers(set.nodes()), [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14]);
    // "Rule (3) and Rule (4) do not get used in generating the impact set for this small example."
    let forward = |rule| matches!(rule, Rule::Changed | Rule::ControlForward | Rule::DataForward);
    assert!(set.steps().all(|(_, reason)| forward(reason.rule)));
    assert_eq!(set.reason(NodeId::new(5)).map(|reason| reason.rule), Some(Rule::DataForward));
}

#[test]
fn precise_rules_give_the_same_set_for_the_wheel_brake() {
    let set = changed(precise, &wheel_brake(), &[0]);
    assert_eq!(numbers(set.nodes()), [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14]);
}

/// `x := …` (changed); `y := x`; `z := y`: 2011 has no forward rule from a write to a write.
#[test]
fn a_write_reaches_a_write_in_2014_only() {
    let mut facts = Facts::new();
    write(&mut facts, "x", &[]);
    write(&mut facts, "y", &["x"]);
    write(&mut facts, "z", &["y"]);
    edges(&mut facts, &[(0, 1), (1, 2)]);
    assert_eq!(numbers(changed(pldi11, &facts, &[0]).nodes()), [0]);
    assert_eq!(numbers(changed(tosem14, &facts, &[0]).nodes()), [0, 1, 2]);
    assert_eq!(numbers(changed(precise, &facts, &[0]).nodes()), [0, 1, 2]);
}

/// `x := 1` (changed); `x := 2`; `y := x`: a path is not a flow.
#[test]
fn a_kill_counts_in_precise_only() {
    let mut facts = Facts::new();
    write(&mut facts, "x", &[]);
    write(&mut facts, "x", &[]);
    write(&mut facts, "y", &["x"]);
    edges(&mut facts, &[(0, 1), (1, 2)]);
    assert_eq!(numbers(changed(precise, &facts, &[0]).nodes()), [0]);
    assert_eq!(numbers(changed(tosem14, &facts, &[0]).nodes()), [0, 1, 2]);
}

/// `x := c`; `if (x)` `if (y)` `z := 1` (changed): 2014 applies Rule 3 before Rule 4 and not again, so that what decides about
/// a write that Rule 4 adds is not added.
#[test]
fn precise_is_closed_backwards() {
    let mut facts = Facts::new();
    branch(&mut facts, "c"); // 0: decides about 1
    write(&mut facts, "x", &[]); // 1
    branch(&mut facts, "x"); // 2
    write(&mut facts, "z", &[]); // 3: changed
    facts.push(Kind::Other, [], []); // 4
    edges(&mut facts, &[(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]);
    assert_eq!(numbers(changed(tosem14, &facts, &[3]).nodes()), [1, 2, 3]);
    assert_eq!(numbers(changed(precise, &facts, &[3]).nodes()), [0, 1, 2, 3]);
}

/// `if (c) x := 1; else x := 2; y := x; z := y` with `c` changed.
#[test]
fn both_sides_of_a_changed_decision_are_impacted() {
    let mut facts = Facts::new();
    branch(&mut facts, "c");
    write(&mut facts, "x", &[]);
    write(&mut facts, "x", &[]);
    write(&mut facts, "y", &["x"]);
    write(&mut facts, "z", &["y"]);
    edges(&mut facts, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]);
    for rules in [tosem14 as RuleSet, precise] {
        assert_eq!(numbers(changed(rules, &facts, &[0]).nodes()), [0, 1, 2, 3, 4]);
    }
    assert_eq!(numbers(changed(pldi11, &facts, &[0]).nodes()), [0, 1, 2]);
}

/// Old: `x := 1; if (x)`. New: `if (x)`. The removed write reaches the branch through the old graph and the map.
#[test]
fn removed_nodes_count_through_the_old_version() {
    let (mut old, mut new) = (Facts::new(), Facts::new());
    write(&mut old, "x", &[]);
    for facts in [&mut old, &mut new] {
        branch(facts, "x");
        write(facts, "y", &[]);
        facts.push(Kind::Other, [], []);
    }
    edges(&mut old, &[(0, 1), (1, 2), (1, 3), (2, 3)]);
    edges(&mut new, &[(0, 1), (0, 2), (1, 2)]);
    let (old_relations, new_relations) = (Relations::of(&old), Relations::of(&new));
    let base = Procedure { facts: &old, relations: &old_relations };
    let modified = Procedure { facts: &new, relations: &new_relations };
    let map = (1..4).map(|node| (NodeId::new(node), NodeId::new(node - 1))).collect();
    let change = Change { added: Vec::new(), removed: vec![NodeId::new(0)], replaced: Vec::new(), map };
    for rules in [pldi11 as RuleSet, tosem14, precise] {
        let (_, set) = rules(Some(base), modified, &change);
        assert_eq!(numbers(set.nodes()), [0, 1]);
        assert_eq!(set.reason(NodeId::new(0)).and_then(|reason| reason.from), Some(Origin::Base(NodeId::new(1))));
    }
}
