package main

import (
	"bytes"

	"github.com/tc-hib/winres"
	"github.com/tc-hib/winres/version"
)

// american is the language of the resources: English (United States).
const american = 0x409

// withResources returns a program of Windows with an icon, a description of the version,
// and a manifest.
func (r *release) withResources(binary []byte) ([]byte, error) {
	set := &winres.ResourceSet{}
	icon, err := winres.NewIconFromResizedImage(r.icon, []int{16, 24, 32, 48, 64, 256})
	if err != nil {
		return nil, err
	}
	if err := set.SetIcon(winres.Name("APPICON"), icon); err != nil {
		return nil, err
	}
	info := version.Info{Timestamp: r.date}
	info.SetFileVersion(r.version)
	info.SetProductVersion(r.version)
	for key, value := range map[string]string{
		version.ProductName: "Chuhe", version.FileDescription: "Chuhe, Xiangqi (Chinese chess)", version.CompanyName: "the Chuhe authors",
		version.LegalCopyright: "the Chuhe authors, MIT licence", version.OriginalFilename: "chuhe.exe", version.InternalName: "chuhe",
		version.ProductVersion: r.version, version.FileVersion: r.version,
	} {
		if err := info.Set(american, key, value); err != nil {
			return nil, err
		}
	}
	set.SetVersionInfo(info)
	set.SetManifest(winres.AppManifest{
		ExecutionLevel: winres.AsInvoker, Compatibility: winres.Win10AndAbove, LongPathAware: true, DPIAwareness: winres.DPIPerMonitorV2,
	})
	var out bytes.Buffer
	err = set.WriteToEXE(&out, bytes.NewReader(binary))
	return out.Bytes(), err
}
