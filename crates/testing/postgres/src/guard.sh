# Keeps a private PostgreSQL in a temporary folder for as long as its standard input is open, and then stops it and
# removes the folder. So nothing is left behind, however the program ends that started it.
#
# It is given the folder of PostgreSQL's programs, and the folder of the socket of a running one if this is to be a copy of
# that, taken while it runs. It says `ready FOLDER`, or `failed` and why. Orders come as lines,
# each is answered with a line: `kill` ends every process of the server at once, `start` starts it again. After
# `listen ADDRESS` it listens on TCP too, from its next start on.

bin=$1
original=$2
listen=
# It ends with the program that started it, whose end of the pipe is closed then, and not before.
trap '' HUP INT TERM

failed() {
    echo "failed $1: $(tail -n 3 "$dir/log" 2>&1 | tr '\n' ' ')"
}

start() {
    "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses="$listen" >>"$dir/log" 2>&1 </dev/null &
    server=$!
    until "$bin/pg_isready" --quiet --host="$dir" --username=punto --dbname=postgres; do
        kill -0 "$server" 2>/dev/null || return 1
        sleep 0.02
    done
}

kill_all() {
    kill -KILL "$server" $(cat "/proc/$server/task/$server/children")
    wait "$server"
} 2>/dev/null

# Children outlive a killed server for a moment, and one may have been born unseen: until the last is gone, and with it
# the memory they share, no server starts here.
start_again() {
    tries=0
    until start; do
        tries=$((tries + 1))
        [ "$tries" -lt 500 ] || return 1
        sleep 0.02
    done
}

make() {
    if [ -n "$original" ]; then
        "$bin/pg_basebackup" --pgdata="$dir/data" --host="$original" --username=punto --checkpoint=fast --no-sync &&
            "$bin/pg_verifybackup" --quiet "$dir/data"
    else
        "$bin/initdb" --pgdata="$dir/data" --username=punto --auth=trust --encoding=UTF8 --locale=C --no-sync
    fi
}

dir=$(mktemp -d "${TMPDIR:-/tmp}/punto-postgres-XXXXXX") || exit 1
# Only making the cluster goes without syncing; the server itself syncs as any would.
if make >"$dir/log" 2>&1 && start; then
    echo "ready $dir"
else
    failed 'PostgreSQL does not start'
fi
while read -r order address; do
    case $order in
        listen) listen=$address; echo listening ;;
        kill) kill_all; echo killed ;;
        start) start_again && echo started || failed 'PostgreSQL does not start again' ;;
    esac
done
kill -QUIT "$server" 2>/dev/null
wait "$server"
rm -rf "$dir"
