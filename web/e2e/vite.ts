import { fileURLToPath } from 'node:url';
import { createServer, type InlineConfig, type ViteDevServer } from 'vite';

/** A development server in front of the Go server at an address. */
export async function developmentServer(goServer: string, config: InlineConfig): Promise<ViteDevServer> {
  const before = process.env.MARQUEE_URL;
  process.env.MARQUEE_URL = goServer; // read by the configuration
  try {
    return await createServer({ configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)), ...config });
  } finally {
    // What later tests of this worker start does not know it.
    if (before === undefined) delete process.env.MARQUEE_URL;
    else process.env.MARQUEE_URL = before;
  }
}
