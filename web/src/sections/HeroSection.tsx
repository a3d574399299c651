import { clsx } from 'clsx';
import type { Hero } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { ContactWords } from '../links/ContactWords';
import { Drawing } from '../ui/Drawing';
import { Picture } from '../ui/Picture';
import { Poster } from '../ui/Poster';
import { phrases } from '../ui/phrases';
import { SectionFrame } from '../ui/SectionFrame';
import { SectionTitle } from '../ui/SectionTitle';
import { PreviewScene } from './PreviewScene';

interface Variant {
  /** Classes of the section, of the grid in it, and of its parts. */
  section?: string;
  grid?: string;
  words?: string;
  more?: string;
  scene?: string;
  drawing?: Hero['drawing'];
}

/** Words alone: title on the left, text on the right of the same line. */
const plain: Variant = {
  grid: 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-end lg:gap-x-16',
  more: 'max-w-xl lg:max-w-[26rem] lg:justify-self-end lg:pb-2',
};

/** How a hero is drawn: all that follows from what it holds. */
function variantOf({ poster, preview, image, drawing, size }: Hero): Variant {
  // styles/parts/full.css
  if (size === 'full' && image)
    return { section: 'hero-full', more: 'lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center' };
  const tall = size === 'tall';
  const scene = preview || image;
  // Beside a poster (styles/parts/poster.css) or notes, which need margins, the scene stands below the words.
  const below = {
    section: clsx(poster && 'beside-poster', tall && 'hero-tall'),
    scene: 'lg:col-span-full lg:self-center',
  };
  if (poster) return below;
  if (preview?.example?.notes) return { ...plain, ...below };
  // A scene lies on what is drawn.
  const drawn = scene && (tall || !preview) ? undefined : drawing;
  if (!tall && !scene) {
    return drawn
      ? { section: 'hero-drawn', grid: 'lg:grid-cols-2', more: 'max-w-xl lg:col-start-1', drawing: drawn }
      : plain;
  }
  // Drawings stand a little back beside the words; a photo, which alone comes in several widths, gets half.
  const halves = !preview && image?.sizes ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]';
  return {
    section: tall ? clsx('hero-tall', drawn && 'overflow-clip') : clsx(drawn && 'hero-drawn'),
    grid: clsx(
      'lg:grid-rows-[1fr_auto_auto_1fr] lg:gap-x-[clamp(3rem,5vw,5rem)]',
      tall && 'lg:min-h-[min(40rem,74svh)]',
      (scene || drawn) && halves,
    ),
    words: 'lg:row-start-2',
    more: 'max-w-xl lg:row-start-3',
    scene: clsx(
      'lg:col-start-2 lg:row-span-full lg:mt-0',
      drawn ? 'before-drawing lg:max-w-[25rem]' : 'lg:self-center',
    ),
    drawing: drawn,
  };
}

const room =
  'hero relative pt-[calc(var(--bar)+var(--hero-space))] pb-(--hero-space) not-first:pt-[calc(var(--hero-space)/2)]';
const dotted = 'flex items-center gap-2.5 before:size-1.5 before:flex-none before:rounded-full before:bg-accent';

export function HeroSection(hero: Hero) {
  const { id, eyebrow, title, text, actions, points, size, poster, preview, image } = hero;
  const full = size === 'full' && image;
  const picture = image && (
    <Picture className={full ? 'absolute inset-0 h-full object-cover' : 'rounded-card print:w-1/2'} image={image} />
  );
  const scene = preview ? <PreviewScene preview={preview} /> : picture;
  const variant = variantOf(hero);
  return (
    <SectionFrame className={clsx(room, variant.section)} id={id} title={title} type="hero">
      <div className={clsx('wrap grid grid-cols-1 gap-[clamp(1.5rem,1.2rem+1.2vw,2.25rem)]', variant.grid)}>
        <div className={clsx('grid grid-cols-1 gap-5', variant.words)} data-slot="head">
          <SectionTitle eyebrow={eyebrow} level={1} size={size === 'tall' || full ? 'display' : 'page'} title={title} />
        </div>
        <div className={clsx('grid grid-cols-1 content-start gap-8', variant.more)} data-slot="body">
          <ContactWords slot="text" className="text-lead-large text-balance text-muted" text={text} />
          <Actions links={actions} />
          {points && points.length > 0 && (
            <ul data-slot="points" className="flex flex-wrap gap-x-6 gap-y-2 text-fine text-muted">
              {points.map((point, index) => (
                <li className={dotted} key={index}>
                  <span>{phrases(point)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        {scene && !full && (
          <div data-slot="aside" className={clsx('mt-6 min-w-0', variant.scene)}>
            {scene}
          </div>
        )}
      </div>
      {full && <div className="hero-edges">{picture}</div>}
      {variant.drawing && <Drawing className="hero-drawing" drawing={variant.drawing} />}
      {poster && <Poster shapes={poster} />}
    </SectionFrame>
  );
}
