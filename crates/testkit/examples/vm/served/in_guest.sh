# A served drive as /dev/nbd0 of the same machine. It serves until all else is done, which an
# emulated guest on a busy host took two minutes for. Few inodes: mkfs zeroes their tables.
modprobe nbd nbds_max=1
limit=600 try serve fourcorners serve intel-x25-m-g2-80 --attach --socket /tmp/socket &
serve=$!
until [ "$(cat /sys/block/nbd0/size)" -gt 0 ]; do usleep 50000; done
try mkfs mkfs.ext4 -q -N 1000 -J size=16 /dev/nbd0
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
