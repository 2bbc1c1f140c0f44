import type { Model, ModelAttribute } from '../plan/model';
import { createSelectionKeys, documentKey, membershipKey, typeKey, valueKey } from './keys';

const value: ModelAttribute = {
  kind: 'value',
  type: 'string',
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
};

const relation = (target: string, mappedBy?: string): ModelAttribute => ({
  ...value,
  kind: 'relation',
  type: null,
  target,
  isMany: true,
  mappedBy,
});

const attributes: Record<string, Record<string, ModelAttribute>> = {
  course: {
    documentId: value,
    locale: value,
    slug: value,
    type: value,
    order: value,
    title: value,
    lines: relation('line'),
    teachers: relation('teacher'),
  },
  line: { slug: value, name: value, courses: relation('course', 'lines') },
  teacher: { slug: value, courses: relation('course', 'teachers') },
};

const models = (uid: string): Model => ({
  uid,
  name: uid,
  attributes: attributes[uid] ?? {},
  isLocalized: true,
  hasDrafts: true,
});

const selects = (scalars: string[], relations: string[] = []) => ({
  scalars: new Set(scalars),
  relations: new Set(relations),
  orderedAtTarget: new Set<string>(),
});

const told = new Map([
  ['course', selects(['slug', 'type', 'order'], ['lines'])],
  ['line', selects(['slug'])],
]);

const keys = createSelectionKeys(models, told);

type Query = Parameters<typeof keys.ofQuery>[1];

const keysOf = (uid: string, query: Query): string[] => [...keys.ofQuery(uid, query).keys];

it.each<[string, string, Query, string[]]>([
  ['everything', 'course', { sort: ['order', 'documentId', 'locale'] }, [membershipKey('course')]],
  ['a value', 'course', { where: { slug: 'x' } }, [valueKey('course', 'slug', 'x')]],
  [
    'one of some values, in an order',
    'course',
    { where: { type: ['a', 'b'] }, sort: ['-order'] },
    [valueKey('course', 'type', 'a'), valueKey('course', 'type', 'b')],
  ],
  [
    'a value in a language',
    'course',
    { where: { locale: 'es', slug: 'x' } },
    [valueKey('course', 'slug', 'x')],
  ],
  ['a language', 'course', { where: { locale: 'es' } }, [membershipKey('course')]],
  ['what nobody tells of', 'course', { where: { title: 'x' } }, [typeKey('course')]],
  ['an order that nobody tells of', 'course', { sort: ['title'] }, [typeKey('course')]],
  ['both', 'course', { where: { slug: 'x', title: 'y' } }, [typeKey('course')]],
  ['a type that nobody tells of', 'teacher', {}, [typeKey('teacher')]],
  ['one document', 'course', { where: { documentId: 'd1' } }, [documentKey('d1')]],
  [
    'what a relation leads to',
    'course',
    { where: { lines: { slug: 'law' } } },
    [membershipKey('course'), valueKey('line', 'slug', 'law')],
  ],
  [
    'what a relation leads to, by what nobody tells of',
    'course',
    { where: { lines: { name: 'Law' } } },
    [membershipKey('course'), typeKey('line')],
  ],
  [
    'a relation that nobody tells of',
    'course',
    { where: { teachers: { slug: 'ana' } } },
    [membershipKey('course'), typeKey('course'), typeKey('teacher')],
  ],
  [
    'what leads here',
    'line',
    { where: { courses: { slug: 'x' } } },
    [membershipKey('line'), membershipKey('course'), valueKey('course', 'slug', 'x')],
  ],
])('a selection by %s', (_, uid, query, wanted) => {
  expect(keysOf(uid, query)).toEqual(wanted);
});

it('a selection is about its type and those behind its relations', () => {
  const { types } = keys.ofQuery('course', { where: { lines: { slug: 'law' } } });
  expect([...types]).toEqual(['course', 'line']);
  const both = { teachers: { slug: 'a' }, lines: { courses: { slug: 'b' } } };
  expect([...keys.ofQuery('course', { where: both }).types].sort()).toEqual([
    'course',
    'line',
    'teacher',
  ]);
});

it('what points at a document is told of by the relation, or by its type', () => {
  const of = (via: string, compared: string | null) =>
    keys.ofInverse({ uid: 'course', via, compared }, 'd1');
  expect(of('lines', null)).toBe(valueKey('course', 'lines', 'd1'));
  expect(of('lines', 'type')).toBe(valueKey('course', 'lines', 'd1'));
  expect(of('lines', 'title')).toBe(typeKey('course'));
  expect(of('teachers', null)).toBe(typeKey('course'));
});
