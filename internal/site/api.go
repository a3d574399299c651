package site

// PageData is all that the templates need to draw a page: the answer of
// GET /api/pages, and the data inside every HTML document.
type PageData struct {
	Site *Site `json:"site" validate:"required"`
	Page *Page `json:"page" validate:"required"`
	// What a form of the page shows besides itself, where the page answers a native form post.
	Form *FormState `json:"form,omitempty"`
}

// SiteSummary is one entry of the answer of GET /api/sites.
type SiteSummary struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Name Text   `json:"name"`
}

// Accepted is the answer to a form whose submission is stored.
type Accepted struct {
	// The submission's id.
	ID string `json:"id"`
	// Its short name for people, such as K7M3-9QXA.
	Reference string `json:"reference"`
}

// ErrorAnswer is the answer to every request that did not succeed. The answer
// to a request that did never has an error field.
type ErrorAnswer struct {
	Error Failure `json:"error"`
}

// Failure says what went wrong.
type Failure struct {
	// A short name for programs, such as invalid_form.
	Code string `json:"code"`
	// A sentence for people, from the site's errors.
	Message Text `json:"message"`
	// What is wrong, for developers; left out where the code says it.
	Detail string `json:"detail,omitempty"`
	// What is wrong with which field of a form, by the field's name.
	Fields map[string]Text `json:"fields,omitempty"`
}
