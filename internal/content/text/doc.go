// Package text says what the words of content mean: it makes values of texts as they were typed, and knows neither
// sites nor pages. What a text asks of the place where it stands it asks a [Context]; what is wrong with it comes back
// as [Problem], with the character where that stands.
//
//   - [Context.Expand] puts in what references such as {{plans.basic.price}} stand for. A reference ends before the
//     next one begins, and the words between references stay as they are, byte by byte.
//   - [Blanks] finds names in single braces, such as {reference}, that nobody will fill in.
//   - [Context.Markdown] makes nodes of a text, and never HTML. References are resolved in the words of the result: a
//     fact with a * in it stays words. Limits keep a text from costing more than its length.
//   - [Typography] turns straight quotation marks and apostrophes into those of the language. Left alone are code,
//     addresses, measures such as 6' 2", marks without a partner, and languages without rules here.
package text
