// Loaves and what lies beside them, for the pictures in pictures.mjs.
import {
  box,
  colours as c,
  cut,
  dots,
  ellipse,
  fill,
  grain,
  inside,
  line,
  lump,
  noise,
  part,
  path,
  random,
  rim,
  ring,
  shadow,
  stroke,
} from './print.mjs';

/** A long loaf with slanting cuts; turn in radians. */
export function batard(
  x,
  y,
  length,
  { height = length * 0.4, cuts = 5, seed = 1, flour = 0.9, turn = 0, gap = 13 } = {},
) {
  const [a, b] = [length / 2, height / 2];
  const place = (u, v) => [
    x + a * u * Math.cos(turn) - b * v * Math.sin(turn),
    y + a * u * Math.sin(turn) + b * v * Math.cos(turn),
  ];
  let over = '';
  for (let i = 0; i < cuts; i++) {
    const u = -0.62 + (1.2 * i) / (cuts - 1);
    const size = 1 - 0.45 * Math.abs(u);
    over += cut(
      place(u - 0.13 * size, -0.2 + 0.34 * size),
      place(u + 0.17 * size, -0.34 - 0.5 * size),
      b * 0.105 * size,
      { bend: 0.1 },
    );
  }
  return lump(x, y, a, b, { seed, flour, turn, ribs: 0.12, bow: 0.2, gap, over, rough: 0.035, flat: 0.78 });
}

/** A thin loaf that stands, from its foot to its tip. */
export function baguette([ax, ay], [bx, by], width, { seed = 1 } = {}) {
  const turn = Math.atan2(by - ay, bx - ax);
  const length = Math.hypot(bx - ax, by - ay);
  return batard((ax + bx) / 2, (ay + by) / 2, length, { height: width, turn, seed, cuts: 6, flour: 0.6, gap: 10 });
}

/** A round loaf with a cross. */
export function boule(x, y, r, { seed = 2, flour = 1.1, gap = 12, cross = true } = {}) {
  const b = r * 0.72;
  const over = cross
    ? cut([x - r * 0.52, y - b * 0.28], [x + r * 0.5, y - b * 0.42], b * 0.1, { bend: -0.1 }) +
      cut([x - r * 0.1, y - b * 0.82], [x + r * 0.06, y + b * 0.18], b * 0.09, { bend: 0.06 })
    : cut([x - r * 0.5, y - b * 0.12], [x + r * 0.46, y - b * 0.52], b * 0.12, { bend: -0.1 });
  return lump(x, y, r, b, { seed, flour, gap, ribs: Math.PI / 2, bow: 0.45, over, flat: 0.82 });
}

/** A small roll, of which `seeds` are poppy. */
export function roll(x, y, r, { seed = 3, seeds = false, gap = 9, turn = 0 } = {}) {
  const b = r * 0.7;
  const over = seeds
    ? dots(x - r, y - b, 2 * r, 1.3 * b, {
        count: Math.round(r * 1.1),
        size: [2, r / 34],
        seed,
        colour: c.ink,
        density: (px, py) => 1.2 - Math.hypot((px - x) / r, (py - y + b * 0.2) / b) * 1.3,
      })
    : cut([x - r * 0.6, y - b * 0.15], [x + r * 0.58, y - b * 0.3], b * 0.13, { bend: -0.12 });
  return lump(x, y, r, b, { seed, turn, flour: seeds ? 0 : 0.5, gap, ribs: Math.PI / 2, bow: 0.45, over, flat: 0.84 });
}

/** A crescent of seven folds that lies open to an angle (radians). */
export function croissant(x, y, r, turn, { seed = 1, gap = 8 } = {}) {
  let made = '';
  const folds = [-1.28, 1.28, -0.86, 0.86, -0.44, 0.44, 0];
  for (const [i, angle] of folds.entries()) {
    const along = turn + angle * 1.12;
    const size = r * (0.5 - 0.16 * Math.abs(angle) ** 1.35);
    const [px, py] = [x + r * 0.78 * Math.cos(along), y + r * 0.78 * Math.sin(along) * 0.86];
    made += lump(px, py, size * 0.62, size, {
      seed: seed + i,
      turn: along - Math.PI / 2 + Math.PI / 2,
      ribs: Math.PI / 2,
      bow: 0.15,
      gap,
      flat: 2,
      rough: 0.04,
      dark: 0.6,
      colour: c.crust,
      light: c.gold,
    });
  }
  return made;
}

/** An ear of wheat from its foot to its tip. */
export function wheat(from, to, { size = 26, bend = 0.1, colour = c.gold } = {}) {
  const at = (t) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const off = bend * 4 * t * (1 - t) * 0.6;
    return [from[0] + dx * t - dy * off, from[1] + dy * t + dx * off];
  };
  let made =
    line(from, to, 6, { bend: bend * 0.6, blunt: true }) + line(from, to, 3, { bend: bend * 0.6, colour, blunt: true });
  for (let i = 0; i < 8; i++) {
    const t = 0.6 + (0.4 * i) / 8;
    const [p, q] = [at(t), at(Math.min(1, t + 0.02))];
    const angle = Math.atan2(q[1] - p[1], q[0] - p[0]);
    for (const side of [-1, 1]) {
      const turn = angle + side * 0.45;
      const [px, py] = [p[0] + side * -Math.sin(angle) * size * 0.42, p[1] + side * Math.cos(angle) * size * 0.42];
      const grain = ring(
        px + Math.cos(turn) * size * 0.5,
        py + Math.sin(turn) * size * 0.5,
        size * 0.72,
        size * 0.3,
        turn,
      );
      made += part(grain, colour, 3, undefined, true);
      made += line(
        [px + Math.cos(turn) * size, py + Math.sin(turn) * size],
        [px + Math.cos(turn) * size * 3, py + Math.sin(turn) * size * 3],
        2.4,
        { bend: side * 0.06 },
      );
    }
  }
  return made;
}

/** A wooden table from y down to the picture's foot. */
export function table(y, width, height, { colour = c.table, gap = 17, seed = 2 } = {}) {
  const planks = [0.16, 0.42, 0.74].map((t) => y + (height - y) * t);
  return (
    box(-10, y, width + 20, height - y + 10, colour) +
    grain(-10, y, width + 20, height - y, {
      gap,
      wave: 13,
      seed,
      dark: (_x, py) => 0.2 - 0.12 * ((py - y) / (height - y)),
      colour: c.tableDark,
    }) +
    planks
      .map((py) =>
        stroke(
          [
            [-10, py],
            [width / 2, py + 3],
            [width + 10, py],
          ],
          () => 4,
        ),
      )
      .join('') +
    stroke(
      [
        [-10, y],
        [width / 2, y - 2],
        [width + 10, y],
      ],
      () => 7,
    )
  );
}

/** A plastered wall, in shadow towards the right. */
export function wall(width, height, { colour = c.wall, from = 0.4, gap = 15, seed = 5 } = {}) {
  return (
    box(-10, -10, width + 20, height + 20, colour) +
    grain(-10, -10, width + 20, height + 20, {
      gap,
      wave: 4,
      seed,
      upright: true,
      colour: c.wallDark,
      dark: (px, py) => (px / width - from) * 0.55 + 0.1 * (py / height),
    })
  );
}

/** A board with a handle. */
export function board(x, y, w, h) {
  const lean = w * 0.05;
  const top = [
    [x + lean, y],
    [x + w - lean, y],
    [x + w, y + h],
    [x, y + h],
  ];
  const edge = [
    [x, y + h],
    [x + w, y + h],
    [x + w, y + h + 26],
    [x, y + h + 26],
  ];
  return (
    shadow(x + w / 2 + 20, y + h + 26, w * 0.54, 44) +
    fill(path(edge, false), c.tableDark) +
    inside(path(edge, false), grain(x, y + h, w, 26, { gap: 8, dark: () => 0.5, wave: 2 })) +
    part(top, '#e0ac6c', 6, grain(x, y, w, h, { gap: 19, dark: () => 0.12, wave: 12, seed: 9, colour: c.tableDark })) +
    rim(edge, 6)
  );
}

/** A thing turned on a wheel: its right outline from top to foot, as [half width, y] pairs. */
export function pot(
  x,
  outline,
  { colour = c.cream, gap = 11, inner = c.ink, dark = 0.02, mouth = 0.22, open = false } = {},
) {
  const [top, bottom] = [outline[0][1], outline.at(-1)[1]];
  /** Half of its width at a height: smooth between what was given. */
  const halfAt = (y) => {
    const i = Math.max(
      1,
      outline.findIndex(([, given]) => given >= y),
    );
    const [[a, from], [b, to]] = [outline[i - 1], outline[i]];
    const slope = (j) => {
      const [[pa, py], [qa, qy]] = [outline[Math.max(0, j - 1)], outline[Math.min(outline.length - 1, j + 1)]];
      return (qa - pa) / (qy - py || 1);
    };
    const [t, long] = [Math.min(1, (y - from) / (to - from || 1)), to - from];
    const [h1, h2] = [(1 + 2 * t) * (1 - t) ** 2, t * t * (3 - 2 * t)];
    return h1 * a + h2 * b + t * (1 - t) ** 2 * long * slope(i - 1) + t * t * (t - 1) * long * slope(i);
  };
  const heights = Array.from({ length: 41 }, (_, i) => top + ((bottom - top) * i) / 40);
  const foot = (sag) =>
    Array.from({ length: 21 }, (_, i) => {
      const angle = (Math.PI * i) / 20;
      return [x + halfAt(bottom) * Math.cos(angle), bottom + halfAt(bottom) * sag * Math.sin(angle)];
    });
  const points = [
    ...heights.map((y) => [x + halfAt(y), y]),
    ...foot(0.2),
    ...heights.map((y) => [x - halfAt(y), y]).reverse(),
  ];
  let ink = '';
  for (let y = top + gap / 2; y < bottom + halfAt(bottom) * 0.2; y += gap) {
    const half = halfAt(Math.min(y, bottom));
    const across = Array.from({ length: 41 }, (_, i) => -1 + i / 20).map((u) => [
      x + half * u,
      y + half * 0.16 * Math.sqrt(1 - u * u),
    ]);
    ink += stroke(across, (px, py) => {
      const u = (px - x) / half;
      const here =
        dark + 0.75 * Math.max(0, u - 0.05) ** 1.3 + 0.3 * Math.max(0, -u - 0.8) + 0.1 * noise(px / 30, py / 30);
      return here < 0.09 ? 0 : gap * Math.min(0.9, here);
    });
  }
  const body = part(points, colour, 6, ink);
  const lip = ring(x, top, halfAt(top), halfAt(top) * mouth);
  // What stands in it hides the far side of its mouth.
  return open ? body : body + part(lip, inner, 5, undefined, true);
}

/** Flour that was scattered on a table. */
export const flour = (x, y, w, h, count, seed = 4) =>
  dots(x, y, w, h, {
    count,
    size: [1.2, 5],
    seed,
    density: (px, py) => 1.1 - Math.hypot((px - x - w / 2) / (w / 2), (py - y - h / 2) / (h / 2)),
  });

export { ellipse, random };
