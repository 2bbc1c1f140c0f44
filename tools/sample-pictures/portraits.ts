import type { Person } from './art';
import type { Palette } from './palette';
import { circle, document, label, line, path, rect, ring } from './svg';

const width = 480;
const height = 600;

/** Hair has two layers: behind the head and on it. */
const hair = {
  short: {
    back: '',
    front:
      'M150 236C144 140 200 116 244 118C300 120 342 150 332 240C322 206 306 192 286 190C244 194 196 190 178 186C162 196 156 212 150 236Z',
  },
  side: {
    back: '',
    front:
      'M148 244C138 150 190 108 254 114C316 118 346 160 332 246C326 216 318 198 300 184C262 190 226 176 206 160C196 184 160 196 148 244Z',
  },
  bob: {
    back: 'M132 350C120 160 176 106 240 106S360 160 348 350C330 376 300 366 300 366H180C180 366 150 376 132 350Z',
    front:
      'M152 262C146 160 200 128 240 128S334 160 328 262C318 214 300 196 262 178C232 206 176 196 152 262Z',
  },
  long: {
    back: 'M128 460C112 170 168 100 240 100S368 170 352 460C320 486 296 452 296 452H184C184 452 160 486 128 460Z',
    front:
      'M152 264C144 160 196 124 240 124S336 160 328 264C322 210 284 186 240 158C204 186 160 206 152 264Z',
  },
  bun: {
    back: 'M240 44A44 44 0 1 1 239 44ZM146 250C136 150 186 104 240 104S344 150 334 250Z',
    front:
      'M150 248C146 156 196 122 240 122S334 156 330 248C320 200 290 178 240 176S160 200 150 248Z',
  },
  curly: {
    back: 'M122 300C96 262 104 216 124 196C118 146 160 110 196 112C224 84 282 88 304 116C344 116 372 156 360 200C380 232 376 276 356 302Z',
    front:
      'M146 262C132 196 150 140 200 126H280C330 140 350 196 334 262C330 236 322 222 312 216C300 222 284 216 276 204C262 212 246 210 238 198C226 210 208 212 198 204C190 216 176 222 166 216C156 222 150 236 146 262Z',
  },
  bald: { back: '', front: '' },
} satisfies Record<Person['style'], { back: string; front: string }>;

const beard =
  'M158 258C156 356 204 388 240 388S324 356 322 258C316 300 300 312 276 310C254 300 226 300 204 310C180 312 164 300 158 258Z';

/** Returns a coat for people who wear one at work, and a jumper for others. */
const clothes = (palette: Palette, coat: boolean): string =>
  coat
    ? path('M40 600C46 486 120 452 188 436H292C360 452 434 486 440 600Z', `fill="#fdfdfb"`) +
      path('M196 432L240 512L284 432Z', `fill="${palette.mid}"`) +
      line('M188 436L232 540M292 436L248 540', '#d9dfe0', 5) +
      line('M240 520V600', '#d9dfe0', 4)
    : path(
        'M40 600C46 486 120 452 188 436H292C360 452 434 486 440 600Z',
        `fill="${palette.main}"`,
      ) +
      path(
        'M186 436C200 480 280 480 294 436L300 440C288 500 192 500 180 440Z',
        `fill="${palette.deep}"`,
      );

const glasses = (): string =>
  ring(202, 252, 30, '#2a2a2e', 5) +
  ring(278, 252, 30, '#2a2a2e', 5) +
  line('M232 248C236 244 244 244 248 248', '#2a2a2e', 5);

export type Portrait = {
  person: Person;
  palette: Palette;
  initials: string;
  coat: boolean;
  turn: number;
};

/** Returns a flat bust without features, and the person's initials. */
export const portrait = ({ person, palette, initials, coat, turn }: Portrait): string => {
  const style = hair[person.style];
  const grounds = [palette.light, palette.mid, palette.accent];
  const ground = grounds[turn % grounds.length] ?? palette.light;
  return document(
    width,
    height,
    rect(0, 0, width, height, ground),
    circle(240, 262, 196, '#ffffff', 'opacity=".26"'),
    ring(240, 262, 224, '#ffffff', 2, 'opacity=".5"'),
    style.back === '' ? '' : path(style.back, `fill="${person.hair}"`),
    path('M198 350H282V440C282 484 198 484 198 440Z', `fill="${person.skin}"`),
    path(
      'M198 372C214 404 266 404 282 372V402C266 426 214 426 198 402Z',
      'fill="#000000" opacity=".12"',
    ),
    clothes(palette, coat),
    `<ellipse cx="240" cy="262" rx="88" ry="116" fill="${person.skin}"/>`,
    `<ellipse cx="152" cy="268" rx="13" ry="22" fill="${person.skin}"/><ellipse cx="328" cy="268" rx="13" ry="22" fill="${person.skin}"/>`,
    person.beard === true ? path(beard, `fill="${person.hair}"`) : '',
    style.front === '' ? '' : path(style.front, `fill="${person.hair}"`),
    person.glasses === true ? glasses() : '',
    line(
      'M222 326C232 334 248 334 258 326',
      person.beard === true ? '#ffffff' : '#9c4b3c',
      5,
      'opacity=".75"',
    ),
    label({ text: initials, x: 30, y: 56, size: 24, fill: palette.deep, spacing: 0.08 }),
  );
};
