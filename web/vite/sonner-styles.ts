import type { Plugin } from 'vite';

/**
 * Cuts out the <style> element that Sonner adds to the document when it is
 * imported: the content security policy allows only linked styles. The same
 * rules come with our own stylesheet. The build fails when a new version of
 * Sonner does it in a way that is not recognized here.
 */
export function sonnerStyles(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/m;
  return {
    name: 'sonner-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.m?js(\?|$)/.test(id)) return null;
      if (!call.test(code))
        this.error('Sonner does not insert its styles by __insertCSS("…") any more: see web/vite/sonner-styles.ts');
      const cut = code.replace(call, '');
      if (/^__insertCSS\(/m.test(cut))
        this.error('Sonner inserts styles more than once: see web/vite/sonner-styles.ts');
      return { code: cut, map: null };
    },
  };
}
