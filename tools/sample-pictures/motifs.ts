import { between, type Random } from './random';
import { angles, circle, line, path, range, rect, ring, round } from './svg';

/** The colours of a motif. */
export type Ink = { strong: string; soft: string; accent: string };

type Motif = (ink: Ink, random: Random) => string;

const point = (angle: number, radius: number, x = 200, y = 200): [number, number] => [
  round(x + Math.cos(angle) * radius),
  round(y + Math.sin(angle) * radius),
];

const polygon = (points: [number, number][]): string =>
  `M${points.map((p) => p.join(' ')).join('L')}Z`;

const leaf = (x: number, y: number, length: number, turn: number): string =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C${length * 0.3} ${-length * 0.42} ${length * 0.8} ${-length * 0.36} ${length} 0C${length * 0.8} ${length * 0.36} ${length * 0.3} ${length * 0.42} 0 0Z"`;

/** All motifs are drawn on a board of 400 by 400. */
const drawings = {
  pulse: ({ strong, soft, accent }) =>
    range(9)
      .map((n) => line(`M0 ${n * 50}H400M${n * 50} 0V400`, soft, 1, 'opacity=".35"'))
      .join('') +
    line(
      'M-20 210H70L92 188L112 210H150L168 236L192 70L222 322L242 210H282L304 178L330 210H420',
      strong,
      11,
    ) +
    circle(192, 70, 17, accent),

  fan: ({ strong, soft, accent }, random) =>
    path('M160 40H240L390 330A260 260 0 0 1 10 330Z', `fill="${soft}" opacity=".28"`) +
    range(7)
      .map((n) => {
        const radius = 90 + n * 42;
        const half = 0.5 + n * 0.012;
        const [x1, y1] = point(Math.PI / 2 + half, radius, 200, -15);
        const [x2, y2] = point(Math.PI / 2 - half, radius, 200, -15);
        return line(
          `M${x1} ${y1}A${radius} ${radius} 0 0 0 ${x2} ${y2}`,
          strong,
          n % 3 === 1 ? 9 : 4,
          `opacity="${n % 3 === 1 ? 0.95 : 0.5}"`,
        );
      })
      .join('') +
    range(46)
      .map(() => {
        const [x, y] = point(
          Math.PI / 2 + between(random, -0.48, 0.48),
          between(random, 110, 345),
          200,
          -15,
        );
        return circle(x, y, between(random, 1.5, 4), strong, 'opacity=".55"');
      })
      .join('') +
    circle(238, 214, 26, accent),

  clock: ({ strong, soft, accent }) =>
    circle(200, 200, 168, soft, 'opacity=".25"') +
    ring(200, 200, 168, strong, 10) +
    angles(24)
      .map((angle, n) => {
        const [x1, y1] = point(angle, n % 6 === 0 ? 122 : 138);
        const [x2, y2] = point(angle, 150);
        return line(`M${x1} ${y1}L${x2} ${y2}`, strong, n % 6 === 0 ? 9 : 4);
      })
      .join('') +
    line('M200 200V104', strong, 12) +
    line('M200 200L262 236', accent, 12) +
    circle(200, 200, 15, accent),

  waves: ({ strong, soft, accent }) =>
    range(8)
      .map((n) =>
        line(
          `M-20 ${70 + n * 38}C60 ${20 + n * 38 + n * 6} 120 ${130 + n * 38 - n * 8} 200 ${70 + n * 38}S340 ${10 + n * 38 + n * 4} 420 ${70 + n * 38}`,
          n === 3 ? accent : n % 2 === 0 ? strong : soft,
          n === 3 ? 12 : 6,
          `opacity="${n === 3 ? 1 : 0.75}"`,
        ),
      )
      .join(''),

  ripples: ({ strong, soft, accent }) =>
    range(6)
      .map((n) =>
        ring(
          170,
          220,
          34 + n * 38,
          n % 2 === 0 ? strong : soft,
          round(12 - n * 1.6),
          `opacity="${round(1 - n * 0.12)}"`,
        ),
      )
      .join('') + circle(170, 220, 20, accent),

  dots: ({ strong, soft, accent }, random) =>
    range(81)
      .map((n) => {
        const x = 40 + (n % 9) * 40;
        const y = 40 + Math.floor(n / 9) * 40;
        const near = Math.hypot(x - 250, y - 160) < 95;
        const lit = near && random() > 0.3;
        return circle(
          x,
          y,
          lit ? 14 : between(random, 4, 9),
          lit ? accent : random() > 0.5 ? strong : soft,
        );
      })
      .join(''),

  bonds: ({ strong, soft, accent }) =>
    circle(150, 165, 118, strong, 'opacity=".9"') +
    circle(258, 238, 118, soft, 'opacity=".7"') +
    path('M258 120A118 118 0 0 1 150 283A118 118 0 0 1 258 120Z', `fill="${accent}" opacity=".92"`),

  maze: ({ strong, accent }) =>
    [168, 136, 104, 72, 40]
      .map((radius, n) => {
        const start = n * 1.35 + 0.3;
        const [x1, y1] = point(start, radius);
        const [x2, y2] = point(start + Math.PI * 2 - 0.55, radius);
        const [x3, y3] = point(start + Math.PI * 2 - 0.55, radius - 32);
        return line(
          `M${x1} ${y1}A${radius} ${radius} 0 1 1 ${x2} ${y2}${n < 4 ? `L${x3} ${y3}` : ''}`,
          strong,
          13,
        );
      })
      .join('') + circle(200, 200, 14, accent),

  houses: ({ strong, soft, accent }) =>
    line('M40 210L200 60L360 210V350H40Z', strong, 13) +
    line('M100 230L200 136L300 230V350H100Z', soft, 11) +
    path('M150 350V262L200 214L250 262V350Z', `fill="${accent}"`),

  sprout: ({ strong, soft, accent }) =>
    path('M60 330A140 60 0 0 1 340 330Z', `fill="${soft}" opacity=".6"`) +
    line('M200 330C200 260 196 200 206 130', strong, 12) +
    `${leaf(200, 236, 130, -34)} fill="${strong}"/>${leaf(202, 206, 120, 208)} fill="${soft}"/>` +
    circle(208, 96, 34, accent),

  cat: ({ strong, soft, accent }) =>
    path(
      'M72 330V120C72 96 98 88 112 108L152 160H248L288 108C302 88 328 96 328 120V330C328 372 72 372 72 330Z',
      `fill="${strong}"`,
    ) +
    path('M120 240A30 36 0 0 1 180 240A30 36 0 0 1 120 240Z', `fill="${accent}"`) +
    path('M220 240A30 36 0 0 1 280 240A30 36 0 0 1 220 240Z', `fill="${accent}"`) +
    rect(145, 212, 10, 56, '#00000066', 'rx="5"') +
    rect(245, 212, 10, 56, '#00000066', 'rx="5"') +
    path('M188 288H212L200 302Z', `fill="${soft}"`) +
    line('M40 280L108 290M40 322L108 312M360 280L292 290M360 322L292 312', soft, 5),

  stitches: ({ strong, soft, accent }) => {
    const spot = (t: number): [number, number] => [
      40 + t * 320,
      200 + Math.sin(t * Math.PI * 1.9 + 0.5) * 92,
    ];
    const seam = range(41).map((n) =>
      spot(n / 40)
        .map(round)
        .join(' '),
    );
    const stitch = (t: number, colour: string): string => {
      const [x, y] = spot(t);
      const [ahead, level] = spot(t + 0.01);
      const slope = Math.atan2(level - y, ahead - x) + Math.PI / 2;
      const [x1, y1] = point(slope, 34, x, y);
      const [x2, y2] = point(slope, -34, x, y);
      return (
        line(`M${x1} ${y1}L${x2} ${y2}`, colour, 11) +
        circle(x1, y1, 8, colour) +
        circle(x2, y2, 8, colour)
      );
    };
    return (
      line(`M${seam.join('L')}`, soft, 20, 'opacity=".6"') +
      range(8)
        .map((n) => stitch((n + 0.5) / 8, n === 5 ? accent : strong))
        .join('')
    );
  },

  paw: ({ strong, soft, accent }) =>
    circle(200, 205, 172, soft, 'opacity=".3"') +
    path(
      'M200 190C260 190 300 262 284 304C266 344 226 318 200 318S134 344 116 304C100 262 140 190 200 190Z',
      `fill="${strong}"`,
    ) +
    [
      [98, 182, -24],
      [162, 116, -8],
      [238, 116, 8],
      [302, 182, 24],
    ]
      .map(
        ([x, y, turn], n) =>
          `<ellipse cx="${x}" cy="${y}" rx="30" ry="42" fill="${n === 2 ? accent : strong}" transform="rotate(${turn} ${x} ${y})"/>`,
      )
      .join(''),

  globe: ({ strong, soft, accent }, random) =>
    circle(200, 200, 165, soft, 'opacity=".3"') +
    ring(200, 200, 165, strong, 9) +
    [60, 118]
      .map(
        (rx) =>
          `<ellipse cx="200" cy="200" rx="${rx}" ry="165" fill="none" stroke="${strong}" stroke-width="5" opacity=".7"/>`,
      )
      .join('') +
    line('M35 200H365M62 110H338M62 290H338', strong, 5, 'opacity=".7"') +
    range(9)
      .map((n) => {
        const [x, y] = point(between(random, 0, 6.28), between(random, 20, 140));
        return circle(x, y, n % 3 === 0 ? 16 : 9, accent);
      })
      .join(''),

  curves: ({ strong, soft, accent }) =>
    line(
      'M20 120C60 120 60 40 100 40S130 120 160 120S200 40 240 40S270 120 300 120S340 60 380 60',
      strong,
      9,
    ) +
    line(
      'M20 220H60V170H110V265C140 250 150 222 170 220H200V170H250V265C280 250 290 222 380 220',
      accent,
      9,
    ) +
    line('M20 350C80 350 90 290 130 290S170 350 200 350S250 290 290 290S330 350 380 350', soft, 9),

  speech: ({ strong, soft, accent }) =>
    path(
      'M180 150H346A34 34 0 0 1 380 184V276A34 34 0 0 1 346 310H336V362L280 310H180A34 34 0 0 1 146 276V184A34 34 0 0 1 180 150Z',
      `fill="${soft}" opacity=".85"`,
    ) +
    path(
      'M54 54H266A34 34 0 0 1 300 88V196A34 34 0 0 1 266 230H150L92 286V230H54A34 34 0 0 1 20 196V88A34 34 0 0 1 54 54Z',
      `fill="${strong}"`,
    ) +
    [100, 160, 220].map((x) => circle(x, 142, 16, accent)).join(''),

  embrace: ({ strong, soft, accent }) =>
    line('M70 330A150 150 0 1 1 330 330', strong, 26) +
    line('M126 330A96 96 0 1 1 274 330', soft, 22) +
    circle(200, 264, 44, accent),

  lotus: ({ strong, soft, accent }) =>
    [-64, -38, -14, 14, 38, 64]
      .map(
        (turn, n) =>
          `<ellipse cx="200" cy="180" rx="36" ry="118" transform="rotate(${turn} 200 300)" fill="${n % 2 === 0 ? strong : soft}" opacity=".78"/>`,
      )
      .join('') +
    circle(200, 96, 30, accent) +
    line('M60 336H340', strong, 9),

  hexagons: ({ strong, soft, accent }, random) =>
    range(23)
      .map((n) => {
        const row = Math.floor(n / 5);
        const x = 42 + (n % 5) * 78 + (row % 2) * 39;
        const y = 56 + row * 68;
        const hexagon = polygon(
          range(6).map((side) => point((side / 6) * Math.PI * 2 + Math.PI / 6, 37, x, y)),
        );
        const lit = n === 7 || n === 13;
        return path(
          hexagon,
          `fill="${lit ? accent : random() > 0.5 ? strong : soft}" opacity="${lit ? 1 : round(between(random, 0.35, 0.95))}"`,
        );
      })
      .join(''),

  moon: ({ strong, soft, accent }) =>
    path('M250 50A160 160 0 1 0 350 262A128 128 0 0 1 250 50Z', `fill="${strong}"`) +
    [
      [300, 110, 13],
      [352, 170, 8],
      [268, 190, 9],
      [330, 60, 7],
    ]
      .map(([x = 0, y = 0, r = 0], n) => circle(x, y, r, n === 0 ? accent : soft))
      .join(''),

  bowl: ({ strong, soft, accent }) =>
    path('M50 210H350C350 300 290 350 200 350S50 300 50 210Z', `fill="${strong}"`) +
    [110, 160, 210, 260, 300]
      .map((x, n) => circle(x, 186 - (n % 2) * 34, 30, n === 2 ? accent : soft))
      .join('') +
    rect(40, 200, 320, 18, strong, 'rx="9"'),

  horseshoe: ({ strong, soft, accent }) =>
    line('M110 340C40 240 50 60 200 60S360 240 290 340', strong, 54) +
    [
      [86, 236],
      [84, 170],
      [122, 108],
      [278, 108],
      [316, 170],
      [314, 236],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 9, soft))
      .join('') +
    circle(200, 230, 30, accent),

  bars: ({ strong, soft, accent }) =>
    [120, 190, 150, 250, 300]
      .map((height, n) =>
        rect(
          40 + n * 68,
          350 - height,
          46,
          height,
          n === 4 ? accent : n % 2 === 0 ? strong : soft,
          'rx="8"',
        ),
      )
      .join('') + line('M62 200L130 140L198 172L266 78L336 34', strong, 7, 'opacity=".6"'),

  spiral: ({ strong, soft, accent }) => {
    const curve = range(70)
      .map((n) => point(n * 0.22, 14 + n * 2.45).join(' '))
      .join('L');
    return (
      circle(200, 200, 176, soft, 'opacity=".25"') +
      line(`M${curve}`, strong, 22) +
      circle(200, 200, 22, accent)
    );
  },

  tooth: ({ strong, soft, accent }) =>
    path(
      'M200 92C150 50 70 66 70 150C70 220 104 236 112 300C118 352 156 356 164 300C170 256 182 242 200 242S230 256 236 300C244 356 282 352 288 300C296 236 330 220 330 150C330 66 250 50 200 92Z',
      `fill="${strong}"`,
    ) +
    line('M110 140C114 110 140 100 160 108', soft, 13) +
    circle(286, 118, 26, accent),

  screen: ({ strong, soft, accent }) =>
    rect(110, 36, 180, 330, strong, 'rx="28"') +
    rect(128, 76, 144, 240, soft, 'rx="10" opacity=".85"') +
    line('M200 156V236M160 196H240', accent, 20),

  gift: ({ strong, soft, accent }) =>
    rect(60, 170, 280, 180, strong, 'rx="14"') +
    rect(40, 120, 320, 66, soft, 'rx="14"') +
    rect(176, 120, 48, 230, accent) +
    line(
      'M200 118C150 40 90 60 110 104C116 118 160 120 200 118C250 40 310 60 290 104C284 118 240 120 200 118',
      accent,
      16,
    ),

  mountain: ({ strong, soft, accent }) =>
    circle(286, 104, 42, accent) +
    path('M10 350L150 110L240 262L286 196L390 350Z', `fill="${strong}"`) +
    path('M150 110L196 188L158 176L132 196L110 178Z', `fill="${soft}"`),

  network: ({ strong, soft, accent }, random) => {
    const nodes = angles(11).map((angle) => point(angle, between(random, 70, 172)));
    const edges = nodes.flatMap(([x1, y1], a) =>
      nodes
        .slice(a + 1)
        .filter((_, gap) => gap < 3)
        .map(([x2, y2]) => line(`M${x1} ${y1}L${x2} ${y2}`, soft, 4, 'opacity=".7"')),
    );
    return (
      edges.join('') +
      nodes
        .map(([x, y], n) => circle(x, y, n % 4 === 0 ? 24 : 13, n % 4 === 0 ? accent : strong))
        .join('')
    );
  },

  heart: ({ strong, accent }) =>
    path(
      'M200 350C60 250 30 180 50 120C72 60 160 52 200 124C240 52 328 60 350 120C370 180 340 250 200 350Z',
      `fill="${strong}"`,
    ) + line('M70 210H140L162 178L190 252L216 150L240 210H330', accent, 12),

  valve: ({ strong, soft, accent }) =>
    ring(200, 200, 166, strong, 14) +
    angles(3)
      .map((angle, n) => {
        const [x1, y1] = point(angle - 0.9, 146);
        const [x2, y2] = point(angle + 0.9, 146);
        const [tipX, tipY] = point(angle, 26);
        const leaflet = `M${x1} ${y1}Q${tipX} ${tipY} ${tipX} ${tipY}Q${tipX} ${tipY} ${x2} ${y2}A146 146 0 0 0 ${x1} ${y1}Z`;
        return path(leaflet, `fill="${n === 1 ? accent : n === 0 ? strong : soft}" opacity=".9"`);
      })
      .join('') +
    circle(200, 200, 12, accent),

  steps: ({ strong, soft, accent }) =>
    range(5)
      .map((n) =>
        rect(30 + n * 70, 300 - n * 58, 340 - n * 70, 58, n % 2 === 0 ? strong : soft, 'rx="4"'),
      )
      .join('') + circle(344, 32, 26, accent),

  scales: ({ strong, soft, accent }) =>
    line('M200 70V340M120 344H280', strong, 14) +
    line('M70 120L330 92', strong, 14) +
    path('M20 240H120A50 50 0 0 1 20 240Z', `fill="${soft}"`) +
    path('M280 212H380A50 50 0 0 1 280 212Z', `fill="${accent}"`) +
    line('M70 120L28 240M70 120L112 240M330 92L288 212M330 92L372 212', strong, 5),

  eye: ({ strong, soft, accent }) =>
    path(
      'M20 200C90 80 310 80 380 200C310 320 90 320 20 200Z',
      `fill="${soft}" opacity=".5" stroke="${strong}" stroke-width="12"`,
    ) +
    circle(200, 200, 76, strong) +
    circle(200, 200, 34, accent) +
    circle(228, 172, 12, soft),
} satisfies Record<string, Motif>;

export type MotifName = keyof typeof drawings;

export const motif = (name: MotifName, ink: Ink, random: Random): string =>
  drawings[name](ink, random);
