// Package resize makes the versions of photos ([site.Version]) that pages offer to
// browsers: cropped, turned as they are meant to be seen, smaller, and without what cameras
// write beside the picture, such as the place.
//
// # When
//
// A version is made when somebody first asks for it, and kept in a folder ([filecache]).
// Versions are made one at a time, so that no more than one decoded photo is in memory.
// [Maker.Run] makes the missing versions of the revision that is served, one whenever
// nobody has waited for longer.
//
// Nobody can have a version made that no page lists: an address that is not in the
// revision is answered only where the folder still has it, for pages of yesterday.
//
// # How
//
// Pictures are halved first, and then scaled bilinearly (x/image/draw). WebP is encoded by
// libwebp, translated to Go (github.com/gen2brain/webp); JPEG and PNG by the standard
// library. A PNG becomes the smaller of a lossless and a lossy WebP. The same version has the
// same bytes on all nodes of one kind of machine, so that they need not share them.
//
// # Trust
//
// Sources were checked when content was loaded: their size is bounded, and their kind is
// known. Where a decoder fails or panics, the picture is not shown and the log says why.
package resize
