import type { Site } from '../content/types.gen';

/** Half a year, in seconds. */
const lifetime = 15_552_000;

/** What is agreed to: another list of integrations is another question. */
const subject = ({ services = [] }: Site) =>
  services
    .filter(({ consent }) => consent)
    .map(({ name }) => name)
    .sort()
    .join('.');

const cookieName = ({ id }: Site) => `consent-${id}`;

/** What the visitor has chosen; undefined for nothing yet. */
export function readChoice(site: Site): boolean | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName(site)}=`));
  const [choice, of] = found?.slice(cookieName(site).length + 1).split(':') ?? [];
  return of === subject(site) ? choice === 'yes' : undefined;
}

/** Remembers it, on this site alone. */
export function keepChoice(site: Site, agreed: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const value = `${agreed ? 'yes' : 'no'}:${subject(site)}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = `${cookieName(site)}=${value}; Max-Age=${lifetime}; Path=${site.path}; SameSite=Lax${secure}`;
}

/** Whether the browser says for its user that nothing is to be shared (Global Privacy Control). */
export function refusesAll(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}
