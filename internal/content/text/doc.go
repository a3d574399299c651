// Package text says what the words of content mean: it makes values of texts as they were
// typed, and knows neither sites nor pages. What a text asks of the place where it stands
// (what a reference stands for, which anchor is free) it asks a [Context]; what is wrong with
// it comes back as [Problem], with the character where that stands.
//
// # References
//
// A name in double braces, such as {{plans.basic.price}}, is a reference: [Context.Expand]
// puts the words there that it stands for. A reference ends before the next one begins, and
// the words between references stay as they are, byte by byte.
//
// # Blanks
//
// A name in single braces, such as {reference}, is filled in when a mail or an answer is
// written, long after content was loaded. A name that nobody fills in would reach people as
// it is: [Blanks] finds these.
//
// # Markdown
//
// [Context.Markdown] makes nodes of a text, the links and the pictures in it, and never HTML.
// References are resolved in the words of the result: a fact with a * in it stays words.
// Limits keep a text from costing more than its length: its size, its links, how deeply its
// elements nest, the columns of its tables and the number of its pictures.
//
// # Typography
//
// [Typography] sets texts once, when a revision is made: quotation marks and apostrophes that were
// typed straight become those of the language. Left alone are code, addresses, measures such as
// 6' 2", marks without a partner, and languages without rules here.
package text
