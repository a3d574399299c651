//go:build !linux && !darwin && !freebsd && !windows

package osfile

import "errors"

// Volume returns [errors.ErrUnsupported] here.
func Volume(string) (free, total int64, err error) { return 0, 0, errors.ErrUnsupported }
