# A served drive as /dev/nbd0 of the same machine.
modprobe nbd nbds_max=1
try serve fourcorners serve intel-x25-m-g2-80 --attach --socket /tmp/socket &
serve=$!
until [ "$(cat /sys/block/nbd0/size)" -gt 0 ]; do usleep 50000; done
try mkfs mkfs.ext4 -q /dev/nbd0
mount -t ext4 /dev/nbd0 /mnt
try copy cp /bin/fourcorners /mnt/copy
umount /mnt
echo 3 > /proc/sys/vm/drop_caches
mount -t ext4 /dev/nbd0 /mnt
try compare cmp /bin/fourcorners /mnt/copy
rm /mnt/copy
sync
try trim fstrim -v /mnt
umount /mnt
try check e2fsck -f -n /dev/nbd0
killall -INT fourcorners
wait $serve
report size "$(cat /sys/block/nbd0/size)"
