# The kernel's own SCSI drive: with unreadable sectors, on two paths, and host-managed zones.
modprobe sd_mod
debug() {
    modprobe scsi_debug dev_size_mb=32 "$@"
    await /dev/sda
}
# Ten sectors that cannot be read, as its option medium_error_start has them by default.
debug opts=2
# As the driver's ATA page has it.
serial=XXXXXXXX
overwrite unconfirmed /dev/sda
try unreadable fourcorners run hd-tach /dev/sda --destroy /dev/sda --serial "$serial" \
    --quiet --out /tmp/unreadable
lines unreadable.result /tmp/unreadable/*/results.jsonl
rmmod scsi_debug

debug add_host=2 vpd_use_hostno=0
await /dev/sdb
mkfs.ext4 -q -F /dev/sda
mkdir -p /mnt/path
mount -t ext4 /dev/sda /mnt/path
report same "$(cat /sys/block/sda/device/wwid | md5sum) $(cat /sys/block/sdb/device/wwid | md5sum)"
overwrite second-path /dev/sdb --erase none
umount /mnt/path
rmmod scsi_debug

debug zbc=managed zone_size_mb=4
overwrite zoned /dev/sda
rmmod scsi_debug

debug wp=1
overwrite write-protected /dev/sda
