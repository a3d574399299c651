import './catalogue.css';
import { createRoot } from 'react-dom/client';
import type { ShownSite } from './addresses';
import { Catalogue } from './Catalogue';

const container = document.getElementById('root');
const json = document.getElementById('sites')?.textContent;
if (!container || !json) throw new Error('the document has no root or no sites');
createRoot(container).render(<Catalogue location={window.location} sites={JSON.parse(json) as ShownSite[]} />);
