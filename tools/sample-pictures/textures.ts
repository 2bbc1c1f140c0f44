import { between, type Random } from './random';
import { circle, line, range, ring, round } from './svg';

type Canvas = { width: number; height: number; ink: string; random: Random };
type Texture = (canvas: Canvas) => string;

const clamp = (value: number): number => Math.max(0.04, Math.min(0.3, value));

/** Quiet textures for backgrounds, at low opacity. */
const drawings = {
  ondas: ({ width, height, ink }) =>
    range(14)
      .map((n) => {
        const y = (n / 13) * height * 1.1;
        const swing = height * 0.09 * (1 + (n % 3) * 0.4);
        return line(
          `M-20 ${round(y)}C${round(width * 0.2)} ${round(y - swing)} ${round(width * 0.35)} ${round(y + swing)} ${round(width * 0.55)} ${round(y)}S${round(width * 0.85)} ${round(y - swing)} ${width + 20} ${round(y)}`,
          ink,
          2 + (n % 3),
          `opacity="${round(0.16 + (n % 4) * 0.05)}"`,
        );
      })
      .join(''),

  pulso: ({ width, height, ink }) =>
    range(Math.ceil(width / 40))
      .map((n) => line(`M${n * 40} 0V${height}`, ink, 1, 'opacity=".1"'))
      .join('') +
    range(Math.ceil(height / 40))
      .map((n) => line(`M0 ${n * 40}H${width}`, ink, 1, 'opacity=".1"'))
      .join('') +
    range(3)
      .map((n) => {
        const y = height * (0.3 + n * 0.22);
        const beats = range(Math.ceil(width / 320) + 1).map((beat) => {
          const x = beat * 320 - n * 110 - 60;
          return `L${x + 90} ${y}l16 -14l16 14h26l12 18l18 -${round(height * 0.17)}l22 ${round(height * 0.26)}l16 -${round(height * 0.09 + 18)}h30l18 -22l20 22`;
        });
        return line(
          `M-60 ${y}${beats.join('')}H${width + 20}`,
          ink,
          5 - n,
          `opacity="${round(0.5 - n * 0.14)}"`,
        );
      })
      .join(''),

  puntos: ({ width, height, ink, random }) =>
    range(Math.ceil(width / 34) * Math.ceil(height / 34))
      .map((n) => {
        const columns = Math.ceil(width / 34);
        const x = 17 + (n % columns) * 34;
        const y = 17 + Math.floor(n / columns) * 34;
        const wave = Math.sin(x / 170) * Math.cos(y / 120);
        return circle(
          x,
          y,
          2.5 + (wave + 1) * 4.5,
          ink,
          `opacity="${round(clamp(0.12 + random() * 0.16))}"`,
        );
      })
      .join(''),

  circulos: ({ width, height, ink, random }) =>
    range(16)
      .map(() => {
        const radius = between(random, height * 0.08, height * 0.38);
        const x = between(random, 0, width);
        const y = between(random, 0, height);
        return (
          circle(x, y, radius, ink, 'opacity=".09"') +
          ring(x, y, radius * 1.18, ink, 2, 'opacity=".22"')
        );
      })
      .join(''),

  laberinto: ({ width, height, ink, random }) =>
    range(Math.ceil(width / 56) * Math.ceil(height / 56))
      .map((n) => {
        const columns = Math.ceil(width / 56);
        const x = (n % columns) * 56;
        const y = Math.floor(n / columns) * 56;
        // Truchet tiles: two arcs a tile, turned at random, join into endless paths.
        const arcs =
          random() > 0.5
            ? `M${x + 28} ${y}A28 28 0 0 1 ${x} ${y + 28}M${x + 56} ${y + 28}A28 28 0 0 0 ${x + 28} ${y + 56}`
            : `M${x + 28} ${y}A28 28 0 0 0 ${x + 56} ${y + 28}M${x} ${y + 28}A28 28 0 0 1 ${x + 28} ${y + 56}`;
        return line(arcs, ink, 6, 'opacity=".2"');
      })
      .join(''),

  hojas: ({ width, height, ink, random }) =>
    range(26)
      .map(() => {
        const x = between(random, 0, width);
        const y = between(random, 0, height);
        const size = between(random, 50, 130);
        return `<path transform="translate(${round(x)} ${round(y)}) rotate(${round(between(random, 0, 360))})" d="M0 0C${round(size * 0.3)} ${round(-size * 0.42)} ${round(size * 0.8)} ${round(-size * 0.36)} ${round(size)} 0C${round(size * 0.8)} ${round(size * 0.36)} ${round(size * 0.3)} ${round(size * 0.42)} 0 0ZM0 0H${round(size * 0.8)}" fill="${ink}" fill-opacity=".1" stroke="${ink}" stroke-opacity=".28" stroke-width="2"/>`;
      })
      .join(''),

  huellas: ({ width, height, ink, random }) =>
    range(11)
      .map((n) => {
        const x = (n + 0.4) * (width / 11);
        const y = height * 0.5 + Math.sin(n * 0.8) * height * 0.26 + (n % 2) * 60 - 30;
        const turn = round(between(random, 60, 110));
        const toes = [-26, -9, 9, 26]
          .map((dx, toe) => circle(dx, toe % 3 === 0 ? -16 : -30, 9, ink))
          .join('');
        return `<g transform="translate(${round(x)} ${round(y)}) rotate(${turn}) scale(1.15)" opacity=".24"><ellipse cx="0" cy="8" rx="22" ry="18" fill="${ink}"/>${toes}</g>`;
      })
      .join(''),
} satisfies Record<string, Texture>;

export type TextureName = keyof typeof drawings;

export const isTexture = (name: string): name is TextureName => name in drawings;

export const texture = (name: TextureName, canvas: Canvas): string => drawings[name](canvas);
