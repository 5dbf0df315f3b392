//! TOML to a file's own types.

use crate::checked::Checked;
use crate::error::SpecError;
use crate::finite::first_not_finite;
use crate::former::refuse_former;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, Deserializer, Error};

/// A file as a type.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, SpecError> {
    T::deserialize(Deserializer::from(table(file, text)?)).map_err(|mut error| {
        error.set_input(Some(text));
        syntax(file, &error)
    })
}

/// The values of a file, checked as far as no type is needed. Every file comes through here, be it
/// of a drive, a NAND part or a port.
pub fn table<'a>(file: &str, text: &'a str) -> Result<Spanned<DeTable<'a>>, SpecError> {
    let table = DeTable::parse(text).map_err(|error| syntax(file, &error))?;
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
    Ok(table)
}

fn syntax(file: &str, error: &Error) -> SpecError {
    SpecError::Syntax {
        file: file.into(),
        message: error.to_string(),
    }
}
