//! A value of a parameter.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A value of a parameter, as in the sweep's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    Integer(i64),
    /// Finite.
    Number(f64),
    Boolean(bool),
    Text(String),
}

impl Value {
    /// As a number; `None`: a word.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Number(value) => Some(*value),
            Self::Boolean(_) | Self::Text(_) => None,
        }
    }

    /// As TOML.
    pub fn toml(&self) -> toml::Value {
        match self {
            Self::Integer(value) => toml::Value::Integer(*value),
            Self::Number(value) => toml::Value::Float(*value),
            Self::Boolean(value) => toml::Value::Boolean(*value),
            Self::Text(value) => toml::Value::String(value.clone()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Boolean(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// Of a TOML value that is a plain one; `None`: a table, an array, a date, or no finite number.
pub(crate) fn plain(value: &toml::Value) -> Option<Value> {
    match value {
        toml::Value::Integer(value) => Some(Value::Integer(*value)),
        toml::Value::Float(value) => value.is_finite().then_some(Value::Number(*value)),
        toml::Value::Boolean(value) => Some(Value::Boolean(*value)),
        toml::Value::String(value) => Some(Value::Text(value.clone())),
        _ => None,
    }
}
