package resize

import (
	"fmt"
	"image"
	"testing"
	"time"
)

// BenchmarkFirstRequest makes a version of 1600 pixels of a photo of 12 megapixels, from
// opening its file to the bytes that are sent.
func BenchmarkFirstRequest(b *testing.B) {
	of := versionOf(jpegOf(b, photo(4032, 3024)), "image/jpeg", image.Pt(4032, 3024), 1600)
	for b.Loop() {
		begin := time.Now()
		source, err := decode(of, decodeTime)
		if err != nil {
			b.Fatal(err)
		}
		decoded := time.Since(begin)
		data, err := encode(source, of, "image/webp")
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(decoded.Milliseconds()), "decode-ms")
		b.ReportMetric(float64((time.Since(begin) - decoded).Milliseconds()), "encode-ms")
		b.ReportMetric(float64(len(data))/1000, "kB")
	}
}

// BenchmarkVersions is what each further width of a decoded photo costs.
func BenchmarkVersions(b *testing.B) {
	source := photo(4032, 3024)
	for _, width := range []int{480, 800, 1200, 1600, 2400} {
		of := versionOf(nil, "image/jpeg", image.Pt(4032, 3024), width)
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			for b.Loop() {
				if _, err := encode(source, of, "image/webp"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
