#!/bin/sh
# A GTP engine for tests. It knows the plain commands, plays the first free cell, and from its move number $2 on
# misbehaves as $1 says. $3 is a file that it writes to. Before each game it sleeps FAKE_SLEEP seconds.
mode=$1
at=${2:-1}
file=$3
size=0
taken=
moves=0

answer() { printf '= %s\n\n' "$1"; }

# The first cell that is not in $taken, row by row.
free() {
    row=1
    while [ "$row" -le "$size" ]; do
        column=0
        for letter in a b c d e f g h i j k l m n o p q r s; do
            column=$((column + 1))
            [ "$column" -le "$size" ] || break
            case $taken in
            *" $letter$row "*) ;;
            *)
                cell=$letter$row
                return
                ;;
            esac
        done
        row=$((row + 1))
    done
    cell=resign
}

misbehave() {
    case $mode in
    cheat)
        set -- $taken
        answer "$1"
        ;;
    beyond) answer z99 ;;
    swap) answer swap-pieces ;;
    crash)
        echo "out of memory" >&2
        exit 3
        ;;
    hang)
        sleep 1000 &
        [ -z "$file" ] || echo "$$ $!" >>"$file"
        wait
        ;;
    flood) while :; do echo "all work and no play makes a dull engine"; done ;;
    drone) while :; do printf 'all work and no play '; done ;;
    spate)
        answer "$cell"
        while :; do echo "and another thing:"; done
        ;;
    garbage) answer "let me think" ;;
    mute) printf '%s\n\n' "$cell" ;;
    refuse) printf '? not now\n\n' ;;
    give) answer RESIGN ;;
    upper) answer "$(echo "$cell" | tr a-z A-Z)" ;;
    chatter) printf '= %s\n\nthat was a good one\n\n= a1\n\n' "$cell" ;;
    *) answer "$cell" ;;
    esac
}

if [ "$mode" = dead ]; then
    echo "no licence" >&2
    exit 7
fi
[ "$mode" != banner ] || echo "Welcome to the banner engine!"
while read -r command first second rest; do
    [ "$mode" != log ] || echo $command $first $second $rest >>"$file"
    case $command in
    boardsize)
        [ -z "$FAKE_SLEEP" ] || sleep "$FAKE_SLEEP"
        size=$first
        answer
        ;;
    clear_board)
        taken=" "
        moves=0
        answer
        ;;
    play)
        [ "$mode" != deaf ] || continue
        taken="$taken$second "
        answer
        ;;
    genmove)
        free
        taken="$taken$cell "
        moves=$((moves + 1))
        if [ "$moves" -ge "$at" ]; then misbehave; else answer "$cell"; fi
        ;;
    list_commands)
        if [ "$mode" = log ]; then
            printf '= genmove\nparam_player\nparam_game\ntime_settings\ntime_left\n\n'
        else
            printf '? unknown command\n\n'
        fi
        ;;
    param_* | time_* | known) if [ "$mode" = log ]; then answer; else printf '? unknown command\n\n'; fi ;;
    quit)
        answer
        exit 0
        ;;
    *) printf '? unknown command\n\n' ;;
    esac
done
