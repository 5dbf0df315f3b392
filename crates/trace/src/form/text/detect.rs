//! Which forms a text can be, by its first lines.

use super::TextForm;
use super::source::{Grammar, is_heading};
use super::streams::Streams;
use std::collections::VecDeque;

/// Lines that are looked at.
const LINES: usize = 64;
/// What a caller has of a file that is longer: the last line may be cut.
const HEAD_BYTES: usize = 1 << 16;

/// The forms that the text that begins with `head` (its first 64 KiB, or all of it) can be: those
/// that understand more than half of its first lines, and the first line itself where the form
/// asks for one. More than one, or none: only a person can tell.
///
/// Whole numbers in five columns are MQSim's: DiskSim prints decimals.
pub fn detect(head: &[u8]) -> Vec<TextForm> {
    let mut forms: Vec<_> = TextForm::ALL
        .into_iter()
        .filter(|form| understands(&mut *form.grammar(), head))
        .collect();
    if forms.contains(&TextForm::Mqsim) {
        forms.retain(|form| *form != TextForm::DiskSim);
    }
    forms
}

fn understands(grammar: &mut dyn Grammar, head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut lines: Vec<_> = head.split(|byte| *byte == b'\n').take(LINES + 1).collect();
    if lines.len() > LINES || (head.len() >= HEAD_BYTES && lines.len() > 1) {
        lines.pop();
    }
    let lines: Vec<_> = lines
        .into_iter()
        .map(<[u8]>::trim_ascii_end)
        .filter(|line| !line.is_empty())
        .collect();
    let Some(first) = lines.first() else {
        return false;
    };
    if let Some(expected) = grammar.first_line() {
        return first.trim_ascii() == expected.as_bytes();
    }
    let mut streams = Streams::default();
    let mut ready = VecDeque::new();
    let understood = lines
        .iter()
        .filter(|line| {
            grammar.line(line, &mut streams, &mut ready).is_ok() || is_heading(grammar, line)
        })
        .count();
    understood * 2 > lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(head: &str) -> Vec<&'static str> {
        detect(head.as_bytes())
            .into_iter()
            .map(TextForm::name)
            .collect()
    }

    #[test]
    fn is_a_form_known_by_its_lines() {
        for (head, form) in [
            ("fio version 2 iolog\n/dev/sdb add\n", "iolog-v2"),
            ("fio version 3 iolog\n", "iolog-v3"),
            (
                "  8,0    3        1     0.000000000   697  G   W 223490 + 8 [kjournald]\n",
                "blkparse",
            ),
            (
                "128166372003061629,hm,1,Read,383496192,32768,113736\n",
                "msr",
            ),
            ("0,R,126703661056,4096,1577808000000046\n", "alibaba"),
            ("1538323200,12910952,8,1,1063\n", "tencent"),
            (
                "0,20941264,8192,W,0.551706,Alpha/NT\n0,20939840,8192,w,0.554041",
                "spc",
            ),
            (
                "Timestamp,Response,IOType,LUN,Offset,Size\n\
                 1456135200.013118000,0.001,W,0,4096,4096\n",
                "systor",
            ),
            ("1456135200.013118000,,,0,4096,4096\n", "systor"),
            ("0.000000 0 1000 8 1\n12.5 0 1008 8 0\n", "disksim"),
            ("938513000 4 264719034 16 0\n", "mqsim"),
            (
                "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n",
                "csv",
            ),
        ] {
            assert_eq!(names(head), [form], "{head}");
        }
    }

    #[test]
    fn is_what_is_no_trace_no_form() {
        for head in [
            "",
            "\n\n",
            "hello\nworld\n",
            "1,2\n",
            "\0\0\0\0",
            "fio version 4 iolog\n",
        ] {
            assert_eq!(names(head), Vec::<&str>::new(), "{head:?}");
        }
    }

    #[test]
    fn is_a_form_known_though_a_line_is_broken_or_cut() {
        let mut head =
            "938513000 4 264719034 16 0\nbroken\n938513000 4 264719034 16 1\n".to_owned();
        assert_eq!(names(&head), ["mqsim"]);
        while head.len() < HEAD_BYTES {
            head.push_str("1 2 3 4 0\n");
        }
        head.truncate(HEAD_BYTES);
        assert_eq!(names(&head), ["mqsim"]);
    }
}
