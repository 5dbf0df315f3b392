# A review whose power the host cuts in the middle of its fourth test.
modprobe -a virtio_pci virtio_blk
await /dev/nvme0n1 /dev/vda
mount -t ext4 /dev/vda /mnt
try review fourcorners review /dev/nvme0n1 --destroy /dev/nvme0n1 --suite quick \
    --duration 1s --quiet --out /mnt/runs &
review=$!
results() { cat /mnt/runs/*/results.jsonl 2>/dev/null | wc -l; }
until [ "$(results)" -ge 3 ] || ! kill -0 $review; do
    usleep 50000
done
usleep 300000
report results "$(results)"
wait $review
