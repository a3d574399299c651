// The pictures of the bakery, by the names of their files.
import { baguette, batard, board, boule, croissant, flour, pot, roll, table, wall, wheat } from './bread.mjs';
import { bust } from './people.mjs';
import {
  box,
  colours as c,
  dots,
  ellipse,
  fill,
  grain,
  inside,
  line,
  lump,
  noise,
  paint,
  part,
  path,
  points,
  print,
  random,
  rim,
  ring,
  shadow,
  stroke,
} from './print.mjs';

const jug = (x, y, h, colour = c.teal) =>
  shadow(x + h * 0.25, y + 6, h * 0.5, h * 0.07) +
  pot(
    x,
    points('0.17 -1, 0.12 -0.86, 0.13 -0.75, 0.24 -0.5, 0.29 -0.3, 0.27 -0.12, 0.2 0').map(([a, b]) => [
      a * h,
      y + b * h,
    ]),
    { colour },
  );

function loaves(w, h) {
  return (
    wall(w, 520) +
    table(500, w, h) +
    jug(1010, 700, 560) +
    shadow(1850, 820, 400, 60) +
    boule(1830, 630, 330, { seed: 4 }) +
    shadow(480, 800, 430, 50) +
    batard(430, 690, 760, { height: 290, seed: 8, cuts: 4 }) +
    board(430, 860, 1330, 230) +
    shadow(1100, 1060, 600, 46) +
    batard(1080, 880, 1120, { height: 450, seed: 3 }) +
    shadow(2030, 1210, 230, 34) +
    roll(2010, 1110, 190, { seeds: true }) +
    shadow(2320, 1160, 190, 28) +
    roll(2310, 1090, 160, { seed: 9 }) +
    flour(1200, 1140, 1100, 190, 900) +
    wheat([-40, 1290], [520, 1130], { bend: -0.1 }) +
    wheat([-40, 1330], [600, 1240], { bend: 0.06 })
  );
}

function tallLoaves(w, h) {
  const crock = points('184 530, 178 555, 173 600, 196 730, 186 840, 156 900');
  return (
    wall(w, 800) +
    table(780, w, h) +
    shadow(700, 905, 400, 56) +
    ellipse(660, 530, 172, 40, c.ink) +
    baguette([590, 660], [470, 170], 96, { seed: 2 }) +
    baguette([730, 660], [850, 200], 96, { seed: 5 }) +
    baguette([660, 680], [650, 120], 104, { seed: 8 }) +
    pot(660, crock, { open: true }) +
    shadow(380, 1050, 360, 50) +
    boule(350, 910, 280, { seed: 6 }) +
    shadow(890, 1060, 190, 28) +
    roll(880, 975, 150, { seeds: true }) +
    flour(420, 1060, 560, 130, 420)
  );
}

/** A loaf cut open: what its holes are like is what a baker looks at. */
function crust(w, h) {
  const face = ring(
    590,
    600,
    430,
    330,
    -0.04,
    60,
    (angle) =>
      (Math.sin(angle) > 0 ? 1 - 0.14 * Math.sin(angle) ** 6 : 1) +
      0.02 * noise(4 * Math.cos(angle), 4 * Math.sin(angle)),
  );
  const crumb = ring(
    592,
    604,
    392,
    290,
    -0.04,
    60,
    (angle) =>
      (Math.sin(angle) > 0 ? 1 - 0.14 * Math.sin(angle) ** 6 : 1) +
      0.025 * noise(5 * Math.cos(angle) + 7, 5 * Math.sin(angle)),
  );
  const next = random(12);
  let holes = '';
  for (let i = 0; i < 150; i++) {
    const [angle, far] = [2.39996 * i + 0.5 * next(), Math.sqrt((i + next()) / 150) * 0.94];
    const [x, y] = [592 + 372 * far * Math.cos(angle), 598 + 262 * far * Math.sin(angle)];
    const size = (5 + 34 * next() ** 4) * (1.15 - 0.5 * far);
    const hole = ring(
      x,
      y,
      size * (1.1 + 0.5 * next()),
      size,
      angle + 1.2,
      16,
      (a) => 1 + 0.2 * noise(2 * Math.cos(a) + i, 2 * Math.sin(a)),
    );
    holes +=
      fill(path(hole), c.gold) +
      inside(path(hole), fill(path(ring(x - size * 0.3, y - size * 0.4, size * 1.2, size)), c.crustDark)) +
      rim(hole, Math.max(1.5, size / 9));
  }
  const slice = (dx) => ring(590 + dx, 600 - dx * 0.2, 430, 330, -0.04);
  return (
    wall(w, 420) +
    table(400, w, h) +
    board(60, 760, 1100, 190) +
    shadow(720, 950, 520, 60) +
    lump(830, 570, 350, 330, { seed: 3, flour: 1, gap: 14, ribs: 0.1, bow: 0.4 }) +
    fill(path(slice(60)), c.crustDark) +
    inside(path(slice(60)), grain(100, 200, 1000, 800, { gap: 13, dark: () => 0.5 })) +
    fill(path(face), c.crust) +
    inside(path(face), grain(100, 200, 1000, 800, { gap: 12, dark: (x, y) => (x + y - 900) / 900 })) +
    part(crumb, c.crumb, 5, undefined, true) +
    holes +
    rim(face, 9) +
    knife([150, 1080], [1080, 1000]) +
    flour(120, 960, 980, 170, 420)
  );
}

function knife([ax, ay], [bx, by]) {
  const at = (t, off) => {
    const length = Math.hypot(bx - ax, by - ay);
    return [ax + (bx - ax) * t - ((by - ay) / length) * off, ay + (by - ay) * t + ((bx - ax) / length) * off];
  };
  const blade = [at(0.36, -24), at(0.97, -24), at(1, 2), at(0.94, 22), at(0.36, 22)];
  const handle = [at(0, -24), at(0.2, -30), at(0.36, -26), at(0.36, 26), at(0.2, 22), at(0, 30)];
  return (
    shadow((ax + bx) / 2 + 20, (ay + by) / 2 + 34, (bx - ax) / 2, 34) +
    part(blade, c.steel, 6, fill(path([at(0.36, -30), at(1, -30), at(1, -4), at(0.36, -4)], false), c.cream)) +
    part(handle, c.tableDark, 6, undefined, true) +
    [0.08, 0.2, 0.3].map((t) => ellipse(...at(t, -2), 8, 8, c.cream)).join('')
  );
}

function rolls(w, h) {
  const basket = points('130 640, 1070 640, 960 1010, 240 1010');
  let weave = '';
  for (let y = 660; y < 1010; y += 38) {
    for (let x = 120 + (((y - 660) / 38) % 2) * 34; x < 1080; x += 68) {
      const strand = ring(x, y, 40, 19, 0.06);
      weave +=
        fill(path(strand), c.gold) +
        inside(
          path(strand),
          grain(x - 40, y - 19, 80, 38, {
            gap: 7,
            wave: 1,
            dark: (px) => (0.35 * Math.abs(px - x)) / 40 + (x - 500) / 1700,
          }),
        ) +
        rim(strand, 4);
    }
  }
  const cloth = path(
    points('90 600, 300 560, 620 600, 930 560, 1110 610, 1010 760, 860 690, 700 800, 520 690, 330 790, 200 690'),
  );
  return (
    wall(w, 760) +
    table(740, w, h) +
    shadow(640, 1020, 520, 60) +
    roll(330, 470, 190, { seed: 3 }) +
    roll(860, 480, 200, { seed: 5, seeds: true }) +
    roll(600, 380, 205, { seed: 6 }) +
    roll(470, 560, 190, { seed: 11, seeds: true }) +
    roll(740, 570, 195, { seed: 14 }) +
    roll(230, 590, 160, { seed: 15 }) +
    roll(980, 600, 155, { seed: 17 }) +
    part(basket, c.tableDark, 9, weave) +
    fill(cloth, c.cream) +
    inside(
      cloth,
      [0, 1, 2, 3, 4, 5, 6, 7]
        .map((i) =>
          stroke(
            [
              [100 + i * 150, 540],
              [70 + i * 150, 820],
            ],
            () => 16,
            c.berry,
          ),
        )
        .join('') + grain(60, 540, 1080, 280, { gap: 13, dark: (x, y) => (y - 640) / 420, wave: 10, upright: true }),
    ) +
    rim(
      points('90 600, 300 560, 620 600, 930 560, 1110 610, 1010 760, 860 690, 700 800, 520 690, 330 790, 200 690'),
      6,
    ) +
    shadow(1010, 1150, 170, 26) +
    roll(1000, 1080, 140, { seed: 21 }) +
    flour(300, 1050, 600, 110, 360)
  );
}

function plate(x, y, r) {
  const b = r * 0.8;
  const hatch = (a, k, from) => {
    const points = ring(x, y, a, a * k, 0, 120);
    return stroke([...points, points[0]], (px, py) => 7 * Math.max(0, (0.6 * (px - x) + 0.8 * (py - y)) / a - from));
  };
  return (
    shadow(x + r * 0.1, y + r * 0.16, r * 1.08, b * 1.02) +
    ellipse(x, y, r, b, c.cream) +
    rim(ring(x, y, r, b), 8) +
    ellipse(x, y, r * 0.93, b * 0.93, c.teal) +
    ellipse(x, y, r * 0.885, b * 0.885, c.cream) +
    [0.84, 0.8, 0.76].map((k) => hatch(r * k, 0.8, 0.25)).join('') +
    stroke(
      [...ring(x, y, r * 0.68, b * 0.68, 0, 120)],
      (px, py) => 8 * Math.max(0, -(0.6 * (px - x) + 0.8 * (py - y)) / r + 0.1),
    )
  );
}

function cup(x, y, r) {
  const handle = ring(x + r * 1.12, y + r * 0.1, r * 0.38, r * 0.3);
  return (
    plate(x, y + r * 0.25, r * 1.75) +
    shadow(x + r * 0.3, y + r * 0.7, r, r * 0.4) +
    stroke([...handle, handle[0]], () => r * 0.2) +
    stroke([...handle, handle[0]], () => r * 0.12, c.teal) +
    pot(
      x,
      [
        [r, y - r * 0.1],
        [r * 0.96, y + r * 0.2],
        [r * 0.8, y + r * 0.5],
        [r * 0.56, y + r * 0.66],
      ],
      { colour: c.teal, mouth: 0.7, inner: c.teal, gap: 9 },
    ) +
    ellipse(x, y - r * 0.06, r * 0.86, r * 0.58, '#4a2713') +
    ellipse(x - r * 0.1, y - r * 0.1, r * 0.5, r * 0.3, '#7a4522') +
    stroke(
      ring(x - r * 0.05, y - r * 0.08, r * 0.66, r * 0.42, 0, 40).slice(18, 34),
      (_x, _y, t) => 7 * Math.sin(Math.PI * t),
      c.cream,
    )
  );
}

function croissants(w, h) {
  const cloth = points('690 -40, 1900 180, 1700 1260, 520 1020');
  const stripes = [0.08, 0.12, 0.88, 0.92].map((t) => {
    const at = (p, q) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
    return stroke([at(cloth[0], cloth[1]), at(cloth[3], cloth[2])], () => 14, c.teal);
  });
  return (
    box(-10, -10, w + 20, h + 20, c.table) +
    grain(-10, -10, w + 20, h + 20, { gap: 18, wave: 16, dark: () => 0.16, colour: c.tableDark }) +
    [300, 640, 980]
      .map((y) =>
        stroke(
          [
            [-10, y],
            [w / 2, y + 4],
            [w + 10, y],
          ],
          () => 5,
        ),
      )
      .join('') +
    inside(
      path(
        cloth.map(([x, y]) => [x + 16, y + 22]),
        false,
      ),
      grain(400, -40, 1600, 1400, { gap: 9, dark: () => 0.9, wave: 1 }),
    ) +
    part(
      cloth,
      c.rose,
      5,
      stripes.join('') + grain(500, -40, 1400, 1300, { gap: 22, dark: () => 0.08, wave: 8, colour: c.crust }),
    ) +
    plate(1120, 610, 520) +
    croissant(960, 640, 235, 2.5, { seed: 1 }) +
    croissant(1320, 660, 230, -0.5, { seed: 20 }) +
    croissant(1130, 470, 235, -1.5, { seed: 40 }) +
    cup(330, 420, 170) +
    croissant(330, 1010, 240, 1.2, { seed: 60 }) +
    dots(600, 820, 900, 330, {
      count: 160,
      size: [3, 8],
      colour: c.crust,
      seed: 3,
      density: (x, y) => (y > 900 ? 0.5 : 0.2),
    })
  );
}

function dough(w, h) {
  const pin = (ax, ay, bx, by, r) => {
    const long = Math.hypot(bx - ax, by - ay);
    const at = (t, off) => [
      ax + (bx - ax) * t - ((by - ay) / long) * off,
      ay + (by - ay) * t + ((bx - ax) / long) * off,
    ];
    const roller = (from, to, half, colour) => {
      const points = [
        at(from, -half * 0.8),
        at(from + 0.01, -half),
        at(to - 0.01, -half),
        at(to, -half * 0.8),
        at(to, half * 0.8),
        at(to - 0.01, half),
        at(from + 0.01, half),
        at(from, half * 0.8),
      ];
      let ink = '';
      for (let off = -half + 4; off < half; off += 9)
        ink += stroke(
          Array.from({ length: 31 }, (_, i) => at(from + ((to - from) * i) / 30, off)),
          (x, y) => 8 * Math.max(0, 0.45 * (off / half) + 0.25 + 0.3 * noise(x / 60, y / 30)),
        );
      return part(points, colour, 6, ink);
    };
    return (
      shadow((ax + bx) / 2 + 30, (ay + by) / 2 + r * 1.2, long * 0.52, r) +
      roller(0, 0.2, r * 0.4, c.tableDark) +
      roller(0.8, 1, r * 0.4, c.tableDark) +
      roller(0.16, 0.84, r, '#e0ac6c')
    );
  };
  const raw = { colour: '#e6cf9f', light: '#f7e8c4', flour: 0.5, dark: 0.42, gap: 14, ribs: Math.PI / 2, bow: 0.5 };
  return (
    wall(w, 330) +
    table(310, w, h) +
    shadow(420, 560, 380, 60) +
    pot(350, points('330 210, 322 290, 280 400, 200 500, 150 530'), { colour: c.teal, inner: c.cream, mouth: 0.3 }) +
    fill(path(ring(350, 190, 270, 70, 0, 40, (a) => 1 + 0.08 * noise(3 * Math.cos(a), 3 * Math.sin(a)))), '#ffffff') +
    inside(
      path(ring(350, 200, 300, 80)),
      grain(50, 110, 600, 200, { gap: 12, wave: 12, dark: (px, py) => (px - 380) / 700 + (py - 190) / 500 }),
    ) +
    [
      [1010, 330, 64],
      [1120, 350, 60],
      [1062, 400, 66],
    ]
      .map(
        ([x, y, r], i) =>
          shadow(x + 20, y + r * 0.6, r, 14) +
          lump(x, y, r * 0.82, r, { colour: c.rose, light: '#f1cdb8', gap: 9, seed: i, rough: 0, dark: 0.45, flat: 2 }),
      )
      .join('') +
    shadow(960, 930, 560, 80) +
    lump(900, 730, 520, 310, { ...raw, seed: 2, rough: 0.05 }) +
    [
      [1500, 520, 150],
      [1650, 720, 160],
      [1450, 830, 150],
    ]
      .map(
        ([x, y, r], i) =>
          shadow(x + 30, y + r * 0.62, r * 1.1, 26) + lump(x, y, r, r * 0.66, { ...raw, gap: 10, seed: 6 + i }),
      )
      .join('') +
    pin(60, 1090, 800, 960, 76) +
    flour(820, 960, 900, 220, 900, 8)
  );
}

function bricks(x0, y0, w, h, skip) {
  const next = random(31);
  let made = '';
  const [bw, bh] = [150, 62];
  for (let row = 0, y = y0; y < y0 + h; row++, y += bh) {
    for (let x = x0 - (row % 2) * (bw / 2); x < x0 + w; x += bw) {
      const tone = next();
      if (skip(x + bw / 2, y + bh / 2)) continue;
      const brick = [
        [x + 5, y + 5],
        [x + bw - 5, y + 5 + 3 * noise(x, y)],
        [x + bw - 5, y + bh - 5],
        [x + 5, y + bh - 5 + 3 * noise(y, x)],
      ];
      const colour = tone < 0.2 ? '#8f4128' : tone > 0.8 ? '#c06a3f' : c.brick;
      made +=
        fill(path(brick, false), colour) +
        inside(
          path(brick, false),
          grain(x, y, bw, bh, {
            gap: 9,
            wave: 2,
            seed: row,
            dark: (px, py) => 0.1 + 0.5 * ((px + py * 2) / (w + 2 * h)) - 0.12,
          }),
        ) +
        rim(brick, 4);
    }
  }
  return made;
}

function oven(w, h) {
  const [cx, cy, r] = [900, 640, 430];
  const mouth = (k) => {
    const arch = Array.from({ length: 31 }, (_, i) => [
      cx - r * k * Math.cos((Math.PI * i) / 30),
      cy - r * k * 0.92 * Math.sin((Math.PI * i) / 30),
    ]);
    return [...arch, [cx + r * k, 900], [cx - r * k, 900]];
  };
  let stones = '';
  for (let i = 0; i < 15; i++) {
    const at = (k, angle) => [cx - r * k * Math.cos(angle), cy - r * k * 0.95 * Math.sin(angle)];
    const [from, to] = [(Math.PI * (i + 0.06)) / 15, (Math.PI * (i + 0.94)) / 15];
    const stone = [at(1.03, from), at(1.3, from), at(1.3, to), at(1.03, to)];
    stones += part(
      stone,
      i % 3 === 1 ? '#d08a5c' : '#c1744a',
      5,
      grain(cx - 600, cy - 600, 1200, 640, { gap: 10, wave: 2, seed: i, dark: (x) => 0.1 + (x - cx) / 1600 }),
    );
  }
  const flame = (x, y, s, colour) =>
    fill(
      path([
        [x, y],
        [x - s * 0.5, y - s * 0.5],
        [x - s * 0.2, y - s * 0.9],
        [x - s * 0.05, y - s * 1.5],
        [x + s * 0.25, y - s],
        [x + s * 0.55, y - s * 0.5],
      ]),
      colour,
    );
  const glow = path(mouth(1), false);
  return (
    box(-10, -10, w + 20, h + 20, '#5e3a2a') +
    bricks(-20, -20, w + 40, 940, (x, y) => Math.hypot(x - cx, (y - cy) / 0.94) < r * 1.36 && y < cy + 10) +
    stones +
    fill(glow, '#3a150c') +
    inside(
      glow,
      fill(path(ring(cx, 860, 430, 330)), '#a83a18') +
        fill(path(ring(cx, 880, 330, 230)), c.ember) +
        fill(path(ring(cx + 20, 900, 220, 150)), '#f7b24a') +
        flame(690, 860, 190, c.ember) +
        flame(710, 860, 120, '#f7c65a') +
        flame(1130, 860, 220, c.ember) +
        flame(1115, 860, 140, '#f7c65a') +
        flame(930, 850, 150, '#f3983a') +
        stroke(
          mouth(1).map(([x, y]) => [x, y]),
          () => 40,
          '#2a0f08',
        ),
    ) +
    rim(mouth(1), 10) +
    box(300, 895, 1200, 90, '#b9aa94') +
    inside(
      path(points('300 895, 1500 895, 1500 985, 300 985'), false),
      grain(300, 895, 1200, 90, { gap: 11, dark: (_x, y) => (y - 880) / 190, wave: 2 }),
    ) +
    rim(points('300 895, 1500 895, 1500 985, 300 985'), 7) +
    box(-10, 985, w + 20, 230, '#4a2d20') +
    grain(-10, 985, w + 20, 230, { gap: 12, dark: () => 0.5, wave: 2 }) +
    fill(path(points('620 880, 1180 880, 1240 946, 560 946'), false), '#e0ac6c') +
    rim(points('620 880, 1180 880, 1240 946, 560 946'), 6) +
    fill(path(points('870 946, 930 946, 1090 1230, 990 1230'), false), c.table) +
    inside(
      path(points('870 946, 930 946, 1090 1230, 990 1230'), false),
      grain(860, 946, 240, 290, { gap: 10, upright: true, dark: (x) => (x - 880) / 300 }),
    ) +
    rim(points('870 946, 930 946, 1090 1230, 990 1230'), 6) +
    boule(760, 790, 175, { seed: 5, flour: 0.9, cross: false }) +
    boule(1050, 790, 180, { seed: 9, flour: 0.9 })
  );
}

function cake(w, h) {
  const [x, top, foot, r] = [860, 400, 850, 430];
  const layers = [
    [0, 70, c.cream],
    [70, 190, c.gold],
    [190, 225, c.cream],
    [225, 335, c.gold],
    [335, 370, c.cream],
    [370, 450, c.gold],
  ];
  const side = layers.map(([a, b, colour]) => {
    const arc = (y) =>
      Array.from({ length: 21 }, (_, i) => [
        x - r + (2 * r * i) / 20,
        y + r * 0.24 * Math.sqrt(Math.max(0, 1 - ((i - 10) / 10) ** 2)),
      ]);
    return fill(path([...arc(top + a), ...arc(top + b).reverse()], false), colour);
  });
  const outline = path(
    [
      [x - r, top],
      [x + r, top],
      [x + r, foot],
      ...Array.from({ length: 19 }, (_, i) => [
        x + r * Math.cos((Math.PI * (i + 0.5)) / 19),
        foot + r * 0.24 * Math.sin((Math.PI * (i + 0.5)) / 19),
      ]),
      [x - r, foot],
    ],
    false,
  );
  const crumb = dots(x - r, top + 60, 2 * r, 520, {
    count: 1500,
    size: [2, 6],
    colour: c.crust,
    seed: 5,
    density: (_x, y) =>
      layers.some(([a, b, colour]) => colour === c.gold && y - 70 > top + a + 8 && y - 70 < top + b - 8) ? 0.8 : 0,
  });
  const berry = (bx, by, s, colour, i) =>
    lump(bx, by, s, s, {
      colour,
      light: colour === c.plum ? '#6a5590' : '#cf5a50',
      gap: 7,
      rough: 0,
      flat: 2,
      seed: i,
      dark: 0.5,
    }) + ellipse(bx - s * 0.35, by - s * 0.4, s * 0.16, s * 0.12, c.cream, -30);
  const next = random(77);
  const spots = Array.from({ length: 62 }, () => [next() * 2 * Math.PI, Math.sqrt(next())]).map(([a, f]) => [
    x + 330 * f * Math.cos(a),
    top - 46 + 76 * f * Math.sin(a),
    36 + 16 * next(),
    next(),
  ]);
  const fruit = spots
    .sort((p, q) => p[1] - q[1])
    .map(([bx, by, s, tone], i) => berry(bx, by, s, tone < 0.36 ? c.plum : tone < 0.75 ? c.berry : '#c4473c', i));
  const leaf = (lx, ly, turn) => {
    const l = ring(lx, ly, 74, 28, turn);
    return (
      part(l, c.leaf, 5, undefined, true) +
      line(
        [lx - 70 * Math.cos(turn), ly - 70 * Math.sin(turn)],
        [lx + 70 * Math.cos(turn), ly + 70 * Math.sin(turn)],
        5,
      )
    );
  };
  const stand = points('170 985, 120 1020, 110 1070, 210 1110');
  return (
    wall(w, 860, { colour: c.rose, from: 0.5 }).replaceAll(c.wallDark, c.brick) +
    table(840, w, h) +
    shadow(920, 1130, 360, 50) +
    pot(x, stand, { colour: c.teal, inner: c.teal }) +
    ellipse(x, 960, 600, 128, c.ink) +
    ellipse(x, 944, 600, 128, c.teal) +
    ellipse(x, 938, 560, 112, c.cream) +
    rim(ring(x, 944, 600, 128), 7) +
    inside(path(ring(x, 938, 560, 112)), shadow(x + 70, 960, 480, 100)) +
    fill(outline, c.gold) +
    inside(
      outline,
      side.join('') +
        crumb +
        grain(x - r, top, 2 * r, 600, {
          gap: 13,
          upright: true,
          wave: 2,
          dark: (px) => 0.9 * ((px - x) / r - 0.25) + 0.4 * Math.max(0, (x - px) / r - 0.86),
        }),
    ) +
    stroke(
      [
        [x - r, top],
        [x - r, foot],
      ],
      () => 7,
    ) +
    stroke(
      [
        [x + r, top],
        [x + r, foot],
      ],
      () => 10,
    ) +
    stroke(
      Array.from({ length: 31 }, (_, i) => [
        x - r * Math.cos((Math.PI * i) / 30),
        foot + r * 0.24 * Math.sin((Math.PI * i) / 30),
      ]),
      () => 9,
    ) +
    ellipse(x, top, r, r * 0.24, c.cream) +
    rim(ring(x, top, r, r * 0.24), 7) +
    Array.from({ length: 15 }, (_, i) => {
      const a = (Math.PI * (i + 0.5)) / 15;
      return lump(x - r * 0.97 * Math.cos(a), top + r * 0.235 * Math.sin(a), 52, 44, {
        colour: c.cream,
        light: '#ffffff',
        gap: 9,
        rough: 0.02,
        dark: 0.36,
        seed: i,
      });
    }).join('') +
    fruit.join('') +
    leaf(740, 330, 0.5) +
    leaf(980, 320, 2.6) +
    [
      [1560, 980, 48],
      [1660, 1040, 44],
      [190, 1040, 46],
    ]
      .map(
        ([bx, by, s], i) =>
          shadow(bx + 14, by + s * 0.8, s * 1.1, 12) + berry(bx, by, s, i === 1 ? c.plum : c.berry, i),
      )
      .join('')
  );
}

function shop(w, h) {
  const [left, right, sill, floor] = [520, 1880, 1010, 1180];
  const lit = '#f4c76a';
  const shelf = (y, kinds) =>
    `${kinds}${box(left + 40, y, 900, 16, c.tableDark)}${stroke(
      [
        [left + 40, y],
        [left + 940, y],
      ],
      () => 5,
    )}`;
  const row = (y, n, make) =>
    Array.from({ length: n }, (_, i) => make(left + 110 + (i * 780) / (n - 1), y, i)).join('');
  const frame = (x, y, fw, fh, t = 22) =>
    [
      [x, y, fw, t],
      [x, y + fh - t, fw, t],
      [x, y, t, fh],
      [x + fw - t, y, t, fh],
    ]
      .map((b) => box(...b, c.teal))
      .join('') +
    rim(
      [
        [x, y],
        [x + fw, y],
        [x + fw, y + fh],
        [x, y + fh],
      ],
      6,
    ) +
    rim(
      [
        [x + t, y + t],
        [x + fw - t, y + t],
        [x + fw - t, y + fh - t],
        [x + t, y + fh - t],
      ],
      5,
    );
  let awning = '';
  for (let i = 0; i < 16; i++) {
    const [a, b] = [left - 70 + i * 94, left - 40 + i * 90];
    const flap = [
      [b, 400],
      [b + 90, 400],
      [a + 94, 560],
      [a + 84, 596],
      [a + 47, 612],
      [a + 10, 596],
      [a, 560],
    ];
    awning += part(
      flap,
      i % 2 ? c.cream : c.berry,
      5,
      grain(a - 20, 400, 160, 220, { gap: 11, upright: true, wave: 1, dark: (_x, y) => (y - 520) / 160 }),
    );
  }
  let stones = '';
  for (let r = 0, y = floor; y < h; r++, y += 56)
    for (let x = -40 - (r % 2) * 90; x < w; x += 180) {
      const stone = [
        [x + 4, y + 4],
        [x + 176, y + 4],
        [x + 172, y + 52],
        [x, y + 52],
      ];
      stones += part(stone, r % 2 ? '#58626a' : '#626d74', 4);
    }
  const windowAt = (x) =>
    paint(x, 60, 210, 250, '#2b3d4a', { gap: 12, dark: (px) => (px - x) / 500 }) +
    frame(x, 60, 210, 250, 16) +
    box(x + 97, 60, 16, 250, c.teal) +
    box(x - 24, 310, 258, 24, c.cream) +
    rim(
      [
        [x - 24, 310],
        [x + 234, 310],
        [x + 234, 334],
        [x - 24, 334],
      ],
      5,
    );
  const tree = (x) =>
    shadow(x + 30, floor + 66, 120, 22) +
    pot(
      x,
      [
        [74, floor - 70],
        [66, floor - 10],
        [54, floor + 50],
      ],
      { colour: c.brick, gap: 9 },
    ) +
    box(x - 9, floor - 190, 18, 130, c.tableDark) +
    lump(x, floor - 270, 120, 124, { colour: c.leaf, light: '#86a35c', gap: 11, rough: 0.16, flat: 2, seed: x });
  return (
    box(-10, -10, w + 20, h + 20, '#6f7f8f') +
    grain(-10, -10, w + 20, floor, {
      gap: 16,
      wave: 4,
      colour: '#33424f',
      dark: (x, y) => 0.2 + (x - 1100) / 3600 - y / 4000,
    }) +
    [360, 1095, 1800].map(windowAt).join('') +
    box(left - 60, 380, right - left + 120, floor - 380, c.teal) +
    grain(left - 60, 380, right - left + 120, floor - 380, {
      gap: 14,
      upright: true,
      wave: 2,
      dark: (x) => (x - 1300) / 1500,
    }) +
    rim(
      [
        [left - 60, 380],
        [right + 60, 380],
        [right + 60, floor],
        [left - 60, floor],
      ],
      8,
    ) +
    box(left, 540, 980, sill - 540, lit) +
    grain(left, 540, 980, sill - 540, { gap: 15, colour: c.gold, dark: (_x, y) => 0.1 + (y - 700) / 900, wave: 3 }) +
    shelf(
      720,
      row(672, 5, (x, y, i) => batard(x, y, 170, { height: 84, cuts: 3, seed: i, gap: 9 })),
    ) +
    shelf(
      860,
      row(806, 6, (x, y, i) => boule(x, y, 72, { seed: i + 4, gap: 8 })),
    ) +
    shelf(
      1000,
      row(962, 8, (x, y, i) => roll(x, y, 50, { seed: i, seeds: i % 2 === 1, gap: 7 })),
    ) +
    [720, 1010, 1300]
      .map(
        (x) =>
          line([x, 540], [x, 610], 6, { blunt: true }) +
          ellipse(x, 632, 34, 24, c.cream) +
          rim(ring(x, 632, 34, 24), 5),
      )
      .join('') +
    frame(left, 540, 980, sill - 540) +
    box(left + 480, 540, 20, sill - 540, c.teal) +
    box(1560, 560, 260, floor - 560, '#0a4844') +
    frame(1560, 560, 260, floor - 560) +
    paint(1600, 610, 180, 330, lit, { gap: 14, colour: c.gold, dark: (_x, y) => (y - 640) / 900 }) +
    rim(points('1600 610, 1780 610, 1780 940, 1600 940'), 6) +
    ellipse(1612, 1000, 14, 14, c.gold) +
    box(left + 20, 1050, 940, 90, '#0a4844') +
    rim(
      [
        [left + 20, 1050],
        [left + 960, 1050],
        [left + 960, 1140],
        [left + 20, 1140],
      ],
      6,
    ) +
    box(left - 60, 370, right - left + 120, 40, c.cream) +
    rim(
      [
        [left - 60, 370],
        [right + 60, 370],
        [right + 60, 410],
        [left - 60, 410],
      ],
      6,
    ) +
    awning +
    stones +
    inside(
      path(
        [
          [left, floor],
          [left + 980, floor],
          [left + 1160, h],
          [left - 180, h],
        ],
        false,
      ),
      fill(
        path(
          [
            [left, floor],
            [left + 980, floor],
            [left + 1160, h],
            [left - 180, h],
          ],
          false,
        ),
        lit,
        'opacity="0.35"',
      ),
    ) +
    stroke(
      [
        [-10, floor],
        [w / 2, floor + 2],
        [w + 10, floor],
      ],
      () => 8,
    ) +
    tree(440) +
    tree(1960) +
    line([1990, 420], [2160, 420], 14, { blunt: true }) +
    line([2140, 420], [2140, 470], 8, { blunt: true }) +
    ellipse(2140, 590, 118, 118, c.cream) +
    rim(ring(2140, 590, 118, 118), 8) +
    wheat([2100, 690], [2160, 510], { size: 24 })
  );
}

const picture = (width, height, ground, draw) => ({ width, height, draw: (w, h) => print(w, h, ground, draw(w, h)) });

export const pictures = {
  loaves: picture(2400, 1350, c.wall, loaves),
  'loaves-tall': picture(1080, 1350, c.wall, tallLoaves),
  shop: picture(2400, 1350, '#6f7f8f', shop),
  oven: picture(1800, 1200, '#5e3a2a', oven),
  dough: picture(1800, 1200, c.wall, dough),
  croissants: picture(1800, 1200, c.table, croissants),
  cake: picture(1800, 1200, c.rose, cake),
  crust: picture(1200, 1200, c.wall, crust),
  rolls: picture(1200, 1200, c.wall, rolls),
  ada: picture(900, 900, c.wall, () => bust({ ground: c.wall, coat: c.cream, hair: '#3a2417', hat: true, bun: true })),
  berta: picture(900, 900, c.gold, () => bust({ ground: '#e2b25f', coat: c.berry, hair: '#8a4a22', long: true })),
  curt: picture(900, 900, c.rose, () =>
    bust({ ground: c.rose, coat: c.teal, hair: '#b9b3a8', moustache: true, bald: true }),
  ),
  dora: picture(900, 900, c.teal, () =>
    bust({ ground: '#6f9a94', coat: '#dba33a', hair: '#1f1613', curls: true, glasses: true }),
  ),
};
