import type { Section } from '../content/types.gen';

/**
 * Keys of the sections of a page, in their order: type, anchor or first form, and a count. A section keeps its key
 * when others come, go or move, so that new content never mounts it anew.
 */
export function sectionKeys(sections: Section[]): string[] {
  const seen = new Map<string, number>();
  return sections.map((section) => {
    const name = `${section.type} ${nameOf(section) ?? ''}`.trim();
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name} ${count}`;
  });
}

function nameOf(section: Section): string | undefined {
  if ('id' in section && section.id) return section.id;
  return section.type === 'forms' ? section.items[0]?.id : undefined;
}
