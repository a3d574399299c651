package site

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTheTypesOfFieldsAreThoseThatAreRegistered(t *testing.T) {
	field, _ := reflect.TypeFor[Field]().FieldByName("Type")
	_, list, _ := strings.Cut(field.Tag.Get("validate"), "oneof=")
	said := strings.Fields(list)
	slices.Sort(said)
	if types := FieldTypes(); !slices.Equal(said, types) {
		t.Errorf("forms.yaml takes %v, and there are %v", said, types)
	}
}

func TestEveryTypeOfFieldIsDrawn(t *testing.T) {
	for _, name := range FieldTypes() {
		if _, err := os.Stat("../../web/src/forms/fields/" + name + ".tsx"); err != nil {
			t.Error(err)
		}
	}
}

func TestKeysOfFieldsAreThere(t *testing.T) {
	known := map[string]bool{}
	for field := range reflect.TypeFor[Field]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		known[name] = true
	}
	for _, name := range FieldTypes() {
		for _, key := range fieldKinds[name].Keys {
			if !known[key] {
				t.Errorf("%s has the key %s, and a field has none of that name", name, key)
			}
		}
	}
}
