package main

import (
	"bytes"
	"image"
	"image/color"

	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
)

// iconFile is the icon, a drawing of the page.
const iconFile = "web/page/icon.svg"

// drawn returns a drawing as a picture of size times size pixels.
func drawn(svg []byte, size int) (*image.RGBA, error) {
	drawing, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	drawing.SetTarget(0, 0, float64(size), float64(size))
	scanner := rasterx.NewScannerGV(size, size, picture, picture.Bounds())
	scanner.SetColor(color.Transparent)
	drawing.Draw(rasterx.NewDasher(size, size, scanner), 1)
	return picture, nil
}
