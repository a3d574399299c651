import './styles/main.css';
import { whenShown } from './start/when-shown';

// The document is whole without its script. So the script that takes it over does not compete for the network with
// what the first paint needs, nor for the processor: this one only says when.
whenShown(() => {
  import('./start/client')
    .then(({ start }) => start())
    // Without its script the page is still a whole page; a failure here must only not go unseen.
    .catch((error: unknown) => console.error(error));
});
