import { Fragment, type ReactNode } from 'react';
import { InterfaceIcon } from './InterfaceIcon';
import { Picture, type PictureImage } from './Picture';
import { phrases } from './phrases';

/** One element of a parsed Markdown text; L is how the caller writes links. */
export interface MarkdownNode<L> {
  kind: string;
  text?: string;
  /** Of a heading: 2 to 6. */
  level?: number;
  id?: string;
  ordered?: boolean;
  /** The first number of a list. */
  start?: number;
  /** Of an item: open or done. */
  task?: string;
  /** The number of a footnote. */
  note?: number;
  /** Where the words of a cell stand: center or end. */
  align?: string;
  image?: PictureImage;
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

function draw<L>(node: MarkdownNode<L>, renderLink: Draw<L>): ReactNode {
  if (node.kind === 'table') return <Table rows={node.children ?? []} renderLink={renderLink} />;
  const children = drawAll(node.children, renderLink);
  switch (node.kind) {
    case 'text':
      return phrases(node.text ?? '');
    case 'paragraph':
      return <p>{children}</p>;
    case 'heading': {
      const Element = `h${node.level ?? 2}` as 'h2';
      return <Element id={node.id}>{children}</Element>;
    }
    case 'list':
      return node.ordered ? <ol start={node.start}>{children}</ol> : <ul>{children}</ul>;
    case 'item':
      return (
        <li data-task={node.task} id={node.id}>
          {node.task && (node.task === 'done' ? <Sign name="done" text="☑ " /> : <Sign name="open" text="☐ " />)}
          {children}
          {node.link && <> {renderLink(node.link, [<Sign key="" name="return" text="↩" />, `\u00A0${node.note}`])}</>}
        </li>
      );
    case 'note':
      return <sup id={node.id}>{node.link ? renderLink(node.link, node.note) : node.note}</sup>;
    case 'notes':
      return <ol className="notes">{children}</ol>;
    case 'deleted':
      return <del>{children}</del>;
    case 'strong':
      return <strong>{children}</strong>;
    case 'emphasis':
      // Arabic and Hebrew letters are not slanted.
      return <em className="rtl:font-semibold rtl:not-italic">{children}</em>;
    case 'code':
      return <code dir="ltr">{node.text}</code>;
    case 'codeblock':
      return (
        <pre dir="ltr">
          <code>{node.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{children}</blockquote>;
    case 'break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'figure':
      return node.image && <Figure caption={node.text} image={node.image} />;
    case 'image':
      return node.image && <Picture image={node.image} />;
    case 'link':
      return node.link === undefined ? children : renderLink(node.link, children);
    default:
      throw new Error(`unknown kind of Markdown node: ${node.kind}`);
  }
}

/** A sign that fonts have as a picture in colours, or not at all: drawn, and read out as itself. */
function Sign({ name, text }: { name: 'open' | 'done' | 'return'; text: string }) {
  return (
    <>
      <InterfaceIcon name={name} />
      <span className="sr-only">{text}</span>
    </>
  );
}

function Figure({ image, caption }: { image: PictureImage; caption?: string }) {
  return (
    <figure>
      <Picture className="rounded-(--radius)" image={image} />
      {caption && <figcaption className="mt-2.5 text-fine text-muted">{caption}</figcaption>}
    </figure>
  );
}

/** A table that is moved sideways where it does not fit, by keyboard, too. Its first row are titles. */
function Table<L>({ rows, renderLink }: { rows: MarkdownNode<L>[]; renderLink: Draw<L> }) {
  const cells = (row: MarkdownNode<L>, Cell: 'th' | 'td') =>
    row.children?.map((cell, index) => (
      <Cell data-align={cell.align} key={index} scope={Cell === 'th' ? 'col' : undefined}>
        {drawAll(cell.children, renderLink)}
      </Cell>
    ));
  const [titles, ...others] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: not every browser lets the keyboard scroll it otherwise
    <div className="overflow-x-auto" tabIndex={0}>
      <table>
        {titles && (
          <thead>
            <tr>{cells(titles, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {others.map((row, index) => (
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
