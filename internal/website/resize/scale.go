package resize

import (
	"image"
	"image/draw"
)

// scaled returns a part of a picture in another size, with its alpha multiplied in. The
// part is in pixels as the picture is seen.
func scaled(source image.Image, orientation int, part image.Rectangle, width, height int) *image.RGBA {
	bounds := source.Bounds()
	part = unturned(part, orientation, bounds.Dx(), bounds.Dy()).Add(bounds.Min).Intersect(bounds)
	if orientation > 4 {
		width, height = height, width
	}
	reduced := reduce(source, part, max(1, min(part.Dx()/max(width, 1), part.Dy()/max(height, 1))))
	made := reduced
	if reduced.Rect.Dx() != width || reduced.Rect.Dy() != height {
		made = shrink(reduced, width, height)
	}
	return turned(made, orientation)
}

// reduce averages squares of step by step pixels. The pixels at the right and below that
// do not fill a square are cut off.
func reduce(source image.Image, part image.Rectangle, step int) *image.RGBA {
	made := image.NewRGBA(image.Rect(0, 0, max(1, part.Dx()/step), max(1, part.Dy()/step)))
	if step == 1 {
		draw.Draw(made, made.Rect, source, part.Min, draw.Src)
		return made
	}
	if photo, is := source.(*image.YCbCr); is {
		reducePhoto(made, photo, part, step)
		return made
	}
	// A strip at a time: the whole would be a second copy of the picture.
	strip := image.NewRGBA(image.Rect(0, 0, made.Rect.Dx()*step, step))
	for y := range made.Rect.Dy() {
		draw.Draw(strip, strip.Rect, source, part.Min.Add(image.Pt(0, y*step)), draw.Src)
		average(made.Pix[y*made.Stride:], strip, step)
	}
	return made
}

// average writes a line of the averages of a strip.
func average(line []byte, strip *image.RGBA, step int) {
	count := uint32(step * step)
	for x := range strip.Rect.Dx() / step {
		var sum [4]uint32
		for dy := range step {
			row := strip.Pix[dy*strip.Stride+4*x*step:]
			for i := range 4 * step {
				sum[i&3] += uint32(row[i])
			}
		}
		for i, value := range sum {
			line[4*x+i] = uint8((value + count/2) / count)
		}
	}
}

// reducePhoto averages the planes of a JPEG or lossy WebP, and converts the few pixels that are left.
func reducePhoto(made *image.RGBA, photo *image.YCbCr, part image.Rectangle, step int) {
	width, height := made.Rect.Dx(), made.Rect.Dy()
	across, down := 1, 1 // distance of pixels in the planes of colour
	switch photo.SubsampleRatio {
	case image.YCbCrSubsampleRatio422:
		across = 2
	case image.YCbCrSubsampleRatio420:
		across, down = 2, 2
	case image.YCbCrSubsampleRatio440:
		down = 2
	case image.YCbCrSubsampleRatio411:
		across = 4
	case image.YCbCrSubsampleRatio410:
		across, down = 4, 2
	}
	small := image.NewYCbCr(made.Rect, image.YCbCrSubsampleRatio444)
	// As many pixels of colour as a square covers, at least one.
	wide, high := max(1, step/across), max(1, step/down)
	inBands(height, func(y int) {
		top, at := part.Min.Y+y*step, y*small.YStride
		reduceLine(small.Y[at:at+width], photo.Y[photo.YOffset(0, top):], photo.YStride, part.Min.X, step, 1, step, step)
		colour := photo.COffset(0, top)
		reduceLine(small.Cb[at:at+width], photo.Cb[colour:], photo.CStride, part.Min.X, step, across, wide, high)
		reduceLine(small.Cr[at:at+width], photo.Cr[colour:], photo.CStride, part.Min.X, step, across, wide, high)
		line := image.Rect(0, y, width, y+1)
		draw.Draw(made, line, small, line.Min, draw.Src)
	})
}

// reduceLine writes the averages of squares of wide by high values of a plane that has one
// value for across pixels.
func reduceLine(line, plane []byte, stride, left, step, across, wide, high int) {
	count := wide * high
	half := count / 2
	for x := range line {
		at := (left + x*step) / across
		sum := half
		for y := range high {
			row := plane[y*stride+at:]
			for _, value := range row[:wide] {
				sum += int(value)
			}
		}
		line[x] = byte(sum / count)
	}
}

// unturned converts a part of the picture as it is seen to the picture as it is stored.
func unturned(part image.Rectangle, orientation, width, height int) image.Rectangle {
	at := func(x, y int) image.Point {
		switch orientation {
		case 2:
			return image.Pt(width-x, y)
		case 3:
			return image.Pt(width-x, height-y)
		case 4:
			return image.Pt(x, height-y)
		case 5:
			return image.Pt(y, x)
		case 6:
			return image.Pt(y, height-x)
		case 7:
			return image.Pt(width-y, height-x)
		case 8:
			return image.Pt(width-y, x)
		}
		return image.Pt(x, y)
	}
	return image.Rectangle{at(part.Min.X, part.Min.Y), at(part.Max.X, part.Max.Y)}.Canon()
}

// turned returns a picture as it is meant to be seen.
func turned(source *image.RGBA, orientation int) *image.RGBA {
	if orientation < 2 || orientation > 8 {
		return source
	}
	width, height := source.Rect.Dx(), source.Rect.Dy()
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	if orientation > 4 {
		made = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	for y := range made.Rect.Dy() {
		for x := range made.Rect.Dx() {
			fromX, fromY := x, y
			if orientation > 4 {
				fromX, fromY = y, x
			}
			switch orientation {
			case 2, 7, 3, 8:
				fromX = width - 1 - fromX
			}
			switch orientation {
			case 3, 4, 6, 7:
				fromY = height - 1 - fromY
			}
			copy(made.Pix[made.PixOffset(x, y):], source.Pix[source.PixOffset(fromX, fromY):][:4])
		}
	}
	return made
}
