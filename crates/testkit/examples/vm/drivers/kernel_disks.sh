# Disks that the kernel makes: brd, null_blk, zram, and nbd over a server in this guest.
modprobe brd rd_nr=1 rd_size=65536
modprobe null_blk nr_devices=1 gb=1
modprobe -a lzo lzo-rle
modprobe zram num_devices=1
echo 64M > /sys/block/zram0/disksize
modprobe nbd nbds_max=1
ifconfig lo up
nbdkit --ipaddr=127.0.0.1 memory 64M
nbd-client -b 512 127.0.0.1 10809 /dev/nbd0 -nofork > /tmp/nbd.txt 2>&1 &
await /dev/ram0 /dev/nullb0 /dev/zram0 /dev/nbd0
for disk in ram0 nullb0 zram0 nbd0; do
    overwrite $disk /dev/$disk
    keep $disk $disk
done
