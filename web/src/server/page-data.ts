import type { PageData, Site } from '../content/types.gen';

const between = ',"page":{';

// The site of the page that was drawn last, and the text from which it was read.
let text = '';
let site: Site | undefined;

/**
 * Reads the data of a page. It begins with the site, which is the same text for
 * all pages of a site and most of the data of a short one: it is read once while
 * such pages follow each other. Templates never change what they are given.
 */
export function parsePageData(json: string): PageData {
  const end = json.indexOf(between);
  if (end < 0) return JSON.parse(json);
  const beginning = json.slice(0, end);
  if (site === undefined || beginning !== text) {
    const known = readSite(beginning);
    if (!known) return JSON.parse(json);
    site = known;
    text = beginning;
  }
  return { ...(JSON.parse(`{${json.slice(end + 1)}`) as Omit<PageData, 'site'>), site };
}

/** The site, where the data begins with it and with nothing else. */
function readSite(beginning: string): Site | undefined {
  if (!beginning.startsWith('{"site":{')) return undefined;
  try {
    const { site, ...others } = JSON.parse(`${beginning}}`) as Partial<PageData>;
    return Object.keys(others).length === 0 ? site : undefined;
  } catch {
    // The words stood inside of the site: it has no end here.
    return undefined;
  }
}
