declare module '@react-dom-server-legacy' {
  export { renderToString } from 'react-dom/server';
}
