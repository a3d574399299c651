package rendercache

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
)

const (
	// magic begins every file; another form of files needs another one.
	magic      = "marquee cache 1\n"
	headerSize = len(magic) + sha256.Size
)

func fileName(dir string, key Key) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(dir, name[:2], name[2:])
}

// pack puts the header before a value.
func pack(key Key, value []byte) []byte {
	sum := checksum(key, value)
	out := make([]byte, 0, headerSize+len(value))
	return append(append(append(out, magic...), sum[:]...), value...)
}

// unpack returns the value of a file, and whether it is whole.
func unpack(key Key, data []byte) (value []byte, whole bool) {
	if len(data) <= headerSize || string(data[:len(magic)]) != magic {
		return nil, false
	}
	value = data[headerSize:]
	return value, checksum(key, value) == Key(data[len(magic):headerSize])
}

func checksum(key Key, value []byte) (sum Key) {
	h := sha256.New()
	h.Write(key[:])
	h.Write(value)
	h.Sum(sum[:0])
	return sum
}
