// Package yamldoc reads one YAML file of the content tree into a type of
// package site, and reports what is wrong with the file.
//
// # From bytes to a value
//
// [Decode] has four steps. Each begins only when the one before it found
// nothing wrong, so that no step sees what it cannot handle:
//
//  1. The bytes are checked: size, encoding, control characters, and runs of
//     signs that the library is slow at.
//  2. The scanner of goccy/go-yaml splits the text into tokens.
//  3. The parser makes nodes of the tokens, with the place of every key and
//     value: indentation, quotes, brackets, depth, and parts of YAML that are
//     not accepted. It reports the first fault.
//  4. The decoder visits the nodes and the Go type side by side, led by `yaml`
//     and `validate` tags, and reports all faults of all keys.
//
// The library's own parser and decoder are not used. Its parser needs time
// that grows with the square of the keys, and memory that grows without
// measure with the depth. Its decoder stops at the first fault, words it for
// programmers, and reads +49301234567, 1.20 or 012 as numbers even where text
// is wanted. Here a text stays as it was typed.
//
// # What is YAML here
//
// Everything that marketers need: keys and lists over several lines or in
// brackets, quotes, texts over several lines (with | and > too), comments.
// Refused, in plain words: anchors, aliases, merge keys, tags, directives, a
// second document, keys with a question mark, tabs outside of comments and
// block texts. Lines of spaces alone count as empty. A file has at most
// 128 KB, 64 levels, 10,000 keys and items, 49 empty lines in a row, and 100
// tabs on a line.
//
// # Problems
//
// A [Problem] is for the person who edits the file: what is wrong in one
// sentence, what to do about it, and the place. It contains no word of a
// programming language or of the parser. Its code is stable, for tools.
//
// A [Document] knows the places, so that later steps (references, links,
// images) can point into the file as well.
package yamldoc
