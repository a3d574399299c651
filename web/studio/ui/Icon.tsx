// Of Lucide (ISC), as the icons of the public site.
const paths = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M18 6 6 18M6 6l12 12',
  back: 'm12 19-7-7 7-7M19 12H5',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  plus: 'M5 12h14M12 5v14',
  more: 'M12 5h.01M12 12h.01M12 19h.01',
  grip: 'M9 5h.01M15 5h.01M9 12h.01M15 12h.01M9 19h.01M15 19h.01',
  chevron: 'm6 9 6 6 6-6',
  open: 'M7 17 17 7M7 7h10v10',
  camera:
    'M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3l-2.5-3zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  check: 'M20 6 9 17l-5-5',
  alert: 'M12 9v4M12 17h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z',
  fail: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M15 9l-6 6M9 9l6 6',
  redo: 'm15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
};

/** A drawing beside words or in a button that has a name of its own. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-2 stroke-current" aria-hidden="true">
    <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
