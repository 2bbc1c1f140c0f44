import { circle, document, line, path, rect } from './svg';

const ink = '#ffffff';

/** White signs on a coloured square, one for each kind of content. */
const signs: Record<string, { ground: string; sign: string }> = {
  libros: {
    ground: '#0e5a73',
    sign: line(
      'M48 30C40 22 26 22 20 26V70C26 66 40 66 48 74C56 66 70 66 76 70V26C70 22 56 22 48 30V72',
      ink,
      5,
    ),
  },
  cursos: {
    ground: '#2f6b4a',
    sign:
      rect(18, 24, 60, 40, 'none', `stroke="${ink}" stroke-width="5" rx="5"`) +
      path('M42 34L58 44L42 54Z', `fill="${ink}"`) +
      line('M34 76H62', ink, 5),
  },
  masters: {
    ground: '#331b42',
    sign:
      path('M48 20L84 38L48 56L12 38Z', `fill="${ink}"`) +
      line('M28 48V64C38 74 58 74 68 64V48M80 40V62', ink, 5),
  },
  series: {
    ground: '#6a3d7c',
    sign:
      rect(18, 30, 60, 44, 'none', `stroke="${ink}" stroke-width="5" rx="5"`) +
      line('M30 18L40 30M48 18L58 30', ink, 5) +
      circle(48, 52, 9, ink),
  },
  directos: {
    ground: '#d2603f',
    sign:
      circle(48, 48, 10, ink) +
      line(
        'M30 30A26 26 0 0 0 30 66M66 30A26 26 0 0 1 66 66M20 20A40 40 0 0 0 20 76M76 20A40 40 0 0 1 76 76',
        ink,
        5,
      ),
  },
  canales: {
    ground: '#143425',
    sign: line('M20 40L48 20L76 40M24 76H72M30 44V70M48 44V70M66 44V70', ink, 5),
  },
};

export const icons: { name: string; svg: string }[] = Object.entries(signs).map(
  ([name, { ground, sign }]) => ({
    name,
    svg: document(96, 96, rect(0, 0, 96, 96, ground, 'rx="22"'), sign),
  }),
);
