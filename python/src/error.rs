//! `fourcorners.Error`, from any error of ours.

use fourcorners_drive_file::SpecError;
use fourcorners_lab::{LabError, Message};
use fourcorners_sweep::SweepError;
use pyo3::prelude::*;

/// An error that Python gets as `fourcorners.Error`.
#[derive(Debug)]
pub struct Error(pub Message);

pub type Result<T> = std::result::Result<T, Error>;

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Self(message)
    }
}

impl From<LabError> for Error {
    fn from(error: LabError) -> Self {
        let message = error.message();
        Self(match error {
            // Without the option of the command line.
            LabError::Spec(SpecError::Set { given, problem, .. }) => {
                Message::new(format!("{given}: {problem}")).maybe(message.hint)
            }
            _ => message,
        })
    }
}

impl From<SweepError> for Error {
    fn from(error: SweepError) -> Self {
        Self(error.message())
    }
}

impl From<Error> for PyErr {
    fn from(Error(Message { error, hint }): Error) -> Self {
        Python::attach(|py| -> PyResult<PyErr> {
            let class = py.import("fourcorners._error")?.getattr("Error")?;
            let raised = class.call1((error.trim_end(), hint))?;
            Ok(PyErr::from_value(raised))
        })
        .unwrap_or_else(|failed| failed)
    }
}
