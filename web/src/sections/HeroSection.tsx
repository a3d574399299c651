import { useId } from 'react';
import type { Hero } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Heading } from '../ui/Heading';
import { StudioScene } from '../ui/scenes/StudioScene';
import { PreviewScene } from './PreviewScene';

const shapes = {
  /** Words on the left, a scene on the right, much room. */
  landing: 'hero hero-tall hero-split',
  /** Like it, with less room. */
  product: 'hero hero-split',
  /** Words alone: title on the left, text on the right of the same line. */
  plain: 'hero hero-plain',
} as const;

export function HeroSection(hero: Hero) {
  const titleId = useId();
  const tall = hero.size === 'tall';
  const scene = heroScene(hero, tall);
  const shape = tall ? 'landing' : scene ? 'product' : 'plain';
  return (
    <section aria-labelledby={titleId} className={shapes[shape]} id={hero.id}>
      <div className="wrap hero-grid">
        <div className="hero-words">
          {hero.eyebrow && <p className="eyebrow">{hero.eyebrow}</p>}
          <Heading id={titleId} level={1} size={tall ? 'display' : 'page'}>
            {hero.title}
          </Heading>
        </div>
        <div className="hero-more">
          {hero.text && <p className="lead lead-large">{hero.text}</p>}
          <Actions className="hero-actions" links={hero.actions} />
          {hero.points && hero.points.length > 0 && (
            <ul className="hero-points">
              {hero.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </div>
        {scene && <div className="hero-scene">{scene}</div>}
      </div>
    </section>
  );
}

/** What stands beside the words: the scene or picture of the content, or on landing pages a drawing. */
function heroScene({ preview, image }: Hero, tall: boolean) {
  if (preview) return <PreviewScene preview={preview} />;
  if (image) {
    return (
      <img
        alt={image.alt}
        className="hero-image"
        fetchPriority="high"
        height={image.height || undefined}
        src={image.url}
        width={image.width || undefined}
      />
    );
  }
  return tall ? <StudioScene /> : null;
}
