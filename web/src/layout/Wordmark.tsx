import { useSite } from '../content/site-context';

/** Letters that join: they are stretched, and have no room between them. */
const joined = /[\u0600-\u08ff]/;

/** How wide letters are, in hundredths of their size: a little less than fonts have, so that large ones stand close. */
function widthOf(letter: string) {
  if (/[ijl.,:;'’|!]/.test(letter)) return 24;
  if (/[ftrIJ ()-]/.test(letter)) return 34;
  if (/[mwMW@&]/.test(letter)) return 81;
  if (joined.test(letter)) return 42;
  return /\p{Lu}/u.test(letter) ? 62 : 54;
}

/** Shorter names are not blown up to the width of the page. */
const least = 360;

/** The name of the site, as wide as the page. It is decoration: the bar has the name as words. */
export function Wordmark() {
  const { name } = useSite();
  const joins = joined.test(name);
  // How far a letter stands from where it begins: slanted ones, J and T hardly do.
  const edge = /^[AJTV-Yv-y]/.test(name) ? 1 : 7;
  const width = [...name].reduce((sum, letter) => sum + widthOf(letter), 0);
  const letters = (
    <svg data-slot="letters" focusable="false" viewBox={`0 0 ${Math.max(width, least)} 75`}>
      <circle cx="50%" cy="75" data-slot="disc" r="48" />
      {/* Letters have room at their sides, which would show at the edge of the page; those that join have little. */}
      <text
        direction="ltr"
        fontSize="100"
        lengthAdjust={joins ? 'spacingAndGlyphs' : undefined}
        textLength={width > least ? width + (joins ? 0 : 2 + edge) : undefined}
        x={-edge}
        y="74"
      >
        {name}
      </text>
    </svg>
  );
  return (
    <div aria-hidden="true" className="wordmark wrap" data-slot="wordmark">
      {letters}
      {/* Its image in water. */}
      {letters}
    </div>
  );
}
