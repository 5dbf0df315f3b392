//! Changes as a broken disk, a wrong program, a tired person or an adversary makes them.

use fourcorners_block::Generator;

/// A few bytes are others, more, or fewer.
pub fn bytes(file: &mut Vec<u8>, random: &mut Generator) {
    for _ in 0..=random.below(6) {
        let at = random.below(file.len() as u64 + 1) as usize;
        let end = (at + random.below(9) as usize).min(file.len());
        let count = random.below(9);
        let new: Vec<u8> = (0..count)
            .map(|_| [0, 0xff, 0x7f, 0x80, random.below(256) as u8][random.below(5) as usize])
            .collect();
        match random.below(12) {
            0 => file.truncate(at),
            1 => {
                let again = file[at..end].to_vec();
                drop(file.splice(at..at, again));
            }
            _ => drop(file.splice(at..end, new)),
        }
    }
}

/// A line of a file of keys and values is changed: its value replaced by one of these, or it is
/// left out, doubled, moved, cut or mangled.
pub fn line(text: &str, values: &[&str], random: &mut Generator) -> String {
    let mut below = |bound: usize| random.below(bound.max(1) as u64) as usize;
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    if lines.is_empty() {
        return String::new();
    }
    let at = below(lines.len());
    let line = lines[at].clone();
    match below(9) {
        0..=3 => {
            let value = values[below(values.len())];
            if let Some((before, rest)) = line.split_once("value = ")
                && let Some((_, after)) = rest.split_once(',')
            {
                lines[at] = format!("{before}value = {value},{after}");
            } else if let Some((key, _)) = line.split_once('=') {
                lines[at] = format!("{key}= {value}");
            }
        }
        4 => {
            lines.remove(at);
        }
        5 => lines.insert(at, line),
        6 => {
            let other = below(lines.len());
            lines.swap(at, other);
        }
        7 => {
            let cut: Vec<char> = line.chars().collect();
            let keep = below(cut.len());
            lines[at] = cut.into_iter().take(keep).collect();
        }
        _ => {
            let mut chars: Vec<char> = line.chars().collect();
            if !chars.is_empty() {
                let place = below(chars.len());
                // Any printable character.
                chars[place] = char::from(b' ' + below(95) as u8);
            }
            lines[at] = chars.into_iter().collect();
        }
    }
    lines.join("\n")
}

/// What stands behind one of the equals signs, up to a comma, a brace or the line's end, becomes
/// one of these.
pub fn value(text: &str, values: &[&str], random: &mut Generator) -> String {
    let signs: Vec<usize> = text.match_indices('=').map(|(at, _)| at + 1).collect();
    if signs.is_empty() {
        return text.into();
    }
    let from = signs[random.below(signs.len() as u64) as usize];
    let to = text[from..].find([',', '}', '\n']);
    let to = to.map_or(text.len(), |length| from + length);
    let value = values[random.below(values.len() as u64) as usize];
    format!("{} {value}{}", &text[..from], &text[to..])
}
