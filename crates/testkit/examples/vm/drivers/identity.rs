//! What a run's folder says of its drive.

use crate::case::Failure;
use fourcorners_testkit::vm::Reports;
use serde_json::Value;

/// An error unless the run `name` exited with 0, has a finished result, and its `run.json` has
/// these values in `identity`. The script reports them by
/// `keep`.
pub fn expect_run(reports: &Reports, name: &str, identity: &Value) -> Result<(), Failure> {
    reports.succeeded(name)?;
    let json = |key: &str| -> Result<Value, Failure> {
        let text = reports.text(&format!("{name}.{key}"));
        serde_json::from_str(&text).map_err(|error| format!("{name}.{key}: {error}: {text}"))
    };
    let result = json("result")?;
    if result["status"] != "finished" {
        return Err(format!("{name}: its result is {result}"));
    }
    let header = json("run")?;
    let expected = identity.as_object().into_iter().flatten();
    for (key, value) in expected {
        let found = &header["identity"][key];
        if found != value {
            return Err(format!("{name}: {key} is {found}, expected {value}"));
        }
    }
    Ok(())
}
