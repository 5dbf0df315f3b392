// The words of the choice between MB/s and IOPS.
export const label = "Unit";
