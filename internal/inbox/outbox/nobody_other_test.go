//go:build !linux

package outbox

import "errors"

func becomeNobody() error { return errors.New("only Linux has a user per thread") }
