#!/bin/sh
# Makes the two pictures of the dusk: python3 with numpy, ImageMagick, ffmpeg with libaom.
# Each is black with two luminances as its transparency, sunlight above skylight.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$(mktemp -d)"
python3 "$here/dusk.py"

# avif IN OUT: the levels become those of video, which is what the encoder takes them for.
avif() {
  convert "$1" -depth 16 -evaluate multiply 0.858824 -evaluate add 6.2745% -depth 8 levels.png
  ffmpeg -loglevel error -y -i levels.png -filter_complex \
    "[0:v]format=gray,split[x][y];[x]lutyuv=y=0,format=gray[c];[y]format=gray[a]" \
    -map "[c]" -map "[a]" -c:v libaom-av1 -still-picture 1 -crf 31 -cpu-used 3 -frames:v 1 "$2"
}

convert warm.pgm cool.pgm -append wide.png
avif wide.png "$here/dusk.avif"

# Phones see what is around the sun.
convert warm.pgm cool.pgm -crop 800x800+208+0 +repage -resize 640x640 -append narrow.png
avif narrow.png "$here/dusk-narrow.avif"
