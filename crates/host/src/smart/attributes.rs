//! Which ATA attribute counts what, and in which unit. Makers are free in both; smartctl's database
//! of drives (drivedb.h) gives each attribute of a drive that it knows a name that says it, so id
//! and name together are looked up here. A name that is not here is not guessed at.

use crate::json::take;
use fourcorners_block::{Count, Smart};

#[derive(Clone, Copy)]
enum What {
    HostWritten(u64),
    HostRead(u64),
    NandWritten(u64),
    HostPages,
    OwnPages,
    MediaErrors,
}
use What::{HostPages, HostRead, HostWritten, MediaErrors, NandWritten, OwnPages};

const SECTOR: u64 = 512;
const MIB_32: u64 = 32 << 20;
const GIB: u64 = 1 << 30;
const GB: u64 = 1_000_000_000;

/// Id, name, what it counts with the bytes of a unit; whose drives, as drivedb.h has it.
#[rustfmt::skip]
const ATTRIBUTES: [(u64, &str, What); 32] = [
    // Also the name that smartctl gives where it does not know the drive: then the unit is a guess,
    // which the kernel's count beside it shows.
    (241, "Total_LBAs_Written", HostWritten(SECTOR)),      // Samsung, many others
    (242, "Total_LBAs_Read", HostRead(SECTOR)),
    (246, "Total_LBAs_Written", HostWritten(SECTOR)),      // Crucial, Micron
    (225, "Host_Writes_32MiB", HostWritten(MIB_32)),       // Intel X25-M, X25-E, 320, 710
    (241, "Host_Writes_32MiB", HostWritten(MIB_32)),       // Intel, Silicon Motion, Maxio
    (242, "Host_Reads_32MiB", HostRead(MIB_32)),
    (241, "Host_Writes_GiB", HostWritten(GIB)),            // Indilinx Barefoot 3, Kingston
    (242, "Host_Reads_GiB", HostRead(GIB)),
    (241, "Lifetime_Writes_GiB", HostWritten(GIB)),        // SandForce, Phison
    (242, "Lifetime_Reads_GiB", HostRead(GIB)),
    (241, "Total_Writes_GiB", HostWritten(GIB)),           // SanDisk, Seagate Nytro
    (242, "Total_Reads_GiB", HostRead(GIB)),
    (241, "Total_Writes_GB", HostWritten(GB)),             // SK hynix
    (242, "Total_Reads_GB", HostRead(GB)),
    (241, "Total_Host_LBA_Written", HostWritten(SECTOR)),  // Swissbit
    (242, "Total_Host_LBA_Read", HostRead(SECTOR)),
    (233, "NAND_GiB_Written", NandWritten(GIB)),           // SandForce
    (233, "Flash_Writes_GiB", NandWritten(GIB)),           // Phison, Seagate BarraCuda
    (233, "Flash_Writes_32MiB", NandWritten(MIB_32)),      // Innodisk
    (233, "NAND_Writes_32MiB", NandWritten(MIB_32)),       // Silicon Motion
    (233, "NAND_Writes_1GiB", NandWritten(GIB)),           // Supermicro
    (233, "Total_NAND_Writes_GiB", NandWritten(GIB)),      // SanDisk
    (243, "NAND_Writes_32MiB", NandWritten(MIB_32)),       // Intel 730, DC S35x0 to S46x0
    (245, "Flash_Writes_32MiB", NandWritten(MIB_32)),      // Innodisk
    (249, "NAND_Writes_1GiB", NandWritten(GIB)),           // Intel 520 to 545s, Samsung PM871
    (249, "NAND_Writes_GiB", NandWritten(GIB)),            // SK hynix
    (249, "Total_NAND_Prog_Ct_GiB", NandWritten(GIB)),     // Indilinx Barefoot 3
    (241, "Lifetime_NAND_Prg_GiB", NandWritten(GIB)),      // SK hynix
    (247, "Host_Program_Page_Count", HostPages),           // Crucial, Micron
    (248, "FTL_Program_Page_Count", OwnPages),             // Crucial
    (248, "Bckgnd_Program_Page_Cnt", OwnPages),            // Micron
    (187, "Reported_Uncorrect", MediaErrors),
];

/// Takes an attribute that is known here.
pub fn read(id: u64, name: &str, raw: u64, smart: &mut Smart) {
    let known = ATTRIBUTES.iter().find(|(i, n, _)| (*i, *n) == (id, name));
    let Some((_, _, what)) = known else { return };
    let count = |unit_bytes| {
        Some(Count {
            units: raw,
            unit_bytes,
            from: format!("attribute {id} {name}"),
        })
    };
    match *what {
        HostWritten(unit) => take(&mut smart.host_written, count(unit)),
        HostRead(unit) => take(&mut smart.host_read, count(unit)),
        NandWritten(unit) => take(&mut smart.nand_written, count(unit)),
        HostPages => smart.host_pages = Some(raw),
        OwnPages => smart.own_pages = Some(raw),
        MediaErrors => smart.media_errors = Some(raw),
    }
}
