interface Policy {
  createScriptURL(url: string): unknown;
}

declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy }
  | undefined;

let allowed: string[] = [];
let policy: Policy | undefined;

/** Says which scripts may be loaded: those of the site's integrations alone (docs/decisions/integrations.md). */
export function allowScripts(urls: string[]): void {
  allowed = urls;
  if (typeof trustedTypes === 'undefined' || policy) return;
  policy = trustedTypes.createPolicy('services', { createScriptURL: checked });
}

function checked(url: string): string {
  if (!allowed.includes(url)) throw new TypeError(`no integration of this site has the script ${url}`);
  return url;
}

/**
 * Loads a script of another website. The promise stays open where that is blocked, as it is by many browsers, which say
 * so themselves.
 */
export function loadScript(url: string, attributes: Record<string, string | undefined> = {}): Promise<void> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) if (value) script.setAttribute(name, value);
  script.async = true;
  script.src = (policy?.createScriptURL(url) ?? checked(url)) as string;
  const loaded = new Promise<void>((resolve) => script.addEventListener('load', () => resolve(), { once: true }));
  document.head.append(script);
  return loaded;
}
