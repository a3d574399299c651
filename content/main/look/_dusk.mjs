// Renders the dusk: sunlight and skylight on haze, thin clouds and water, as luminances. Sunlight stands above skylight in
// dusk.avif and dusk-narrow.avif, black with the luminance as transparency. In a folder with the package sharp:
// node _dusk.mjs FOLDER
import { argv } from 'node:process';
import sharp from 'sharp';

const [W, H] = [1600, 800];
const line = 0.78; // where the horizon is, of the height
const sun = 0.38; // where the sun is, of the width
const px = 1.15 / W; // a pixel in radians

// Noise of a table of random values that is the same at each call.
let state = 11;
const table = Float32Array.from({ length: 512 * 512 }, () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
});
const ease = (t) => t * t * t * (t * (t * 6 - 15) + 10);
const clamp = (x, low = 0, high = 1) => Math.min(Math.max(x, low), high);
const step = (x) => x * x * (3 - 2 * x);
function noise(u, v) {
  const [iu, iv] = [Math.floor(u), Math.floor(v)];
  const [fu, fv] = [ease(u - iu), ease(v - iv)];
  const at = (x, y) => table[((iu + x) & 511) * 512 + ((iv + y) & 511)];
  const left = at(0, 0) + (at(1, 0) - at(0, 0)) * fu;
  return left + (at(0, 1) + (at(1, 1) - at(0, 1)) * fu - left) * fv - 0.5;
}
/** Octaves finer than a pixel fade, so that clouds do not become stripes where they are far. */
function fbm(u, v, octaves, foot, gain = 0.5) {
  let [sum, amplitude, frequency] = [0, 1, 1];
  for (let k = 0; k < octaves; k++) {
    const seen = clamp(1.4 - foot * frequency * 1.6);
    if (!seen) break;
    sum += amplitude * seen * noise(u * frequency + 17.3 * k, v * frequency + 9.1 * k);
    amplitude *= gain;
    frequency *= 2.03;
  }
  return sum;
}

// Layers of cloud, from far and low to near and high.
const layers = [
  { h: 1, su: 0.05, sv: 0.26, cover: 0.05, soft: 0.5, thick: 0.7, octaves: 4, warp: 1.3, gain: 1 },
  { h: 1, su: 0.34, sv: 0.7, cover: 0.06, soft: 0.6, thick: 0.62, octaves: 5, warp: 1.4, gain: 1.25 },
  { h: 1.7, su: 0.1, sv: 0.3, cover: 0.0, soft: 0.7, thick: 0.55, octaves: 5, warp: 2.4, gain: 1.05 },
];

/** The light of the sky at an elevation and an azimuth from the sun: [sunlight, skylight]. */
function sky(elevation, a) {
  const e = Math.max(elevation, 1e-4);
  const angle = Math.hypot(a, e);
  const g = 0.8;
  const scattered = (1 - g * g) / (1 + g * g - 2 * g * Math.cos(Math.min(angle * 1.25, 3))) ** 1.5 / ((1 + g) / (1 - g) ** 2);
  const haze = Math.exp(-e / 0.085);
  let warm = 1.45 * scattered ** 0.8 * Math.exp(-e / 0.15) + 0.4 * haze * Math.exp(-Math.abs(a) / 0.5) + 0.12 * Math.exp(-e / 0.03);
  let cool = 0.34 * Math.exp(-e / 0.26) * (0.55 + 0.45 * Math.exp(-Math.abs(a) / 0.8)) + 0.05 * haze;
  for (const { h, su, sv, cover, soft, thick, octaves, warp, gain } of layers) {
    const d = h / Math.max(e, 0.006);
    const [u, v] = [d * Math.tan(a), d];
    const foot = ((px * d * d) / h) * sv * 0.9 + d * px * su;
    const wu = warp * fbm(u * su * 0.35 + 3.1, v * sv * 0.35 + 8.8, 3, foot * 0.35);
    const wv = warp * fbm(u * su * 0.35 + 11.7, v * sv * 0.35 + 1.9, 3, foot * 0.35);
    const density = (du, dv) => clamp((fbm((u + du) * su + wu, (v + dv) * sv + wv, octaves, foot) - cover) / soft);
    const rho = step(density(0, 0));
    if (!rho) continue;
    // Light comes from beyond the horizon and from below: what stands between darkens it.
    const shade = [0.05, 0.13, 0.27].reduce((sum, s, k) => sum + density((-s * Math.tan(a) * 0.6) / su, s / sv) * [0.5, 0.34, 0.2][k], 0);
    const lit = Math.exp(-2.8 * thick * shade);
    const rim = clamp(rho * (1 - rho) * 4);
    const fade = clamp((e - 0.012) / 0.06) * Math.exp(-Math.max(e - 0.3, 0) / 0.16);
    const alpha = clamp(rho * thick, 0, 0.9) * fade;
    const near = Math.exp(-angle / 0.42);
    warm = warm * (1 - alpha) + gain * (lit * (0.3 + 1.5 * near) + 0.5 * rim * lit * near) * Math.exp(-e / 0.27) * alpha;
    cool = cool * (1 - alpha * 0.85) + 0.17 * (0.45 + 0.55 * lit) * Math.exp(-e / 0.3) * alpha;
  }
  return [warm, cool];
}

/** The water: the sky upside down, broken by waves that grow towards us, and the way of the sun on it. */
function water(depth, a) {
  const d = 0.05 / (depth + 0.006);
  const [u, v] = [d * Math.tan(a) * 9, d * 11];
  const foot = ((px * d * d) / 0.05) * 11 * 1.1 + 0.02;
  const wave = fbm(u * 0.9 + 4, v * 0.8, 5, foot, 0.5);
  let [warm, cool] = sky(Math.max(depth * 1.05 + Math.abs(wave) * (0.02 + depth * 0.3), 0.0005), a + wave * 0.04);
  const mirrored = 0.7 * Math.exp(-depth / 0.12);
  const path = Math.exp(-((a / (0.022 + depth * 0.5)) ** 2));
  const spark = step(clamp((wave + 0.05) / 0.24));
  warm = warm * mirrored * (0.78 + 0.22 * spark) + path * (0.2 + 2 * spark) * Math.exp(-depth / 0.13);
  cool = cool * mirrored * (0.85 + 0.15 * spark);
  return [warm, cool];
}

const picture = Buffer.alloc(W * H * 2 * 4);
for (let y = 0; y < H; y++) {
  // Fades to nothing at the edges that are not the window's.
  const edges = ease(clamp(y / (0.62 * H))) ** 3 ** 0.5 * ease(clamp((0.99 * H - y) / ((1 - line) * 0.99 * H)));
  for (let x = 0; x < W; x++) {
    const e = (line * H - y - 0.5) * px;
    const a = (x - sun * W) * px;
    const light = e > 0 ? sky(e, a) : water(-e, a);
    light[0] += 0.2 * Math.exp(-Math.abs(e) / 0.0016) * Math.exp(-Math.abs(a) / 0.5);
    light.forEach((value, half) => {
      const film = 255 * clamp((1 - Math.exp(-1.25 * value)) * edges) + table[(x * 7 + y * 131) & 262143] - 0.5;
      picture[(x + (y + half * H) * W) * 4 + 3] = Math.round(clamp(film, 0, 255));
    });
  }
}
const wide = sharp(picture, { raw: { width: W, height: 2 * H, channels: 4 } });
await wide.clone().avif({ quality: 62, effort: 7 }).toFile(`${argv[2]}/dusk.avif`);
// Phones see what is around the sun.
const halves = await Promise.all(
  [0, H].map((top) => wide.clone().extract({ left: 208, top, width: 800, height: 800 }).resize(640).png().toBuffer()),
);
await sharp({ create: { width: 640, height: 1280, channels: 4, background: '#0000' } })
  .composite(halves.map((input, half) => ({ input, left: 0, top: 640 * half })))
  .avif({ quality: 62, effort: 7 })
  .toFile(`${argv[2]}/dusk-narrow.avif`);
