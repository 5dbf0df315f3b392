# A SATA disk behind AHCI, with its SMART data, and the erase that it does not have.
modprobe -a ahci sd_mod
await /dev/sda
overwrite sda /dev/sda
lines sda.run /tmp/runs/*-sda-*/run.json
lines sda.result /tmp/runs/*-sda-*/results.jsonl
report sda.smart "$(ls /tmp/runs/*-sda-*/smart-before.json /tmp/runs/*-sda-*/smart-after.json | wc -l)"
lines sda.health /tmp/runs/*-sda-*/health.json
overwrite erase /dev/sda --serial FC0 --erase ata-secure-erase
