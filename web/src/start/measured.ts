let told = false;

/**
 * Fills in what the browser has measured of the document: once, and only while its own page is on display. The weight is
 * that of bodies as they were sent, of what the browser still had from an earlier visit as well.
 */
export function measure(target: Element): void {
  // The first paint may be yet to come.
  new PerformanceObserver((list, observer) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (!paint) return;
    observer.disconnect();
    tell(target, paint);
  }).observe({ type: 'paint', buffered: true });
}

function tell({ firstElementChild: line, attributes }: Element, paint: PerformanceEntry): void {
  const documents = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const parts = [...documents, ...files].filter(({ encodedBodySize }) => encodedBodySize);
  const [document] = documents;
  if (told || !line || !document || new URL(document.name).pathname !== location.pathname) return;
  told = true;
  const { lang } = line.ownerDocument.documentElement;
  const say = (number: number, unit?: string) =>
    number.toLocaleString(lang, { maximumSignificantDigits: 3, ...(unit && { style: 'unit', unit }) });
  const bytes = parts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const values: Record<string, string> = {
    weight: say(bytes / 1000, 'kilobyte'),
    requests: say(parts.length),
    paint: say(paint.startTime / 1000, 'second'),
  };
  const words = attributes.getNamedItem('data-measured')?.value ?? '';
  line.textContent = words.replace(/\{(\w+)\}/g, (blank, name: string) => values[name] ?? blank);
}
