import { z } from '@strapi/utils';
import { mapFrom } from './field-source';
import { checkContracts } from './check-contracts';
import { ContractError, ContractMismatch } from './contract-mismatch';
import type { Model, ModelAttribute, ModelLookup } from './model';

const plain = (type: string): ModelAttribute => ({
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
  const known: Record<string, Model> = {
    'api::book.book': {
      uid: 'api::book.book',
      name: 'Book',
      isLocalized: false,
      hasDrafts: true,
      attributes: {
        title: plain('string'),
        pages: plain('integer'),
        extra: plain('json'),
        authors: relation('api::author.author', true),
        publisher: relation('api::author.author', false),
      },
    },
    'api::author.author': {
      uid: 'api::author.author',
      name: 'Author',
      isLocalized: false,
      hasDrafts: true,
      attributes: { name: plain('string') },
    },
  };
  const model = known[uid];
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

describe('Contracts', () => {
  it('should be let pass where they fit', () => {
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

  it('should name every field that the model does not have, with its path', () => {
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
      'one where there are many',
      { authors: z.strictObject({ name: z.string() }) },
      'field authors: the attribute "authors" of the model Book holds many, not one',
    ],
    [
      'many where there is one',
      { publisher: authors({ name: z.string() }) },
      'field publisher: the attribute "publisher" of the model Book holds one, not many',
    ],
    [
      'a text where there is a number',
      { pages: z.string() },
      'field pages: the attribute "pages" of the model Book is of the type integer, not string',
    ],
    [
      'an object where there is a text',
      { title: z.strictObject({ name: z.string() }).nullable() },
      'field title: the attribute "title" of the model Book is of the type string, not object',
    ],
    [
      'an order by what is not there',
      { a: mapFrom(authors({}), { kind: 'attribute', name: 'authors', sort: ['-age'] }) },
      'field a: the model Author has no attribute "age"',
    ],
    [
      'a value of rows that do not have it',
      { a: mapFrom(z.array(z.string()), { kind: 'pluck', attribute: 'authors', field: 'slug' }) },
      'field a.slug: the model Author has no attribute "slug"',
    ],
    [
      'documents that point back by nothing',
      { a: mapFrom(authors({}), { kind: 'referencedBy', uid: 'api::book.book', via: 'editors' }) },
      'field a: the model Book has no attribute "editors"',
    ],
  ])('should be refused for promising %s', (_case, shape, problem) => {
    expect(problemsOf(shape)).toEqual([`GET /books: ${problem}`]);
  });

  it('should be refused for a type that does not exist', () => {
    expect(problemsOf({}, 'api::film.film')).toEqual([
      'GET /books: there is no model api::film.film',
    ]);
  });
});
