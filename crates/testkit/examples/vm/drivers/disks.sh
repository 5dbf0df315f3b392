# SCSI and virtio disks, with blocks of 512 and 4096 bytes. Two SCSI hosts are looked through at
# once, so that either disk may be the first: runs are called by serial number.
modprobe -a virtio_pci virtio_blk virtio_scsi sd_mod
await /dev/sda /dev/sdb /dev/vda /dev/vdb
measure() {
    overwrite "$1" "/dev/$2"
    keep "$1" "$2"
}
for disk in sda sdb; do
    measure "$(tail -c +5 /sys/block/$disk/device/vpd_pg80 | tr -d '\0 ')" $disk
done
for disk in vda vdb; do
    measure "$(cat /sys/block/$disk/serial)" $disk
done
