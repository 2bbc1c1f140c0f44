import { storeLayouts, type Layout } from '#feature/layout';
import { listSharedNames, createInitialValues, type Attributes } from './form-model';

const localized = { pluginOptions: { i18n: { localized: true } } };

const models: Readonly<Record<string, Attributes>> = {
  course: {
    title: { type: 'string', ...localized },
    slug: { type: 'string', regex: '^[a-z]+$', ...localized },
    SKU: { type: 'string', regex: '^[A-Z]+$', ...localized },
    price: { type: 'decimal', customField: 'price', ...localized },
    acronym: { type: 'string', ...localized },
    lines: { type: 'relation' },
    shared: { type: 'integer' },
    header: { type: 'component', component: 'header', ...localized },
    cards: { type: 'component', component: 'card', ...localized },
  },
  header: { level: { type: 'string' }, lessons: { type: 'integer' } },
  card: { text: { type: 'text' }, picture: { type: 'media' } },
};

const label = { en: 'Label', es: 'Etiqueta' };
const rowsOf = (...names: readonly string[]) => names.map((name) => ({ [name]: { label } }));

const layouts: readonly Layout[] = [
  {
    uid: 'course',
    title: 'title',
    rows: [
      ...rowsOf('title', 'slug', 'price', 'lines', 'shared', 'header', 'cards'),
      { acronym: { label, sameText: 'name' }, SKU: { label, sameText: 'code' } },
    ],
  },
  { uid: 'header', title: 'level', rows: rowsOf('level', 'lessons') },
  { uid: 'card', title: 'text', rows: rowsOf('text', 'picture') },
];

describe('form-model', () => {
  const { course = {} } = models;
  const form = { attributes: course, componentOf: (uid: string) => models[uid] };

  beforeAll(() => storeLayouts(layouts));

  it('createInitialValues – complete entry – omits texts, slug and shared fields', () => {
    const lines = { connect: [{ documentId: 'a' }], disconnect: [] };
    const start = createInitialValues('course', form, {
      title: 'Anatomía',
      slug: 'anatomia',
      SKU: 'ANA',
      price: 54.9,
      acronym: 'MPA',
      lines,
      shared: 1,
      header: { level: 'Avanzado', lessons: 12 },
      cards: [
        { __temp_key__: 'a0', text: 'Uno', picture: { id: 1 } },
        { __temp_key__: 'a1', text: 'Solo texto', picture: null },
      ],
    });
    expect(start).toEqual({
      SKU: 'ANA',
      price: 54.9,
      acronym: 'MPA',
      lines,
      header: { level: null, lessons: 12 },
      cards: [{ __temp_key__: 'a0', text: null, picture: { id: 1 } }],
    });
  });

  it('createInitialValues – texts only – returns no values', () => {
    const values = { title: 'Anatomía', price: null, header: { level: 'Avanzado', lessons: null } };
    const lines = { connect: [], disconnect: [] };
    expect(createInitialValues('course', form, { ...values, lines })).toEqual({});
  });

  it('listSharedNames – type – returns values and components, without texts, names and slug', () => {
    expect(listSharedNames('course', course)).toEqual(['SKU', 'price', 'lines', 'header', 'cards']);
  });
});
