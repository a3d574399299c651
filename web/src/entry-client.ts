import { awaitPointer } from './start/await-pointer';
import { holdClicks } from './start/hold-clicks';
import { followMenu } from './start/menu';
import { followNear } from './start/near';
import { onIntent } from './start/on-intent';
import { followScroll } from './start/scroll-state';
import { followTooltips } from './start/tooltips';

// A page is whole without a script. What loads here is small: it does what needs only a few lines, and starts the
// application when somebody seems to want it.
followScroll();
followTooltips();
followMenu();
followNear();
awaitPointer();

const lost = document.querySelector('[data-section=not-found] h1');
if (lost) console.warn(lost.textContent, location.pathname);

// What is of others is no part of the application: the site says that it has something (internal/website/pages).
if ('services' in document.documentElement.dataset)
  import('./integrations/begin').then(({ begin }) => begin(), console.error);

// Entries of the session history may be of one document and of several pages, which the application has made. Before it
// is there again, after a reload, going to one of them is loading it.
const { pathname } = location;
const follow = () => location.pathname === pathname || location.reload();
addEventListener('popstate', follow);

// In development at once: an edit is seen on a page that nobody has touched, too.
const whenWanted = import.meta.env.DEV ? (run: (sign?: Event) => void) => run() : onIntent;
whenWanted(async (sign) => {
  const clickAgain = holdClicks();
  try {
    await (await import('./start/client')).start(sign);
    removeEventListener('popstate', follow);
    clickAgain();
  } catch (error) {
    // Without its script the page is still a whole page; a failure here must only not go unseen.
    console.error(error);
  }
});
