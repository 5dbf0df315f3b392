# Disks with mounted file systems, by other names of their bytes.
modprobe -a loop dm-mod
await /dev/nvme0n1p1 /dev/nvme1n1
mkdir -p /mnt/1 /mnt/2
mount -t ext4 /dev/nvme0n1p1 /mnt/1
mount -t ext4 /dev/nvme1n1 /mnt/2
report mounted "$(grep -c ' /mnt/' /proc/mounts)"

losetup /dev/loop0 /dev/nvme0n1
losetup /dev/loop1 /dev/nvme0n1p1
losetup /dev/loop2 /dev/nvme1n1
dmsetup create top --table "0 $(blockdev --getsz /dev/loop2) linear /dev/loop2 0"
dmsetup mknodes
# Without TRIM, which the kernel refuses on some of them by itself.
overwrite loop-over-disk /dev/loop0 --serial /dev/loop0 --erase none
overwrite loop-over-partition /dev/loop1 --serial /dev/loop1 --erase none
overwrite dm-over-loop /dev/mapper/top --serial /dev/mapper/top --erase none

dmsetup remove top
for loop in /dev/loop0 /dev/loop1 /dev/loop2; do
    losetup -d $loop
done
umount /mnt/1 /mnt/2
