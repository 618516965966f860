package eval

import (
	"fmt"
	"iter"
	"reflect"
)

// Each ranges over the names and places of all weights, always in the same
// order. A name is the Go expression of the weight within Params.
func (p *Params) Each() iter.Seq2[string, *int16] {
	return func(yield func(string, *int16) bool) {
		eachWeight("", reflect.ValueOf(p).Elem(), yield)
	}
}

// eachWeight descends into structs and arrays; it reports whether to go on.
func eachWeight(name string, v reflect.Value, yield func(string, *int16) bool) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !eachWeight(name+"."+v.Type().Field(i).Name, v.Field(i), yield) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range v.Len() {
			if !eachWeight(fmt.Sprintf("%s[%d]", name, i), v.Index(i), yield) {
				return false
			}
		}
		return true
	}
	return yield(name[1:], v.Addr().Interface().(*int16))
}
