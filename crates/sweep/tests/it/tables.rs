//! `results.parquet` has one row per point.

use crate::bed::{SMALL, Until, place, rows, simulated, sweep};
use parquet::file::reader::SerializedFileReader;
use parquet::record::Field;

#[test]
fn table_has_a_row_per_point_with_parameters_and_figures() {
    let sweep = sweep(&SMALL.replace("[2, 3, 4]", "[2, 1_000_000_000]"));
    let (_kept, path) = place();
    simulated(&sweep, &path, None, &Until::the_end());
    let file = std::fs::File::open(path.join("results.parquet")).expect("a table");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let table: Vec<Vec<(String, Field)>> = reader
        .into_iter()
        .map(|row| {
            let row = row.expect("a row");
            row.into_columns()
        })
        .collect();
    let names: Vec<&str> = table[0].iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "point",
        "data",
        "gc.low_watermark",
        "iops",
        "write_amplification",
        "failed",
    ];
    assert_eq!(names, expected);
    let rows = rows(&sweep, &path);
    assert_eq!(table.len(), rows.len());
    for (columns, row) in table.iter().zip(&rows) {
        let field = |name: &str| {
            let mut columns = columns.iter();
            columns
                .find(|(known, _)| known == name)
                .map(|(_, field)| field.clone())
        };
        let iops = row.figures.get("iops").copied().flatten();
        assert_eq!(field("iops"), Some(iops.map_or(Field::Null, Field::Double)));
        assert_eq!(field("point"), Some(Field::Long(row.point as i64)));
        assert_eq!(
            field("data"),
            Some(Field::Str(row.parameters["data"].to_string()))
        );
        let failed = row.failed.clone().map_or(Field::Null, Field::Str);
        assert_eq!(field("failed"), Some(failed));
    }
}
