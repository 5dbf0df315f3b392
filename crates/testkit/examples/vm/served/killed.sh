# A drive is served from a store, and written until the host cuts the power. BOOT: its number.
# FLUSHED: blocks that the boot before had flushed.
modprobe -a virtio_pci virtio_blk nbd
await /dev/vda
mount -t ext4 /dev/vda /mnt
fourcorners serve crucial-m4-64 --store /mnt/store --socket /tmp/socket > /tmp/serve.txt 2>&1 &
until [ -S /tmp/socket ]; do usleep 50000; done
nbd-client -unix /tmp/socket -b 512 /dev/nbd0 -nofork > /tmp/nbd.txt 2>&1 &
until [ "$(cat /sys/block/nbd0/size)" -gt 0 ]; do usleep 50000; done
block() { yes "boot $1 block $2" | head -c 4096; }
wrong=0
number=0
while [ $number -lt "$FLUSHED" ]; do
    block $((BOOT - 1)) $number > /tmp/expected
    dd if=/dev/nbd0 of=/tmp/read bs=4096 count=1 skip=$(((BOOT - 1) * 1000 + number)) 2> /dev/null
    cmp -s /tmp/expected /tmp/read || wrong=$((wrong + 1))
    number=$((number + 1))
done
report wrong $wrong
report writing 1
number=0
while [ $number -lt 1000 ]; do
    block "$BOOT" $number \
        | dd of=/dev/nbd0 bs=4096 count=1 seek=$((BOOT * 1000 + number)) conv=notrunc,fsync 2> /dev/null
    number=$((number + 1))
    report flushed $number
done
