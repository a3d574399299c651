// The people of the bakery, as far as the shoulders.
import {
  colours as c,
  ellipse,
  fill,
  grain,
  inside,
  line,
  lump,
  paint,
  path,
  points,
  rim,
  ring,
  stroke,
} from './print.mjs';

export function bust({ ground, coat, hair, hat, bun, long, moustache, bald, curls, glasses }) {
  const shoulders = points('110 920, 130 800, 250 715, 390 680, 450 690, 510 680, 650 715, 770 800, 790 920');
  const body = path(shoulders);
  const strand = { colour: hair, light: hair, gap: 11, dark: 0.66, rough: 0.05, flat: 2 };
  const behind = [
    long && lump(450, 500, 235, 300, { ...strand, ribs: 0, bow: 0.3 }),
    curls &&
      Array.from({ length: 16 }, (_, i) =>
        lump(
          450 + 205 * Math.cos((Math.PI * (i - 0.5)) / 14 + Math.PI),
          400 + 200 * Math.sin((Math.PI * (i - 0.5)) / 14 + Math.PI) + 40,
          82,
          78,
          { ...strand, gap: 8, seed: i, bow: 0.5 },
        ),
      ).join(''),
    bun && lump(560, 300, 110, 96, { ...strand, seed: 3 }),
  ];
  const fringe = {
    hat: path(points('258 420, 290 330, 450 300, 610 330, 642 420, 600 372, 450 352, 300 372')),
    long: path(points('252 470, 280 290, 450 215, 630 290, 650 480, 600 390, 520 330, 420 320, 320 380')),
    bald: path(points('246 470, 262 380, 300 400, 290 480')),
    curls: path(points('262 400, 320 270, 450 230, 580 270, 640 400, 560 330, 450 310, 340 330')),
  };
  const crown = fringe[hat ? 'hat' : bald ? 'bald' : curls ? 'curls' : 'long'];
  const other = bald ? path(points('654 470, 638 380, 600 400, 610 480')) : '';
  const dressHair = (d) =>
    fill(d, hair) +
    inside(d, grain(230, 200, 440, 300, { gap: 10, upright: true, dark: (x) => 0.25 + (x - 450) / 700, wave: 12 }));
  const eye = (x) =>
    ellipse(x, 470, 13, 17, c.ink) +
    ellipse(x - 4, 463, 4, 5, c.cream) +
    line([x - 34, 424], [x + 34, 424], 11, { bend: -0.16, colour: bald ? '#8c867c' : c.ink });
  const mouth = moustache
    ? fill(
        path(
          points(
            '450 560, 400 548, 335 590, 322 560, 300 600, 370 632, 450 596, 530 632, 600 600, 578 560, 565 590, 500 548',
          ),
        ),
        hair,
      ) +
      rim(
        points(
          '450 560, 400 548, 335 590, 322 560, 300 600, 370 632, 450 596, 530 632, 600 600, 578 560, 565 590, 500 548',
        ),
        5,
      )
    : line([392, 586], [508, 586], 11, { bend: 0.2 }) + line([430, 622], [472, 622], 6, { bend: 0.1 });
  const ring3 = (x) => stroke([...ring(x, 470, 62, 56), ring(x, 470, 62, 56)[0]], () => 9);
  return (
    paint(-10, -10, 920, 920, ground, {
      gap: 17,
      upright: true,
      wave: 5,
      dark: (x, y) => (x - 480) / 1500 + y / 9000,
    }) +
    behind.filter(Boolean).join('') +
    fill(body, coat) +
    inside(
      body,
      grain(100, 670, 700, 260, { gap: 14, upright: true, wave: 6, dark: (x, y) => (x - 430) / 620 + (y - 860) / 700 }),
    ) +
    fill(path(points('372 600, 528 600, 540 720, 450 790, 360 720')), c.skin) +
    inside(
      path(points('372 600, 528 600, 540 720, 450 790, 360 720')),
      grain(350, 600, 200, 190, { gap: 10, wave: 2, dark: (x, y) => 0.75 - (y - 640) / 190 + (x - 450) / 400 }),
    ) +
    stroke(points('350 690, 450 800, 550 690'), () => 8) +
    stroke(
      [
        [450, 800],
        [450, 920],
      ],
      () => 6,
    ) +
    ellipse(450, 850, 10, 10, c.ink) +
    rim(shoulders, 8) +
    [250, 650]
      .map((x) => lump(x, 500, 34, 54, { colour: c.skin, light: c.skin, gap: 9, rough: 0, flat: 2, dark: 0.5 }))
      .join('') +
    lump(450, 470, 200, 236, {
      colour: c.skin,
      light: '#efcba6',
      gap: 12,
      rough: 0.01,
      flat: 2,
      dark: 0.3,
      depth: 0.62,
      ribs: 0.35,
      bow: 0.4,
      lamp: [-0.8, -0.3, 0.5],
    }) +
    ellipse(344, 540, 40, 28, '#d98a6a') +
    ellipse(556, 540, 40, 28, '#d98a6a') +
    eye(372) +
    eye(528) +
    line([450, 470], [436, 540], 8, { bend: -0.1 }) +
    line([434, 541], [468, 543], 8, { bend: 0.2 }) +
    mouth +
    dressHair(crown) +
    (other && dressHair(other)) +
    (glasses ? ring3(372) + ring3(528) + line([434, 462], [466, 462], 9, { bend: -0.2, blunt: true }) : '') +
    (hat
      ? lump(330, 190, 130, 120, { colour: c.cream, light: '#ffffff', gap: 13, dark: 0.36, seed: 2 }) +
        lump(570, 190, 130, 120, { colour: c.cream, light: '#ffffff', gap: 13, dark: 0.42, seed: 4 }) +
        lump(450, 150, 150, 130, { colour: c.cream, light: '#ffffff', gap: 13, dark: 0.34, seed: 6 }) +
        fill(path(points('270 230, 450 200, 630 230, 632 350, 450 322, 268 350'), false), c.cream) +
        inside(
          path(points('270 230, 450 200, 630 230, 632 350, 450 322, 268 350'), false),
          grain(260, 190, 380, 170, { gap: 15, upright: true, wave: 2, dark: (x) => (x - 440) / 420 }),
        ) +
        rim(points('270 230, 450 200, 630 230, 632 350, 450 322, 268 350'), 7)
      : '')
  );
}
