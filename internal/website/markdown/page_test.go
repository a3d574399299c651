package markdown_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/markdown"
)

func at(path string) *site.Page {
	page := &site.Page{Title: "Bread", Description: "What we bake.", Path: path}
	page.Head.Canonical = "https://crust.example" + path
	return page
}

// document is one as it is sent, with other parts than the <main>.
func document(main string) []byte {
	return []byte(`<!doctype html><html><head><title>Bread</title></head><body><div id="root"><header><nav>Menu</nav></header>` +
		`<main class="flex-1" id="content">` + main + `</main><footer>Imprint</footer></div>` +
		`<script type="application/json" id="page-data">{"html":"\u003c/main>"}</script></body></html>`)
}

func pageOf(t *testing.T, main string) string {
	t.Helper()
	made, err := markdown.Page(at("/bread"), document(main))
	if err != nil {
		t.Fatal(err)
	}
	return string(made)
}

func TestAPageIsWrittenFromTopToBottom(t *testing.T) {
	const main = `<!--$--><section aria-labelledby="t1" data-section="hero">
<p data-slot="eyebrow">In Mill Lane</p><h1 id="t1"><span>Four</span> <span>Loaves</span></h1><p>Every <!-- -->day.</p>
<div><a href="/order">Order<span class="sr-only"> a loaf</span></a><a href="#kinds">Kinds</a><span role="link">Soon</span></div>
<img alt="" src="/images/a.jpg"/><svg aria-hidden="true"><title>x</title></svg></section><!--/$-->
<section aria-labelledby="t2"><p>Small</p><h2 id="t2">Kinds</h2>
<ul><li><img alt="Rye" src="/images/rye.jpg"/><p>Dark</p><div><h3>Rye</h3></div></li><li><h3>Spelt</h3></li></ul>
<ul><li><p>250 °C</p><p>in the oven</p></li><li>Soup<strong>€8</strong></li></ul>
<dl><div><dt>Hours</dt><dd>7 to 13</dd></div></dl>
<p><bdi>4 Mill Lane<br/>Wendle</bdi></p>
<fieldset data-words="none"><label><input type="radio"/>per month</label></fieldset>
<a href="https://film.example"><span class="sr-only">The film</span><span class="sr-only"> in a new tab</span></a>
<a href="/x"><svg aria-hidden="true"></svg></a></section>
<form><input type="hidden"/><p>We write back.</p><div><label>Name<input/></label><p>As in your passport.</p></div><button>Send</button></form>
<video aria-label="The oven" poster="/images/p.jpg"><source src="/files/oven.mp4"/><a href="/files/oven.mp4">The oven</a></video>
<figure data-words="none"><p>A demonstration</p></figure><span role="tooltip">Hint</span>
<nav><a href="#kinds">Kinds</a></nav><nav data-words="page"><span><a href="/bread/page/2">Older</a></span></nav>
<div aria-hidden="true">Backdrop</div>`
	const want = `# Four Loaves

In Mill Lane

Every day.

[Order](https://crust.example/order) · [Kinds](https://crust.example/bread#kinds) · Soon

## Kinds

Small

### Rye

![Rye](https://crust.example/images/rye.jpg)

Dark

### Spelt

- 250 °C · in the oven
- Soup · **€8**

- **Hours** · 7 to 13

4 Mill Lane  
Wendle

[The film](https://film.example)

We write back.

[The oven](https://crust.example/files/oven.mp4)

[Older](https://crust.example/bread/page/2)
`
	if got := pageOf(t, main); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAPageWithoutATitleGetsThatOfItsHead(t *testing.T) {
	if got, want := pageOf(t, "<p>Rye.</p>"), "# Bread\n\n> What we bake.\n\nRye.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnEntryIsWhatItSaysBelowItsTitle(t *testing.T) {
	made, err := markdown.Entry(at("/blog/rye"), document(`<header data-words="page"><h1>Rye</h1></header><img alt="A loaf" src="/a.jpg"/>`+
		`<div class="prose"><p>Rye is <strong>back</strong> <em>now</em>.</p></div><section data-words="page"><h2>More</h2></section>`))
	const want = "![A loaf](https://crust.example/a.jpg)\n\nRye is **back** *now*.\n"
	if got := string(made); got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestADocumentWithoutAPageIsAnError(t *testing.T) {
	if made, err := markdown.Page(at("/"), []byte("<p>Gone</p>")); err == nil {
		t.Errorf("it is %q", made)
	}
}

// TestWhatGFMHasIsWritten, as ui/Markdown.tsx draws it.
func TestWhatGFMHasIsWritten(t *testing.T) {
	got := pageOf(t, `<div class="prose"><p>Bread<sup id="fnref-1"><a href="#fn-1">1</a></sup> <del>€49</del> €39</p>
<ul><li data-task="done"><svg aria-hidden="true"></svg><span class="sr-only">☑ </span>mixed</li><li data-task="open"><span class="sr-only">☐ </span>baked</li></ul>
<ol start="3"><li>three</li><li>four<ul><li>deeper</li></ul></li></ol><p>[x] no box<sup>2</sup></p>
<table><thead><tr><th>Day</th><th>Bread</th></tr></thead><tbody><tr><td>Monday</td><td><strong>no|ne</strong></td></tr></tbody></table>
<pre><code>`+"```\n&lt;script&gt;\n\n````\n"+`</code></pre><p><code>`+"a`&lt;b&gt;``c"+`</code></p>
<blockquote><p>Salt</p><p>and</p><pre><code>a`+"\n"+``+"\n"+`b</code></pre></blockquote><ol class="notes"><li id="fn-1"><p>Really good.</p><p>Indeed.</p> <a href="#fnref-1"><span class="sr-only">↩</span> 1</a></li></ol></div>`)
	for _, want := range []string{
		"Bread[^fn-1] ~~€49~~ €39\n", "- [x] mixed\n- [ ] baked\n", "3. three\n4. four\n\n   - deeper\n", "\\[x] no box[^2]\n",
		"| Day | Bread |\n|---|---|\n| Monday | **no\\|ne** |\n", "[^fn-1]: Really good.\n\n    Indeed.\n",
		"> Salt\n> \n> and\n> \n> ```\n> a\n> \n> b\n> ```\n",
		"`````\n```\n<script>\n\n````\n`````\n", "```a`<b>``c```",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// TestWordsStayWords: whatever they look like, a reader of Markdown shows what visitors see.
func TestWordsStayWords(t *testing.T) {
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	tags, spaces := regexp.MustCompile(`<[^>]*>`), regexp.MustCompile(`\s+`)
	for _, words := range []string{
		"*day* and **night** and _so_ __on__", "# no heading", "1. early", "2) late", "- no item", "+ none", "> no quote", "---", "===",
		"[a](b)", "![a](b)", "[^1] and [x] and [ ]", "~~€49~~ and ~one~", "`code` and ``", "<b>bold</b> &amp; &lt;", `a \ b \* c`, "a | b", "C# and F#",
		"https://crust.example is a link by itself", "5 < 6 > 4", "99.9% uptime", "2 * 3 * 4", "snake_case_name", "***", "```", "| a |", "Line\\",
	} {
		for _, element := range []string{"p", "h2", "blockquote", "li", "td"} {
			open, end := "<"+element+">", "</"+element+">"
			switch element {
			case "li":
				open, end = "<ul><li>", "</li></ul>"
			case "td":
				open, end = "<table><thead><tr><th>", "</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>"
			}
			written := pageOf(t, "<h1>T</h1>"+open+html.EscapeString(words)+end)
			var made strings.Builder
			if err := reader.Convert([]byte(written), &made); err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(made.String(), "</h1>")
			got := strings.TrimSpace(spaces.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(rest, " ")), " "))
			if got = strings.TrimSuffix(got, " x"); got != words {
				t.Errorf("%s in %s is read as %q: %s", words, element, got, written)
			}
		}
	}
}

func TestPathsOfMarkdown(t *testing.T) {
	for page, path := range map[string]string{"/": "/index.md", "/about": "/about.md", "/a/b": "/a/b.md"} {
		if got := site.MarkdownPath(page); got != path {
			t.Errorf("%s: %s", page, got)
		}
		if got := site.PageOfMarkdown(path); got != page {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{"/about", "/.md", ".md", "/", "", "/a.md/b"} {
		if got := site.PageOfMarkdown(path); got != "" {
			t.Errorf("%s is that of %s", path, got)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	card := `<li class="card"><h3>Adaptive <span>agents</span></h3><p>Personalized behavior that evolves with use.</p><a href="/x">More</a></li>`
	doc := document(`<h1>T</h1><section><ul>` + strings.Repeat(card, 150) + `</ul></section>`)
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := markdown.Page(at("/"), doc); err != nil {
			b.Fatal(err)
		}
	}
}
