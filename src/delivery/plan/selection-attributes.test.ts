import { z } from '@strapi/utils';
import { ContractMismatch, type Model, type ModelAttribute, type ModelLookup } from './model';
import { mapFrom } from './field-source';
import { collectSelectionAttributes } from './selection-attributes';

const stringAttribute: ModelAttribute = {
  kind: 'value',
  type: 'string',
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
};

const relationTo = (target: string, mappedBy?: string): ModelAttribute => ({
  ...stringAttribute,
  kind: 'relation',
  target,
  isMany: true,
  mappedBy,
});

const attributes: Record<string, Model['attributes']> = {
  book: {
    title: stringAttribute,
    order: stringAttribute,
    kind: stringAttribute,
    authors: relationTo('author'),
    lines: relationTo('line'),
  },
  author: { name: stringAttribute, slug: stringAttribute, books: relationTo('book', 'authors') },
  line: { slug: stringAttribute },
};

const models: ModelLookup = (uid) => ({
  uid,
  name: uid,
  isLocalized: false,
  hasDrafts: true,
  attributes: { documentId: stringAttribute, locale: stringAttribute, ...attributes[uid] },
});

const attributesOf = (...reads: Parameters<typeof collectSelectionAttributes>[1]) =>
  Object.fromEntries(
    [...collectSelectionAttributes(models, reads)].map(([uid, { scalars, relations }]) => [
      uid,
      [...scalars, ...[...relations].map((name) => `${name}[]`)].sort(),
    ]),
  );

const title = z.strictObject({ title: z.string() });

describe('collectSelectionAttributes', () => {
  it('selects of a contract – returns its attributes, also behind relations', () => {
    expect(
      attributesOf({
        uid: 'book',
        form: title,
        selects: ['order', 'documentId', 'locale', 'lines.slug'],
      }),
    ).toEqual({ book: ['lines[]', 'order'], line: ['slug'] });
  });

  it('inverse relation with filter or sort – returns the attributes of the owner', () => {
    const books = mapFrom(z.array(title), {
      kind: 'attribute',
      name: 'books',
      where: { attribute: 'kind', oneOf: ['a'] },
      sort: ['-order', 'documentId'],
    });
    expect(attributesOf({ uid: 'author', form: z.strictObject({ books }) })).toEqual({
      book: ['authors[]', 'kind', 'order'],
    });
    const lines = mapFrom(z.array(title), {
      kind: 'referencedBy',
      uid: 'book',
      via: 'lines',
      sort: ['title'],
    });
    expect(attributesOf({ uid: 'line', form: z.strictObject({ lines }) })).toEqual({
      book: ['lines[]', 'title'],
    });
  });

  it('inverse relation without sort – returns the relation as ordered at its target', () => {
    const targetOrderOf = (...reads: Parameters<typeof collectSelectionAttributes>[1]) =>
      [...(collectSelectionAttributes(models, reads).get('book')?.orderedAtTarget ?? [])].sort();
    const books = z.array(title);
    expect(targetOrderOf({ uid: 'author', form: z.strictObject({ books }) })).toEqual(['authors']);
    const sorted = mapFrom(books, { kind: 'attribute', name: 'books', sort: ['order'] });
    expect(targetOrderOf({ uid: 'author', form: z.strictObject({ books: sorted }) })).toEqual([]);
  });

  it('own relation – returns none', () => {
    const authors = z.array(z.strictObject({ name: z.string() }));
    expect(attributesOf({ uid: 'book', form: z.strictObject({ authors }) })).toEqual({});
  });

  it('missing attribute – throws ContractMismatch', () => {
    for (const path of ['tilte', 'title.slug', 'lines.tilte']) {
      expect(() => attributesOf({ uid: 'book', form: title, selects: [path] })).toThrow(
        ContractMismatch,
      );
    }
  });
});
