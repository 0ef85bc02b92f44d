//! Where the boxes of a graph go on a page: in layers, by the longest way from an entry, edges downwards.
//!
//! *In*: a graph and how wide its boxes are. *Out*: the centre of each box and the corners of each edge. Boxes do not overlap, and no edge
//! runs through one: an edge that passes a layer keeps a place in it, an edge of a loop goes back up on the right.
//! The usual layered drawing (Sugiyama, Tagawa, Toda 1981) by means of neighbours; the fewest crossings are not looked for.

use incise_base::Digraph;
use incise_ir::IdVec;

/// Height of a box.
pub const HEIGHT: i32 = 24;
/// From one layer to the next.
const PITCH: i32 = 64;
/// Between two boxes of a layer.
const GAP: i32 = 24;
/// Around everything, and between edges that go back.
const MARGIN: i32 = 12;
/// How far an edge that goes back keeps from the boxes above and below.
const CLEARANCE: i32 = 12;
/// How often the order in the layers is improved.
const SWEEPS: usize = 4;

incise_base::ids! {
    /// A box, or a place that an edge keeps in a layer.
    BoxId("box");
}

/// A drawing.
pub struct Layout {
    /// Width and height.
    pub size: (i32, i32),
    /// The centre of each box.
    pub centres: IdVec<BoxId, (i32, i32)>,
    /// The corners of each edge, in the order of the boxes and of their edges.
    pub edges: Vec<Vec<(i32, i32)>>,
}

/// Draws a graph.
pub fn layout(graph: &Digraph<BoxId>, widths: &IdVec<BoxId, i32>) -> Layout {
    let descent = Descent::of(graph);
    let mut layers = Layers::of(graph, widths, &descent);
    layers.order();
    layers.place();
    layers.drawn(graph, widths)
}

/// A depth-first walk: which edges go back, and an order in which the others go forward.
struct Descent {
    /// By box and position of the edge.
    back: IdVec<BoxId, Vec<bool>>,
    order: Vec<BoxId>,
}

impl Descent {
    fn of(graph: &Digraph<BoxId>) -> Descent {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Not,
            Open,
            Done,
        }
        let mut seen: IdVec<BoxId, Seen> = graph.nodes().map(|_| Seen::Not).collect();
        let mut back: IdVec<BoxId, Vec<bool>> =
            graph.nodes().map(|node| vec![false; graph.successors(node).len()]).collect();
        let mut order = Vec::new();
        let entries = graph.nodes().filter(|node| graph.predecessors(*node).is_empty());
        for root in entries.chain(graph.nodes()) {
            if seen[root] != Seen::Not {
                continue;
            }
            seen[root] = Seen::Open;
            let mut stack = vec![(root, 0)];
            while let Some((node, edge)) = stack.last_mut() {
                let (from, position) = (*node, *edge);
                let Some(&to) = graph.successors(from).get(position) else {
                    seen[from] = Seen::Done;
                    order.push(from);
                    stack.pop();
                    continue;
                };
                *edge += 1;
                match seen[to] {
                    Seen::Not => {
                        seen[to] = Seen::Open;
                        stack.push((to, 0));
                    }
                    Seen::Open => back[from][position] = true,
                    Seen::Done => {}
                }
            }
        }
        order.reverse();
        Descent { back, order }
    }
}

/// Boxes and the places of edges, by layers.
struct Layers {
    /// Top down, each from left to right.
    rows: Vec<Vec<BoxId>>,
    /// Widths, of places too.
    widths: IdVec<BoxId, i32>,
    /// Centres from left to right.
    x: IdVec<BoxId, i32>,
    layer: IdVec<BoxId, usize>,
    /// Edges from each layer to the next.
    links: Digraph<BoxId>,
    /// The way of each edge through the layers; of one that goes back its two ends.
    ways: Vec<(Vec<BoxId>, bool)>,
}

impl Layers {
    fn of(graph: &Digraph<BoxId>, widths: &IdVec<BoxId, i32>, descent: &Descent) -> Layers {
        let mut layer: IdVec<BoxId, usize> = graph.nodes().map(|_| 0).collect();
        for &from in &descent.order {
            for (&to, _) in graph.successors(from).iter().zip(&descent.back[from]).filter(|(_, back)| !**back) {
                layer[to] = layer[to].max(layer[from] + 1);
            }
        }
        let mut all = Layers {
            rows: Vec::new(),
            widths: widths.iter().copied().collect(),
            x: IdVec::new(),
            layer,
            links: Digraph::new(graph.len()),
            ways: Vec::new(),
        };
        for from in graph.nodes() {
            for (&to, &back) in graph.successors(from).iter().zip(&descent.back[from]) {
                let mut way = vec![from];
                if !back {
                    for between in all.layer[from] + 1..all.layer[to] {
                        let place = all.links.push();
                        all.widths.push(0);
                        all.layer.push(between);
                        way.push(place);
                    }
                }
                way.push(to);
                if !back {
                    way.windows(2).for_each(|step| all.links.add_edge(step[0], step[1]));
                }
                all.ways.push((way, back));
            }
        }
        let n_rows = all.layer.iter().max().map_or(0, |last| last + 1);
        all.rows = vec![Vec::new(); n_rows];
        let places = all.links.nodes().skip(graph.len());
        for node in descent.order.iter().copied().chain(places) {
            all.rows[all.layer[node]].push(node);
        }
        all.x = all.links.nodes().map(|_| 0).collect();
        all
    }

    /// The mean of a value over the neighbours of a box on one side, if it has any there.
    fn mean(&self, node: BoxId, upwards: bool, values: &IdVec<BoxId, i32>) -> Option<i32> {
        let near = if upwards { self.links.predecessors(node) } else { self.links.successors(node) };
        let sum: i64 = near.iter().map(|other| i64::from(values[*other])).sum();
        (!near.is_empty()).then(|| (sum / near.len() as i64) as i32)
    }

    /// Rows down and up again, `SWEEPS` times.
    fn sweep(&self) -> Vec<(usize, bool)> {
        let n_rows = self.rows.len();
        let once = (0..n_rows).map(|row| (row, true)).chain((0..n_rows).rev().map(|row| (row, false)));
        let once: Vec<(usize, bool)> = once.collect();
        once.repeat(SWEEPS)
    }

    /// Orders each layer by the means of its neighbours' positions.
    fn order(&mut self) {
        let mut position: IdVec<BoxId, i32> = self.links.nodes().map(|_| 0).collect();
        let number = |row: &[BoxId], position: &mut IdVec<BoxId, i32>| {
            for (index, node) in (0..).zip(row) {
                // Room for means between two positions.
                position[*node] = index * 1024;
            }
        };
        self.rows.iter().for_each(|row| number(row, &mut position));
        for (row, upwards) in self.sweep() {
            let mut nodes = std::mem::take(&mut self.rows[row]);
            nodes.sort_by_key(|node| self.mean(*node, upwards, &position).unwrap_or(position[*node]));
            number(&nodes, &mut position);
            self.rows[row] = nodes;
        }
    }

    /// Places each layer under, then over, its neighbours: half way between the leftmost and the rightmost places without
    /// overlap, which has none either.
    fn place(&mut self) {
        for (row, upwards) in self.sweep() {
            let nodes = &self.rows[row];
            let apart = |left: BoxId, right: BoxId| (self.widths[left] + self.widths[right]) / 2 + GAP;
            let wanted: Vec<i32> =
                nodes.iter().map(|node| self.mean(*node, upwards, &self.x).unwrap_or(self.x[*node])).collect();
            let (mut rightmost, mut leftmost) = (wanted.clone(), wanted);
            for index in 1..nodes.len() {
                let least = rightmost[index - 1] + apart(nodes[index - 1], nodes[index]);
                rightmost[index] = rightmost[index].max(least);
            }
            for index in (1..nodes.len()).rev() {
                let most = leftmost[index] - apart(nodes[index - 1], nodes[index]);
                leftmost[index - 1] = leftmost[index - 1].min(most);
            }
            for ((node, right), left) in nodes.iter().zip(rightmost).zip(leftmost) {
                self.x[*node] = (right + left).div_euclid(2);
            }
        }
        let left = self.links.nodes().map(|node| self.x[node] - self.widths[node] / 2).min().unwrap_or(0);
        for node in self.links.nodes() {
            self.x[node] += MARGIN - left;
        }
    }

    fn drawn(&self, graph: &Digraph<BoxId>, widths: &IdVec<BoxId, i32>) -> Layout {
        let y = |node: BoxId| MARGIN + CLEARANCE + HEIGHT / 2 + PITCH * self.layer[node] as i32;
        let mut right = self.links.nodes().map(|node| self.x[node] + self.widths[node] / 2).max().unwrap_or(0);
        let mut edges = Vec::new();
        for (way, back) in &self.ways {
            let (from, to) = (way[0], way[way.len() - 1]);
            let (leaves, arrives) = ((self.x[from], y(from) + HEIGHT / 2), (self.x[to], y(to) - HEIGHT / 2));
            let mut corners = vec![leaves];
            if *back {
                right += MARGIN;
                let (below, above) = (leaves.1 + CLEARANCE, arrives.1 - CLEARANCE);
                corners.extend([(leaves.0, below), (right, below), (right, above), (arrives.0, above)]);
            }
            for place in &way[1..way.len() - 1] {
                // Straight down beside the boxes of the layer.
                let (x, y) = (self.x[*place], y(*place));
                corners.extend([(x, y - HEIGHT / 2), (x, y + HEIGHT / 2)]);
            }
            corners.push(arrives);
            edges.push(corners);
        }
        let bottom = graph.nodes().map(|node| y(node) + HEIGHT / 2 + CLEARANCE).max().unwrap_or(0);
        Layout {
            size: (right + MARGIN, bottom + MARGIN),
            centres: widths.ids().map(|node| (self.x[node], y(node))).collect(),
            edges,
        }
    }
}
