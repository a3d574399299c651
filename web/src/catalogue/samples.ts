import type { Section, SectionType } from '../content/types.gen';
import { sectionSamples } from '../sections/section-samples';
import { usualSamples } from './usual-samples';

type OfType<T extends SectionType> = Extract<Section, { type: T }>;

/** Every section type with little, usual and much content. The tests of sections draw the two extremes too. */
export const catalogueSamples = Object.fromEntries(
  Object.entries(usualSamples).map(([type, usual]) => [type, { ...sectionSamples[usual.type], usual }]),
) as { [T in SectionType]: Record<'shortest' | 'usual' | 'longest', OfType<T>> };

/** The section types, in the order of the alphabet. */
export const sectionTypes = Object.keys(catalogueSamples).sort() as SectionType[];
