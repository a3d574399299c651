const letters: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** The last part of an address, of the words of a title. The server says whether it can be used. */
export const slug = (title: string, lang = '') =>
  title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöü]/g, (letter) => (lang.startsWith('de') ? umlauts[letter] : undefined) ?? letter)
    .replace(/[ßæøœłđðþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
