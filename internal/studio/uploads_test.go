package studio_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// drawn returns a PNG of a width of its own.
func drawn(t *testing.T, width int) []byte {
	var data bytes.Buffer
	must(t, png.Encode(&data, image.NewRGBA(image.Rect(0, 0, width, 40))))
	return data.Bytes()
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func begin(to, name string, data []byte) string {
	return fmt.Sprintf(`{"file":%q,"name":%q,"sum":%q,"size":%d}`, to, name, sumOf(data), len(data))
}

func chunk(to, name string, data []byte, at int) string {
	return "/studio/api/uploads/chunk?" + url.Values{
		"file": {to}, "name": {name}, "sum": {sumOf(data)}, "at": {fmt.Sprint(at)}, "size": {fmt.Sprint(len(data))},
	}.Encode()
}

func TestAPictureIsSentAndNamed(t *testing.T) {
	r := newRig(t)
	b := r.joined("walt@example.com", people.RoleWriter)
	data := drawn(t, 60)
	b.post("/studio/api/uploads", begin("main/images", "Oven Door.PNG", data)).is(200, `"arrived":0`)
	b.post(chunk("main/images", "Oven Door.PNG", data, 7), "x").is(409, `"arrived":0`)
	given := b.request("DELETE", "/studio/api/uploads", `{"file":"main/images","sum":"`+sumOf(data)+`"}`)
	b.over(given).is(204)
	b.post(chunk("main/images", "Oven Door.PNG", data, 0), string(data)).is(409)
	b.post("/studio/api/uploads", begin("main/images", "Oven Door.PNG", data)).is(200)
	b.post(chunk("main/images", "Oven Door.PNG", data, 0), string(data)).is(200, `"src":"images/oven-door.png"`)
	b.post("/studio/api/uploads", begin("main/images", "again.png", data)).is(200, `"src":"images/oven-door.png"`)
	b.post("/studio/api/changes", set("1", about, "image", "images/oven-door.png")).is(200)
	if _, err := os.Stat(filepath.Join(r.dir, "main/images/oven-door.png")); err == nil {
		t.Error("it is published")
	}
	listed := b.get("/studio/api/media?site=main").is(200, `"src":"images/oven-door.png"`, `"changed":true`, `"width":60`).body
	if use := fmt.Sprintf(`"uses":[{"file":%q,"at":"image","text":"images/oven-door.png","site":"main"}]`, about); !strings.Contains(listed, use) {
		t.Errorf("its use is not listed: %s", listed)
	}
	b.post("/studio/api/changes", set("2", about, "image", "main:images/oven-door.png")).is(200, `"problems":[]`)
	b.get("/studio/api/media?site=main").is(200, `"at":"image","text":"main:images/oven-door.png"`)
	b.get("/studio/api/media?site=none").is(404)
	r.joined("ed@example.com", people.RoleEditor).post("/studio/api/publish", `{}`).is(200)
	if now := r.onDisk("main/images/oven-door.png"); now != string(data) {
		t.Errorf("published are %d bytes", len(now))
	}
}

// What images.yaml says of a picture goes with it, in all languages.
func TestAPictureThatIsDescribedIsRemoved(t *testing.T) {
	r, _ := newSpanish(t)
	const photo = "shop/images/old.photo.png"
	r.save(photo, string(drawn(t, 60)))
	r.save("shop/images/new.png", string(drawn(t, 61)))
	r.save("shop/images.yaml", "images/old.photo.png: {alt: Before}\nimages/new.png: {alt: After}\n")
	r.save("shop/es/images.yaml", "images/old.photo.png: {alt: Antes}\n")
	r.source.Reload(t.Context())
	b := r.joined("ed@example.com", people.RoleEditor)
	b.get("/studio/api/media?site=shop").is(200, `"notes":[`+
		`{"at":"images/old.photo.png","file":"shop/es/images.yaml","value":{"alt":"Antes"}},`+
		`{"at":"images/old.photo.png","file":"shop/images.yaml","value":{"alt":"Before"}}]`)
	sum := `"sha256:` + sumOf(drawn(t, 60)) + `"`
	b.post("/studio/api/changes", `{"changes":[{"file":"`+photo+`","op":"unset","at":"","old":`+sum+`},`+
		`{"file":"shop/es/images.yaml","op":"unset","at":"images/old.photo.png","old":{"alt":"Antes"}},`+
		`{"file":"shop/images.yaml","op":"unset","at":"images/old.photo.png","old":{"alt":"Before"}}]}`).is(200)
	b.post("/studio/api/publish", `{}`).is(200)
	if got := r.onDisk("shop/images.yaml"); got != "images/new.png: {alt: After}\n" {
		t.Error(got)
	}
}

func TestWhoMaySendAPicture(t *testing.T) {
	r := newRig(t)
	data := drawn(t, 61)
	begins, sends := begin("main/images", "x.png", data), chunk("main/images", "x.png", data, 0)
	for who, b := range map[string]browser{
		"of another site": r.joined("shop@example.com", people.RoleEditor, "shop"),
		"of the inbox":    r.joined("in@example.com", people.RoleInbox),
	} {
		t.Log(who)
		b.post("/studio/api/uploads", begins).is(403)
		b.post(sends, string(data)).is(403)
		b.get("/studio/api/media?site=main").is(map[string]int{"of another site": 404, "of the inbox": 403}[who])
	}
	browser{r, ""}.post("/studio/api/uploads", begins).is(401)
	b := r.joined("anna@example.com", people.RoleOwner)
	for _, path := range []string{"/studio/api/uploads", sends} {
		sent := b.request("POST", path, begins)
		sent.Header.Set("Sec-Fetch-Site", "cross-site")
		b.over(sent).is(403, `"foreign"`)
	}
	for _, bad := range []string{
		strings.Replace(begins, sumOf(data), "12", 1), strings.Replace(begins, sumOf(data), strings.Repeat("z", 64), 1),
	} {
		b.post("/studio/api/uploads", bad).is(400)
	}
	b.post("/studio/api/uploads", strings.Replace(begins, fmt.Sprint(len(data)), "999999999", 1)).is(422, "larger than 20 MB")
	b.post("/studio/api/uploads", strings.Replace(begins, fmt.Sprint(len(data)), "-1", 1)).is(422)
	b.post("/studio/api/uploads", strings.Replace(begins, "main/images", "main/look", 1)).is(422)
	b.post("/studio/api/uploads", begin("main/files", "x.exe", data)).is(422, "not served")
	b.post(sends, strings.Repeat("x", drafts.ChunkSize+1)).is(413)
	b.post(strings.Replace(sends, "at=0&", "at=&", 1), "x").is(400)
	b.post(sends, string(data)).is(409) // it was not begun
	b.get("/studio/api/changes").hasBody("[]\n")
}
