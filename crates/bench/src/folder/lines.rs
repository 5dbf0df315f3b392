//! Files of JSON lines, of which some may be broken.

use crate::record::{Damage, Harm};
use serde::de::DeserializeOwned;

/// Broken lines of one file that are told one by one: whoever looks for a reason finds it in these.
const TOLD: usize = 5;
/// A sentence that quotes a file is cut off here, in characters.
const LONGEST: usize = 400;

/// What the whole lines of a file say; what is wrong with the others is added to `damage`, each by
/// itself and a last one for the many.
pub fn read_lines<T: DeserializeOwned>(
    name: &str,
    bytes: &[u8],
    damage: &mut Vec<Damage>,
) -> Vec<T> {
    let of_file = |what| Damage {
        file: name.into(),
        what,
    };
    let (mut items, mut broken) = (Vec::new(), 0);
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        // What ends without a line's end was torn while it was written, whatever it says.
        let read = if line.ends_with(b"\n") {
            serde_json::from_slice(line).map_err(|error| Some(short(&error.to_string())))
        } else {
            Err(None)
        };
        match read {
            Ok(item) => items.push(item),
            Err(_) if line == b"\n" => {}
            Err(why) => {
                broken += 1;
                if broken <= TOLD {
                    let number = number + 1;
                    damage.push(of_file(Harm::Line { number, why }));
                }
            }
        }
    }
    if broken > TOLD {
        damage.push(of_file(Harm::MoreLines(broken - TOLD)));
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
