# Runs "$@" and ends it when standard input ends: the kernel closes that pipe even when the
# process that holds the other end is killed with -9, so a server never outlives its starter.
# `read` is a builtin: there is no extra process that would have to be ended as well.
# What the server writes is readable by its user only.
umask 077
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM
trap '' INT HUP
{
  read -r _ <&3
  kill -TERM "$child"
  tries=0
  while kill -0 "$child" && [ "$tries" -lt 50 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -KILL "$child"
} 2>/dev/null >/dev/null &
watcher=$!
exec 3<&-
# A trapped signal interrupts `wait`, hence the loop.
while :; do
  wait "$child"
  code=$?
  kill -0 "$child" 2>/dev/null || break
done
kill "$watcher" 2>/dev/null
exit "$code"
