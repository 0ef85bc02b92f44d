//! Control-flow graphs of the new version as a picture: changed nodes red, impacted ones orange. One group for each function, one
//! box for each node that a reader of the source sees, a dot where the function ends without one.

use crate::graph::layout::{BoxId, HEIGHT, layout};
use crate::impact_view::{VersionView, View};
use incise_base::Digraph;
use incise_deps::NodeId;
use incise_ir::IdVec;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Width of a character of the boxes' text.
const CHARACTER: i32 = 8;
/// The most characters in a box; a tool tip has the rest.
const LONGEST: usize = 48;
/// Room for the name of a function.
const TITLE: i32 = 28;
/// Size of a dot.
const DOT: i32 = 8;

const STYLE: &str = "rect,circle{stroke:#333;fill:#fff} .changed{fill:#e66} .impacted{fill:#fb5} \
    path{fill:none;stroke:#666} text{font:13px monospace;text-anchor:middle} .name{font-weight:bold;text-anchor:start}";

/// The picture of every function that is reported on.
pub fn impact_svg(view: &View) -> String {
    let (mut body, mut width, mut height) = (String::new(), 0, 0);
    for function in view.touched() {
        let Some(new) = view.current(function) else { continue };
        let (group, size) = function_picture(&new, view.name(function), height);
        body.push_str(&group);
        (width, height) = (width.max(size.0), height + size.1);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <style>{STYLE}</style>\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
         <polygon points=\"0,0 8,4 0,8\" fill=\"#666\"/></marker></defs>\n{body}</svg>\n"
    )
}

/// The nodes that get a box or a dot, and the edges between them.
struct Shown {
    nodes: IdVec<BoxId, NodeId>,
    graph: Digraph<BoxId>,
}

impl Shown {
    fn of(new: &VersionView) -> Shown {
        let flow = &new.facts.facts.flow;
        let is_shown = |node: NodeId| is_visible(new, node) || flow.successors(node).is_empty();
        let nodes: IdVec<BoxId, NodeId> = new.facts.nodes.sites.ids().filter(|node| is_shown(*node)).collect();
        let boxes: BTreeMap<NodeId, BoxId> = nodes.iter_ids().map(|(id, node)| (*node, id)).collect();
        let mut graph = Digraph::new(nodes.len());
        for (id, node) in nodes.iter_ids() {
            let mut seen = BTreeSet::new();
            let mut pending: Vec<NodeId> = flow.successors(*node).iter().rev().copied().collect();
            while let Some(next) = pending.pop() {
                if seen.insert(next) {
                    match boxes.get(&next) {
                        Some(to) => graph.add_edge(id, *to),
                        None => pending.extend(flow.successors(next).iter().rev()),
                    }
                }
            }
        }
        Shown { nodes, graph }
    }
}

fn is_visible(new: &VersionView, node: NodeId) -> bool {
    new.facts.nodes.is_visible(new.function(), node)
}

fn function_picture(new: &VersionView, name: &str, top: i32) -> (String, (i32, i32)) {
    let shown = Shown::of(new);
    let labels: IdVec<BoxId, String> = shown
        .nodes
        .iter()
        .map(|node| match is_visible(new, *node) {
            true => format!("{}: {}", new.span(*node).line, new.text(*node)),
            false => String::new(),
        })
        .collect();
    let widths: IdVec<BoxId, i32> = labels
        .iter()
        .map(|label| match label.chars().count() {
            0 => DOT,
            length => (length.min(LONGEST) as i32 + 2) * CHARACTER,
        })
        .collect();
    let drawn = layout(&shown.graph, &widths);
    let mut out = format!("<g transform=\"translate(0,{})\">\n", top + TITLE);
    let _ = writeln!(out, "<text class=\"name\" x=\"12\" y=\"0\">{}()</text>", escaped(name));
    for corners in &drawn.edges {
        let text: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let _ = writeln!(out, "<path d=\"M{}\" marker-end=\"url(#arrow)\"/>", text.join(" L"));
    }
    for (id, node) in shown.nodes.iter_ids() {
        let ((x, y), width, label) = (drawn.centres[id], widths[id], &labels[id]);
        if label.is_empty() {
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", DOT / 2);
            continue;
        }
        let class = match (new.is_changed(*node), new.set.contains(*node)) {
            (true, _) => "changed",
            (false, true) => "impacted",
            (false, false) => "same",
        };
        let (left, upper) = (x - width / 2, y - HEIGHT / 2);
        let _ = writeln!(
            out,
            "<g><title>{}</title><rect class=\"{class}\" x=\"{left}\" y=\"{upper}\" width=\"{width}\" height=\"{HEIGHT}\"/>\
             <text x=\"{x}\" y=\"{}\">{}</text></g>",
            escaped(label),
            y + 4,
            escaped(&shortened(label)),
        );
    }
    out.push_str("</g>\n");
    (out, (drawn.size.0, drawn.size.1 + TITLE))
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// Text as XML has it, without the characters that it cannot have.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
