package lastmod

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/evenlight/marquee/internal/site"
)

// hashOf hashes what a page shows of its own.
func hashOf(page *site.Page) string {
	own := *page
	own.Navigation, own.Head = nil, site.Head{}
	if own.Legal != nil {
		legal := *own.Legal
		legal.Updated = "" // says when the rest changed, and may be the current day
		own.Legal = &legal
	}
	if own.Entry != nil { // what it shows of others is no change of its own
		entry := *own.Entry
		entry.Newer, entry.Older, entry.Related = nil, nil, nil
		own.Entry = &entry
	}
	data, err := json.Marshal(own)
	if err != nil { // the page could not be served either
		return ""
	}
	sum := sha256.Sum256(texts(data))
	return hex.EncodeToString(sum[:8])
}

// texts returns the texts of a JSON value, without the names of keys, numbers
// and empty texts: what another version of this program adds for its templates
// must not look like a change of the content.
func texts(data []byte) []byte {
	out := data[:0]
	for i := 0; i < len(data); i++ {
		if data[i] != '"' {
			continue
		}
		end := i + 1
		for data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		if isKey := end+1 < len(data) && data[end+1] == ':'; !isKey && end > i+1 {
			out = append(out, data[i:end+1]...)
		}
		i = end
	}
	return out
}
