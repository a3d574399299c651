// Package fields says where the types of package site hold what has to be resolved: texts,
// Markdown, links, pictures, icons.
package fields
