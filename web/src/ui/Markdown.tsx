import { Fragment, type ReactNode } from 'react';

/** One element of a parsed Markdown text; L is how the caller writes links. */
export interface MarkdownNode<L> {
  kind: string;
  text?: string;
  level?: number;
  id?: string;
  ordered?: boolean;
  link?: L;
  children?: MarkdownNode<L>[];
}

interface Props<L> {
  nodes: MarkdownNode<L>[];
  renderLink: (link: L, children: ReactNode) => ReactNode;
}

/** Draws a parsed Markdown text. There is no HTML in it at any point: every node becomes an element. */
export function Markdown<L>({ nodes, renderLink }: Props<L>) {
  return <div className="prose">{drawAll(nodes, renderLink)}</div>;
}

type Draw<L> = Props<L>['renderLink'];

function drawAll<L>(nodes: MarkdownNode<L>[] | undefined, renderLink: Draw<L>): ReactNode {
  // Nodes never move or change while they are displayed, so their place is their key.
  return nodes?.map((node, index) => <Fragment key={index}>{draw(node, renderLink)}</Fragment>);
}

const headings = { 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;

function headingElement(level: number | undefined) {
  switch (level) {
    case 3:
    case 4:
    case 5:
    case 6:
      return headings[level];
    default:
      return headings[2];
  }
}

function draw<L>(node: MarkdownNode<L>, renderLink: Draw<L>): ReactNode {
  const children = drawAll(node.children, renderLink);
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'paragraph':
      return <p>{children}</p>;
    case 'heading': {
      const Element = headingElement(node.level);
      return <Element id={node.id}>{children}</Element>;
    }
    case 'list':
      return node.ordered ? <ol>{children}</ol> : <ul>{children}</ul>;
    case 'item':
      return <li>{children}</li>;
    case 'strong':
      return <strong>{children}</strong>;
    case 'emphasis':
      return <em>{children}</em>;
    case 'code':
      return <code>{node.text}</code>;
    case 'codeblock':
      return (
        <pre>
          <code>{node.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{children}</blockquote>;
    case 'break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'link':
      return node.link === undefined ? children : renderLink(node.link, children);
    default:
      throw new Error(`unknown kind of Markdown node: ${node.kind}`);
  }
}
