package content

import (
	"context"
	"fmt"

	"github.com/evenlight/marquee/internal/content/history"
)

// Pin makes the source serve an earlier revision for as long as the program runs. Call it
// before [Source.Start].
func (s *Source) Pin(revision string) { s.fixed = revision }

// pinned returns the revision that an operator chose, or nothing where the folder counts.
func (s *Source) pinned() string {
	keep := s.loader.options.History
	if s.fixed != "" || keep == nil {
		return s.fixed
	}
	chosen, err := keep.Pinned()
	if err != nil {
		s.logger.Error("the pinned revision cannot be read", "error", err)
		return s.pin // as before
	}
	return chosen
}

// readPinned returns the files of the revision that an operator chose. It is nil where the
// folder counts.
func (s *Source) readPinned(ctx context.Context) (*parsedTree, error) {
	chosen := s.pinned()
	if chosen != s.pin {
		released := s.status.Pinned != ""
		s.pin, s.status.Pinned, s.current = chosen, "", nil
		if chosen == "" && released {
			s.logger.Info("content follows the folder again", "folder", s.dir)
		}
		if chosen != "" {
			t, err := s.loader.readKept(ctx, chosen)
			if ctx.Err() != nil {
				s.pin = ""
				return nil, ctx.Err()
			}
			if err != nil {
				s.logger.Error("content cannot be pinned: it follows the folder", "revision", chosen, "error", err)
				return nil, nil
			}
			s.status.Pinned = chosen
			s.logger.Warn("content is pinned: changes of the folder are not looked at until marquee rollback --release", "revision", chosen)
			return t, nil
		}
	}
	if s.status.Pinned == "" {
		return nil, nil
	}
	return s.current, nil
}

// readKept returns the files of a revision that was kept, all of them.
func (l *Loader) readKept(ctx context.Context, revision string) (*parsedTree, error) {
	if l.options.History == nil {
		return nil, history.ErrUnknown
	}
	entry, err := l.options.History.Find(revision)
	if err != nil {
		return nil, err
	}
	t, err := l.read(ctx, l.options.History.Open(entry), nil, nil)
	if err != nil {
		return nil, err
	}
	if whole := len(entry.Sites()); len(t.sites) < whole {
		return nil, fmt.Errorf("%d of its %d sites are damaged", whole-len(t.sites), whole)
	}
	return t, nil
}
