// The fonts that a system brings, by the generic family that they stand for:
// those of Windows and Apple first, then Android's, then those of a bare Linux;
// each in the weights that it comes in. The server has them, for the fonts that sites bring.
//
// Names are those that local() looks up: full names and PostScript names, both
// where versions of a font differ. Widths are the advances of the space and of
// a to z, in units per em, from the fonts' hmtx tables. Arial and Times New Roman
// have those of Liberation and of Arimo and Tinos, which are made to agree.
//
// Where Roboto is a variable font, local() may find no bold face; the regular
// one, 1.3 % narrower, is better than another font.
import { readFileSync } from 'node:fs';

export const signs = [...' abcdefghijklmnopqrstuvwxyz'];

export const systemFonts = JSON.parse(
  readFileSync(new URL('../../internal/fontfile/system-fonts.json', import.meta.url), 'utf8'),
);
