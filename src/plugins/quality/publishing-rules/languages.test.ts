import type { Layout } from '#feature/layout';
import type { Entry, SourceVersion } from '#feature/publishing-rules';
import { findLanguagePlaces } from './languages';
import { type AttributeShape, createFieldLookup } from './models';

const localized = { pluginOptions: { i18n: { localized: true } } };

const models: Readonly<Record<string, Readonly<Record<string, AttributeShape>>>> = {
  course: {
    title: { type: 'string', ...localized },
    slug: { type: 'string', regex: '^[a-z]+$', ...localized },
    presentation: { type: 'richtext', ...localized },
    contract: { type: 'text', ...localized },
    shared: { type: 'text' },
    teacher: { type: 'string', ...localized },
    payID: { type: 'string', ...localized },
    label: { type: 'string', ...localized },
    tuitionPrice: { type: 'decimal', customField: 'price', ...localized },
    isSoon: { type: 'boolean', ...localized },
    kind: { type: 'enumeration', ...localized },
    onSaleAgainAt: { type: 'datetime', ...localized },
    book: { type: 'component', component: 'book', ...localized },
    lines: { type: 'relation', relation: 'manyToMany' },
    cards: { type: 'component', component: 'card', repeatable: true, ...localized },
    seo: { type: 'component', component: 'seo', ...localized },
  },
  card: { text: { type: 'text' }, link: { type: 'string', customField: 'link' } },
  seo: { title: { type: 'string' } },
  book: {
    ISBN: { type: 'string', regex: '^[0-9]+$' },
    pages: { type: 'integer' },
    synopsis: { type: 'text' },
  },
};

const label = { en: 'Label', es: 'Etiqueta' };
const rowsOf = (...names: readonly string[]) => names.map((name) => ({ [name]: { label } }));

const layouts: readonly Layout[] = [
  {
    uid: 'course',
    title: 'title',
    rows: [
      ...rowsOf('title', 'slug', 'presentation', 'contract', 'shared', 'tuitionPrice', 'isSoon'),
      ...rowsOf('lines', 'cards', 'seo', 'onSaleAgainAt', 'book'),
      { teacher: { label, sameText: 'name' }, payID: { label, sameText: 'code' } },
      { kind: { label, choices: { short: { en: 'Short course', es: 'Curso corto' } } } },
    ],
  },
  { uid: 'card', title: 'text', rows: rowsOf('text', 'link') },
  { uid: 'seo', title: 'title', rows: rowsOf('title') },
  { uid: 'book', title: 'ISBN', rows: rowsOf('ISBN', 'pages', 'synopsis') },
];

const course = { uid: 'course', title: 'title', shapes: (uid: string) => models[uid] };

const PRESENTATION = 'Este curso explica la anatomía.';

const findPlaces = (entry: Entry, content: Entry, isTranslationPublished = false) => {
  const source: SourceVersion = { locale: 'es', content, isTranslationPublished };
  return findLanguagePlaces({ ...course, fieldOf: createFieldLookup(layouts) }, entry, { source });
};

const listPlaces = (...parameters: Parameters<typeof findPlaces>): string[] =>
  findPlaces(...parameters).map(
    ({ code, severity, path }) => `${severity} ${code} ${path.join('.')}`,
  );

describe('findLanguagePlaces – texts', () => {
  it.each<[string, Entry, Entry, string[]]>([
    ['an equal text', { presentation: PRESENTATION }, {}, ['presentation']],
    [
      'an equal text with other markup',
      { presentation: `**Este curso** explica\n\nla anatomía.` },
      {},
      ['presentation'],
    ],
    ['another text', { presentation: 'This course explains anatomy.' }, {}, []],
    ['an empty text', { presentation: '' }, { presentation: '' }, []],
    ['a short text', { contract: '60 ECTS' }, { contract: '60 ECTS' }, []],
    [
      'an address',
      { contract: 'https://example.com/a/long/address' },
      { contract: 'https://example.com/a/long/address' },
      [],
    ],
    ['a field that locales share', { shared: PRESENTATION }, { shared: PRESENTATION }, []],
    [
      'a slug',
      { slug: 'este-curso-explica-la-anatomia' },
      { slug: 'este-curso-explica-la-anatomia' },
      [],
    ],
    ['a name', { teacher: 'Doctora Elena Marín' }, { teacher: 'Doctora Elena Marín' }, []],
    ['a hidden field', { label: PRESENTATION }, { label: PRESENTATION }, []],
    [
      'texts of components',
      { cards: [{ text: 'The first card' }, { text: 'La segunda de todas' }] },
      { cards: [{ text: 'La primera tarjeta' }, { text: 'La segunda de todas' }] },
      ['cards.1.text'],
    ],
  ])('%s – is reported if it equals the text of the source', (_, entry, content, paths) => {
    const places = listPlaces(
      { title: 'Anatomy', seo: { title: 'x' }, payID: 'p', ...entry },
      { title: 'Anatomy', presentation: PRESENTATION, payID: 'p', ...content },
    );
    expect(places).toEqual(paths.map((path) => `warning TEXT_UNTRANSLATED ${path}`));
  });

  it('50,000 angle brackets – are compared in linear time', () => {
    const presentation = '<'.repeat(50_000);
    const start = process.cpuUsage();
    expect(listPlaces({ presentation }, { presentation })).toEqual([]);
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(500_000);
  });

  const source = {
    title: 'Anatomía',
    slug: 'anatomia',
    presentation: PRESENTATION,
    contract: '60 ECTS',
    seo: { title: 'Anatomía' },
  };
  const error = 'error ONLY_TITLE_TRANSLATED title';
  const warning = 'warning TEXT_UNTRANSLATED presentation';

  it.each<[string, Entry, string[]]>([
    ['only the title differs', { title: 'Anatomy' }, [error, warning]],
    [
      'title, slug and SEO title differ',
      { title: 'Anatomy', slug: 'anatomy', seo: { title: 'Anatomy' } },
      [error, warning],
    ],
    ['a short text differs as well', { title: 'Anatomy', contract: '60 points' }, [warning]],
    ['nothing differs', {}, [warning]],
    ['no text is left', { title: 'Anatomy', presentation: '' }, []],
  ])('%s – is an error only if no other text is translated', (_, changes, expected) => {
    expect(listPlaces({ ...source, ...changes }, source)).toEqual(expected);
  });

  it('published translation – is a warning, so that it can be published', () => {
    expect(listPlaces({ ...source, title: 'Anatomy' }, source, true)).toEqual([
      'warning ONLY_TITLE_TRANSLATED title',
      warning,
    ]);
  });
});

describe('findLanguagePlaces – values', () => {
  it.each<[string, Entry, Entry, string[]]>([
    [
      'price',
      { tuitionPrice: '43.90' },
      { tuitionPrice: 39.9 },
      ['PRICE_DIFFERS_BY_LANGUAGE tuitionPrice'],
    ],
    ['equal price as text', { tuitionPrice: '39.90' }, { tuitionPrice: 39.9 }, []],
    ['code', { payID: 'prod_a' }, { payID: 'prod_b' }, ['VALUE_DIFFERS_BY_LANGUAGE payID']],
    ['missing value', {}, { kind: 'short' }, ['VALUE_DIFFERS_BY_LANGUAGE kind']],
    ['switch without a value', { isSoon: null }, { isSoon: false }, []],
    ['name', { teacher: 'Dr Marín' }, { teacher: 'Dra. Marín' }, []],
    [
      'relation in another order',
      { lines: [{ documentId: 'b' }, { documentId: 'a' }] },
      { lines: [{ documentId: 'a' }, { documentId: 'b' }] },
      [],
    ],
    [
      'other relation',
      { lines: [] },
      { lines: [{ documentId: 'a' }] },
      ['VALUE_DIFFERS_BY_LANGUAGE lines'],
    ],
    [
      'values of a component',
      { book: { ISBN: '978', pages: 12, synopsis: 'A book' } },
      { book: { ISBN: '979', pages: 14, synopsis: 'Un libro' } },
      ['VALUE_DIFFERS_BY_LANGUAGE book.pages'],
    ],
    ['component that the translation lacks', { book: null }, { book: { pages: 12 } }, []],
    [
      'time',
      { onSaleAgainAt: '2027-01-01T10:00:00.000Z' },
      { onSaleAgainAt: '2027-01-01T11:00:00.000Z' },
      ['VALUE_DIFFERS_BY_LANGUAGE onSaleAgainAt'],
    ],
    [
      'equal time',
      { onSaleAgainAt: '2027-01-01T10:00:00.000Z' },
      { onSaleAgainAt: new Date('2027-01-01T10:00:00Z') },
      [],
    ],
    ['relation that the source does not compare', { lines: [{ documentId: 'a' }] }, {}, []],
  ])('%s – is compared with the source', (_, entry, content, expected) => {
    expect(listPlaces(entry, content)).toEqual(expected.map((place) => `warning ${place}`));
  });

  it('values – are returned as words in both languages', () => {
    const places = findPlaces(
      { tuitionPrice: 43.9, kind: 'short', isSoon: true },
      { tuitionPrice: 39.9, kind: null, isSoon: false },
    );
    expect(places.map(({ values: { own, other } }) => [own, other])).toEqual([
      [{ amount: 43.9 }, { amount: 39.9 }],
      [
        { en: 'yes', es: 'sí' },
        { en: 'no', es: 'no' },
      ],
      [
        { en: 'Short course', es: 'Curso corto' },
        { en: 'empty', es: 'vacío' },
      ],
    ]);
  });
});
