package yamldoc

// Places reads a file, and returns a function for the path of what stands at a line and a column, which count from 1 as
// those of problems do: the path of the value or the key there, else of what encloses that place. It is empty for a file
// that cannot be read.
func Places(file string, data []byte) func(line, column int) string {
	s := &source{file: file}
	s.read(data)
	return func(line, column int) string {
		if s.root == nil || column < 1 {
			return ""
		}
		for at, text := range lines(s.text) {
			if line--; line == 0 {
				before := []rune(text)
				return s.root.pathAt("", at+len(string(before[:min(column-1, len(before))])))
			}
		}
		return ""
	}
}

// pathAt returns the path of the last child that begins at a place or before it, and of what is there in that one.
func (n *node) pathAt(path string, at int) string {
	for i := len(n.children) - 1; i >= 0; i-- {
		if child := &n.children[i]; child.start() <= at {
			return child.pathAt(n.childPath(path, i), at)
		}
	}
	return path
}
