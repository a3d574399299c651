import { CSPProvider } from '@base-ui/react/csp-provider';
import { BrowserRouter } from 'react-router';

/** All of Studio. Base UI adds no style elements: the policy forbids them. */
export function App() {
  return (
    <CSPProvider disableStyleElements>
      <BrowserRouter basename="/studio" />
    </CSPProvider>
  );
}
