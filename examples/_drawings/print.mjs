// What the pictures of the bakery are printed with: flat colours, and over them an ink whose lines swell where it is
// dark, as in an engraving. A picture is a string of SVG.

export const colours = {
  ink: '#2a1a12',
  paper: '#f6ecd9',
  cream: '#fbf3e2',
  wall: '#7f9c94',
  wallDark: '#1f5852',
  teal: '#0d5f5a',
  table: '#c98f52',
  tableDark: '#8f5a2f',
  crust: '#b8672a',
  crustDark: '#8a4419',
  gold: '#d98e36',
  crumb: '#f0d6a4',
  rose: '#e6b198',
  berry: '#a32f34',
  plum: '#46335f',
  leaf: '#5c7a3f',
  brick: '#a9502f',
  ember: '#e5702b',
  skin: '#e3b58c',
  steel: '#aeb6b2',
};

const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));
const mix = (a, b, t) => a + (b - a) * t;

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function corner(x, y) {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return value - Math.floor(value);
}

/** Smooth noise from -1 to 1. */
export function noise(x, y = 0) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (t) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - left), ease(y - top)];
  const above = mix(corner(left, top), corner(left + 1, top), u);
  const below = mix(corner(left, top + 1), corner(left + 1, top + 1), u);
  return 2 * mix(above, below, v) - 1;
}

const round = (value) => Math.round(value * 10) / 10;

/** A closed path through points, smooth unless it is to have corners. */
export function path(points, smooth = true) {
  if (!smooth) return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
  const at = (i) => points[(i + points.length) % points.length];
  let d = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let i = 0; i < points.length; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = [q[0] + (r[0] - p[0]) / 6, q[1] + (r[1] - p[1]) / 6];
    const second = [r[0] - (s[0] - q[0]) / 6, r[1] - (s[1] - q[1]) / 6];
    d += `C${[...first, ...second, ...r].map(round).join(' ')}`;
  }
  return `${d}Z`;
}

/** Points of words: "10 20, 30 40". */
export const points = (words) => words.split(', ').map((pair) => pair.split(' ').map(Number));

export const fill = (d, colour, more = '') => `<path d="${d}" fill="${colour}" ${more}/>`;
export const box = (x, y, w, h, colour) =>
  fill(
    path(
      [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ],
      false,
    ),
    colour,
  );
export const ellipse = (x, y, a, b, colour, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${a}" ry="${b}" fill="${colour}" transform="rotate(${turn} ${x} ${y})"/>`;

let clips = 0;
/** What is inside of a shape alone. */
export function inside(d, content) {
  clips += 1;
  return `<clipPath id="c${clips}"><path d="${d}"/></clipPath><g clip-path="url(#c${clips})">${content}</g>`;
}

/** One line of ink along points, as wide at each as `width` says (in pixels); where that is nothing it breaks off. */
export function stroke(points, width, colour = colours.ink) {
  const pieces = [];
  let piece = [];
  points.forEach(([x, y], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)];
    const [bx, by] = points[Math.min(points.length - 1, i + 1)];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const half = width(x, y, i / (points.length - 1)) / 2;
    if (half < 0.35) {
      if (piece.length > 1) pieces.push(piece);
      piece = [];
      return;
    }
    const [nx, ny] = [(-(by - ay) / length) * half, ((bx - ax) / length) * half];
    piece.push([
      [x + nx, y + ny],
      [x - nx, y - ny],
    ]);
  });
  if (piece.length > 1) pieces.push(piece);
  return pieces
    .map((sides) => fill(path([...sides.map(([one]) => one), ...sides.map(([, two]) => two).reverse()], false), colour))
    .join('');
}

/** A straight or bent line of one width that ends in points. */
export function line(from, to, width, { bend = 0, colour = colours.ink, blunt = false } = {}) {
  const points = [];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  for (let i = 0; i <= 24; i++) {
    const t = i / 24;
    const off = bend * 4 * t * (1 - t);
    points.push([from[0] + dx * t - dy * off, from[1] + dy * t + dx * off]);
  }
  return stroke(
    points,
    (_x, _y, t) => width * (blunt ? 1 : Math.sqrt(Math.sin(Math.PI * clamp(t, 0.02, 0.98)))),
    colour,
  );
}

/** Lines across a rectangle, like the grain of wood or a wall in shadow; `dark` from 0 to 1 says how much ink. */
export function grain(x, y, w, h, { gap = 14, dark = () => 0.3, wave = 6, seed = 1, upright = false, colour } = {}) {
  let ink = '';
  const [long, wide] = upright ? [h, w] : [w, h];
  for (let across = gap / 2; across < wide; across += gap) {
    const points = [];
    for (let along = 0; along <= long; along += 12) {
      const off = wave * noise(along / 180 + seed * 7, across / 60 + seed) + 1.5 * noise(along / 20, across + seed);
      points.push(upright ? [x + across + off, y + along] : [x + along, y + across + off]);
    }
    ink += stroke(
      points,
      (px, py) => {
        const here = clamp(dark(px, py) + 0.35 * noise(px / 90 + seed * 3, py / 26));
        return here < 0.08 ? 0 : gap * here * 0.85;
      },
      colour,
    );
  }
  return ink;
}

/** Dots, more of them where `density` (0 to 1) is high. */
export function dots(x, y, w, h, { count, size = [1, 4], density = () => 1, colour = colours.cream, seed = 1 }) {
  const next = random(seed);
  let made = '';
  for (let i = 0; i < count; i++) {
    const [px, py, r, chance] = [x + w * next(), y + h * next(), mix(size[0], size[1], next() ** 2), next()];
    if (chance < density(px, py))
      made += `<circle cx="${round(px)}" cy="${round(py)}" r="${round(r)}" fill="${colour}"/>`;
  }
  return made;
}

/** The shadow that lies on a table: ink in horizontal lines. */
export function shadow(x, y, a, b, { gap = 9, strength = 0.95 } = {}) {
  const inner = grain(x - a, y - b, 2 * a, 2 * b, {
    gap,
    wave: 1,
    dark: (px, py) => strength * (1.25 - Math.hypot((px - x) / a, (py - y) / b) ** 2),
  });
  return inside(path(round3(x, y, a, b)), inner);
}

function round3(x, y, a, b, turn = 0, n = 40, of = () => 1) {
  const points = [];
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * i) / n;
    const r = of(angle);
    const [px, py] = [a * r * Math.cos(angle), b * r * Math.sin(angle)];
    points.push([x + px * Math.cos(turn) - py * Math.sin(turn), y + px * Math.sin(turn) + py * Math.cos(turn)]);
  }
  return points;
}
export { round3 as ring };

/**
 * A round thing: a coloured shape with a lighter side, and lines of ink over it, which follow its form and swell away
 * from the light. `ribs` turns the lines (0: upright), `bow` bends them, `flat` cuts its foot, `rough` its outline.
 */
export function lump(x, y, a, b, options = {}) {
  const {
    colour = colours.crust,
    light = colours.gold,
    turn = 0,
    ribs = 0,
    bow = 0.25,
    gap = 12,
    rough = 0.03,
  } = options;
  const { flat = 0.8, seed = 1, dark = 0.62, over = '', flour = 0, lamp = [-0.55, -0.72, 0.45], depth = 1 } = options;
  const outline = (scale = 1) =>
    round3(
      x,
      y,
      a * scale,
      b * scale,
      turn,
      48,
      (angle) => 1 + rough * noise(3 * Math.cos(angle) + seed, 3 * Math.sin(angle)),
    ).map(([px, py]) => [px, turn === 0 ? Math.min(py, y + b * flat) : py]);
  const place = (u, v) => {
    const [px, py] = [a * u, b * v];
    const [qx, qy] = [px * Math.cos(turn) - py * Math.sin(turn), px * Math.sin(turn) + py * Math.cos(turn)];
    return [x + qx, y + qy];
  };
  const shade = (u, v) => {
    const nz = Math.sqrt(Math.max(0, 1 - u * u - v * v));
    const [nx, ny] = [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)];
    return clamp(dark - depth * (nx * lamp[0] + ny * lamp[1] + nz * lamp[2]));
  };
  let ink = '';
  const half = Math.max(a, b);
  for (let k = -1 + gap / half / 2; k < 1; k += gap / half) {
    const points = [];
    for (let i = 0; i <= 60; i++) {
      const t = -1 + (2 * i) / 60;
      const chord = Math.sqrt(1 - k * k);
      const [p, q] = [k + bow * (1 - t * t) * (1 - Math.abs(k)), t * chord];
      points.push([p * Math.cos(ribs) - q * Math.sin(ribs), p * Math.sin(ribs) + q * Math.cos(ribs)]);
    }
    const placed = points.map(([u, v]) => place(u, v));
    ink += stroke(placed, (px, py, t) => {
      const [u, v] = points[Math.round(t * 60)];
      const here = shade(u, v) + 0.22 * noise(px / 34 + seed, py / 34) - (flour ? flour * clamp(0.3 - v) : 0);
      return here < 0.06 ? 0 : gap * Math.min(0.8, here);
    });
  }
  const shape = path(outline());
  const brighter = path(
    round3(
      x + a * lamp[0] * 0.22,
      y + b * lamp[1] * 0.3,
      a * 0.76,
      b * 0.66,
      turn,
      40,
      (angle) => 1 + 0.09 * noise(4 * Math.cos(angle) + seed, 4 * Math.sin(angle) + 3),
    ),
  );
  let dust = '';
  if (flour > 0) {
    const patch = round3(
      x + a * lamp[0] * 0.12,
      y - b * 0.42,
      a * 0.74,
      b * 0.42,
      turn,
      60,
      (angle) => 1 + 0.22 * noise(7 * Math.cos(angle) + seed, 7 * Math.sin(angle)),
    );
    dust = fill(path(patch), colours.cream, `opacity="${0.86 * Math.min(1, flour)}"`);
    dust += dots(x - a, y - b, 2 * a, 2 * b, {
      count: Math.round((a * b) / 110),
      size: [1, Math.max(2.2, a / 130)],
      seed: seed + 5,
      density: (_px, py) => clamp(0.95 - (py - y + b) / (1.5 * b)),
    });
  }
  return fill(shape, colour) + inside(shape, fill(brighter, light) + dust + ink + over) + rim(outline());
}

/** An outline of ink that is wider at the right and below. */
export function rim(points, width = 5, colour = colours.ink) {
  const closed = [...points, points[0], points[1]];
  const xs = points.map(([px]) => px);
  const ys = points.map(([, py]) => py);
  const [cx, cy] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const reach = Math.hypot(Math.max(...xs) - cx, Math.max(...ys) - cy);
  return stroke(
    closed,
    (px, py) => width * clamp(0.75 + (0.6 * (px - cx) + 0.8 * (py - cy)) / reach, 0.3, 1.6),
    colour,
  );
}

/** A cut in a loaf: it shows the crumb, and throws a shadow along its upper lip. */
export function cut(from, to, width, { bend = 0.08 } = {}) {
  const points = (side) =>
    Array.from({ length: 21 }, (_, i) => {
      const t = i / 20;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy);
      const off = (bend * length * 4 * t * (1 - t) + side * width * Math.sin(Math.PI * t) ** 0.8) / length;
      return [from[0] + dx * t - dy * off, from[1] + dy * t + dx * off];
    });
  const shape = path([...points(1), ...points(-1).reverse()]);
  const lip = points(-0.75);
  let ink = '';
  for (let i = 2; i < 19; i += 1) {
    const [a, b] = [points(-0.9)[i], points(0.3 + 0.5 * noise(i * 3.1))[i]];
    ink += line(a, b, width * 0.12, { bend: 0.1 });
  }
  const crumb = fill(shape, colours.crumb) + inside(shape, ink);
  return (
    crumb + stroke(lip, (_x, _y, t) => width * 0.5 * Math.sin(Math.PI * t)) + stroke(points(1), () => width * 0.12)
  );
}

/** The whole picture: rough edges as of a print, and the grain of its paper. */
export function print(width, height, ground, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<filter id="rough" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.035" numOctaves="3" seed="4"/>
<feDisplacementMap in="SourceGraphic" scale="5" xChannelSelector="R" yChannelSelector="G"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.75" numOctaves="2" seed="9"/>
<feColorMatrix values="0 0 0 0 0.16  0 0 0 0 0.1  0 0 0 0 0.07  0 0 0 -2.4 1.5"/></filter>
<filter id="worn" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.02 0.028" numOctaves="5" seed="21"/>
<feColorMatrix values="0 0 0 0 1  0 0 0 0 0.96  0 0 0 0 0.88  0 0 0 5 -3.1"/></filter>
</defs>
<rect width="100%" height="100%" fill="${ground}"/><g filter="url(#rough)">${content}</g>
<rect width="100%" height="100%" filter="url(#worn)" opacity="0.16"/>
<rect width="100%" height="100%" filter="url(#grain)" opacity="0.14"/></svg>`;
}

/** A flat part with an outline, and with ink on it. */
export function part(outline, colour, width, ink = '', smooth = false) {
  const shape = path(outline, smooth);
  return fill(shape, colour) + inside(shape, ink) + rim(outline, width);
}

/** A rectangle with grain. */
export const paint = (x, y, w, h, colour, ink) => box(x, y, w, h, colour) + grain(x, y, w, h, ink);
