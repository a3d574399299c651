package content

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/fstest"
)

func TestRevisionOfAGoodTree(t *testing.T) {
	options := sampleOptions()
	revision := good(t, baseTree(t), options, testNow)
	type fileSummary struct {
		ContentType string
		Size        int
	}
	type bundleSummary struct {
		Bundle any
		Files  map[string]fileSummary
	}
	var summary struct {
		ID         string
		ValidUntil string
		Sites      []bundleSummary
	}
	summary.ID, summary.ValidUntil = revision.ID, revision.ValidUntil.String()
	for _, bundle := range revision.Sites {
		files := map[string]fileSummary{}
		for name, file := range bundle.Files {
			files[name] = fileSummary{file.ContentType, len(file.Data)}
		}
		public := *bundle
		public.Files = nil
		summary.Sites = append(summary.Sites, bundleSummary{public, files})
	}
	got, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/revision.json", string(got)+"\n")
}

var _ = fstest.MapFS{}
var _ = errors.Is
var _ = context.Canceled
