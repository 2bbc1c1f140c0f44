import type { Column, Columns } from './edit';
import { parseRequestedColumns, parsePastedHeadings } from './headings';

const column = (name: string, en: string, es: string): Column => ({
  name,
  label: { en, es },
  kind: 'text',
  isLocalized: true,
  choices: [],
  timeZone: null,
  target: null,
  isMany: false,
});

const columns: Columns = {
  type: 'type',
  columns: [
    column('title', 'Title', 'Título'),
    column('start', 'Start (Europe/Madrid)', 'Inicio (Europe/Madrid)'),
  ],
  locales: ['es', 'en', 'pt-BR'],
};

const names: Readonly<Record<string, string>> = {
  es: 'español',
  en: 'inglés',
  'pt-BR': 'portugués (Brasil)',
};

const headingOf = (heading: string, locale: string | null = 'es', givenColumns = columns) =>
  parsePastedHeadings([['SKU', heading]], givenColumns, locale, (code) => names[code] ?? code)
    .headings[1];

describe('parsePastedHeadings', () => {
  it.each([
    ['Title', 'title', 'es'],
    ['Título (pt-BR)', 'title', 'pt-BR'],
    ['título [PT_br]', 'title', 'pt-BR'],
    ['title (en)', 'title', 'en'],
    ['Título (portugués (Brasil))', 'title', 'pt-BR'],
    ['Título (Inglés)', 'title', 'en'],
    ['Start (Europe/Madrid)', 'start', 'es'],
    ['Start (Europe/Madrid) (pt-br)', 'start', 'pt-BR'],
    ['start(en)', 'start', 'en'],
  ])('%s – is %s in %s', (heading, name, locale) => {
    expect(headingOf(heading)).toEqual({ name, locale });
  });

  it.each(['Title (pt)', 'Title (fr)', 'Title (pt-PT)', 'Título (francés)', 'Author'])(
    '%s – is not a column',
    (heading) => {
      expect(headingOf(heading)).toBe('none');
    },
  );

  it('first row with unknown locales only – is a heading row', () => {
    const rows = [
      ['SKU', 'Title (fr)'],
      ['A-1', 'Titre'],
    ];
    expect(parsePastedHeadings(rows, columns, 'es', (code) => code)).toEqual({
      headings: ['key', 'none'],
      hasNames: true,
    });
  });

  it('type without locales – returns columns without a locale', () => {
    expect(headingOf('Title', null, { ...columns, locales: [] })).toEqual({
      name: 'title',
      locale: null,
    });
  });
});

describe('parseRequestedColumns', () => {
  it('other spelling of a locale – returns the locale', () => {
    expect(parseRequestedColumns('title:pt_br,title:', columns)).toEqual([
      { name: 'title', locale: 'pt-BR' },
      { name: 'title', locale: 'es' },
    ]);
  });
});
