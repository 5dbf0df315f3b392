//! NAND: how a drive's file wires it, and what a die's own file says of it.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_sim::spec::{NandFeatures, NandSpec, PageKinds, SlcMode};
use serde::Deserialize;

/// `[nand]` of a drive.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WiringFile {
    /// A file in `nand/`.
    pub part: String,
    /// Channels, 1 to 64. Each carries one transfer at a time.
    pub channels: Sourced<u32>,
    /// Dies of the drive, 1 to 4096.
    pub dies: Sourced<u32>,
    /// Payload of a channel in MB/s, 1 to 100000.
    pub channel_mb_per_s: Sourced<u64>,
    /// Whether the next page moves to the die while the die programs.
    pub cache_program: Sourced<bool>,
}

/// `nand/PART.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NandFile {
    /// Name.
    #[serde(rename = "part")]
    pub _part: String,
    /// Planes that read, program and erase together: a power of two up to 8.
    pub planes: Sourced<u32>,
    /// Page in KiB without spare bytes: a power of two up to 64.
    pub page_kib: Sourced<u32>,
    /// Pages of an erase block, 1 to 8192.
    pub pages_per_block: Sourced<u32>,
    /// Erase blocks of a plane, 4 to 2^24.
    pub blocks_per_plane: Sourced<u32>,
    /// Array to register, in us.
    pub t_read_us: Sourced<f64>,
    /// Register to array, in us: mean of lower and upper pages.
    pub t_prog_us: Option<Sourced<f64>>,
    /// Instead of `t_prog_us`: program time of lower pages (first bit of the cells), in us.
    pub t_prog_lower_us: Option<Sourced<f64>>,
    /// Program time of upper pages, in us; at least that of lower ones.
    pub t_prog_upper_us: Option<Sourced<f64>>,
    /// Standard deviation of program times between dies, in thousandths, 0 to 100; default 0.
    pub t_prog_spread_per_mille: Option<Sourced<u32>>,
    /// Erase of a block, in us.
    pub t_erase_us: Sourced<f64>,
    /// Whether planes work at the same time; default true.
    pub multi_plane: Option<Sourced<bool>>,
    /// Whether the array is read while the previous page leaves the register; default true.
    pub cache_read: Option<Sourced<bool>>,
    /// Cost of suspending and resuming an erase for reads, in us; absent: reads wait for the erase.
    /// It runs for an eighth of its time at least before it is suspended again.
    pub erase_suspend_us: Option<Sourced<f64>>,
    /// Cost of suspending and resuming a program or an erase for a host read, in us; absent: reads
    /// wait for programs. Instead of `erase_suspend_us`.
    pub program_suspend_us: Option<Sourced<f64>>,
    /// Whether each plane reads a page on its own; default false: all planes read the same page.
    pub independent_plane_reads: Option<Sourced<bool>>,
    /// Bits that a cell stores in its own mode, 2 to 5; with the next two: blocks can be used in
    /// SLC mode, of one bit a cell.
    pub bits_per_cell: Option<Sourced<u32>>,
    /// Array to register in SLC mode, in us.
    pub t_read_slc_us: Option<Sourced<f64>>,
    /// Register to array in SLC mode, in us.
    pub t_prog_slc_us: Option<Sourced<f64>>,
    /// Mean erases that a block survives, 8 to 10^8; superblocks differ by an eighth. Drives with
    /// `[wear]` need it.
    pub endurance_cycles: Option<Sourced<u32>>,
    /// Energy of reading a page with its transfer, in uJ. Drives with `[power]` need this and the
    /// next two.
    pub read_uj: Option<Sourced<f64>>,
    /// Energy of programming a page with its transfer, in uJ.
    pub program_uj: Option<Sourced<f64>>,
    /// Energy of programming a page in SLC mode with its transfer, in uJ; default: `program_uj`.
    pub program_slc_uj: Option<Sourced<f64>>,
    /// Energy of erasing a block, in uJ.
    pub erase_uj: Option<Sourced<f64>>,
}

/// Both together.
pub fn nand_spec(
    drive_file: &Checked,
    wiring: &WiringFile,
    nand_file: &Checked,
    die: &NandFile,
) -> Result<NandSpec, SpecError> {
    let (t_prog_ns, pages) = program_times(nand_file, die)?;
    let defaults = NandFeatures::default();
    Ok(NandSpec {
        part: wiring.part.clone(),
        channels: drive_file.within(&wiring.channels, 1, 64, "channels")?,
        dies: drive_file.within(&wiring.dies, 1, 4096, "dies")?,
        planes: nand_file.power_of_two(&die.planes, 8, "planes")?,
        page_bytes: nand_file.power_of_two(&die.page_kib, 64, "page_kib")? << 10,
        pages_per_block: nand_file.within(&die.pages_per_block, 1, 8192, "pages_per_block")?,
        blocks_per_plane: nand_file.within(
            &die.blocks_per_plane,
            4,
            1 << 24,
            "blocks_per_plane",
        )?,
        t_read_ns: nand_file.time(&die.t_read_us, "t_read_us")?,
        t_prog_ns,
        t_erase_ns: nand_file.time(&die.t_erase_us, "t_erase_us")?,
        channel_mb_per_s: drive_file.within(
            &wiring.channel_mb_per_s,
            1,
            100_000,
            "channel_mb_per_s",
        )?,
        cache_program: wiring.cache_program.get(),
        features: NandFeatures {
            pages,
            multi_plane: die
                .multi_plane
                .as_ref()
                .map_or(defaults.multi_plane, Sourced::get),
            cache_read: die
                .cache_read
                .as_ref()
                .map_or(defaults.cache_read, Sourced::get),
            erase_suspend_ns: nand_file.optional_time(&die.erase_suspend_us, "erase_suspend_us")?,
            program_suspend_ns: program_suspend(nand_file, die)?,
            independent_plane_reads: die
                .independent_plane_reads
                .as_ref()
                .is_some_and(Sourced::get),
            t_prog_spread_per_mille: spread(nand_file, die)?,
            slc: slc_mode(nand_file, die)?,
        },
    })
}

/// P/E cycles for which a block is rated, where the file has them.
pub fn rated_cycles(file: &Checked, die: &NandFile) -> Result<Option<u32>, SpecError> {
    let cycles = die.endurance_cycles.as_ref();
    let checked = cycles.map(|cycles| file.within(cycles, 8, 100_000_000, "endurance_cycles"));
    checked.transpose()
}

/// Which covers erases as well.
fn program_suspend(file: &Checked, die: &NandFile) -> Result<Option<u64>, SpecError> {
    match (&die.program_suspend_us, &die.erase_suspend_us) {
        (Some(suspend), Some(_)) => Err(file.wrong(
            suspend,
            "program_suspend_us suspends erases as well: leave erase_suspend_us out".into(),
        )),
        (suspend, _) => file.optional_time(suspend, "program_suspend_us"),
    }
}

/// SLC mode, where the file has all of it.
fn slc_mode(file: &Checked, die: &NandFile) -> Result<Option<SlcMode>, SpecError> {
    match (&die.bits_per_cell, &die.t_read_slc_us, &die.t_prog_slc_us) {
        (None, None, None) => Ok(None),
        (Some(bits), Some(read), Some(prog)) => Ok(Some(SlcMode {
            bits_per_cell: file.within(bits, 2, 5, "bits_per_cell")?,
            t_read_ns: file.time(read, "t_read_slc_us")?,
            t_prog_ns: file.time(prog, "t_prog_slc_us")?,
        })),
        _ => Err(file.wrong(
            &die.t_read_us,
            "SLC mode needs all of bits_per_cell, t_read_slc_us and t_prog_slc_us".into(),
        )),
    }
}

/// How much the program times of dies differ; not at all where the file does not say it.
fn spread(file: &Checked, die: &NandFile) -> Result<u32, SpecError> {
    let spread = die.t_prog_spread_per_mille.as_ref();
    spread.map_or(Ok(0), |spread| {
        file.within(spread, 0, 100, "t_prog_spread_per_mille")
    })
}

/// The mean time of a program, and the two kinds of pages where they are told apart.
fn program_times(file: &Checked, die: &NandFile) -> Result<(u64, PageKinds), SpecError> {
    match (&die.t_prog_us, &die.t_prog_lower_us, &die.t_prog_upper_us) {
        (Some(mean), None, None) => Ok((file.time(mean, "t_prog_us")?, PageKinds::Alike)),
        (None, Some(lower), Some(upper)) => {
            let lower_ns = file.time(lower, "t_prog_lower_us")?;
            let upper_ns = file.time(upper, "t_prog_upper_us")?;
            if upper_ns < lower_ns {
                let problem = "t_prog_upper_us must be at least t_prog_lower_us: the second bit of \
                    a cell takes longer to program";
                return Err(file.wrong(upper, problem.into()));
            }
            let kinds = PageKinds::LowerUpper { lower_ns, upper_ns };
            Ok(((lower_ns + upper_ns) / 2, kinds))
        }
        _ => Err(file.wrong(
            &die.t_read_us,
            "a die needs either t_prog_us (the mean over its pages), or both t_prog_lower_us and \
             t_prog_upper_us"
                .into(),
        )),
    }
}
