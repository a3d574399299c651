interface TrustedTypes {
  createPolicy(name: 'default', rules: Record<'createHTML' | 'createScript', (text: string) => string | null>): void;
}

declare const trustedTypes: TrustedTypes | undefined;

/**
 * Lets React make an element for structured data, such as <script type="application/ld+json">, when a page comes
 * without a new document: it starts from an empty element as HTML. All other HTML is refused, and all text of a script
 * that is no JSON.
 */
export function allowStructuredData(): void {
  if (typeof trustedTypes === 'undefined') return;
  trustedTypes.createPolicy('default', {
    createHTML: (html) => (html === '<script></script>' ? html : null),
    createScript: (text) => {
      JSON.parse(text);
      return text;
    },
  });
}
