//! Which points a sweep has.

use crate::error::{MOST, Problem, RangeProblem};
use crate::file::{Axis, By, Range, Values};
use crate::value::Value;
use fourcorners_bench::uniform;
use fourcorners_block::{Generator, Seed};

/// Every combination of all values; the last axis moves fastest.
pub(crate) fn grid(axes: &[Axis]) -> Result<Vec<Vec<Value>>, Problem> {
    let lists: Vec<Vec<Vec<Value>>> = axes.iter().map(values).collect::<Result<_, _>>()?;
    let count: u128 = lists.iter().map(|list| list.len() as u128).product();
    if count > MOST {
        return Err(Problem::TooMany(count));
    }
    let mut points = vec![Vec::new()];
    for list in &lists {
        let longer = |point: &Vec<Value>| {
            let point = point.clone();
            list.iter().map(move |values| [&point[..], values].concat())
        };
        points = points.iter().flat_map(longer).collect();
    }
    Ok(points)
}

/// Latin hypercube: each axis is cut into as many equal parts as there are points, and each part
/// is used once (McKay, Beckman and Conover, Technometrics 1979).
pub(crate) fn latin_hypercube(axes: &[Axis], count: u32, seed: Seed) -> Vec<Vec<Value>> {
    let columns: Vec<Vec<Vec<Value>>> = axes
        .iter()
        .enumerate()
        .map(|(number, axis)| {
            let mut random = seed.child(&format!("axis-{number}")).generator();
            let parts = shuffled(count, &mut random);
            let place = |part: u32| (f64::from(part) + uniform(&mut random)) / f64::from(count);
            parts
                .into_iter()
                .map(place)
                .map(|at| sampled(axis, at))
                .collect()
        })
        .collect();
    let point = |row: usize| {
        columns
            .iter()
            .flat_map(|column| column[row].clone())
            .collect()
    };
    (0..count as usize).map(point).collect()
}

/// 0 to `count` in random order.
fn shuffled(count: u32, random: &mut Generator) -> Vec<u32> {
    let mut parts: Vec<u32> = (0..count).collect();
    for last in (1..parts.len()).rev() {
        parts.swap(last, random.below(last as u64 + 1) as usize);
    }
    parts
}

/// The values of an axis at a place from 0 to 1.
fn sampled(axis: &Axis, at: f64) -> Vec<Value> {
    match &axis.values {
        Values::List(list) => list[((at * list.len() as f64) as usize).min(list.len() - 1)].clone(),
        Values::Range(range) => {
            let value = match range.by {
                // As if every step was a value of a list.
                Some(By::Step(step)) => {
                    let steps = ((range.to - range.from) / step + STEP_DUST).floor() + 1.0;
                    range.from + step * (at * steps).floor().min(steps - 1.0)
                }
                // Whole numbers at the ends are as likely as those between.
                _ if range.whole && !range.log => (range.from + at * (range.to - range.from + 1.0))
                    .floor()
                    .min(range.to),
                _ => between(range, at),
            };
            vec![number(range, value)]
        }
    }
}

/// All values of an axis.
fn values(axis: &Axis) -> Result<Vec<Vec<Value>>, Problem> {
    let range = match &axis.values {
        Values::List(list) => return Ok(list.clone()),
        Values::Range(range) => range,
    };
    let key = || {
        axis.parameters
            .first()
            .map_or(String::new(), ToString::to_string)
    };
    let values: Vec<f64> = match range.by {
        None => {
            let what = RangeProblem::NoStep;
            return Err(Problem::Range { key: key(), what });
        }
        Some(By::Step(step)) => {
            let steps = ((range.to - range.from) / step + STEP_DUST).floor();
            if steps >= MOST as f64 {
                return Err(Problem::TooMany(steps as u128));
            }
            (0..=steps as u64)
                .map(|number| range.from + step * number as f64)
                .collect()
        }
        Some(By::Points(points)) if u128::from(points) > MOST => {
            return Err(Problem::TooMany(points.into()));
        }
        Some(By::Points(points)) => (0..points)
            .map(|number| between(range, f64::from(number) / f64::from(points - 1)))
            .collect(),
    };
    let mut values: Vec<Vec<Value>> = values
        .into_iter()
        .map(|value| vec![number(range, value)])
        .collect();
    // Whole numbers of a narrow range meet.
    values.dedup();
    Ok(values)
}

/// The last step ends at `to`, although 0.1 is no binary fraction.
const STEP_DUST: f64 = 1e-9;

fn between(range: &Range, at: f64) -> f64 {
    match range.log {
        true => range.from * (range.to / range.from).powf(at),
        false => range.from + at * (range.to - range.from),
    }
}

fn number(range: &Range, value: f64) -> Value {
    match range.whole {
        true => Value::Integer(value.round() as i64),
        // Without the dust of binary fractions, as in 0.30000000000000004.
        false => Value::Number(format!("{value:.12e}").parse().unwrap_or(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::SweepFile;
    use std::collections::BTreeSet;

    fn axes(vary: &str) -> Vec<Axis> {
        let text = format!("title = \"x\"\ntests = []\n[vary]\n{vary}\n[record]\n");
        let file = SweepFile::parse("x", &text).expect("a sweep");
        file.axes().expect("axes")
    }

    fn numbers(vary: &str) -> Vec<f64> {
        let points = grid(&axes(vary)).expect("points");
        points
            .iter()
            .filter_map(|point| point[0].number())
            .collect()
    }

    #[test]
    fn step_range_ends_at_its_end() {
        let vary = "spare_percent = { from = 0.1, to = 0.5, step = 0.1 }";
        assert_eq!(numbers(vary), [0.1, 0.2, 0.3, 0.4, 0.5]);
        let vary = "gc.low_watermark = { from = 2, to = 9, step = 3 }";
        assert_eq!(numbers(vary), [2.0, 5.0, 8.0]);
    }

    #[test]
    fn log_range_has_equal_ratios_and_whole_numbers_once() {
        let vary = "nand.dies = { from = 1, to = 64, points = 7, scale = \"log\" }";
        assert_eq!(numbers(vary), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]);
        let vary = "nand.dies = { from = 1, to = 3, points = 9 }";
        assert_eq!(numbers(vary), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn grid_moves_the_last_parameter_fastest() {
        let points = grid(&axes(
            "seed = [1, 2]\n\"nand.dies, port\" = [[8, \"a\"], [16, \"b\"]]",
        ));
        let text = |point: &Vec<Value>| point.iter().map(Value::to_string).collect::<Vec<_>>();
        let points: Vec<String> = points
            .expect("points")
            .iter()
            .map(|point| text(point).join(" "))
            .collect();
        assert_eq!(points, ["1 8 a", "1 16 b", "2 8 a", "2 16 b"]);
    }

    /// The rule that gives the design its name.
    #[test]
    fn latin_hypercube_uses_each_part_of_each_axis_once() {
        let axes = axes(
            "spare_percent = { from = 0.0, to = 1.0 }\ngc.low_watermark = { from = 1, to = 50 }\n\
             drive = [\"a\", \"b\"]",
        );
        let points = latin_hypercube(&axes, 50, Seed(7));
        let column = |index: usize| points.iter().map(move |point| point[index].clone());
        let parts = |scale: f64| move |value: Value| (value.number().unwrap_or(0.0) * scale) as i64;
        let shares: BTreeSet<i64> = column(0).map(parts(50.0)).collect();
        let counts: BTreeSet<i64> = column(1).map(parts(1.0)).collect();
        assert_eq!((shares.len(), counts.len()), (50, 50));
        assert_eq!(
            column(2).filter(|drive| drive.to_string() == "a").count(),
            25
        );
        assert_eq!(points, latin_hypercube(&axes, 50, Seed(7)));
        assert_ne!(points, latin_hypercube(&axes, 50, Seed(8)));
    }

    #[test]
    fn grid_without_end_is_refused() {
        let million = "{ from = 1, to = 1000000, step = 1 }";
        let vary = format!("nand.dies = {million}\ngc.low_watermark = {million}");
        assert_eq!(grid(&axes(&vary)), Err(Problem::TooMany(1_000_000_000_000)));
        // It once took all memory.
        let points = "spare_percent = { from = 7, to = 25, points = 1_000_000_000 }";
        assert_eq!(grid(&axes(points)), Err(Problem::TooMany(1_000_000_000)));
    }
}
