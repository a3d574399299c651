// In development Node draws the pages, with React's renderer for Node. It stands
// behind a file of its own, because an alias that leads straight into a package
// makes Vite evaluate the package instead of leaving it to Node.
import * as server from 'react-dom/server';

export const renderToString = server.renderToString;
