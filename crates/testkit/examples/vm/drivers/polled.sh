# Polled queues: of an NVMe drive (the kernel's command line asks for them), and of null_blk, whose
# queue splits longer I/Os.
modprobe null_blk nr_devices=1 gb=1
await /dev/nvme0n1 /dev/nullb0
report queues "$(cat /sys/block/nvme0n1/queue/io_poll) $(cat /sys/block/nullb0/queue/io_poll)"
for disk in nvme0n1 nullb0; do
    overwrite $disk-polled /dev/$disk --engine polled
    keep $disk-polled $disk
    rm -r /tmp/runs
done
try long fourcorners run sequential-write-2m /dev/nullb0 --destroy /dev/nullb0 --duration 1s \
    --engine polled --quiet --out /tmp/runs
overwrite auto /dev/nullb0
