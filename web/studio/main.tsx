import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { language } from './language';
import { fitWindow } from './ui/fit-window';

document.documentElement.lang = language;
fitWindow();
const root = document.getElementById('studio');
if (!root) throw new Error('index.html has no element for Studio');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
