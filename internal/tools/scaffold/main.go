package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// mainID is the folder of the main site that NewMain writes.
const mainID = "main"

// ErrNoMainSite says that no site lives at /, which others take their words from.
var ErrNoMainSite = errors.New("there is no main site yet, which every other site takes words from: write one with marquee init")

// NewMain writes a complete main site into the folder root, which is made where
// it does not exist. It returns the files that it wrote, sorted, as paths below
// root such as main/site.yaml. The name is what visitors read; empty, it is
// "Your Company". The privacy policy is dated today.
//
// It is an error if there is anything in the folder but a .git; then nothing is
// written.
func NewMain(root, name string, today time.Time) ([]string, error) {
	if name == "" {
		name = "Your Company"
	}
	if err := checkText("name", name); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder: %w", err)
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	defer folder.Close()
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("read the folder: %w", err)
	}
	for _, entry := range entries {
		if entry.Name() != ".git" {
			return nil, fmt.Errorf("the folder %s is not empty: there is %s. Name an empty folder, or one that does not exist", root, shorten(entry.Name()))
		}
	}
	files, err := starter("main", struct{ Name, Today string }{name, today.Format("January 2, 2006")})
	if err != nil {
		return nil, err
	}
	return place(folder, mainID, files)
}
