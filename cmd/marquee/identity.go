package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// identity names what renders pages: the templates, and the program with all
// its modules. Two programs that may render differently have different ones.
func identity(bundle []byte) string {
	h := sha256.New()
	h.Write(bundle)
	fmt.Fprint(h, program())
	return hex.EncodeToString(h.Sum(nil))
}

// program is what the program was built from. Where that does not tell one
// build from the next, because its files were changed since the last commit or
// nobody noted it, the program's own file does.
func program() string {
	info, known := debug.ReadBuildInfo()
	if known && isCommitted(info) {
		return info.String()
	}
	text := "unknown"
	if known {
		text = info.String()
	}
	name, err := os.Executable()
	if err != nil {
		return text
	}
	file, err := os.Stat(name)
	if err != nil {
		return text
	}
	return fmt.Sprint(text, " ", file.Size(), " ", file.ModTime().UnixNano())
}

// isCommitted reports whether a build has exactly the files of a commit or of a released module.
func isCommitted(info *debug.BuildInfo) bool {
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	if settings["vcs.revision"] != "" {
		return settings["vcs.modified"] == "false"
	}
	return info.Main.Version != "" && info.Main.Version != "(devel)" && !strings.HasSuffix(info.Main.Version, "+dirty")
}
