//go:build !js

package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// The encodings of Chinese texts.
var (
	GB18030 encoding.Encoding = simplifiedchinese.GB18030
	Big5    encoding.Encoding = traditionalchinese.Big5
)

// Named returns the encoding with a name that web pages use, or an error for an unknown name.
func Named(name string) (encoding.Encoding, error) { return htmlindex.Get(name) }
