import '../styles/main.css';
import './specimen.css';
import { createRoot } from 'react-dom/client';
import type { Site } from '../content/types.gen';
import { followTooltips } from '../start/tooltips';
import { Specimen } from './Specimen';
import { showStates } from './shown-states';

followTooltips();

const container = document.getElementById('root');
const json = document.getElementById('site-data')?.textContent;
if (!container || !json) throw new Error('the document has no root or no site data');

createRoot(container, {
  onUncaughtError(error) {
    console.error(error);
    const message = document.createElement('pre');
    message.textContent = error instanceof Error ? (error.stack ?? error.message) : String(error);
    document.body.append(message);
  },
}).render(<Specimen site={JSON.parse(json) as Site} />);

import.meta.hot?.on('vite:afterUpdate', showStates);
