# Boots the system on the first partition of the NVMe drive, as an initramfs does.
modprobe loop
await /dev/nvme0n1p1
mkdir /new
mount -t ext4 -o ro /dev/nvme0n1p1 /new
exec switch_root /new /bin/case.sh
