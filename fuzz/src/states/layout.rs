//! Where and how a version keeps the state of a module: names, grouping, types and encodings. All layouts of a module mean the same.

use super::module::{Module, ParamType, State};
use crate::rng::Rng;

/// Where a state variable is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A static of the file.
    File,
    /// A member of the one struct.
    Member,
    /// A static of a function that returns its address.
    Accessor,
    /// A bit of the one word of flags.
    Bit(u32),
}

/// How the value is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Plain,
    /// `max - value`.
    Complement,
    /// `value + 3`.
    Offset,
}

/// The layout of one state variable.
#[derive(Clone, Debug)]
pub struct Place {
    pub name: String,
    pub holder: Holder,
    pub ty: &'static str,
    pub encoding: Encoding,
}

/// The layout of a module.
#[derive(Clone, Debug)]
pub struct Layout {
    pub places: Vec<Place>,
    /// The order of the definitions of external functions.
    pub order: Vec<usize>,
    /// Types of the parameters of each external function.
    pub params: Vec<Vec<&'static str>>,
    /// Whether helpers are expanded where they are used.
    pub expanded: bool,
    /// Chooses between ways to write the same statement; without it, the canonical one.
    pub style: Option<Rng>,
}

const OFFSET: u64 = 3;

impl Encoding {
    /// The largest number that is stored.
    fn largest(self, state: &State) -> u64 {
        u64::from(state.max) + if self == Encoding::Offset { OFFSET } else { 0 }
    }

    /// What is stored for a value.
    pub fn stored(self, state: &State, value: u32) -> u64 {
        match self {
            Encoding::Plain => u64::from(value),
            Encoding::Complement => u64::from(state.max - value),
            Encoding::Offset => u64::from(value) + OFFSET,
        }
    }
}

fn base_param(ty: ParamType) -> &'static str {
    match ty {
        ParamType::Byte => "unsigned char",
        ParamType::Int => "int",
        ParamType::Unsigned => "unsigned",
    }
}

/// A type that holds every number of the base version's type.
fn wider_param(ty: ParamType, rng: &mut Rng) -> &'static str {
    match ty {
        ParamType::Byte => rng.pick(&["unsigned char", "unsigned short", "unsigned", "int", "long"]),
        ParamType::Int => rng.pick(&["int", "long"]),
        ParamType::Unsigned => rng.pick(&["unsigned", "unsigned long"]),
    }
}

/// The canonical layout: statics of the file, in the order of the module.
pub fn base(module: &Module) -> Layout {
    let place = |(at, state): (usize, &State)| Place {
        name: format!("{}{at}", if state.elements.is_some() { "table" } else { "count" }),
        holder: Holder::File,
        ty: "unsigned",
        encoding: Encoding::Plain,
    };
    Layout {
        places: module.state.iter().enumerate().map(place).collect(),
        order: (0..module.functions.len()).collect(),
        params: module.functions.iter().map(|one| one.params.iter().map(|ty| base_param(*ty)).collect()).collect(),
        expanded: false,
        style: None,
    }
}

/// A random layout.
pub fn random(module: &Module, rng: &mut Rng) -> Layout {
    const NAMES: [&str; 8] = ["level", "head", "mode", "seen", "left", "cursor", "credit", "phase"];
    let mut n_bits = 0;
    let grouped = rng.chance(60);
    let mut places = Vec::new();
    for (at, state) in module.state.iter().enumerate() {
        let name = format!("{}_{at}", NAMES[(at + rng.below(8) as usize) % 8]);
        if state.max == 1 && state.elements.is_none() && rng.chance(40) {
            let holder = Holder::Bit(n_bits);
            n_bits += 1;
            places.push(Place { name, holder, ty: "unsigned", encoding: Encoding::Plain });
            continue;
        }
        let holder = match rng.below(4) {
            0 | 1 if grouped => Holder::Member,
            2 if state.elements.is_none() => Holder::Accessor,
            _ => Holder::File,
        };
        let encoding = match rng.below(6) {
            0 | 1 => Encoding::Complement,
            2 => Encoding::Offset,
            _ => Encoding::Plain,
        };
        let fitting: Vec<&'static str> = [
            ("unsigned char", 255),
            ("signed char", 127),
            ("unsigned short", 65_535),
            ("int", 0x7fff_ffff),
            ("unsigned", 0xffff_ffff),
            ("long", u64::MAX >> 1),
        ]
        .into_iter()
        .filter(|(_, largest)| encoding.largest(state) <= *largest)
        .map(|(ty, _)| ty)
        .collect();
        places.push(Place { name, holder, ty: rng.pick(&fitting), encoding });
    }
    let mut order: Vec<usize> = (0..module.functions.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, rng.below(at as u64 + 1) as usize);
    }
    let widened = rng.chance(40);
    let mut param = |ty: &ParamType| if widened { wider_param(*ty, rng) } else { base_param(*ty) };
    let params = module.functions.iter().map(|one| one.params.iter().map(&mut param).collect()).collect();
    Layout { places, order, params, expanded: rng.chance(50), style: Some(Rng::new(rng.bits())) }
}
