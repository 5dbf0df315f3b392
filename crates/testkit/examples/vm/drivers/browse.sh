# The server of `browse` for other hosts, which need a token.
modprobe brd rd_nr=1 rd_size=65536
ifconfig lo up
overwrite made /dev/ram0
token=a-token-of-its-own
fourcorners browse /tmp/runs --bind 0.0.0.0 --token $token > /tmp/browse.txt 2>&1 &
server=$!
tries=200
until grep -q 8470 /tmp/browse.txt || [ $tries -eq 0 ]; do
    usleep 50000
    tries=$((tries - 1))
done
lines browse.said /tmp/browse.txt
get() {
    try "$1" wget -q -S -O - --header "Cookie: $3" "http://127.0.0.1:8470$2"
}
get without /
get wrong "/?token=another-token-of-16"
# The token in the address becomes a cookie, which wget does not keep.
get given "/?token=$token"
get right / "fourcorners-8470=$token"
get wrong-cookie / "fourcorners-8470=another-token-of-16"
get data-without /api/runs
kill -TERM $server
wait $server
report stopped $?
