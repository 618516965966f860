// Package pgn writes and reads games of Xiangqi as PGN: the tags of Chinese
// programs (Game, Red, Black, Format, FEN), moves in Chinese, WXF or ICCS
// notation, and comments.
//
// The writer emits UTF-8. The reader also takes GB18030 and UTF-16, games without
// tags, variations, NAGs, the White tag for Red, and text after a result, since
// other programs write these.
package pgn
