package pictures

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// canvas is what is drawn on. Its pixels are opaque.
type canvas struct{ *image.RGBA }

func newCanvas(width, height int, fill color.RGBA) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height))}
	for x := range width {
		c.SetRGBA(x, 0, fill)
	}
	for y := 1; y < height; y++ {
		copy(c.Pix[y*c.Stride:], c.Pix[:c.Stride])
	}
	return c
}

// blend lays a colour over a pixel.
func (c canvas) blend(x, y int, over color.RGBA, share float64) {
	if share <= 0 {
		return
	}
	pixel := c.Pix[y*c.Stride+x*4:][:3:3]
	share = min(1, share)
	pixel[0] = toward(pixel[0], over.R, share)
	pixel[1] = toward(pixel[1], over.G, share)
	pixel[2] = toward(pixel[2], over.B, share)
}

func toward(from, to uint8, share float64) uint8 {
	return uint8(float64(from) + (float64(to)-float64(from))*share + 0.5)
}

// trace draws what the function adds to the rasterizer; the paint is asked for
// every pixel that is covered.
func (c canvas) trace(area image.Rectangle, paint func(x, y int) (color.RGBA, float64), add func(r *vector.Rasterizer, left, top float32)) {
	area = area.Intersect(c.Bounds())
	if area.Empty() {
		return
	}
	raster := vector.NewRasterizer(area.Dx(), area.Dy())
	add(raster, float32(area.Min.X), float32(area.Min.Y))
	mask := image.NewAlpha(image.Rect(0, 0, area.Dx(), area.Dy()))
	raster.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for y := range area.Dy() {
		for x, covered := range mask.Pix[y*mask.Stride:][:area.Dx()] {
			if covered != 0 {
				over, share := paint(area.Min.X+x, area.Min.Y+y)
				c.blend(area.Min.X+x, area.Min.Y+y, over, share*float64(covered)/255)
			}
		}
	}
}

// flat is a paint of one colour.
func flat(over color.RGBA, share float64) func(int, int) (color.RGBA, float64) {
	return func(int, int) (color.RGBA, float64) { return over, share }
}

func (c canvas) rect(x, y, width, height float64, over color.RGBA, share float64) {
	c.trace(around(x, y, x+width, y+height), flat(over, share), func(r *vector.Rasterizer, left, top float32) {
		x0, y0, x1, y1 := float32(x)-left, float32(y)-top, float32(x+width)-left, float32(y+height)-top
		r.MoveTo(x0, y0)
		r.LineTo(x1, y0)
		r.LineTo(x1, y1)
		r.LineTo(x0, y1)
		r.ClosePath()
	})
}

// arc adds a part of a circle; angles are in radians, clockwise from the right.
func arc(r *vector.Rasterizer, cx, cy, radius, from, to float64, move bool) {
	steps := 48 + int(radius/4) // chords stay within a tenth of a pixel
	for i := range steps + 1 {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/float64(steps))
		if x, y := float32(cx+radius*cos), float32(cy+radius*sin); i == 0 && move {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
}

// sector draws a disc, or a part of one.
func (c canvas) sector(cx, cy, radius, from, to float64, paint func(int, int) (color.RGBA, float64)) {
	c.trace(around(cx-radius, cy-radius, cx+radius, cy+radius), paint, func(r *vector.Rasterizer, left, top float32) {
		arc(r, cx-float64(left), cy-float64(top), radius, from, to, true)
		r.ClosePath()
	})
}

func (c canvas) ring(cx, cy, radius, width float64, over color.RGBA, share float64) {
	outer := radius + width/2
	c.trace(around(cx-outer, cy-outer, cx+outer, cy+outer), flat(over, share), ringPath(cx, cy, radius, width))
}

func ringPath(cx, cy, radius, width float64) func(*vector.Rasterizer, float32, float32) {
	return func(r *vector.Rasterizer, left, top float32) {
		arc(r, cx-float64(left), cy-float64(top), radius+width/2, 0, 2*math.Pi, true)
		r.ClosePath()
		arc(r, cx-float64(left), cy-float64(top), radius-width/2, 2*math.Pi, 0, true)
		r.ClosePath()
	}
}

// paste lays a picture over the canvas.
func (c canvas) paste(picture *image.RGBA, x, y int) {
	bounds := picture.Bounds()
	for py := range bounds.Dy() {
		for px := range bounds.Dx() {
			p := picture.RGBAAt(bounds.Min.X+px, bounds.Min.Y+py)
			if at := image.Pt(x+px, y+py); p.A != 0 && at.In(c.Bounds()) {
				under := c.RGBAAt(at.X, at.Y)
				rest := 255 - int(p.A) // p is premultiplied
				over := func(a, b uint8) uint8 { return uint8(min(255, int(a)+(int(b)*rest+127)/255)) }
				c.SetRGBA(at.X, at.Y, color.RGBA{over(p.R, under.R), over(p.G, under.G), over(p.B, under.B), 255})
			}
		}
	}
}

func around(x0, y0, x1, y1 float64) image.Rectangle {
	return image.Rect(int(math.Floor(x0))-1, int(math.Floor(y0))-1, int(math.Ceil(x1))+1, int(math.Ceil(y1))+1)
}
