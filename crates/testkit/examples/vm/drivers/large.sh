# Disks of 3 TB: more 512-byte blocks than 32 bits count.
modprobe -a virtio_pci virtio_scsi sd_mod
await /dev/nvme0n1 /dev/sda
cat > /tmp/last.fio << 'END'
[last-gib]
rw=randwrite
bs=4k
iodepth=32
direct=1
offset=2700g
size=1g
time_based=1
runtime=1
END
for disk in nvme0n1 sda; do
    try $disk fourcorners run /tmp/last.fio /dev/$disk --destroy /dev/$disk --quiet --out /tmp/runs
    keep $disk $disk
done
