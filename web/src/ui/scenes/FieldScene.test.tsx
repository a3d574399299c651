import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FieldScene } from './FieldScene';
import fields from './fields.svg?raw';

const drawn = (icon: string | undefined, index: number) => {
  const { container } = render(<FieldScene icon={icon} index={index} />);
  return container.querySelector('use')?.getAttribute('href')?.split('#')[1] ?? '';
};

describe('FieldScene', () => {
  it.each(['accessibility', 'audio-lines', 'brain', 'mail-check', 'pencil-ruler', 'shield-check', 'zap'])(
    'draws what the icon %s is about',
    (icon) => {
      expect(fields).toContain(`<symbol id="${drawn(icon, 0)}"`);
      expect(drawn(icon, 0)).toBe(drawn(icon, 3));
    },
  );

  it('draws something for any other icon, another one for each neighbour', () => {
    for (let index = 0; index < 8; index++) expect(fields).toContain(`<symbol id="${drawn('constructor', index)}"`);
    expect(drawn(undefined, 0)).not.toBe(drawn(undefined, 1));
  });
});
