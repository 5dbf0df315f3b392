//! Results as Arrow data.

use crate::error::Error;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array as _, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, Field, Schema};
use fourcorners_bench::{near, nearest};
use fourcorners_lab::Message;
use fourcorners_sweep::Column;
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use std::sync::Arc;

/// A table of results, as Arrow data.
///
/// `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `pyarrow.table(table)` and
/// DuckDB (by the name of a variable that holds it) take it without copying;
/// `pandas.DataFrame(table)` copies it. Without any of them, `table["iops_mean"]` is a column as a
/// list, and iteration gives rows as dicts; None where a row has no value.
#[pyclass(frozen, module = "fourcorners")]
pub struct Table {
    batch: RecordBatch,
}

impl Table {
    pub fn new(columns: Vec<(String, Column)>) -> PyResult<Self> {
        let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns
            .into_iter()
            .map(|(name, column)| {
                let array = array(column);
                (Field::new(name, array.data_type().clone(), true), array)
            })
            .unzip();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
        let batch = batch.map_err(bug)?;
        Ok(Self { batch })
    }
}

fn array(column: Column) -> ArrayRef {
    match column {
        Column::Integers(values) => Arc::new(Int64Array::from(values)),
        Column::Numbers(values) => Arc::new(Float64Array::from(values)),
        Column::Texts(values) => Arc::new(StringArray::from(values)),
    }
}

/// All columns of a table are made by us, equally long.
fn bug(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Table {
    /// Names of the columns, in order.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let schema = self.batch.schema();
        let names = schema.fields().iter().map(|field| field.name().clone());
        names.collect()
    }

    /// Number of rows.
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// A column as a list; None where a row has no value.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let Some(column) = self.batch.column_by_name(name) else {
            let columns = self.columns();
            let hint = near(&nearest(name, columns.iter().map(String::as_str)));
            let hint = hint.unwrap_or_else(|| format!("the columns are {}", columns.join(", ")));
            let error = format!("no column is called '{name}'");
            return Err(Error(Message::new(error).hint(hint)).into());
        };
        let any = column.as_any();
        let list = if let Some(column) = any.downcast_ref::<Int64Array>() {
            column.iter().collect::<Vec<_>>().into_bound_py_any(py)
        } else if let Some(column) = any.downcast_ref::<Float64Array>() {
            column.iter().collect::<Vec<_>>().into_bound_py_any(py)
        } else if let Some(column) = any.downcast_ref::<StringArray>() {
            column.iter().collect::<Vec<_>>().into_bound_py_any(py)
        } else {
            PyList::empty(py).into_bound_py_any(py)
        };
        Ok(list?.cast_into::<PyList>()?)
    }

    /// Rows as dicts.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let names = self.columns();
        let columns = names.iter().map(|name| self.__getitem__(py, name));
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        let rows = PyList::empty(py);
        for number in 0..self.batch.num_rows() {
            let row = PyDict::new(py);
            for (name, column) in names.iter().zip(&columns) {
                row.set_item(name, column.get_item(number)?)?;
            }
            rows.append(row)?;
        }
        rows.try_iter()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table of {} rows: {}>",
            self.batch.num_rows(),
            self.columns().join(", ")
        )
    }

    /// The table as an Arrow stream (Arrow PyCapsule interface).
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Other types may be asked for; whoever cannot use these casts them.
        drop(requested_schema);
        let batches = [Ok(self.batch.clone())].into_iter();
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The types of the columns (Arrow PyCapsule interface).
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema().as_ref()).map_err(bug)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
