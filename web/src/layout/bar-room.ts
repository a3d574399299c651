import type { Link, Navigation } from '../content/types.gen';

/** How many letters have room in the bar of a tablet of 48rem, its margins taken away. */
const letters = 104;

/** What stands around a label, in letters: the space of a line, its arrow, the edges of a button, mark and switch. */
const around = { line: 3, arrow: 2, button: 8, mark: 8, switch: 9 };

/** Whether a bar has too much in it for a tablet, which then has the menu of phones. An estimate: fonts differ. */
export function isLong({ logo, links, action }: Navigation, withSwitch?: boolean, language?: string): boolean {
  // The name is larger than the lines beside it.
  let sum = around.mark + 1.3 * length(logo) + (withSwitch ? around.switch : 0);
  for (const link of links ?? []) sum += length(link) + around.line + (link.links ? around.arrow : 0);
  if (language) sum += language.length + around.line + around.arrow;
  if (action) sum += length(action) * 1.1 + around.button;
  return sum > letters;
}

const length = (link?: Pick<Link, 'label'>) => link?.label.length ?? 0;
