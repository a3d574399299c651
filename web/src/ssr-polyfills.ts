// What the templates' libraries expect of a browser or of Node, and QuickJS does not have.
// Imported first: react-router makes a URL as soon as it is loaded.
import 'core-js/web/url';

declare const __hostLog: ((level: string, message: string) => void) | undefined;

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
realm.TextEncoder ??= MinimalTextEncoder;
realm.console ??= { log: log('info'), info: log('info'), warn: log('warn'), error: log('error'), debug: log('debug') };
// Nothing may happen later: a page is rendered in one go, and effects do not run.
realm.setTimeout ??= () => 0;
realm.clearTimeout ??= () => undefined;
