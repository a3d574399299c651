package export

import (
	"context"
	"slices"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// parts returns the file and its siblings, and those of them that have to be
// written. What the last export made of the same bytes, or under a name that
// holds their hash, is taken from the folder: rendering pictures and compressing
// take most of the time.
func (r *run) parts(ctx context.Context, it item) (parts, changed []part, err error) {
	if it.hashed {
		if found := r.unchanged(it.name, ""); found != nil {
			return found, nil, nil
		}
	}
	answer, err := it.make(ctx)
	if err != nil {
		return nil, nil, err
	}
	if it.siblings == compressed {
		if found := r.unchanged(it.name, hashOf(answer.Body)); found != nil {
			return found, nil, nil
		}
	}
	parts = encodings(it, answer)
	return parts, slices.DeleteFunc(slices.Clone(parts), r.folder.holds), nil
}

func encodings(it item, answer *site.Representation) []part {
	parts := []part{{it.name, answer.Body}}
	switch it.siblings {
	case plain:
		return parts
	case compressed:
		answer = &site.Representation{ContentType: answer.ContentType, Body: answer.Body}
		encoding.Compress(answer, encoding.Thorough)
	}
	if len(answer.Gzip) > 0 {
		parts = append(parts, part{it.name + ".gz", answer.Gzip})
	}
	if len(answer.Brotli) > 0 {
		parts = append(parts, part{it.name + ".br", answer.Brotli})
	}
	return parts
}

// unchanged returns a file and its siblings as they are in the folder, where an
// export is known to have written them all and nobody changed them since; else nil. The hash
// is that of the file, where it is known.
func (r *run) unchanged(name, hash string) []part {
	if r.before.Format != format {
		return nil
	}
	if known := r.before.Files[name]; known == "" || (hash != "" && known != hash) {
		return nil
	}
	var parts []part
	for _, variant := range variants(name) {
		known, listed := r.before.Files[variant]
		if !listed {
			continue
		}
		data, err := r.folder.root.ReadFile(variant)
		if err != nil || hashOf(data) != known {
			return nil
		}
		parts = append(parts, part{variant, data})
	}
	return parts
}
