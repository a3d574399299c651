import { sectionNames } from '../section-names';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import type { FieldProps } from './Field';
import { Frame } from './Frame';
import { adderOf, gripOf, useForm, useOpen } from './form-context';
import { Item } from './Item';
import { below, blank, firstIn, isNamed, isTable, labelOf, schemaOf, wordsOf } from './schema';
import { words } from './words';

/** A list, whose items are added, removed and moved. Those with keys of their own are a line, of which one is open. */
export function List({ onRemove, ...props }: FieldProps) {
  const { at, label, schema, value } = props;
  const { root, change, focus, announce, onAddPart } = useForm();
  const { items: each = {}, maxItems = Number.POSITIVE_INFINITY } = schemaOf(root, schema, value);
  const items = Array.isArray(value) ? value : [];
  const paths = items.map((_, i) => below(at, i));
  const [open, setOpen] = useOpen(paths);
  const named = isNamed(root, each);
  const titles = items.map((item, i) => {
    const [key] = named && isTable(item) ? Object.keys(item) : [];
    const said =
      isTable(item) && key
        ? [sectionNames[key] ?? labelOf(key), wordsOf(item[key])].filter(Boolean).join(' · ')
        : wordsOf(item);
    return said || `${label} ${i + 1}`;
  });

  const adding = named ? words.addPart : items.length ? words.addAnother : words.addFirst;
  const removing = items.length ? words.removeAll : words.remove;

  function add() {
    const item = blank(root, each);
    if (items.length) change({ op: 'insert', at: below(at, items.length), value: item });
    else change({ op: 'set', at, value: [item] });
    focus(firstIn(below(at, items.length), item));
  }
  /** What is open stays so; its path follows from those that the items had. */
  const keepOpen = (former: string[]) => setOpen(paths[former.indexOf(open ?? '')]);
  function moveItem(from: number, to: number) {
    if (from === to || to < 0 || to >= items.length) return;
    keepOpen(paths.toSpliced(from, 1).toSpliced(to, 0, below(at, from)));
    change({ op: 'move', at: below(at, from), to: below(at, to) });
    announce(words.moved(titles[from] ?? '', to + 1, items.length));
    focus(gripOf(below(at, to)));
  }
  function duplicate(i: number) {
    const item = items[i] ?? null;
    keepOpen(paths.toSpliced(i + 1, 0, ''));
    change({ op: 'insert', at: below(at, i + 1), value: item });
    focus(firstIn(below(at, i + 1), item));
  }
  function removeItem(i: number) {
    keepOpen(paths.toSpliced(i, 1));
    change({ op: 'remove', at: below(at, i) });
    announce(words.removed(titles[i] ?? ''));
    focus(items.length > 1 ? gripOf(below(at, Math.min(i, items.length - 2))) : adderOf(at));
  }
  return (
    <Frame {...props} isGroup>
      {() => (
        <>
          <ol className="grid gap-2 empty:hidden">
            {items.map((item, i) => (
              <Item
                key={i}
                list={at}
                index={i}
                at={below(at, i)}
                label={`${label} ${i + 1}`}
                titles={titles}
                schema={each}
                value={item}
                isOpen={open === paths[i]}
                onToggle={() => setOpen(open === paths[i] ? undefined : paths[i])}
                onMove={moveItem}
                onRemove={() => removeItem(i)}
                onDuplicate={items.length < maxItems ? () => duplicate(i) : undefined}
              />
            ))}
          </ol>
          <p className="flex flex-wrap justify-between gap-2 empty:hidden">
            {(named ? onAddPart : items.length < maxItems) && (
              <Button
                data-at={adderOf(at)}
                aria-label={`${adding}: ${label}`}
                onClick={named ? () => onAddPart?.(at) : add}
              >
                <Icon name="plus" /> {adding}
              </Button>
            )}
            {onRemove && (
              <Button
                kind="plain"
                className="text-muted text-sm"
                aria-label={`${removing}: ${label}`}
                onClick={onRemove}
              >
                {removing}
              </Button>
            )}
          </p>
        </>
      )}
    </Frame>
  );
}
