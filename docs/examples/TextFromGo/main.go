// Prints each argument in the order in which it is drawn. Build it with `make text-bindings`.
package main

// #cgo LDFLAGS: -llisantext
// #include <lisantext.h>
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

// Visual returns a text in the order in which it is drawn, and its number of columns.
func Visual(text string) (string, int) {
	bytes := C.CString(text)
	defer C.free(unsafe.Pointer(bytes))
	resolved := C.lisan_text_new(
		bytes, C.size_t(len(text)), C.LISAN_AUTO_LEFT_TO_RIGHT, C.LISAN_FILTERED)
	defer C.lisan_text_free(resolved)
	line := C.lisan_line_new(resolved, 0, C.lisan_text_count(resolved))
	defer C.lisan_line_free(line)
	// With the zero byte, which is no part of the string.
	size := C.lisan_line_utf8(line, C.LISAN_VISUAL, nil, 0) + 1
	shown := make([]byte, size)
	C.lisan_line_utf8(line, C.LISAN_VISUAL, (*C.char)(unsafe.Pointer(&shown[0])), size)
	return string(shown[:size-1]), int(C.lisan_line_width(line))
}

func main() {
	for _, text := range os.Args[1:] {
		shown, width := Visual(text)
		fmt.Println(width, shown)
	}
}
