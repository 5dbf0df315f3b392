//! `results.parquet`: one row per point.

use crate::folder::Row;
use crate::sweep::Sweep;
use crate::value::Value;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io;
use std::sync::Arc;

/// Columns that every table has.
pub(crate) const OWN: [&str; 2] = ["point", "failed"];

/// A column of the results, absent where a point has no value.
pub enum Column {
    Integers(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
}

impl Column {
    /// Of a parameter: whole numbers, numbers, or anything as text.
    fn of_values(values: &[&Value]) -> Self {
        let whole = |value: &&Value| matches!(value, Value::Integer(_));
        if values.iter().all(whole) {
            let integer = |value: &&Value| match value {
                Value::Integer(integer) => Some(*integer),
                _ => None,
            };
            Self::Integers(values.iter().map(integer).collect())
        } else if values.iter().all(|value| value.number().is_some()) {
            Self::Numbers(values.iter().map(|value| value.number()).collect())
        } else {
            Self::Texts(values.iter().map(|value| Some(value.to_string())).collect())
        }
    }

    fn field(&self, name: &str) -> Result<Arc<Type>, ParquetError> {
        let (physical, converted) = match self {
            Self::Integers(_) => (Physical::INT64, ConvertedType::NONE),
            Self::Numbers(_) => (Physical::DOUBLE, ConvertedType::NONE),
            Self::Texts(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted);
        Ok(Arc::new(field.build()?))
    }

    fn write<W: io::Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else {
            return Ok(());
        };
        match self {
            Self::Integers(values) => {
                let (values, levels) = present(values);
                column
                    .typed::<Int64Type>()
                    .write_batch(&values, Some(&levels), None)?;
            }
            Self::Numbers(values) => {
                let (values, levels) = present(values);
                column
                    .typed::<DoubleType>()
                    .write_batch(&values, Some(&levels), None)?;
            }
            Self::Texts(values) => {
                let (values, levels) = present(values);
                let values: Vec<ByteArray> = values
                    .into_iter()
                    .map(|text| ByteArray::from(text.into_bytes()))
                    .collect();
                column
                    .typed::<ByteArrayType>()
                    .write_batch(&values, Some(&levels), None)?;
            }
        }
        column.close()
    }
}

/// The values that are there, and for every row whether it has one.
fn present<T>(values: Vec<Option<T>>) -> (Vec<T>, Vec<i16>) {
    let levels = values
        .iter()
        .map(|value| i16::from(value.is_some()))
        .collect();
    (values.into_iter().flatten().collect(), levels)
}

/// The columns of the results, by name. `rows`: all points, in order.
pub fn columns(sweep: &Sweep, rows: &[Row]) -> Vec<(String, Column)> {
    let mut columns = vec![(
        "point".to_string(),
        Column::Integers(rows.iter().map(|row| Some(row.point as i64)).collect()),
    )];
    for (index, parameter) in sweep.parameters.iter().enumerate() {
        let values = rows
            .iter()
            .filter_map(|row| sweep.points.get(row.point as usize)?.get(index));
        let values: Vec<&Value> = values.collect();
        columns.push((parameter.to_string(), Column::of_values(&values)));
    }
    for recorded in &sweep.recorded {
        let figure = |row: &Row| row.figures.get(&recorded.name).copied().flatten();
        let numbers = rows.iter().map(figure).collect();
        columns.push((recorded.name.clone(), Column::Numbers(numbers)));
    }
    let failed = rows.iter().map(|row| row.failed.clone()).collect();
    columns.push(("failed".into(), Column::Texts(failed)));
    columns
}

/// The table. `rows`: all points, in order.
///
/// # Errors
/// As parquet has them; it is written into memory.
pub fn table(sweep: &Sweep, rows: &[Row]) -> Result<Vec<u8>, ParquetError> {
    let columns = columns(sweep, rows);
    let fields = columns.iter().map(|(name, column)| column.field(name));
    let schema = Type::group_type_builder("point")
        .with_fields(fields.collect::<Result<_, _>>()?)
        .build()?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        column.write(&mut group)?;
    }
    group.close()?;
    writer.into_inner()
}
