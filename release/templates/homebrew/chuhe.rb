cask "chuhe" do
  version "{{.Version}}"
  sha256 "{{sum "macos-universal.zip"}}"

  url "{{next "#{version}" .Downloads}}/chuhe-#{version}-macos-universal.zip"
  name "Chuhe"
  desc "Xiangqi (Chinese chess) engine with a board in the browser"
  homepage "{{.Homepage}}"

  depends_on macos: ">= :monterey"

  app "Chuhe.app"
  binary "#{appdir}/Chuhe.app/Contents/MacOS/chuhe"

  caveats <<~EOS
    The app is not notarised by Apple. If macOS refuses to open it:
      xattr -dr com.apple.quarantine #{appdir}/Chuhe.app
  EOS
end
