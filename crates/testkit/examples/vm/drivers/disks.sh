# SCSI and virtio disks, with blocks of 512 and 4096 bytes.
modprobe -a virtio_pci virtio_blk virtio_scsi sd_mod
await /dev/sda /dev/sdb /dev/vda /dev/vdb
for disk in sda sdb vda vdb; do
    overwrite $disk /dev/$disk
    lines $disk.run /tmp/runs/*-$disk-*/run.json
    lines $disk.result /tmp/runs/*-$disk-*/results.jsonl
done
