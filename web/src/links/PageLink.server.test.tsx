// @vitest-environment node
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PageLink as OnClient } from './PageLink';
import { PageLink as OnServer } from './PageLink.server';

test.each(['/about', '/about?plan=a&b', '#top', ''])(
  'a link to %j is the same on the server and in the browser',
  (href) => {
    const [onServer, onClient] = [OnServer, OnClient].map((PageLink) =>
      renderToString(
        <StaticRouter location="/x">
          <PageLink href={href} className="a" aria-current="page" onClick={() => undefined} target="_self">
            To <b>it</b>
          </PageLink>
        </StaticRouter>,
      ),
    );
    expect(onServer).toBe(onClient);
  },
);
