#!/bin/sh
# Makes the bakery's film of its pictures: ffmpeg is needed. Usage: examples/_drawings/film.sh PICTURES FILM.mp4
set -eu
pan='scale=2880:-2,crop=2880:1620,zoompan=d=1:s=960x540:fps=25'
ffmpeg -v error -y -loop 1 -framerate 25 -t 4.1 -i "$1/dough.jpg" -loop 1 -framerate 25 -t 4.6 -i "$1/oven.jpg" \
  -loop 1 -framerate 25 -t 4.5 -i "$1/crust.jpg" -filter_complex "
    [0]$pan:z='1.02+0.0012*on':x='(iw-iw/zoom)*0.45':y='(ih-ih/zoom)*0.6',format=yuv420p[a];
    [1]$pan:z='1.3-0.0014*on':x='(iw-iw/zoom)*0.5':y='(ih-ih/zoom)*0.62',format=yuv420p[b];
    [2]$pan:z='1.02+0.0018*on':x='(iw-iw/zoom)*0.46':y='(ih-ih/zoom)*0.46',format=yuv420p[c];
    [a][b]xfade=duration=0.6:offset=3.5[ab];[ab][c]xfade=duration=0.6:offset=7.5" \
  -t 12 -an -c:v libx264 -preset slow -crf 33 -movflags +faststart -map_metadata -1 -fflags +bitexact "$2"
