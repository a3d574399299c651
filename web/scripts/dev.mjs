// `make dev`: Vite in front of the Go server (web/vite/go-server.ts), which is built and started again when a Go file
// changes; the browser then loads the page anew. What is wrong stands over every page until it is mended: what the
// compiler says, what `marquee check` says of the content, and that the Go server ended.
// MARQUEE_URL names a Go server that runs already: then none is started. DEV_PORT is Vite's port, 5173 without it; the
// Go server takes its settings, such as MARQUEE_ADDR and MARQUEE_CONTENT.
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createServer } from 'vite';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const binary = path.join(repository, '.cache/dev/marquee');
const content = path.resolve(repository, process.env.MARQUEE_CONTENT || 'content');
const run = promisify(execFile);

const { MARQUEE_URL: given, ...env } = process.env; // which is for Vite, and no setting of the program
const [port] = /\d+$/.exec(process.env.MARQUEE_ADDR || process.env.PORT || '8080');
process.env.MARQUEE_URL = given || `http://127.0.0.1:${port}`;
const vite = await createServer({
  configFile: path.join(repository, 'web/vite.config.ts'),
  server: { port: Number(process.env.DEV_PORT ?? 5173) },
});

let server; // the program, while it runs

/** Compiles the program as `make build` does; the error is what the compiler says. */
const build = () => run('go', ['build', '-ldflags=-s -w', '-o', binary, './cmd/marquee'], { cwd: repository });

/** What is wrong with the content; '' where nothing is. */
const check = () =>
  run(binary, ['check'], { cwd: repository, env }).then(
    () => '',
    (error) => error.stdout || error.stderr,
  );

/** Starts the program, and resolves as soon as it serves. */
async function start() {
  const started = spawn(binary, ['serve', '--drafts'], {
    cwd: repository,
    // That it serves is read in its log, at level info.
    env: { ...env, MARQUEE_LOG: 'text', MARQUEE_LOG_LEVEL: env.MARQUEE_LOG_LEVEL === 'debug' ? 'debug' : 'info' },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  server = started;
  const last = [];
  let serves = false;
  return new Promise((resolve, reject) => {
    createInterface({ input: started.stderr }).on('line', (line) => {
      console.error(line);
      if (last.push(line) > 20) last.shift();
      if (!/msg=serving /.test(line)) return;
      serves = true;
      resolve();
    });
    started.once('close', (code, signal) => {
      const ended = new Error(`The Go server ended with ${signal ?? code}. Its log ends with:\n\n${last.join('\n')}`);
      if (server !== started) return; // as it was told to
      server = undefined;
      if (serves) tell(ended.message);
      else reject(ended);
    });
  });
}

async function stop() {
  if (!server) return;
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  server = undefined;
  await ended;
}

let trouble = ''; // what stands over every page
const payload = () => ({ type: 'error', err: { message: trouble, stack: '' } });

function tell(text) {
  if (text !== trouble) vite.config.logger.error(text);
  trouble = text;
  vite.ws.send(payload());
}

// Pages that are opened while something is wrong, after what Vite has kept for them: that the Go server does not answer.
vite.ws.on('vite:client:connect', (_data, client) => {
  if (trouble) setImmediate(() => client.send(payload()));
});

let stale = true; // whether Go files changed since the program was built
let busy = false;
let changedAgain = false;
async function update() {
  changedAgain = busy;
  if (busy) return;
  busy = true;
  const [told, before] = [trouble, server];
  try {
    if (stale) {
      stale = false;
      await build().catch((error) => {
        stale = true;
        throw error;
      });
      await stop();
    }
    const problems = await check();
    if (!server)
      await start().catch((error) => {
        if (!problems) throw error;
      });
    if (problems) throw new Error(problems);
    trouble = '';
    if (told || (before && server !== before)) vite.ws.send({ type: 'full-reload' });
  } catch (error) {
    tell(error.message);
  }
  busy = false;
  if (changedAgain) await update();
}

// The Go server does not end with the terminal by itself: SIGHUP makes it look at the content.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await Promise.all([vite.close(), stop()]);
    process.exit();
  });
}

if (!given) {
  vite.watcher.add([content, ...['cmd', 'internal', 'web', 'go.mod'].map((name) => path.join(repository, name))]);
  vite.watcher.on('all', (_event, file) => {
    const compiled = /(?<!_test)\.go$|go\.mod$/.test(file);
    stale ||= compiled;
    if (compiled || file.startsWith(content + path.sep)) update();
  });
  await update();
}
await vite.listen().catch(async (error) => {
  console.error(`${error.message}: choose another with DEV_PORT.`);
  await stop();
  process.exit(1);
});
vite.printUrls();
