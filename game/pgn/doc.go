// Package pgn writes and reads games of Xiangqi as PGN: the tags of Chinese
// programs (Game, Red, Black, Format, FEN), moves in any notation of package
// notation, variations, glyphs, and comments with evaluations and times.
//
// The writer emits UTF-8. The reader also takes UTF-16, GB18030 and Big5, score sheets and
// games without tags, the files of the WXF, the White tag for Red, and text after a result,
// since other programs write these. It holds one game at a time, so a file may be of any size.
package pgn
