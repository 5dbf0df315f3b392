# The power-loss test on a drive whose host loses power too.
modprobe -a virtio_pci virtio_blk
await /dev/nvme0n1 /dev/vda
mount -t ext4 /dev/vda /mnt
if [ -n "$CHECK" ]; then
    try check fourcorners power-loss --check /mnt/runs/*
    umount /mnt
else
    fourcorners power-loss /dev/nvme0n1 --destroy /dev/nvme0n1 --span 8MiB --quiet \
        --out /mnt/runs > /tmp/power-loss.txt 2>&1 &
    flushed() { grep -c '"flushed"' /mnt/runs/*/power-loss.jsonl 2> /dev/null; }
    tries=1200
    until [ "$(flushed)" -gt 20 ] || [ $tries -eq 0 ]; do
        usleep 50000
        tries=$((tries - 1))
    done
    report flushed "$(flushed)"
    wait
fi
