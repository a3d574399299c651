import type { Section, SectionType } from '../content/types.gen';
import { sectionSamples } from '../sections/section-samples';
import { usualSamples } from './usual-samples';

const extremes: Partial<Record<SectionType, Record<string, Section>>> = sectionSamples;

/** Every section type with usual content, and those with extremes with little and much. The tests of sections take all. */
export const catalogueSamples: Record<SectionType, Record<string, Section>> = Object.fromEntries(
  Object.entries(usualSamples).map(([type, usual]): [string, Record<string, Section>] => [
    type,
    { ...extremes[usual.type], usual },
  ]),
) as Record<SectionType, Record<string, Section>>;

/** The section types, in the order of the alphabet. */
export const sectionTypes = Object.keys(catalogueSamples).sort() as SectionType[];
