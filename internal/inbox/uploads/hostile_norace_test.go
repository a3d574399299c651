//go:build !race

package uploads_test

// The race detector makes writing a large archive slow, and nothing happens at once here:
// make test runs this without it.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/uploads"
)

func TestAnArchiveOfHostileSizeOrNameIsNoDocument(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	many := []string{"word/document.xml", "x"}
	for i := range 30_000 {
		many = append(many, fmt.Sprint(i), "")
	}
	for name, content := range map[string]string{
		"a list that takes much memory":          archive(t, many...),
		"an archive that calls itself a picture": archive(t, "mimetype", "image/jpeg", "run.exe", "MZ"),
		"an archive that calls itself a PDF":     archive(t, "mimetype", "application/pdf"),
	} {
		up, err := f.Receive("a.docx", 100<<20, strings.NewReader(content))
		if err != nil || up.Type.Media != "" {
			t.Errorf("%s is %q, %v", name, up.Type.Media, err)
		}
	}
}
