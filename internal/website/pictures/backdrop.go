package pictures

import (
	"image/color"
	"math"
)

// backdrop draws what the theme has behind its pages, bolder than there: a
// preview is looked at from afar.
func backdrop(s *sheet) {
	switch s.theme.Background {
	case "aurora":
		aurora(s.canvas, s.palette)
	case "grid":
		board(s.canvas, s.palette)
	case "dots":
		dots(s.canvas, s.palette)
	case "paper":
		paper(s.canvas, s.palette)
	default:
		plain(s.canvas, s.palette)
	}
}

// shine lays a soft ellipse of light over everything.
func shine(c canvas, over color.RGBA, share, cx, cy, rx, ry float64) {
	for y := max(0, int(cy-ry)); y < min(Height, int(cy+ry)+1); y++ {
		dy := (float64(y) - cy) / ry
		for x := max(0, int(cx-rx)); x < min(Width, int(cx+rx)+1); x++ {
			dx := (float64(x) - cx) / rx
			if d := 1 - dx*dx - dy*dy; d > 0 {
				c.blend(x, y, over, share*d*d*(3-2*d))
			}
		}
	}
}

// lattice draws fine lines at even distance, fading downwards.
func lattice(c canvas, over color.RGBA, share float64, step, offset int, fade float64) {
	for y := range Height {
		strength := share * max(0, 1-float64(y)/fade)
		for x := range Width {
			if (x-offset)%step == 0 || (y-offset)%step == 0 {
				c.blend(x, y, over, strength)
			}
		}
	}
}

// aurora: a horizon at dusk over a fine grid, the light just below the edge.
func aurora(c canvas, p palette) {
	light, warm := vivid(p.primary, 1.7), vivid(p.accent, 1.25)
	shine(c, light, 0.15, 1000, -60, 760, 420)
	lattice(c, p.text, 0.05, 60, 24, 470)

	const cx, cy, radius, hot = 880.0, 1730.0, 1180.0, 905.0
	ground := mix(p.background, color.RGBA{A: 255}, 0.35)
	var near, far [2400]float64 // strength by half pixels of distance
	for i := range near {
		d := float64(i) / 2
		near[i], far[i] = math.Exp(-d/34), math.Exp(-d/150)
	}
	for y := range Height {
		for x := range Width {
			dx, dy := float64(x)-cx, float64(y)-cy
			distance := math.Sqrt(dx*dx+dy*dy) - radius
			side := (float64(x) - hot) / 640
			spot := 1 / (1 + 6*side*side)
			at := min(len(near)-1, int(2*math.Abs(distance)))
			if distance >= 0 {
				c.blend(x, y, light, 0.60*far[at]*spot)
				c.blend(x, y, warm, 0.72*near[at]*spot*spot)
				continue
			}
			c.blend(x, y, ground, min(1, -distance))
			c.blend(x, y, light, 0.30*near[at]*spot)
		}
	}
	bright := mix(p.accent, p.text, 0.55)
	c.trace(c.Bounds(), func(x, _ int) (color.RGBA, float64) {
		side := (float64(x) - hot) / 520
		return bright, 1 / (1 + 5*side*side)
	}, ringPath(cx, cy, radius, 2.4))
}

// board: a drawing board with the light from above.
func board(c canvas, p palette) {
	shine(c, vivid(p.primary, 1.6), 0.11, 1000, -40, 900, 560)
	lattice(c, p.primary, 0.085, 42, 0, 900)
}

func dots(c canvas, p palette) {
	shine(c, p.accent, 0.20, 1120, 20, 760, 560)
	const step = 30
	for y := step / 2; y < Height+step; y += step {
		for x := step / 2; x < Width+step; x += step {
			dx, dy := float64(Width-x)/820, float64(y)/760
			near := max(0, 1-math.Sqrt(dx*dx+dy*dy))
			c.sector(float64(x), float64(y), 1.4+6*near, 0, 2*math.Pi, flat(mix(p.line, p.accent, near*1.3), 0.35+0.65*near))
		}
	}
}

// paper: columns, one heavy rule, one bold shape that runs off the sheet.
func paper(c canvas, p palette) {
	for i := range 4 {
		c.rect(margin+float64(i)*(Width-2*margin)/3, 0, 1, Height, p.line, 0.6)
	}
	const cx, cy, radius, turn = 1092.0, 484.0, 246.0, -24 * math.Pi / 180
	c.sector(cx, cy, radius, math.Pi+turn, 2*math.Pi+turn, flat(p.accent, 1))
	c.sector(cx, cy, radius, turn, math.Pi+turn, flat(p.primary, 1))
	c.rect(margin, 52, Width-2*margin, 3, p.text, 1)
}

// plain: nothing but a panel for the mark.
func plain(c canvas, p palette) {
	c.rect(0, 0, 14, Height, p.primary, 1)
	c.rect(Width-380, 0, 380, Height, p.surface, 1)
	c.rect(Width-381, 0, 1, Height, p.line, 1)
}
