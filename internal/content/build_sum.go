package content

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// buildSum is the sum of the program that runs: of the file itself where the
// system has a name for it, for a newer one may have been put in its place.
var buildSum = sync.OnceValues(func() (sum [16]byte, err error) {
	opened, err := os.Open("/proc/self/exe")
	if err != nil {
		name, nameErr := os.Executable()
		if nameErr != nil {
			return sum, fmt.Errorf("find the executable: %w", nameErr)
		}
		if opened, err = os.Open(name); err != nil {
			return sum, fmt.Errorf("open the executable: %w", err)
		}
	}
	digest := xxhash.New()
	size, err := io.CopyBuffer(struct{ io.Writer }{digest}, struct{ io.Reader }{opened}, make([]byte, 1<<20))
	if err = errors.Join(err, opened.Close()); err != nil {
		return sum, fmt.Errorf("read the executable: %w", err)
	}
	binary.LittleEndian.PutUint64(sum[:], digest.Sum64())
	binary.LittleEndian.PutUint64(sum[8:], uint64(size))
	return sum, nil
})
