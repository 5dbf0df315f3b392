//! Remarks on figures, each a few words long.

use super::warnings::Words;
use fourcorners_bench::record::Remark;
use fourcorners_findings::warnings::remarks::Remarked;

/// Above a column of them.
pub const COLUMN: &str = "remarks";

/// `reads of unwritten space; other programs used 97 % of the CPU and 49 % of the disk traffic`.
pub fn line(remarks: &[Remark]) -> String {
    clauses(remarks).collect::<Vec<_>>().join("; ")
}

/// The same, one clause each.
pub fn clauses(remarks: &[Remark]) -> impl Iterator<Item = String> {
    let all = [unwritten(remarks), programs(remarks), machines(remarks)];
    all.into_iter().flatten()
}

/// `reads of unwritten space`, with their share unless it is all of them.
fn unwritten(remarks: &[Remark]) -> Option<String> {
    remarks.iter().find_map(|remark| match remark {
        Remark::UnwrittenReads { percent: 100 } => Some("reads of unwritten space".into()),
        Remark::UnwrittenReads { percent } => {
            Some(format!("reads of unwritten space ({percent} %)"))
        }
        _ => None,
    })
}

/// `other programs used 97 % of the CPU and 49 % of the disk traffic`.
fn programs(remarks: &[Remark]) -> Option<String> {
    let part = |remark: &Remark| match remark {
        Remark::CpuUse { percent } => Some(format!("{percent} % of the CPU")),
        Remark::DiskUse { percent } => Some(format!("{percent} % of the disk traffic")),
        Remark::UnwrittenReads { .. } | Remark::CpuStolen { .. } => None,
    };
    let parts: Vec<String> = remarks.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| format!("other programs used {}", parts.join(" and ")))
}

/// `other virtual machines used 12 % of the CPU`.
fn machines(remarks: &[Remark]) -> Option<String> {
    remarks.iter().find_map(|remark| match remark {
        Remark::CpuStolen { percent } => {
            Some(format!("other virtual machines used {percent} % of the CPU"))
        }
        _ => None,
    })
}

/// Behind a line to share: ` (reads of unwritten space; others: CPU 97 %, disk 49 %)`; empty:
/// nothing.
pub fn shared(remarks: &[Remark]) -> String {
    let part = |remark: &Remark| match remark {
        Remark::CpuUse { percent } => Some(format!("CPU {percent} %")),
        Remark::CpuStolen { percent } => Some(format!("stolen CPU {percent} %")),
        Remark::DiskUse { percent } => Some(format!("disk {percent} %")),
        Remark::UnwrittenReads { .. } => None,
    };
    let others: Vec<String> = remarks.iter().filter_map(part).collect();
    let others = (!others.is_empty()).then(|| format!("others: {}", others.join(", ")));
    let parts: Vec<String> = [unwritten(remarks), others].into_iter().flatten().collect();
    match parts.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.join("; ")),
    }
}

/// Phases that read LBAs without data.
pub fn unwritten_reads(found: &Remarked) -> Words {
    Words::new(
        format!(
            "reads of unwritten space (LBAs never written, trimmed or erased), which a drive \
             answers without its medium, in {}.",
            phases(found)
        ),
        "Write the span before it is read.",
    )
}

/// Phases during which others used the host.
pub fn used_by_others(found: &Remarked) -> Words {
    let used = [programs(&found.remarks), machines(&found.remarks)];
    let used: Vec<String> = used.into_iter().flatten().collect();
    let at_most = if found.phases > 1 { " at most" } else { "" };
    Words::new(
        format!("{}{at_most}, during {}.", used.join(", "), phases(found)),
        "Run 'fourcorners doctor' to see what keeps this host busy, stop it and repeat.",
    )
}

/// `a`, `a and b`, or `a, b, c and 4 more`.
fn phases(found: &Remarked) -> String {
    let first = &found.first;
    match (found.phases - first.len(), first.as_slice()) {
        (0, [rest @ .., last]) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (0, _) => first.join(", "),
        (more, _) => format!("{} and {more} more", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_a_clause_each() {
        let all = [
            Remark::UnwrittenReads { percent: 40 },
            Remark::CpuUse { percent: 97 },
            Remark::CpuStolen { percent: 12 },
            Remark::DiskUse { percent: 49 },
        ];
        assert_eq!(
            line(&all),
            "reads of unwritten space (40 %); other programs used 97 % of the CPU and 49 % of the \
             disk traffic; other virtual machines used 12 % of the CPU"
        );
        assert_eq!(
            shared(&all),
            " (reads of unwritten space (40 %); others: CPU 97 %, stolen CPU 12 %, disk 49 %)"
        );
        let whole = [Remark::UnwrittenReads { percent: 100 }];
        assert_eq!(line(&whole), "reads of unwritten space");
        assert_eq!((line(&[]), shared(&[])), (String::new(), String::new()));
    }
}
