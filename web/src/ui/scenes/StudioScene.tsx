import { Frame } from './Frame';
import { frameLayouts } from './frame-layouts';

/** A desk full of websites: two browser windows and a phone, overlapping. Decoration. */
export function StudioScene() {
  const [wide, , gallery] = frameLayouts;
  if (!wide || !gallery) throw new Error('the scene needs two drawn layouts');
  return (
    <div aria-hidden="true" className="relative isolate aspect-[1/0.92] print:hidden">
      <div className="studio-disc absolute top-[4%] right-0 -z-1 aspect-square w-[74%] rounded-full" />
      <Frame className="studio-window top-[2%] right-0 w-[78%]">{wide}</Frame>
      <Frame className="studio-window top-[36%] left-0 w-[74%]">{gallery}</Frame>
      <svg className="studio-window right-[4%] bottom-0 w-[24%]" focusable="false" viewBox="0 0 120 240">
        <rect className="d-surface d-outline" height="239" rx="18" width="119" x="0.5" y="0.5" />
        <rect className="d-primary" height="96" rx="10" width="104" x="8" y="8" />
        <circle className="d-accent" cx="60" cy="58" r="22" />
        <rect className="d-text" height="9" rx="2" width="74" x="16" y="120" />
        <rect className="d-soft" height="5" rx="2.5" width="88" x="16" y="140" />
        <rect className="d-soft" height="5" rx="2.5" width="64" x="16" y="153" />
        <rect className="d-tint frame-shape" height="30" width="42" x="16" y="172" />
        <rect className="d-tint frame-shape" height="30" width="42" x="62" y="172" />
        <rect className="d-soft" height="4" rx="2" width="36" x="42" y="226" />
      </svg>
    </div>
  );
}
