package ccbridge

import (
	"io"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/keyed"
)

// ErrSyntax is wrapped by every error about a file that is not what it should be.
var ErrSyntax error = keyed.New("fault.ccbridge", "bad CCBridge file")

// ErrStray is about bytes of a library that belong to no game, as where the beginning of a
// game is damaged.
var ErrStray error = keyed.New("fault.stray", "bytes that belong to no game; one may be missing")

// ErrMissing is about a library that has fewer records than its index, as when the file is
// cut off between two games.
var ErrMissing error = keyed.New("fault.missing", "records of the library are missing; the file may be cut off")

// Names of tags that only CCBridge knows.
const (
	TagClass        = "Class"     // path of the folder in a library
	TagEventType    = "EventType" // such as 全国个人赛
	TagURL          = "URL"
	TagAnnotatorURL = "AnnotatorURL"
	TagAuthorURL    = "AuthorURL"
	TagCreated      = "Created"
	TagModified     = "Modified"
	TagRecordType   = "RecordType" // a number; absent where it says no more than the start position
	TagRecordKind   = "RecordKind"
	TagLibrary      = "Library" // name of the library that the game is in
	TagChapter      = "Chapter" // heading above the game in the library
	TagChapterText  = "ChapterText"
)

// field is a text of a game: where it is in a CBR, and the name of its element in a
// CBF, "" if there is none.
type field struct {
	tag      string
	at, size int // size in bytes; 0 for a text that a CBR does not have
	element  string
}

var fields = []field{
	{game.TagTitle, 180, 128, "Name"},
	{TagClass, 308, 256, ""},
	{TagURL, 0, 0, "URL"},
	{game.TagSource, 564, 64, "From"},
	{TagEventType, 628, 64, "ContestType"},
	{game.TagEvent, 692, 64, "Contest"},
	{game.TagRound, 756, 64, "Round"},
	{game.TagGroup, 820, 32, "Group"},
	{game.TagTable, 852, 32, "Table"},
	{game.TagDate, 884, 64, "Date"},
	{game.TagSite, 948, 64, "Site"},
	{game.TagTimeControl, 1012, 64, "TimeRule"},
	{game.TagRed, 1076, 64, "Red"},
	{game.TagRedTeam, 1140, 64, "RedTeam"},
	{game.TagRedTime, 1204, 64, "RedTime"},
	{game.TagRedElo, 1268, 32, "RedRating"},
	{game.TagBlack, 1300, 64, "Black"},
	{game.TagBlackTeam, 1364, 64, "BlackTeam"},
	{game.TagBlackTime, 1428, 64, "BlackTime"},
	{game.TagBlackElo, 1492, 32, "BlackRating"},
	{game.TagReferee, 1524, 64, "Referee"},
	{game.TagRecorder, 1588, 64, "Recorder"},
	{game.TagAnnotator, 1652, 64, "Commentator"},
	{TagAnnotatorURL, 1716, 64, "CommentatorURL"},
	{game.TagAuthor, 1780, 64, "Creator"},
	{TagAuthorURL, 1844, 64, "CreatorURL"},
	{TagCreated, 1908, 64, "DateCreated"},
	{TagModified, 1972, 64, "DateModified"},
	{game.TagECCO, 0, 0, "ECCO"},
	{TagRecordKind, 2044, 32, "RecordKind"},
	{game.TagTermination, 2080, 32, "ResultType"},
}

// results are the results that files name; there is one more, "several", which is unfinished.
var results = [...]board.Result{board.Unfinished, board.RedWins, board.BlackWins, board.Draw}

func resultOf(n int) board.Result {
	if n < 0 || n >= len(results) {
		return board.Unfinished
	}
	return results[n]
}

// usualType returns the usual type of record of a game with this start: a
// game from the start position, or a position with its solution.
func usualType(p *board.Position) int {
	if start := board.Start(); p.Setup().Pieces == start.Setup().Pieces {
		return 1
	}
	return 4
}

// maxSize is the size of the largest game that is read, in bytes.
const maxSize = 64 << 20

// readAll reads a file of one game.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fault(maxSize, "fault.tooLarge", "more than %d bytes", maxSize)
	}
	return data, err
}

// fault returns an error that wraps ErrSyntax, see [game.NewError].
func fault(offset int64, key, format string, values ...any) error {
	return game.NewError(offset, ErrSyntax, key, format, values...)
}
