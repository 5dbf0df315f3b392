//! A value with where it is from, or a bare one: assumed, without a source.

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;
use toml::Spanned;

/// Where a value can be from.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Origin {
    Published,
    Measured,
    Fitted,
    Assumed,
}

/// `{ value = .., from = .., source = .. }`, or the value alone.
pub struct Sourced<T> {
    pub value: Spanned<T>,
}

impl<T: Copy> Sourced<T> {
    pub fn get(&self) -> T {
        *self.value.get_ref()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table<T> {
    value: Spanned<T>,
    #[serde(rename = "from")]
    _from: Origin,
    #[serde(rename = "source")]
    _source: String,
}

/// What stands behind a key.
enum Written<T> {
    Bare(T),
    Table(Spanned<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sourced<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // An untagged enum would lose the place of what is in it.
        let written: Spanned<Written<T>> = Spanned::deserialize(deserializer)?;
        let span = written.span();
        let value = match written.into_inner() {
            Written::Bare(value) => Spanned::new(span, value),
            Written::Table(value) => value,
        };
        Ok(Self { value })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor(PhantomData))
    }
}

struct WrittenVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for WrittenVisitor<T> {
    type Value = Written<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, or { value = .., from = \"published\", source = \"..\" }")
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Written::Bare)
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Written::Bare)
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Written::Bare)
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Written::Bare)
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        T::deserialize(StrDeserializer::new(value)).map(Written::Bare)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let table = Table::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Written::Table(table.value))
    }
}
