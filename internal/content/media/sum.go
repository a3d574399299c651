package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/memfs"
)

// sumPrefix begins the text that stands for bytes.
const sumPrefix = "sha256:"

// IsSummed tells by its path whether a file is a picture or a download, which those who edit know by the sum of its
// bytes alone.
func IsSummed(name string) bool {
	_, below, _ := strings.Cut(name, "/")
	switch KindOf(path.Dir(below)) {
	case Picture:
		return slices.Contains(pictureEndings, strings.ToLower(path.Ext(name)))
	case Download:
		return IsDownload(name)
	}
	return false
}

var pictureEndings = []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".ico"}

// LimitOf returns how large a file may be, in bytes, by its path.
func LimitOf(name string) int64 { return rules[(&File{Path: name}).kind()].limit }

// SumText returns the text that stands for bytes with a SHA-256.
func SumText(sum [sha256.Size]byte) []byte { return []byte(sumPrefix + hex.EncodeToString(sum[:])) }

// SumIn returns the sum in a text that stands for bytes.
func SumIn(text []byte) (sum [sha256.Size]byte, ok bool) {
	digits, found := bytes.CutPrefix(text, []byte(sumPrefix))
	if !found || len(digits) != 2*len(sum) || !bytes.Equal(digits, bytes.ToLower(digits)) {
		return sum, false
	}
	_, err := hex.Decode(sum[:], digits)
	return sum, err == nil
}

// LookAt finds out what bytes would be as a file.
func LookAt(name string, file *memfs.File) *File {
	return Tree{FS: memfs.FS{Files: map[string]*memfs.File{name: file}}}.Inspect(name, nil)
}
