//! Types of the source from `DIType` trees.
//!
//! Operand positions are those of LLVM 19's `DebugInfoMetadata.h`: `DIType` nodes have file, scope, name, base type,
//! then, for composite types, the elements; a `DISubroutineType` has its types at position 3; a `DISubrange` its count at 0.

use super::Lowering;
use crate::raw::{Meta, MetaKind, ValueKind};
use incise_ir::{SourceField, SourceType, SourceTypeId};

const BASE_TYPE: usize = 3;
const ELEMENTS: usize = 4;
const SUBROUTINE_TYPES: usize = 3;

// DWARF 5, table 7.3.
const DW_TAG_ARRAY_TYPE: u16 = 0x01;
const DW_TAG_ENUMERATION_TYPE: u16 = 0x04;
const DW_TAG_MEMBER: u16 = 0x0d;
const DW_TAG_POINTER_TYPE: u16 = 0x0f;
const DW_TAG_STRUCTURE_TYPE: u16 = 0x13;
const DW_TAG_TYPEDEF: u16 = 0x16;
const DW_TAG_UNION_TYPE: u16 = 0x17;
const DW_TAG_CONST_TYPE: u16 = 0x26;
const DW_TAG_VOLATILE_TYPE: u16 = 0x35;
const DW_TAG_RESTRICT_TYPE: u16 = 0x37;
const DW_TAG_ATOMIC_TYPE: u16 = 0x47;

impl Lowering {
    /// The id of `void`.
    fn nothing(&mut self) -> SourceTypeId {
        match self.nothing {
            Some(id) => id,
            None => {
                let id = self.module.source_types.push(SourceType::Void);
                self.nothing = Some(id);
                id
            }
        }
    }

    fn source_type_or_void(&mut self, node: Option<Meta>) -> SourceTypeId {
        match node {
            Some(node) => self.source_type(node),
            None => self.nothing(),
        }
    }

    /// The representation of a `DIType`. Its id exists before its members do, so recursive types end.
    pub fn source_type(&mut self, node: Meta) -> SourceTypeId {
        if let Some(&id) = self.source_types.get(&node) {
            return id;
        }
        let id = self.module.source_types.push(SourceType::Void);
        self.source_types.insert(node, id);
        let lowered = match node.kind() {
            MetaKind::LLVMDIBasicTypeMetadataKind => self.basic(node),
            MetaKind::LLVMDIDerivedTypeMetadataKind => self.derived(node),
            MetaKind::LLVMDICompositeTypeMetadataKind => self.composite(node),
            MetaKind::LLVMDISubroutineTypeMetadataKind => self.subroutine(node),
            _ => SourceType::Void,
        };
        self.module.source_types[id] = lowered;
        id
    }

    fn basic(&mut self, node: Meta) -> SourceType {
        let name = node.type_name();
        let size = node.type_bits().div_ceil(8);
        let encoding = attribute(&node.text(), "encoding").unwrap_or_default();
        match encoding.as_str() {
            "DW_ATE_float" => SourceType::Float { name, size },
            "DW_ATE_complex_float" => {
                let part = self.module.source_types.push(SourceType::Float { name: String::new(), size: size / 2 });
                let field = |name: &str, at: u64| SourceField {
                    name: name.to_owned(),
                    bit_offset: at,
                    bit_size: 4 * size,
                    ty: part,
                };
                let fields = vec![field("real", 0), field("imaginary", 4 * size)];
                SourceType::Record { name, union: false, size, fields }
            }
            "DW_ATE_signed"
            | "DW_ATE_unsigned"
            | "DW_ATE_signed_char"
            | "DW_ATE_unsigned_char"
            | "DW_ATE_boolean"
            | "DW_ATE_UTF" => SourceType::Int {
                name,
                size,
                signed: encoding.contains("_signed"),
                character: encoding.ends_with("_char") || encoding == "DW_ATE_UTF",
                boolean: encoding == "DW_ATE_boolean",
            },
            _ => SourceType::Void,
        }
    }

    fn derived(&mut self, node: Meta) -> SourceType {
        let base = operand(node, BASE_TYPE);
        let ty = self.source_type_or_void(base);
        let qualifier = match node.tag() {
            DW_TAG_POINTER_TYPE => return SourceType::Pointer { to: ty },
            DW_TAG_TYPEDEF => return SourceType::Alias { name: node.type_name(), ty },
            DW_TAG_CONST_TYPE => "const",
            DW_TAG_VOLATILE_TYPE => "volatile",
            DW_TAG_RESTRICT_TYPE => "restrict",
            DW_TAG_ATOMIC_TYPE => "_Atomic",
            _ => return SourceType::Void,
        };
        SourceType::Qualified { qualifier: qualifier.to_owned(), ty }
    }

    fn composite(&mut self, node: Meta) -> SourceType {
        let name = node.type_name();
        let size = node.type_bits().div_ceil(8);
        let elements: Vec<Meta> =
            operand(node, ELEMENTS).map_or(Vec::new(), |list| list.operands().into_iter().flatten().collect());
        match node.tag() {
            DW_TAG_ARRAY_TYPE => self.array(operand(node, BASE_TYPE), size, &elements),
            DW_TAG_ENUMERATION_TYPE => {
                let base = operand(node, BASE_TYPE).map(|base| self.source_type(base));
                let signed = base.is_none_or(|base| {
                    matches!(self.module.source_types[base], SourceType::Int { signed: true, .. } | SourceType::Void)
                });
                SourceType::Enum { name, size, signed, values: elements.into_iter().filter_map(enumerator).collect() }
            }
            tag @ (DW_TAG_STRUCTURE_TYPE | DW_TAG_UNION_TYPE) => {
                let members = elements.into_iter().filter(|member| {
                    matches!(member.kind(), MetaKind::LLVMDIDerivedTypeMetadataKind) && member.tag() == DW_TAG_MEMBER
                });
                let fields = members.map(|member| self.field(member)).collect();
                SourceType::Record { name, union: tag == DW_TAG_UNION_TYPE, size, fields }
            }
            _ => SourceType::Void,
        }
    }

    fn field(&mut self, member: Meta) -> SourceField {
        SourceField {
            name: member.type_name(),
            bit_offset: member.type_bit_offset(),
            bit_size: member.type_bits(),
            ty: self.source_type_or_void(operand(member, BASE_TYPE)),
        }
    }

    /// An array of one or more dimensions, as an array of arrays.
    fn array(&mut self, base: Option<Meta>, size: u64, dimensions: &[Meta]) -> SourceType {
        let mut elem = self.source_type_or_void(base);
        let lens: Vec<Option<u64>> = dimensions.iter().map(|&dimension| count(dimension)).collect();
        let Some((&outer, inner)) = lens.split_first() else {
            return SourceType::Array { len: None, elem, size };
        };
        for (position, &len) in inner.iter().enumerate().rev() {
            let outside: Option<u64> = lens[..=position].iter().copied().product();
            let size = outside.filter(|&n| n != 0).map_or(0, |n| size / n);
            elem = self.module.source_types.push(SourceType::Array { len, elem, size });
        }
        SourceType::Array { len: outer, elem, size }
    }

    fn subroutine(&mut self, node: Meta) -> SourceType {
        let types = operand(node, SUBROUTINE_TYPES).map_or(Vec::new(), |list| list.operands());
        let ret = self.source_type_or_void(types.first().copied().flatten());
        let params = types.get(1..).unwrap_or_default();
        let variadic = params.last().is_some_and(Option::is_none);
        let params = params.iter().flatten().map(|&param| self.source_type(param)).collect();
        SourceType::Function { ret, params, variadic }
    }
}

fn operand(node: Meta, position: usize) -> Option<Meta> {
    node.operands().get(position).copied().flatten()
}

/// The number of elements of a `DISubrange` that is a constant; -1 stands for an unknown one.
fn count(dimension: Meta) -> Option<u64> {
    let value = operand(dimension, 0)?.wrapped()?;
    if value.kind() != ValueKind::LLVMConstantIntValueKind {
        return None;
    }
    u64::try_from(value.signed_int()).ok()
}

fn enumerator(node: Meta) -> Option<(String, i64)> {
    let text = node.text();
    let value: i128 = attribute(&text, "value")?.parse().ok()?;
    let name = operand(node, 0).map(|name| name.string()).unwrap_or_default();
    Some((name, value as i64))
}

/// The value of `key: value` in the text of a node.
fn attribute(text: &str, key: &str) -> Option<String> {
    let marker = format!("{key}: ");
    let starts = text.match_indices(&marker).map(|(at, _)| at);
    // A name in quotes comes first in the text and could contain the key: the last match is the attribute.
    let start = starts.filter(|&at| at == 0 || text[..at].ends_with([' ', '('])).last()? + marker.len();
    let rest = &text[start..];
    Some(rest[..rest.find([',', ')']).unwrap_or(rest.len())].to_owned())
}

#[cfg(test)]
mod tests {
    use super::attribute;

    #[test]
    fn attributes_are_read_from_the_text_of_a_node() {
        let text = r#"!DIBasicType(name: "encoding: x", size: 32, encoding: DW_ATE_signed)"#;
        assert_eq!(attribute(text, "encoding").as_deref(), Some("DW_ATE_signed"));
        assert_eq!(attribute(r#"!DIEnumerator(name: "A", value: -3)"#, "value").as_deref(), Some("-3"));
        assert_eq!(attribute("!DIBasicType(size: 8)", "encoding"), None);
    }
}
