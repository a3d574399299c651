//go:build !unix

package outbox

import (
	"errors"
	"io"
)

func lockFile(string) (io.Closer, error) { return nil, errors.ErrUnsupported }
