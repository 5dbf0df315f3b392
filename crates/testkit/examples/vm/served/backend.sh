# A file system on an NVMe drive that a simulated drive stands behind.
await /dev/nvme0n1
try mkfs mkfs.ext4 -q /dev/nvme0n1
mount -t ext4 /dev/nvme0n1 /mnt
try copy cp /bin/fourcorners /mnt/copy
umount /mnt
echo 3 > /proc/sys/vm/drop_caches
mount -t ext4 /dev/nvme0n1 /mnt
try compare cmp /bin/fourcorners /mnt/copy
rm /mnt/copy
sync
try trim fstrim -v /mnt
umount /mnt
try check e2fsck -f -n /dev/nvme0n1
