//! TOML to a file's own types.

use super::checked::Checked;
use super::error::SpecError;
use super::finite::first_not_finite;
use super::former::refuse_former;
use toml::de::{DeTable, Deserializer};

/// Every file comes through here, be it of a drive, a NAND part or a port.
pub fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, SpecError> {
    let syntax = |error: toml::de::Error| SpecError::Syntax {
        file: file.into(),
        message: error.to_string(),
    };
    let table = DeTable::parse(text).map_err(syntax)?;
    let checked = Checked {
        file,
        text,
        other: None,
        changes: None,
    };
    refuse_former(&checked, table.get_ref())?;
    if let Some((key, number)) = first_not_finite(table.get_ref()) {
        let problem = format!("{key} is {}; expected a finite number", number.get_ref());
        return Err(checked.wrong_at(&number, problem));
    }
    T::deserialize(Deserializer::from(table)).map_err(|mut error| {
        error.set_input(Some(text));
        syntax(error)
    })
}
