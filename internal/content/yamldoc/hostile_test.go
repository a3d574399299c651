package yamldoc

import (
	"fmt"
	"strings"
)

// hostile are files that harm or confuse YAML libraries, with the code of a
// problem that they must give.
func hostile() map[string]struct{ source, code string } {
	many := func(count int, line string) string {
		var out strings.Builder
		for i := range count {
			fmt.Fprintf(&out, line, i)
		}
		return out.String()
	}
	return map[string]struct{ source, code string }{
		"20,000 opened lists":             {"title: " + strings.Repeat("[", 20_000), "too-deep"},
		"20,000 opened sets of keys":      {"title: " + strings.Repeat("{a: ", 20_000), "too-deep"},
		"20,000 closed lists":             {"title: " + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), "too-deep"},
		"lists of lists, one per line":    {"title: " + strings.Repeat("[\n", 20_000), "unclosed-bracket"},
		"indented lists, one per line":    {"title: " + strings.Repeat(" [\n", 20_000), "too-deep"},
		"20,000 hyphens on a line":        {strings.Repeat("- ", 20_000) + "x", "too-deep"},
		"20,000 hyphens and no text":      {strings.Repeat("- ", 20_000), "too-deep"},
		"deeper with every line":          {steps(400), "too-deep"},
		"20,000 question marks":           {strings.Repeat("? ", 20_000), "needs-quotes"},
		"20,000 colons":                   {"title" + strings.Repeat(": ", 20_000), "no-key"},
		"8 MB of text":                    {"title: " + strings.Repeat("x", 8<<20), "too-large"},
		"8 MB in quotes":                  {`title: "` + strings.Repeat("x", 8<<20) + `"`, "too-large"},
		"8 MB of block text":              {"title: |\n  " + strings.Repeat("x", 8<<20), "too-large"},
		"as much text as allowed":         {"draft: x\ntitle: " + strings.Repeat("x", MaxFileSize-17), "bad-flag"},
		"as much text in lines":           {"draft: x\ntitle: a\n" + strings.Repeat("  x\n", MaxFileSize/4-8), "bad-flag"},
		"as much text in quoted lines":    {"draft: x\ntitle: \"a\n" + strings.Repeat("  x\n", MaxFileSize/4-8) + "  \"", "bad-flag"},
		"as much block text":              {"draft: x\ntitle: >\n" + strings.Repeat("  x\n\n", MaxFileSize/5-8), "bad-flag"},
		"tabs between words in quotes":    {`title: "` + strings.Repeat(strings.Repeat("a\t", 90)+"\n  ", 700) + `"`, "tab"},
		"items below a text":              {"title: a\n" + strings.Repeat("  - a\n", 20_000), "bad-indentation"},
		"an item below a text, and lines": {"title: a\n  - " + strings.Repeat("a\n    ", 20_000), "bad-indentation"},
		"reserved signs":                  {"title: " + strings.Repeat("@ ` ", 30_000), "needs-quotes"},
		"wrong escapes":                   {`title: ` + strings.Repeat(`"\q`, 40_000), "bad-escape"},
		"types":                           {"title: " + strings.Repeat("!a ", 40_000), "needs-quotes"},
		"types in brackets":               {"title: [" + strings.Repeat("!a,", 40_000), "needs-quotes"},
		"block texts of one letter":       {"sections:\n" + strings.Repeat("- |\n  a\n", 9_000), "wrong-shape"},
		"signs of block texts":            {"draft: x\ntitle: |-\n" + strings.Repeat("  |\n", 30_000), "bad-flag"},
		"deeper and deeper block text":    {"title: |\n" + strings.Repeat(strings.Repeat(" ", 60)+"a\n  b\n", 1_800), "bad-indentation"},
		"quotes":                          {"title: " + strings.Repeat(`"" `, 40_000), "needs-quotes"},
		"comments":                        {"draft: x\ntitle: a\n" + strings.Repeat("#\n", 60_000), "bad-flag"},
		"comments with backslashes":       {"title: a\n" + strings.Repeat("\\#\\\n", 30_000), "no-key"},
		"documents":                       {strings.Repeat("---\n\n", 15_000), "second-document"},
		"ends of documents":               {strings.Repeat("a: b\n...\n", 10_000), "second-document"},
		"directives":                      {strings.Repeat("%YAML 1.2\n", 12_000), "needs-quotes"},
		"tabs in quotes":                  {`title: "` + strings.Repeat("\t", 100_000) + `"`, "too-many"},
		"alias bomb":                      {"a: &a [x, x]\n" + many(20, "b%d: &b [*a, *a, *a, *a]\n"), "needs-quotes"},
		"alias bomb in brackets":          {"{a: &a [x, x], b: &b [*a, *a], c: [*b, *b]}", "needs-quotes"},
		"merge bomb":                      {"a: &a {x: y}\nb:\n  <<: [*a, *a, *a]\n", "needs-quotes"},
		"alias of itself":                 {"title: &a [*a]\n", "needs-quotes"},
		"12,000 keys":                     {many(12_000, "k%d: x\n"), "too-many"},
		"12,000 keys in brackets":         {"{" + many(12_000, "k%d: x, ") + "}", "too-many"},
		"12,000 items":                    {"aliases:\n" + strings.Repeat("- /a\n", 12_000), "too-many"},
		"12,000 items in brackets":        {"aliases: [" + strings.Repeat("a,", 12_000) + "]", "too-many"},
		"as many keys as allowed":         {many(maxEntries, "k%d: x\n"), "unknown-key"},
		"as many keys without a value":    {many(maxEntries, "k%d:\n"), "unknown-key"},
		"as many names in braces":         {"{" + many(maxEntries-2, "k%d, ") + "}", "unknown-key"},
		"as many items as allowed":        {"title:\naliases:\n" + strings.Repeat("- /a\n", maxEntries-2), "no-value"},
		"as many empty items":             {"title: a\naliases:\n" + strings.Repeat("-\n", maxEntries-2), "no-value"},
		"empty items among others":        {"title: a\naliases:\n" + strings.Repeat("-\n", 1_000) + strings.Repeat("- a\n", maxEntries-1_000-2), "no-value"},
		"keys without a value in places":  {"sections:\n" + strings.Repeat("- a:\n  b:\n", 3_000), "bad-indentation"},
		"as many keys in many places":     {"sections:\n" + strings.Repeat("- "+strings.ReplaceAll(many(9, "k%d: x\n"), "\n", "\n  ")+"\n", 900), "two-sections"},
		"long line of items":              {"title:\naliases: [" + strings.Repeat("/äaaaaaaa, ", maxEntries-500) + "]", "no-value"},
		"long line of quoted items":       {"title:\naliases: [" + strings.Repeat(`"/aaaaaa", `, maxEntries-500) + "]", "no-value"},
		"question marks in brackets":      {"aliases: [" + strings.Repeat("? ", 60_000) + "]", "needs-quotes"},
		"tabs after a bracket":            {"aliases: [" + strings.Repeat("\t", 120_000) + "\n]", "too-many"},
		"tabs after an item":              {"aliases: [a" + strings.Repeat("\t", 120_000) + "\n]", "too-many"},
		"tabs and a comment":              {"aliases: [a" + strings.Repeat("\t #", 40_000) + "\n]", "too-many"},
		"tabs after a key":                {"aliases:" + strings.Repeat(" \t", 60_000) + "\n - a", "too-many"},
		"blank lines with tabs":           {"description: >\n" + strings.Repeat("\t\n", 60_000) + "  a\n", "too-many"},
		"blank lines after a block text":  {"description: |\n  a" + strings.Repeat("\n", 120_000), "too-many"},
		"blank lines with tabs after it":  {"description: |\n  a" + strings.Repeat("\n\t", 60_000), "too-many"},
		"as many blank lines as allowed":  {"description: |\n  " + strings.Repeat("a", 120_000) + strings.Repeat("\n", 50), "missing-key"},
		"lines that begin with a tab":     {"title:\n" + strings.Repeat("\ta\n", 40_000), "tab"},
		"signs of comments":               {"description: a" + strings.Repeat("#", 120_000), "missing-key"},
		"apostrophes":                     {"description: '" + strings.Repeat("''", 60_000) + "'", "missing-key"},
		"backslashes":                     {`description: "` + strings.Repeat(`\\`, 60_000) + `"`, "missing-key"},
		"joined lines":                    {"description: \"" + strings.Repeat("a\\\n ", 30_000) + "\"", "missing-key"},
		"less-than signs":                 {"description: " + strings.Repeat("<", 120_000), "too-many"},
		"less-than signs in runs":         {"description: " + strings.Repeat(strings.Repeat("<", 490)+" ", 240), "missing-key"},
		"less-than signs apart":           {"description: " + strings.Repeat("<< ", 40_000), "missing-key"},
		"one less-than sign after others": {"- <<" + strings.Repeat(" ", 120_000), "wrong-shape"},
		"the same key again and again":    {strings.Repeat("title: x\n", maxEntries), "duplicate-key"},
		"custom tag":                      {"title: !!python/object/apply:os.system ['ls']\n", "needs-quotes"},
		"local tag":                       {"title: !secret x\n", "needs-quotes"},
		"tag of YAML":                     {"title: !!str 12\n", "needs-quotes"},
		"binary":                          {"title: !!binary aGVsbG8=\n", "needs-quotes"},
		"picture":                         {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "encoding"},
		"NUL in a text":                   {"title: a\x00b\n", "bad-character"},
		"NUL only":                        {strings.Repeat("\x00", 100), "bad-character"},
		"NUL out of quotes":               {`title: "a\0b"`, "bad-character"},
		"lone surrogate":                  {`title: "\ud800x"`, "bad-escape"},
		"second half of a surrogate pair": {`title: "\udc00x"`, "bad-escape"},
		"code beyond Unicode":             {`title: "\UFFFFFFFF"`, "bad-escape"},
		"escape at the end":               {`title: "\`, "unclosed-quote"},
		"cut escape":                      {`title: "\u00`, "bad-escape"},
		"escape of terminals":             {"title: \x1b[31mred\n", "bad-character"},
		"Latin-1":                         {"title: caf\xe9\n", "encoding"},
		"UTF-16 of Windows":               {"\xff\xfet\x00i\x00t\x00l\x00e\x00:\x00 \x00a\x00", "encoding"},
		"UTF-16 without mark":             {"t\x00i\x00t\x00l\x00e\x00:\x00 \x00a\x00", "bad-character"},
		"byte order mark inside":          {"title: a\n\ufeffdraft: true\n", "bad-character"},
		"nothing":                         {"", "empty-file"},
		"byte order mark only":            {byteOrderMark, "empty-file"},
		"blank lines":                     {"\n  \n\t\n", "empty-file"},
		"null":                            {"null", "no-key"},
		"braces":                          {"{}", "missing-key"},
		"brackets":                        {"[]", "wrong-shape"},
		"HTML":                            {"<!doctype html>\n<title>502 Bad Gateway</title>\n", "no-key"},
		"JSON":                            {`{"title": 1, "sections": "no"}`, "wrong-shape"},
		"many colons in braces":           {"{" + strings.Repeat("a:", 20_000) + "}", "bad-brackets"},
		"many problems":                   {"title: x\nsections:\n" + strings.Repeat("- a: b\n", 4_000), "unknown-section"},
	}
}

// steps nests a key below the one before, one space deeper each time.
func steps(count int) string {
	var out strings.Builder
	for i := range count {
		out.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return out.String()
}
