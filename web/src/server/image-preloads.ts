import { attribute } from './attributes';

type Props = Record<string, unknown>;

/** How many images are fetched before everything else, where none says how urgent it is. */
const soon = 10;

const copied = ['integrity', 'type', 'fetchPriority', 'referrerPolicy'];

/**
 * Links at the very front, by which browsers fetch images ahead: React writes
 * one for each image that is not to be loaded lazily.
 */
export class ImagePreloads {
  private readonly known = new Set<string>();
  private readonly high: string[] = [];
  private readonly later = new Map<string, string>();

  note(props: Props): void {
    const { src, srcSet, fetchPriority } = props;
    if (props.loading === 'lazy' || fetchPriority === 'low' || (!src && !srcSet)) return;
    for (const source of [src, srcSet]) {
      if (source === undefined || source === null) continue;
      if (typeof source !== 'string' || /^data:/i.test(source)) return;
    }
    const sizes = typeof props.sizes === 'string' ? props.sizes : undefined;
    const key = srcSet ? `${srcSet}\n${sizes ?? ''}` : `${src}`;
    if (this.known.has(key)) {
      if (fetchPriority === 'high') this.hurry(key);
      return;
    }
    this.known.add(key);
    const { crossOrigin } = props;
    const link: Props = { rel: 'preload', as: 'image', href: srcSet ? undefined : src, imageSrcSet: srcSet };
    link.imageSizes = sizes;
    if (typeof crossOrigin === 'string') link.crossOrigin = crossOrigin === 'use-credentials' ? crossOrigin : '';
    for (const name of copied) link[name] = props[name];
    let written = '<link';
    for (const name in link) {
      const value = link[name];
      if (value !== undefined && value !== null) written += attribute(name, value);
    }
    written += '/>';
    if (fetchPriority === 'high' || this.high.length < soon) this.high.push(written);
    else this.later.set(key, written);
  }

  /** Brings forward what was written for later. */
  private hurry(key: string): void {
    const link = this.later.get(key);
    if (link === undefined) return;
    this.later.delete(key);
    this.high.push(link);
  }

  html(): string {
    return this.high.join('') + [...this.later.values()].join('');
  }
}
