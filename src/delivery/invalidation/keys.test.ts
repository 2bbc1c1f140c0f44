import type { Model, ModelAttribute } from '../plan/model';
import {
  createSelectionKeys,
  buildDocumentKey,
  buildMembershipKey,
  typeKey,
  buildValueKey,
} from './keys';

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

const selectedAttributes = new Map([
  ['course', selects(['slug', 'type', 'order'], ['lines'])],
  ['line', selects(['slug'])],
]);

const keys = createSelectionKeys(models, selectedAttributes);

type Query = Parameters<typeof keys.ofQuery>[1];

const keysOf = (uid: string, query: Query): string[] => [...keys.ofQuery(uid, query).keys];

it.each<[string, string, Query, string[]]>([
  [
    'no filter',
    'course',
    { sort: ['order', 'documentId', 'locale'] },
    [buildMembershipKey('course')],
  ],
  ['a value', 'course', { where: { slug: 'x' } }, [buildValueKey('course', 'slug', 'x')]],
  [
    'several values, with a sort',
    'course',
    { where: { type: ['a', 'b'] }, sort: ['-order'] },
    [buildValueKey('course', 'type', 'a'), buildValueKey('course', 'type', 'b')],
  ],
  [
    'a value in a locale',
    'course',
    { where: { locale: 'es', slug: 'x' } },
    [buildValueKey('course', 'slug', 'x')],
  ],
  ['a locale', 'course', { where: { locale: 'es' } }, [buildMembershipKey('course')]],
  ['an attribute without keys', 'course', { where: { title: 'x' } }, [typeKey('course')]],
  ['a sort attribute without keys', 'course', { sort: ['title'] }, [typeKey('course')]],
  [
    'attributes with and without keys',
    'course',
    { where: { slug: 'x', title: 'y' } },
    [typeKey('course')],
  ],
  ['a type without keys', 'teacher', {}, [typeKey('teacher')]],
  ['one document', 'course', { where: { documentId: 'd1' } }, [buildDocumentKey('d1')]],
  [
    'an attribute of a relation',
    'course',
    { where: { lines: { slug: 'law' } } },
    [buildMembershipKey('course'), buildValueKey('line', 'slug', 'law')],
  ],
  [
    'an attribute of a relation without keys',
    'course',
    { where: { lines: { name: 'Law' } } },
    [buildMembershipKey('course'), typeKey('line')],
  ],
  [
    'a relation without keys',
    'course',
    { where: { teachers: { slug: 'ana' } } },
    [buildMembershipKey('course'), typeKey('course'), typeKey('teacher')],
  ],
  [
    'an inverse relation',
    'line',
    { where: { courses: { slug: 'x' } } },
    [
      buildMembershipKey('line'),
      buildMembershipKey('course'),
      buildValueKey('course', 'slug', 'x'),
    ],
  ],
])('ofQuery – selection by %s – returns its keys', (_, uid, query, expected) => {
  expect(keysOf(uid, query)).toEqual(expected);
});

it('ofQuery – selection with relations – returns its type and the related types', () => {
  const { types } = keys.ofQuery('course', { where: { lines: { slug: 'law' } } });
  expect([...types]).toEqual(['course', 'line']);
  const relationFilters = { teachers: { slug: 'a' }, lines: { courses: { slug: 'b' } } };
  expect([...keys.ofQuery('course', { where: relationFilters }).types].sort()).toEqual([
    'course',
    'line',
    'teacher',
  ]);
});

it('ofInverse – relation – returns its value key, or the key of the type without keys', () => {
  const inverseKeyOf = (via: string, compared: string | null) =>
    keys.ofInverse({ uid: 'course', via, compared }, 'd1');
  expect(inverseKeyOf('lines', null)).toBe(buildValueKey('course', 'lines', 'd1'));
  expect(inverseKeyOf('lines', 'type')).toBe(buildValueKey('course', 'lines', 'd1'));
  expect(inverseKeyOf('lines', 'title')).toBe(typeKey('course'));
  expect(inverseKeyOf('teachers', null)).toBe(typeKey('course'));
});
