/** The colours of a business line, from darkest to lightest, and an accent. */
export type Palette = {
  deep: string;
  main: string;
  mid: string;
  light: string;
  paper: string;
  accent: string;
};

const palettes = {
  medicina: {
    deep: '#0a3344',
    main: '#0e5a73',
    mid: '#3a97ae',
    light: '#bfe1e8',
    paper: '#f2f9fa',
    accent: '#f27f63',
  },
  psicologia: {
    deep: '#331b42',
    main: '#6a3d7c',
    mid: '#a077b4',
    light: '#e2d2ea',
    paper: '#faf6fb',
    accent: '#f3b64b',
  },
  veterinaria: {
    deep: '#143425',
    main: '#2f6b4a',
    mid: '#6aa883',
    light: '#cde6d4',
    paper: '#f4f9f3',
    accent: '#ea9344',
  },
} satisfies Record<string, Palette>;

const isKnown = (vertical: string | undefined): vertical is keyof typeof palettes =>
  vertical !== undefined && vertical in palettes;

/** Returns the palette of a vertical. Verticals without one use that of medicine. */
export const paletteOf = (vertical: string | undefined): Palette =>
  palettes[isKnown(vertical) ? vertical : 'medicina'];
