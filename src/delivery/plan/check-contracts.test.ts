import { z } from '@strapi/utils';
import { mapFrom } from './field-source';
import { checkContracts } from './contract';
import {
  ContractError,
  ContractMismatch,
  type Model,
  type ModelAttribute,
  type ModelLookup,
} from './model';

const valueOf = (type: string): ModelAttribute => ({
  kind: 'value',
  type,
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
});

const relation = (target: string, isMany: boolean): ModelAttribute => ({
  kind: 'relation',
  type: null,
  target,
  isMany,
  mappedBy: undefined,
  zone: [],
});

const models: ModelLookup = (uid) => {
  const modelsByUid: Record<string, Model> = {
    'api::book.book': {
      uid: 'api::book.book',
      name: 'Book',
      isLocalized: false,
      hasDrafts: true,
      attributes: {
        title: valueOf('string'),
        pages: valueOf('integer'),
        extra: valueOf('json'),
        authors: relation('api::author.author', true),
        publisher: relation('api::author.author', false),
      },
    },
    'api::author.author': {
      uid: 'api::author.author',
      name: 'Author',
      isLocalized: false,
      hasDrafts: true,
      attributes: { name: valueOf('string') },
    },
  };
  const model = modelsByUid[uid];
  if (model === undefined) throw new ContractMismatch(`there is no model ${uid}`);
  return model;
};

const problemsOf = (shape: z.ZodRawShape, uid = 'api::book.book'): readonly string[] => {
  try {
    checkContracts(models, [{ reader: 'GET /books', uid, form: z.strictObject(shape) }]);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
};

const authors = (shape: z.ZodRawShape) => z.array(z.strictObject(shape));

describe('checkContracts', () => {
  it('contract that fits the model – returns no problems', () => {
    expect(
      problemsOf({
        title: z.string().nullable(),
        pages: z.int(),
        extra: z.array(z.number()),
        authors: mapFrom(authors({ name: z.string() }), {
          kind: 'attribute',
          name: 'authors',
          sort: ['-name'],
        }),
        publisher: z.strictObject({ name: z.string() }).nullable(),
        publishers: mapFrom(z.array(z.string()), {
          kind: 'pluck',
          attribute: 'publisher',
          field: 'name',
        }),
      }),
    ).toEqual([]);
  });

  it('fields that the model does not have – reports each with its path', () => {
    expect(
      problemsOf({
        subtitle: z.string(),
        title: z.string(),
        authors: authors({ name: z.string(), age: z.int() }),
        publisher: z.strictObject({ city: z.string() }),
      }),
    ).toEqual([
      'GET /books: field subtitle: the model Book has no attribute "subtitle"',
      'GET /books: field authors.age: the model Author has no attribute "age"',
      'GET /books: field publisher.city: the model Author has no attribute "city"',
    ]);
  });

  it.each<[string, z.ZodRawShape, string]>([
    [
      'object for a list relation',
      { authors: z.strictObject({ name: z.string() }) },
      'field authors: the attribute "authors" of the model Book holds many, not one',
    ],
    [
      'list for a single relation',
      { publisher: authors({ name: z.string() }) },
      'field publisher: the attribute "publisher" of the model Book holds one, not many',
    ],
    [
      'string for an integer',
      { pages: z.string() },
      'field pages: the attribute "pages" of the model Book is of the type integer, not string',
    ],
    [
      'object for a string',
      { title: z.strictObject({ name: z.string() }).nullable() },
      'field title: the attribute "title" of the model Book is of the type string, not object',
    ],
    [
      'sort by a missing attribute',
      { a: mapFrom(authors({}), { kind: 'attribute', name: 'authors', sort: ['-age'] }) },
      'field a: the model Author has no attribute "age"',
    ],
    [
      'plucked field that is missing',
      { a: mapFrom(z.array(z.string()), { kind: 'pluck', attribute: 'authors', field: 'slug' }) },
      'field a.slug: the model Author has no attribute "slug"',
    ],
    [
      'inverse relation that is missing',
      { a: mapFrom(authors({}), { kind: 'referencedBy', uid: 'api::book.book', via: 'editors' }) },
      'field a: the model Book has no attribute "editors"',
    ],
  ])('%s – is reported', (_case, shape, problem) => {
    expect(problemsOf(shape)).toEqual([`GET /books: ${problem}`]);
  });

  it('unknown type – is reported', () => {
    expect(problemsOf({}, 'api::film.film')).toEqual([
      'GET /books: there is no model api::film.film',
    ]);
  });
});
