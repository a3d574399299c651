import { useId } from 'react';
import type { Hero } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Drawing } from '../ui/Drawing';
import { Picture } from '../ui/Picture';
import { Poster } from '../ui/Poster';
import { phrases } from '../ui/phrases';
import { SectionTitle } from '../ui/SectionTitle';
import { Words } from '../ui/Words';
import { PreviewScene } from './PreviewScene';

const split = {
  grid: 'lg:grid-rows-[1fr_auto_auto_1fr] lg:gap-x-[clamp(3rem,5vw,5rem)]',
  words: 'lg:row-start-2',
  more: 'max-w-xl lg:row-start-3',
};

const shapes = {
  /** Words on the left, a scene on the right, much room. */
  landing: { ...split, grid: `${split.grid} lg:min-h-[min(40rem,74svh)]` },
  /** Like it, with less room. */
  product: split,
  /** Words in one column, beside a drawn object. */
  drawn: { grid: 'lg:grid-cols-2', words: '', more: 'max-w-xl lg:col-start-1' },
  /** Words beside a poster (styles/parts/poster.css). */
  poster: { grid: '', words: '', more: '' },
  /** Words alone: title on the left, text on the right of the same line. */
  plain: {
    grid: 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-end lg:gap-x-16',
    words: '',
    more: 'max-w-xl lg:max-w-[26rem] lg:justify-self-end lg:pb-2',
  },
} as const;

/** Drawings stand a little back beside the words; a photo gets half of the line. */
const columns = { scene: 'lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]', photo: 'lg:grid-cols-2' };

export function HeroSection(hero: Hero) {
  const titleId = useId();
  const tall = hero.size === 'tall';
  const scene = heroScene(hero);
  // Notes need margins: then the scene stands below the words, as wide as the page.
  const below = Boolean(hero.poster || hero.preview?.example?.notes);
  // A scene lies on what is drawn.
  const drawing = !below && (!scene || (hero.preview && !tall)) && hero.drawing;
  const shape =
    shapes[
      hero.poster ? 'poster' : below ? 'plain' : tall ? 'landing' : scene ? 'product' : drawing ? 'drawn' : 'plain'
    ];
  // Photos alone come in several widths.
  const beside =
    (scene || (tall && drawing)) && !below ? columns[!hero.preview && hero.image?.sizes ? 'photo' : 'scene'] : '';
  return (
    <section
      aria-labelledby={titleId}
      data-section="hero"
      className={`hero relative pt-[calc(var(--bar)+var(--hero-space))] pb-(--hero-space) not-first:pt-[calc(var(--hero-space)/2)] ${hero.poster ? 'beside-poster' : ''} ${tall ? (drawing ? 'hero-tall overflow-x-clip' : 'hero-tall') : drawing ? 'hero-drawn' : ''}`.trim()}
      id={hero.id}
    >
      <div className={`wrap grid grid-cols-1 gap-[clamp(1.5rem,1.2rem+1.2vw,2.25rem)] ${shape.grid} ${beside}`.trim()}>
        <div className={`grid grid-cols-1 gap-5 ${shape.words}`.trim()} data-slot="head">
          <SectionTitle
            eyebrow={hero.eyebrow}
            id={titleId}
            level={1}
            size={tall ? 'display' : 'page'}
            title={hero.title}
          />
        </div>
        <div className={`grid grid-cols-1 content-start gap-8 ${shape.more}`} data-slot="body">
          <Words slot="text" className="text-lead-large text-balance text-muted" text={hero.text} />
          <Actions links={hero.actions} />
          {hero.points && hero.points.length > 0 && (
            <ul data-slot="points" className="flex flex-wrap gap-x-6 gap-y-2 text-fine text-muted">
              {hero.points.map((point, index) => (
                <li
                  className="flex items-center gap-2.5 before:size-1.5 before:flex-none before:rounded-full before:bg-accent"
                  key={index}
                >
                  {phrases(point)}
                </li>
              ))}
            </ul>
          )}
        </div>
        {scene && (
          <div
            data-slot="aside"
            className={`mt-6 min-w-0 ${drawing ? 'before-drawing lg:max-w-[25rem]' : 'lg:self-center'} ${below ? 'lg:col-span-full' : 'lg:col-start-2 lg:row-span-full lg:mt-0'}`}
          >
            {scene}
          </div>
        )}
      </div>
      {drawing && <Drawing className="hero-drawing" drawing={drawing} />}
      {hero.poster && <Poster shapes={hero.poster} />}
    </section>
  );
}

/** What stands beside the words: the scene or picture of the content. */
function heroScene({ preview, image }: Hero) {
  if (preview) return <PreviewScene preview={preview} />;
  return image ? <Picture className="rounded-card print:w-1/2" image={image} /> : null;
}
