# A review of two drives, cut off in its first run, and resumed by one command.
modprobe -a virtio_pci virtio_blk
await /dev/nvme0n1 /dev/nvme1n1 /dev/vda
mount -t ext4 /dev/vda /mnt
both="--destroy /dev/nvme0n1 --destroy /dev/nvme1n1 --quiet"
if [ -n "$RESUME" ]; then
    first=$(ls -d /mnt/runs/*-seed1 | head -n 1)
    report runs "$(ls -d /mnt/runs/*-seed1 | wc -l)"
    try resume fourcorners review --resume "$first" $both
    for run in /mnt/runs/*-seed1; do
        report finished "$(grep -c '"status":"finished"' "$run/results.jsonl")"
        report serial "$(grep -o '"serial": "FC[A-Z]*"' "$run/run.json")"
    done
    report pages "$(ls /mnt/runs/*-review.html | wc -l)"
    umount /mnt
else
    fourcorners review /dev/nvme0n1 /dev/nvme1n1 $both --duration 1s --out /mnt/runs \
        --test random-write-4k-qd32,random-write-4k-qd3,random-read-4k-qd3 &
    tries=1200
    until [ "$(cat /mnt/runs/*/results.jsonl 2> /dev/null | wc -l)" -ge 1 ] || [ $tries -eq 0 ]; do
        usleep 50000
        tries=$((tries - 1))
    done
    sync
    report cut 1
    wait
fi
