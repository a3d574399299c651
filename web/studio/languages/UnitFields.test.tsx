import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Change, FileAnswer, Operation, Value } from '../api/types';
import { applied } from '../changes/values';
import type { Unit } from './types';
import { UnitFields } from './UnitFields';

const changes: Change[] = [];
let show: (operation: Operation) => void;
vi.mock('../changes/use-queue', () => ({
  useQueue: () => ({
    change(change: Change) {
      changes.push(change);
      show(change);
    },
  }),
}));

const unit = (key: string, begin: Operation): Unit => ({
  path: `gold.${key}`,
  state: 'missing',
  source: key,
  at: `gold.${key}`,
  begin,
});
const texts = ['name', 'tagline'];

function Host({ begin }: { begin: (key: string) => Operation }) {
  const [values, setValues] = useState<Value>({});
  show = (operation) => setValues((now) => applied(now, operation));
  const file: FileAnswer = {
    file: 'a/de/plans.yaml',
    version: '',
    schema: '',
    values,
    source: '',
    changes: [],
    problems: [],
  };
  return texts.map((key) => (
    <UnitFields
      key={key}
      unit={unit(key, begin(key))}
      placeholder="%"
      file={file}
      languages={['en', 'de']}
      isReadOnly={false}
      onDone={vi.fn()}
    />
  ));
}

test('two texts of an entry that begins with the first of them are both there', async () => {
  render(<Host begin={(key) => ({ op: 'set', at: 'gold', value: { [key]: '%' } })} />);
  const user = userEvent.setup();
  for (const field of screen.getAllByRole('textbox')) await user.type(field, 'Wort');
  expect(changes.filter(({ at }) => at === 'gold')).toHaveLength(1);
  expect(screen.getAllByDisplayValue('Wort')).toHaveLength(2);
});
