import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';

const root = document.getElementById('studio');
if (!root) throw new Error('index.html has no element for Studio');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
