import { useEffect, useRef, useState } from 'react';
import { type Language, type Look, specimenAddress } from './addresses';
import type { SpecimenMessage } from './settle';

interface Props {
  type: string;
  sample: string;
  site: string;
  look?: Look | undefined;
  language?: Language | undefined;
  /** Width of the window inside, in CSS pixels; it is drawn smaller where there is no room. */
  width: number;
}

/** One specimen in a window of its own, as high as what it shows. */
export function Frame({ type, sample, site, look, language, width }: Props) {
  const figure = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(800);
  const [scale, setScale] = useState(1);
  const address = specimenAddress(type, sample, site, look, language);

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<Partial<SpecimenMessage>>) => {
      if (source === frame.current?.contentWindow && data.specimen && data.height) setHeight(data.height);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  useEffect(() => {
    if (!figure.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(Math.min(1, entry.contentRect.width / width));
    });
    observer.observe(figure.current);
    return () => observer.disconnect();
  }, [width]);

  return (
    <figure ref={figure} style={{ maxInlineSize: width }}>
      <figcaption>
        <a href={address}>{look ? `${site}, ${look}` : site}</a>
      </figcaption>
      <div style={{ blockSize: height * scale }}>
        <iframe
          loading="lazy"
          ref={frame}
          src={address}
          style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
          title={look === 'dark' ? `${type} ${sample} dark ${site}` : `${type} ${sample} ${site}`}
        />
      </div>
    </figure>
  );
}
