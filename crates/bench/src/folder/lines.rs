//! Files of JSON lines, of which some may be broken.

use serde::de::DeserializeOwned;

/// Broken lines of one file that are told one by one: whoever looks for a reason finds it in these.
const TOLD: usize = 5;
/// A sentence that quotes a file is cut off here, in characters.
const LONGEST: usize = 400;

/// What the whole lines of a file say; what is wrong with the others is added to `damage`, a
/// sentence each and a last one for the many.
pub fn read_lines<T: DeserializeOwned>(
    name: &str,
    bytes: &[u8],
    damage: &mut Vec<String>,
) -> Vec<T> {
    let (mut items, mut broken) = (Vec::new(), 0);
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        // What ends without a line's end was torn while it was written, whatever it says.
        let read = if line.ends_with(b"\n") {
            serde_json::from_slice(line).map_err(|error| error.to_string())
        } else {
            Err("it has no end".into())
        };
        match read {
            Ok(item) => items.push(item),
            Err(_) if line == b"\n" => {}
            Err(error) => {
                broken += 1;
                if broken <= TOLD {
                    let line = number + 1;
                    damage.push(format!("{name}, line {line}: {}; left out", short(&error)));
                }
            }
        }
    }
    if broken > TOLD {
        let more = broken - TOLD;
        let lines = if more == 1 { "line" } else { "lines" };
        damage.push(format!(
            "{name}: and {more} more {lines} that cannot be read; left out"
        ));
    }
    items
}

/// A reason that quotes what it found, which may be as long as the file.
pub fn short(reason: &str) -> String {
    match reason.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &reason[..end]),
        None => reason.into(),
    }
}
