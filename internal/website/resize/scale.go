package resize

import (
	"image"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// scaled returns a part of a picture in another size, turned as it is meant to be seen,
// with its alpha multiplied in. The part is in pixels as the picture is seen.
//
// The picture is halved first, as often as it stays at least as large as it shall be: then
// the last step, which looks at four pixels for one, leaves none out.
func scaled(source image.Image, orientation int, part image.Rectangle, width, height int) *image.RGBA {
	seen := source.Bounds().Size()
	swapped := orientation >= 5
	if swapped {
		seen = image.Pt(seen.Y, seen.X)
	}
	ratio := min(float64(part.Dx())/float64(width), float64(part.Dy())/float64(height))
	for ; ratio >= 2; ratio /= 2 {
		size := source.Bounds().Size()
		half := image.NewRGBA(image.Rect(0, 0, (size.X+1)/2, (size.Y+1)/2))
		draw.ApproxBiLinear.Scale(half, half.Rect, source, source.Bounds(), draw.Src, nil)
		source = half
	}

	// From the pixels of the file to those that are seen (Exif, Orientation), and from these
	// to the part in its size.
	stored := source.Bounds().Size()
	across, down := f64.Vec2{1, 0}, f64.Vec2{0, 1}
	if swapped {
		stored = image.Pt(stored.Y, stored.X)
		across, down = down, across
	}
	row := func(axis f64.Vec2, seen, stored, from, of, into int, flipped ...int) f64.Vec3 {
		zoom := float64(into) / float64(of)
		scale, shift := zoom*float64(seen)/float64(stored), -zoom*float64(from)
		if slices.Contains(flipped, orientation) {
			scale, shift = -scale, shift+zoom*float64(seen)
		}
		return f64.Vec3{axis[0] * scale, axis[1] * scale, shift}
	}
	x := row(across, seen.X, stored.X, part.Min.X, part.Dx(), width, 2, 3, 6, 7)
	y := row(down, seen.Y, stored.Y, part.Min.Y, part.Dy(), height, 3, 4, 7, 8)
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	matrix := f64.Aff3{x[0], x[1], x[2], y[0], y[1], y[2]}
	draw.ApproxBiLinear.Transform(made, matrix, source, source.Bounds(), draw.Src, nil)
	return made
}
