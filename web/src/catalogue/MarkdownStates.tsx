import { Markdown, type MarkdownNode } from '../ui/Markdown';
import { translated } from './translated';

type Node = MarkdownNode<string>;

const text = (words: string): Node => ({ kind: 'text', text: words });
const paragraph = (...children: Node[]): Node => ({ kind: 'paragraph', children });
const heading = (level: number, words: string): Node => ({ kind: 'heading', level, children: [text(words)] });
const list = (ordered: boolean, ...words: string[]): Node => ({
  kind: 'list',
  ordered,
  children: words.map((word) => ({ kind: 'item', children: [text(word)] })),
});

/** Every kind of node. */
export const nodes: Node[] = [
  heading(2, 'Heading of the second level'),
  paragraph(
    text('Running text with '),
    { kind: 'strong', children: [text('strong')] },
    text(' and '),
    { kind: 'emphasis', children: [text('emphasized')] },
    text(' words, '),
    { kind: 'code', text: 'code' },
    text(' and '),
    { kind: 'link', link: '#there', children: [text('a link')] },
    text(', '),
    { kind: 'deleted', children: [text('a price of before')] },
    text(' and a note.'),
    { kind: 'note', note: 1, id: 'fnref-1', link: '#fn-1' },
    { kind: 'break' },
    text('A line that was broken by hand.'),
  ),
  heading(3, 'Third level'),
  list(false, 'First of a list', 'Second, with Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'),
  heading(4, 'Fourth level'),
  list(true, 'First step', 'Second step'),
  { kind: 'quote', children: [paragraph(text('Words of somebody else.'))] },
  { kind: 'codeblock', text: 'make run\nmake test' },
  { kind: 'rule' },
  {
    kind: 'list',
    children: [
      { kind: 'item', task: 'done', children: [text('Done')] },
      { kind: 'item', task: 'open', children: [text('To do')] },
    ],
  },
  paragraph(text('What comes after a rule.')),
  {
    kind: 'notes',
    children: [
      { kind: 'item', note: 1, id: 'fn-1', link: '#fnref-1', children: [paragraph(text('Words of a footnote.'))] },
    ],
  },
];

export function MarkdownStates() {
  return <Markdown nodes={translated(nodes)} renderLink={(href, children) => <a href={href}>{children}</a>} />;
}
