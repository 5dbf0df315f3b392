//! Values of the data files, from Python and back.

use crate::drive::Drive;
use crate::error::Error;
use fourcorners_lab::Message;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use toml::{Table, Value};

/// Levels of lists and dicts. Data files have few.
const LEVELS: usize = 32;

/// A value as a data file has it, of at most that many levels.
///
/// # Errors
/// It is not a boolean, a number, a text, a list or a dict of those, or it contains itself.
fn value(of: &Bound<'_, PyAny>, levels: usize) -> PyResult<Value> {
    if let Ok(text) = of.cast::<PyString>() {
        return Ok(Value::String(text.to_str()?.into()));
    }
    if let Ok(dict) = of.cast::<PyDict>() {
        return Ok(Value::Table(inner_table(dict, levels)?));
    }
    if of.is_instance_of::<PyList>() || of.is_instance_of::<PyTuple>() {
        let levels = below(levels)?;
        let values = of.try_iter()?.map(|one| value(&one?, levels));
        let values: PyResult<Vec<Value>> = values.collect();
        return Ok(Value::Array(values?));
    }
    // Also of numpy's numbers.
    if let Ok(yes) = of.extract::<bool>() {
        return Ok(Value::Boolean(yes));
    }
    if let Ok(whole) = of.extract::<i64>() {
        return Ok(Value::Integer(whole));
    }
    if let Ok(number) = of.extract::<f64>() {
        return Ok(Value::Float(number));
    }
    let (repr, class) = (of.repr()?, of.get_type());
    let error = format!("{repr} is of type {}", class.name()?);
    let hint = match of.is_instance_of::<Drive>() {
        true => "a sweep takes names of drives; simulate Drive objects with fourcorners.run",
        false => "a value is a bool, a number, a str, or a list or dict of those",
    };
    Err(Error(Message::new(error).hint(hint)).into())
}

/// A dict as a table of a data file.
///
/// # Errors
/// A key is no text, or a value is none of a data file.
pub fn table(dict: &Bound<'_, PyDict>) -> PyResult<Table> {
    inner_table(dict, LEVELS)
}

fn inner_table(dict: &Bound<'_, PyDict>, levels: usize) -> PyResult<Table> {
    let levels = below(levels)?;
    let entry = |(key, of): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((key.extract::<String>()?, value(&of, levels)?))
    };
    dict.iter().map(entry).collect()
}

/// Levels that are left in a list or dict. Without a limit, one that contains itself would end the
/// interpreter.
fn below(levels: usize) -> PyResult<usize> {
    levels.checked_sub(1).ok_or_else(|| {
        let error = format!("lists and dicts are nested more than {LEVELS} levels deep");
        Error(Message::new(error).hint("check that none contains itself")).into()
    })
}

/// The keys of a table and of the tables in it, as in `gc.low_watermark`.
pub fn flat(table: Table) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                let inner = flat(inner).into_iter();
                all.extend(inner.map(|(rest, value)| (format!("{key}.{rest}"), value)));
            }
            value => all.push((key, value)),
        }
    }
    all
}

/// A value for Python; a date is a text.
pub fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::String(text) => text.into_bound_py_any(py),
        Value::Integer(whole) => whole.into_bound_py_any(py),
        Value::Float(number) => number.into_bound_py_any(py),
        Value::Boolean(yes) => yes.into_bound_py_any(py),
        Value::Datetime(date) => date.to_string().into_bound_py_any(py),
        Value::Array(values) => {
            let values: PyResult<Vec<_>> = values.iter().map(|one| python(py, one)).collect();
            values?.into_bound_py_any(py)
        }
        Value::Table(table) => {
            let dict = PyDict::new(py);
            for (key, value) in table {
                dict.set_item(key, python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// A value from its text in a data file; what is no TOML is a word.
pub fn parsed(text: &str) -> Value {
    let table = format!("value = {text}").parse::<Table>();
    let value = table.ok().and_then(|mut table| table.remove("value"));
    value.unwrap_or_else(|| Value::String(text.into()))
}
