# Functions for the scripts of cases, in busybox's shell.

# report KEY VALUE: a line for the host, on the second serial port, apart from the kernel's log.
report() {
    echo "@$1=$2" > /dev/ttyS1
}

# pause KEY: reports it, and waits until the host has done what it does then.
pause() {
    report "$1" 1
    read -r _ < /dev/ttyS1
}

# lines KEY FILE: reports each line of a file.
lines() {
    while read -r line; do
        report "$1" "$line"
    done < "$2"
}

# keep NAME DISK: reports what the disk's only run keeps, as NAME.run and NAME.result.
keep() {
    lines "$1.run" /tmp/runs/*-"$2"-*/run.json
    lines "$1.result" /tmp/runs/*-"$2"-*/results.jsonl
}

# await DEVICE...: until they are there, as the kernel finds drives while programs already run. A
# device that does not come fails the case.
await() {
    for device in "$@"; do
        tries=600
        until [ -b "$device" ] || [ $tries -eq 0 ]; do
            usleep 50000
            tries=$((tries - 1))
        done
        [ -b "$device" ] || report missing "$device"
    done
}

# try NAME WORD...: runs a command; reports what it prints as NAME.said, a line each, and its exit
# code as NAME.exit. It is killed after two minutes, or after `limit` seconds.
try() {
    name=$1
    shift
    timeout -s KILL "${limit:-120}" "$@" > "/tmp/$name.txt" 2>&1 < /dev/null
    code=$?
    report "$name.at" "$(cut -d' ' -f1 /proc/uptime)"
    lines "$name.said" "/tmp/$name.txt"
    report "$name.exit" $code
}

# overwrite NAME DEVICE WORD...: a short run that overwrites the device, confirmed with its path
# as a device without a serial number needs it, unless the words say otherwise.
overwrite() {
    name=$1 device=$2
    shift 2
    try "$name" fourcorners run random-write-4k-qd32 "$device" --destroy "$device" \
        --duration 1s --quiet --out /tmp/runs "$@"
}
