import { expect, test, vi } from 'vitest';
import { loadParts, registerPart } from './parts';
import type { Page } from './types.gen';

const page: Page = { title: 'A page', template: 'page', path: '/', head: { title: 'A page' } };

test('a page loads the code of its sections and of its scenes, each once, and no other', async () => {
  const load = { scenes: vi.fn(), forms: vi.fn(), collection: vi.fn() };
  for (const [name, run] of Object.entries(load)) registerPart(name, async () => run());
  await loadParts({ ...page, sections: [{ type: 'quote', text: 'Yes.' }] });
  expect(load.scenes).not.toHaveBeenCalled();
  await loadParts({ ...page, scenes: ['journal', 'prompt'], sections: [{ type: 'quote', text: 'Yes.' }] });
  expect(load.scenes).toHaveBeenCalledOnce();
  expect(load.forms).not.toHaveBeenCalled();
  expect(load.collection).not.toHaveBeenCalled();
});
