# A review whose power the host cuts in the middle of a phase. CUT_AT: with how many results.
# RESUME: the review is resumed.
modprobe -a virtio_pci virtio_blk
await /dev/nvme0n1 /dev/nvme1n1 /dev/vda
mount -t ext4 /dev/vda /mnt
drive=$(grep -l FCTESTED /sys/block/nvme*/device/serial | cut -d/ -f4)
if [ -n "$RESUME" ]; then
    try review fourcorners review --resume /mnt/runs/*-seed1 --destroy "/dev/$drive" --quiet &
else
    try review fourcorners review "/dev/$drive" --destroy "/dev/$drive" --suite quick \
        --duration 1s --quiet --out /mnt/runs &
fi
review=$!
results() { cat /mnt/runs/*/results.jsonl 2>/dev/null | wc -l; }
until [ "$(results)" -ge "$CUT_AT" ] && [ -e /mnt/runs/*-seed1/run.json ] \
    || ! kill -0 $review; do
    usleep 50000
done
usleep 300000
report results "$(results)"
wait $review
report drive "$drive"
umount /mnt
