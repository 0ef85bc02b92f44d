//! Bytes in JSON: as text where they are text, else as hexadecimal digits.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes of a program's input or output: a JSON string when they are UTF-8, else `{"hex": "…"}`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes(pub Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    Digits { hex: Hex },
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => Form::Text(text.to_owned()),
            Err(_) => Form::Digits { hex: Hex(self.0.clone()) },
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Bytes(match Form::deserialize(deserializer)? {
            Form::Text(text) => text.into_bytes(),
            Form::Digits { hex } => hex.0,
        }))
    }
}

/// Bytes in memory order as hexadecimal digits, two a byte.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hex(pub Vec<u8>);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Hex {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => {
                Ok(Hex(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()))
            }
            _ => Err(format!("`{text}` is not an even number of hexadecimal digits")),
        }
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Bytes some of which are not known (`None`, written `??`): addresses differ from run to run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Partial(pub Vec<Option<u8>>);

impl Partial {
    /// Whether bytes are these, as far as they are known.
    pub fn admits(&self, bytes: &[u8]) -> bool {
        self.0.len() == bytes.len()
            && self.0.iter().zip(bytes).all(|(known, byte)| known.is_none_or(|known| known == *byte))
    }
}

impl std::fmt::Display for Partial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| match byte {
            Some(byte) => write!(f, "{byte:02x}"),
            None => f.write_str("??"),
        })
    }
}

impl Serialize for Partial {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Partial {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pairs: Vec<&[u8]> = text.as_bytes().chunks(2).collect();
        let byte = |pair: &[u8]| match pair {
            b"??" => Ok(None),
            pair => std::str::from_utf8(pair)
                .ok()
                .and_then(|pair| pair.parse::<Hex>().ok())
                .map(|hex| Some(hex.0[0]))
                .ok_or(()),
        };
        let bytes: Result<Vec<Option<u8>>, ()> = pairs.into_iter().map(byte).collect();
        bytes
            .map(Partial)
            .map_err(|()| D::Error::custom(format!("`{text}` is not pairs of hexadecimal digits or `??`")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Hex, Partial};

    #[test]
    fn text_stays_text_and_the_rest_is_digits() {
        assert_eq!(serde_json::to_string(&Bytes(b"a\n".to_vec())).unwrap(), r#""a\n""#);
        assert_eq!(serde_json::to_string(&Bytes(vec![0xff, 0x00])).unwrap(), r#"{"hex":"ff00"}"#);
        assert_eq!(serde_json::from_str::<Bytes>(r#"{"hex":"FF00"}"#).unwrap(), Bytes(vec![0xff, 0]));
    }

    #[test]
    fn bad_digits_are_an_error() {
        for text in ["a", "0g", "éé", "0x"] {
            assert!(text.parse::<Hex>().is_err(), "{text}");
            assert!(serde_json::from_str::<Partial>(&format!("\"{text}\"")).is_err(), "{text}");
        }
    }

    #[test]
    fn unknown_bytes_admit_any() {
        let partial: Partial = serde_json::from_str(r#""01??03""#).unwrap();
        assert!(partial.admits(&[1, 9, 3]) && !partial.admits(&[1, 9, 4]) && !partial.admits(&[1, 9]));
        assert_eq!(serde_json::to_string(&partial).unwrap(), r#""01??03""#);
    }
}
