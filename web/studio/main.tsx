import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { language } from './language';
import { fitWindow } from './ui/fit-window';

document.documentElement.lang = language;
fitWindow();
createRoot(document.getElementById('studio') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
