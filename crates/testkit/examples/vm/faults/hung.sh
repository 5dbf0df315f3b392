# A run whose drive does not finish a write. The kernel itself would give up after 30 s.
await /dev/nvme0n1
pause ready
begin=$(cut -d. -f1 /proc/uptime)
overwrite hung /dev/nvme0n1 --timeout 6 --engine io-uring
report hung.seconds $(($(cut -d. -f1 /proc/uptime) - begin))
