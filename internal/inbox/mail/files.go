package mail

import (
	"fmt"

	"github.com/evenlight/marquee/internal/site"
)

// mostAttached is how many bytes of files go with a mail: base64 makes a third more
// of them, and many mailboxes take 10 MB. Of more, and in a digest, a mail has the
// names, and where the files lie in the data folder.
const mostAttached = 7_000_000

// attachable reports whether the files of a submission go with its notice.
func attachable(s *site.Submission) bool {
	var total int64
	for _, file := range s.Files {
		total += file.Size
	}
	return total <= mostAttached
}

// uploads are the files of a submission as attachments; what they hold is read when
// the mail is sent.
func uploads(s *site.Submission) (all []site.Attachment) {
	if !attachable(s) {
		return nil
	}
	for _, file := range s.Files {
		all = append(all, site.Attachment{Name: file.Name, ContentType: file.Type, Upload: file.Path})
	}
	return all
}

// files lists the files of a field: name and size, and where one lies that is not attached.
func (e *entry) files(s *site.Submission, field string) {
	var lines []string
	for _, file := range s.Files {
		if file.Field != field {
			continue
		}
		text := fmt.Sprintf("%s (%s)", file.Name, size(file.Size))
		if !attachable(s) {
			text += " uploads/" + file.Path
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 {
		e.Lines, e.Empty, e.Long = lines, false, len(lines) > 1
	}
}

func size(bytes int64) string {
	if bytes < 1_000_000 {
		return fmt.Sprintf("%d KB", max(bytes/1000, 1))
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1_000_000)
}
