# Disks with labels of pools and file systems that this kernel does not know.
await /dev/nvme6n1
number=0
for name in zfs-start zfs-end bcache bcachefs ddf intel stratis; do
    overwrite $name /dev/nvme${number}n1 --serial FC$number
    number=$((number + 1))
done
