//! What is only told of a drive: no simulation reads it.

/// Facts for people, and prices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Maker and part of the controller.
    pub controller: Option<String>,
    /// DRAM on board, MiB; 0: none.
    pub dram_mib: Option<u32>,
    /// Year in which it could be bought first.
    pub year: Option<u32>,
    /// Process of the NAND, nm.
    pub nand_process_nm: Option<u32>,
    /// P/E cycles for which the NAND is rated.
    pub rated_cycles: Option<u32>,
    /// Host writes for which the maker rates the drive, in TB.
    pub rated_tbw: Option<u32>,
    /// Interface of the NAND, as in `ONFI 2.2`.
    pub nand_interface: Option<String>,
    /// Price, in hundredths of a US dollar.
    pub usd_cents: Option<u64>,
    /// Price, in hundredths of a pound.
    pub gbp_pence: Option<u64>,
}
