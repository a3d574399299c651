package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const (
	inquiries  = "/api/send-contact-email"
	asJSON     = "application/json"
	asForm     = "application/x-www-form-urlencoded"
	sameOrigin = "Sec-Fetch-Site: same-origin"
)

// submit posts a body as the website does, with further headers, each as "Name: value".
func (h *instance) submit(client *http.Client, contentType, body string, headers ...string) (reply, error) {
	request, err := http.NewRequest(http.MethodPost, h.url+inquiries, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept-Language", "en")
	if contentType == asJSON {
		request.Header.Set("Form-Age", "20000")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Add(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(response.Body); err != nil {
		return reply{}, err
	}
	return reply{response.StatusCode, response.Header, text.String()}, nil
}

// post is submit with the instance's own client, for the goroutine of the test.
func (h *instance) post(contentType, body string, headers ...string) reply {
	h.t.Helper()
	answer, err := h.submit(h.client, contentType, body, headers...)
	if err != nil {
		h.t.Fatal(err)
	}
	return answer
}

// postJSON posts fields as the page's script does.
func (h *instance) postJSON(fields map[string]string, headers ...string) reply {
	h.t.Helper()
	return h.post(asJSON, encoded(h.t, fields), append([]string{sameOrigin}, headers...)...)
}

// postForm posts fields as a browser without script does.
func (h *instance) postForm(fields url.Values, headers ...string) reply {
	h.t.Helper()
	return h.post(asForm, fields.Encode(), append([]string{sameOrigin}, headers...)...)
}

func encoded(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// message is what a visitor of the main site writes. Every one is another's.
func message(name string, more ...string) map[string]string {
	fields := map[string]string{
		"site": "main", "name": "Visitor " + name, "email": name + "@example.com", "message": "This is the message of " + name + ".",
	}
	for i := 0; i+1 < len(more); i += 2 {
		fields[more[i]] = more[i+1]
	}
	return fields
}

// native is the same as a form post.
func native(fields map[string]string) url.Values {
	values := url.Values{}
	for name, value := range fields {
		values.Set(name, value)
	}
	return values
}

// receipt is the JSON answer to a form that is stored.
type receipt struct{ ID, Reference string }

// stored reads the answer to a form that must be stored.
func (h *instance) stored(answer reply) receipt {
	h.t.Helper()
	var got receipt
	if err := json.Unmarshal([]byte(answer.body), &got); answer.status != http.StatusOK || err != nil || got.ID == "" || got.Reference == "" {
		h.t.Fatalf("a good form is answered %d: %s; log:\n%s", answer.status, answer.body, h.log)
	}
	return got
}

// refusal is the JSON answer to a form that is not stored.
type refusal struct {
	Error struct {
		Code, Message string
		Fields        map[string]string
	}
}

// refused reads the answer to a form that must not be stored.
func (h *instance) refused(answer reply, status int, code string) refusal {
	h.t.Helper()
	var got refusal
	if err := json.Unmarshal([]byte(answer.body), &got); answer.status != status || err != nil || got.Error.Code != code || got.Error.Message == "" {
		h.t.Fatalf("the answer is %d: %s; want %d %s", answer.status, answer.body, status, code)
	}
	return got
}
