// Package uploads keeps the files that visitors send with forms, in a folder beside
// the database: DATA/uploads/<id of the submission>/1.jpg. They are never served.
//
// # Order
//
// A file is written while it arrives ([Folder.Receive]), under a name that begins
// with a dot. When its submission is about to be stored it is brought to the disk
// and to its place ([Folder.Keep]), then the submission is stored, and then the
// visitor is told so: a submission never lacks its files. What has no submission,
// because the program was killed in between, is removed by [Folder.Sweep] after an
// hour; erasing a submission removes its files ([Folder.Forget]). What is older than the
// database stays: its submission may be in a database that was moved away.
//
// # Types
//
// What a file is, its bytes say, not its name. Its name on the disk is a number and
// the ending of its type, so that nothing a visitor chose becomes a path.
//
// With several nodes on one database each keeps what it received, unless they share
// the folder.
package uploads
