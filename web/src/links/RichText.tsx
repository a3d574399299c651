import type { Node } from '../content/types.gen';
import { Markdown } from '../ui/Markdown';
import { LinkNote, SiteLink } from './SiteLink';

/** Formatted text of the content, with its links. */
export function RichText({ nodes }: { nodes: Node[] }) {
  return (
    <Markdown
      nodes={nodes}
      renderLink={(link, children) => (
        <SiteLink link={link}>
          {children}
          <LinkNote link={link} />
        </SiteLink>
      )}
    />
  );
}
