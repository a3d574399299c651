// Of Lucide (ISC), as the icons of the public site.
const paths = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M18 6 6 18M6 6l12 12',
  back: 'm12 19-7-7 7-7M19 12H5',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  redo: 'm15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
};

/** A drawing beside words or in a button that has a name of its own. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-2 stroke-current" aria-hidden="true">
    <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
