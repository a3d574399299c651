//go:build !linux && !darwin

package outbox

import "errors"

func volume(string) (free, total int64, err error) { return 0, 0, errors.ErrUnsupported }
