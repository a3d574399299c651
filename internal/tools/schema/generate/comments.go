package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/tools/schema"
)

// readComments adds the doc comments of all exported types of a folder of Go files to docs.
func readComments(docs schema.Docs, folder fs.FS) error {
	names, err := fs.Glob(folder, "*.go")
	if err != nil {
		return fmt.Errorf("list Go files: %w", err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := fs.ReadFile(folder, name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		mode := parser.ParseComments | parser.SkipObjectResolution
		file, err := parser.ParseFile(token.NewFileSet(), name, source, mode)
		if err != nil {
			return fmt.Errorf("parse %s: %w", name, err)
		}
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						readType(docs, spec, firstComment(spec.Doc, general.Doc))
					}
				case *ast.ValueSpec:
					if general.Tok == token.CONST {
						readConstant(docs, spec)
					}
				}
			}
		}
	}
	return nil
}

func readType(docs schema.Docs, spec *ast.TypeSpec, doc string) {
	entry := docs.Types[spec.Name.Name]
	entry.Doc = doc
	if structType, ok := spec.Type.(*ast.StructType); ok {
		entry.Fields = map[string]string{}
		for _, field := range structType.Fields.List {
			comment := strings.ReplaceAll(firstComment(field.Doc, field.Comment), "\n", " ")
			for _, name := range field.Names {
				if name.IsExported() && comment != "" {
					entry.Fields[name.Name] = comment
				}
			}
		}
	}
	docs.Types[spec.Name.Name] = entry
}

// readConstant keeps a constant whose type is named, such as LinkPage LinkKind = "page".
func readConstant(docs schema.Docs, spec *ast.ValueSpec) {
	named, ok := spec.Type.(*ast.Ident)
	if !ok {
		return
	}
	for _, expression := range spec.Values {
		literal, ok := expression.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if value, err := strconv.Unquote(literal.Value); err == nil {
			entry := docs.Types[named.Name]
			entry.Values = append(entry.Values, value)
			docs.Types[named.Name] = entry
		}
	}
}

// firstComment returns the text of the first group that has one.
func firstComment(groups ...*ast.CommentGroup) string {
	for _, group := range groups {
		if text := strings.TrimSpace(group.Text()); text != "" {
			return text
		}
	}
	return ""
}
