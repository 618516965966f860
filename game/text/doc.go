// Package text reads files of text line by line, whatever their encoding: UTF-8,
// UTF-16 and the Chinese encodings GB18030 and Big5, with or without a byte order
// mark, and with the line ends of Windows, Unix or old Macs. Each line knows where in the file it
// stands.
package text
