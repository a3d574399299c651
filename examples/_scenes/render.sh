#!/bin/sh
# Renders the pictures of the bakery anew: povray, ImageMagick and python3 with numpy are needed, and a quarter of an hour.
# Usage: examples/_scenes/render.sh FOLDER
set -eu
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp ./*.pov ./*.inc mesh.py "$work"
cd "$work"
python3 mesh.py
render() {
  povray "+I$1.pov" "+O$1.png" "+W$2" "+H$3" +A0.2 +R3 -D
  # A little grain: a photograph is not smooth either.
  convert "$1.png" -attenuate 0.06 +noise gaussian -strip -sampling-factor 4:2:0 -quality 84 "$out/${1#doll-}.jpg"
}
for name in doll-ada doll-berta doll-curt doll-dora; do render $name 900 900; done
for name in dough oven cake croissants; do render $name 1800 1200; done
for name in loaves shop; do render $name 2400 1350; done
render loaves-tall 1080 1350
for name in crust rolls; do render $name 1200 1200; done
