// What the templates' libraries expect of a browser or of Node, and QuickJS does
// not have. Imported first: react-router makes a URL as soon as it is loaded.

declare const __hostLog: ((level: string, message: string) => void) | undefined;

const scheme = /^([a-zA-Z][a-zA-Z\d+.-]*):/;
const special = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:']);

// Everything outside of printable ASCII, and what the URL standard encodes in the part.
const pathUnsafe = /[^!-~]|["<>`{}^]/gu;
const queryUnsafe = /[^!-~]|["'<>]/gu;
const hashUnsafe = /[^!-~]|["<>`]/gu;

/** Percent-encodes the unsafe signs of a part, and leaves existing escapes alone. */
function encode(part: string, unsafe: RegExp): string {
  return part.replace(unsafe, (sign) => {
    if (sign === "'") return '%27';
    return /\p{Surrogate}/u.test(sign) ? '%EF%BF%BD' : encodeURIComponent(sign);
  });
}

function removeDots(path: string): string {
  const out: string[] = [];
  const segments = path.split('/');
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (/^(\.|%2e)$/i.test(segment)) {
      if (last) out.push('');
    } else if (/^(\.|%2e){2}$/i.test(segment)) {
      if (out.length > 1) out.pop();
      if (last) out.push('');
    } else {
      out.push(segment);
    }
  });
  return out.join('/');
}

/** As much of the URL standard as rendering a page needs: no user info, no ports to normalize, no search parameters. */
class MinimalURL {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  constructor(input: string | { href: string }, base?: string | { href: string }) {
    const text = (typeof input === 'string' ? input : input.href).trim();
    const parent = base === undefined ? undefined : new MinimalURL(base);
    const hashAt = text.indexOf('#');
    const beforeHash = hashAt < 0 ? text : text.slice(0, hashAt);
    const queryAt = beforeHash.indexOf('?');
    const address = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
    const own = scheme.exec(address)?.[1];
    if (!own && !parent) throw new TypeError(`Invalid URL: ${text}`);
    this.protocol = own ? `${own.toLowerCase()}:` : (parent?.protocol ?? '');
    const rest = own ? address.slice(own.length + 1) : address;
    const authority = /^\/\/([^/]*)/.exec(rest);
    const plain = own !== undefined && !special.has(this.protocol);
    this.host = authority ? (authority[1] ?? '').toLowerCase() : own ? '' : (parent?.host ?? '');
    const path = authority ? rest.slice(authority[0].length) : rest;
    if (plain) this.pathname = path;
    else if (path.startsWith('/') || own || authority)
      this.pathname = removeDots(encode(path.startsWith('/') ? path : `/${path}`, pathUnsafe));
    else if (path === '') this.pathname = parent?.pathname ?? '/';
    else this.pathname = removeDots((parent?.pathname ?? '/').replace(/[^/]*$/, '') + encode(path, pathUnsafe));
    const query = queryAt < 0 ? '' : beforeHash.slice(queryAt);
    const inherits = !own && !authority && path === '' && queryAt < 0;
    this.search = inherits ? (parent?.search ?? '') : query === '?' ? '' : encode(query, queryUnsafe);
    const hash = hashAt < 0 ? '' : text.slice(hashAt);
    this.hash = hash === '#' ? '' : encode(hash, hashUnsafe);
  }

  get origin(): string {
    return special.has(this.protocol) ? `${this.protocol}//${this.host}` : 'null';
  }

  get href(): string {
    const slashes = special.has(this.protocol) || this.host ? '//' : '';
    return `${this.protocol}${slashes}${this.host}${this.pathname}${this.search}${this.hash}`;
  }

  toString(): string {
    return this.href;
  }
}

function log(level: string) {
  return (...parts: unknown[]) => {
    if (typeof __hostLog === 'function') __hostLog(level, parts.map(String).join(' '));
  };
}

/** React's entry for servers loads its streaming renderer as well, which encodes its constants at once. */
class MinimalTextEncoder {
  encode(text = ''): Uint8Array {
    const bytes = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
    const signs = bytes.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  }
}

const realm = globalThis as unknown as Record<string, unknown>;
realm.URL ??= MinimalURL;
realm.TextEncoder ??= MinimalTextEncoder;
realm.console ??= { log: log('info'), info: log('info'), warn: log('warn'), error: log('error'), debug: log('debug') };
// Nothing may happen later: a page is rendered in one go, and effects do not run.
realm.setTimeout ??= () => 0;
realm.clearTimeout ??= () => undefined;
