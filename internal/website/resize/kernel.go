package resize

import (
	"image"
	"math"
	"runtime"
	"sync"
)

// The scaler counts in whole numbers. x/image/draw counts in floating point: it took three
// times as long, on one core, and its bytes differ between kinds of machines.

const (
	weightBits = 14
	weightHalf = 1 << (weightBits - 1)
)

// tap holds the weights with which pixels of the source, from the first on, make up one pixel.
type tap struct {
	first   int
	weights []int32
}

// taps returns those of the Catmull-Rom filter for lines of from pixels that become lines of to pixels.
func taps(from, to int) []tap {
	step := float64(from) / float64(to)
	wide := math.Max(step, 1)
	made := make([]tap, to)
	for i := range made {
		middle := (float64(i)+0.5)*step - 0.5
		first := max(int(math.Ceil(middle-2*wide)), 0)
		last := min(int(math.Floor(middle+2*wide)), from-1)
		values, sum := make([]float64, last-first+1), 0.0
		for k := range values {
			values[k] = catmullRom((float64(first+k) - middle) / wide)
			sum += values[k]
		}
		weights, total, largest := make([]int32, len(values)), int32(0), 0
		for k, value := range values {
			weights[k] = int32(math.Round(value / sum * (1 << weightBits)))
			total += weights[k]
			if weights[k] > weights[largest] {
				largest = k
			}
		}
		weights[largest] += 1<<weightBits - total // white stays white
		made[i] = tap{first, weights}
	}
	return made
}

func catmullRom(x float64) float64 {
	switch x = math.Abs(x); {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// shrink returns a picture in another size.
func shrink(source *image.RGBA, width, height int) *image.RGBA {
	across, down := taps(source.Rect.Dx(), width), taps(source.Rect.Dy(), height)
	narrow := image.NewRGBA(image.Rect(0, 0, width, source.Rect.Dy()))
	inBands(source.Rect.Dy(), func(y int) {
		row, line := source.Pix[y*source.Stride:], narrow.Pix[y*narrow.Stride:]
		for x, t := range across {
			r, g, b, a := int32(weightHalf), int32(weightHalf), int32(weightHalf), int32(weightHalf)
			pixels := row[4*t.first:][:4*len(t.weights)]
			for k, weight := range t.weights {
				p := pixels[4*k:][:4]
				r += weight * int32(p[0])
				g += weight * int32(p[1])
				b += weight * int32(p[2])
				a += weight * int32(p[3])
			}
			put(line[4*x:][:4], r, g, b, a)
		}
	})
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	inBands(height, func(y int) {
		t, line := down[y], made.Pix[y*made.Stride:]
		top := narrow.Pix[t.first*narrow.Stride:]
		for x := range width {
			r, g, b, a := int32(weightHalf), int32(weightHalf), int32(weightHalf), int32(weightHalf)
			for k, weight := range t.weights {
				p := top[k*narrow.Stride+4*x:][:4]
				r += weight * int32(p[0])
				g += weight * int32(p[1])
				b += weight * int32(p[2])
				a += weight * int32(p[3])
			}
			put(line[4*x:][:4], r, g, b, a)
		}
	})
	return made
}

// put writes a pixel. A colour is never more than its alpha, which is multiplied in.
func put(pixel []byte, r, g, b, a int32) {
	alpha := min(max(a>>weightBits, 0), 255)
	pixel[0] = byte(min(max(r>>weightBits, 0), alpha))
	pixel[1] = byte(min(max(g>>weightBits, 0), alpha))
	pixel[2] = byte(min(max(b>>weightBits, 0), alpha))
	pixel[3] = byte(alpha)
}

// inBands calls a function for each line, on all cores. Lines do not depend on each other,
// so the result is the same however many there are.
func inBands(lines int, do func(y int)) {
	var bands sync.WaitGroup
	count := runtime.GOMAXPROCS(0)
	for i := range count {
		bands.Go(func() {
			for y := lines * i / count; y < lines*(i+1)/count; y++ {
				do(y)
			}
		})
	}
	bands.Wait()
}
