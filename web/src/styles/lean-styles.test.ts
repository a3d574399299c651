// @vitest-environment node
import { expect, test } from 'vitest';
import { lean } from '../../vite/lean-styles';

test.each([
  [
    'the values that utilities hand to each other go to where they are used',
    '.a{--tw-font-weight:600;font-weight:600}.b{border-style:var(--tw-border-style);border-width:1px}',
    '.a{font-weight:600}.b{border-style:solid;border-width:1px}',
  ],
  [
    'what stands in for a missing one is a value like any other',
    '.a{line-height:var(--tw-leading,calc(2 / 1.5))}.b{transition-duration:var(--tw-duration,var(--quick))}',
    '.a{line-height:calc(2 / 1.5)}.b{transition-duration:var(--quick)}',
  ],
  [
    'one filter of many',
    '.a{--tw-backdrop-blur:blur(8px);-webkit-backdrop-filter:var(--tw-backdrop-blur, ) var(--tw-x, );backdrop-filter:var(--tw-backdrop-blur, ) var(--tw-x, )}',
    '.a{-webkit-backdrop-filter:blur(8px);backdrop-filter:blur(8px)}',
  ],
  [
    'of a rule for older browsers the other declarations stay, in their order',
    '.a{color:red;background:url(data:x);margin:0}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, red 9%, blue)}}',
    '.a{color:color-mix(in oklab, red 9%, blue);background:url(data:x);margin:0}',
  ],
  [
    'a rule of another selector is left alone',
    '.b{color:red}@supports (animation-timeline:view()){.a{color:blue}}',
    '.b{color:red}@supports (animation-timeline:view()){.a{color:blue}}',
  ],
  [
    'the machinery is left out',
    '/*! tailwindcss | MIT */@layer properties{@supports (a){*,:before{--tw-a:b}}}@layer theme{:root,:host{--font-text:var(--font-text)}}p{margin:0}@property --tw-a{syntax:"*";inherits:false}',
    '@layer theme;p{margin:0}',
  ],
])('%s', (_, from, to) => {
  expect(lean(from)).toBe(to);
});
