import type { ComponentType } from 'react';
import type { Section, SectionType } from '../content/types.gen';

type Drawn = { [T in SectionType]?: ComponentType<Extract<Section, { type: T }>> };

let seldom: Drawn = {};

/**
 * Installs what draws the sections that few pages have. The server does so when it
 * starts; the client before it draws the first page that has one.
 */
export function installSeldom(made: Drawn): void {
  seldom = made;
}

/** Stands for a section whose code is installed later. */
export function Later(section: Section) {
  // A lookup by a member of the union loses which one it was.
  const View = seldom[section.type] as ComponentType<Section> | undefined;
  if (!View) throw new Error(`a section ${section.type} is drawn before installSeldom was called`);
  return <View {...section} />;
}
