import { z } from '@strapi/utils';
import { ContractMismatch } from './contract-mismatch';
import { mapFrom } from './field-source';
import type { Model, ModelAttribute, ModelLookup } from './model';
import { selectionAttributesIn } from './selection-attributes';

const plain: ModelAttribute = {
  kind: 'value',
  type: 'string',
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
};

const many = (target: string, mappedBy?: string): ModelAttribute => ({
  ...plain,
  kind: 'relation',
  target,
  isMany: true,
  mappedBy,
});

const attributes: Record<string, Model['attributes']> = {
  book: { title: plain, order: plain, kind: plain, authors: many('author'), lines: many('line') },
  author: { name: plain, slug: plain, books: many('book', 'authors') },
  line: { slug: plain },
};

const models: ModelLookup = (uid) => ({
  uid,
  name: uid,
  isLocalized: false,
  hasDrafts: true,
  attributes: { documentId: plain, locale: plain, ...attributes[uid] },
});

const found = (...reads: Parameters<typeof selectionAttributesIn>[1]) =>
  Object.fromEntries(
    [...selectionAttributesIn(models, reads)].map(([uid, { scalars, relations }]) => [
      uid,
      [...scalars, ...[...relations].map((name) => `${name}[]`)].sort(),
    ]),
  );

const title = z.strictObject({ title: z.string() });

describe('Selection attributes', () => {
  it('are those that a contract says it selects by, behind relations as well', () => {
    expect(
      found({ uid: 'book', form: title, selects: ['order', 'documentId', 'locale', 'lines.slug'] }),
    ).toEqual({ book: ['lines[]', 'order'], line: ['slug'] });
  });

  it('are the owner’s where a form shows what names a document', () => {
    const books = mapFrom(z.array(title), {
      kind: 'attribute',
      name: 'books',
      where: { attribute: 'kind', oneOf: ['a'] },
      sort: ['-order', 'documentId'],
    });
    expect(found({ uid: 'author', form: z.strictObject({ books }) })).toEqual({
      book: ['authors[]', 'kind', 'order'],
    });
    const lines = mapFrom(z.array(title), {
      kind: 'referencedBy',
      uid: 'book',
      via: 'lines',
      sort: ['title'],
    });
    expect(found({ uid: 'line', form: z.strictObject({ lines }) })).toEqual({
      book: ['lines[]', 'title'],
    });
  });

  it('have the order in which an owner comes where a form shows owners as they are linked', () => {
    const ordered = (...reads: Parameters<typeof selectionAttributesIn>[1]) =>
      [...(selectionAttributesIn(models, reads).get('book')?.orderedAtTarget ?? [])].sort();
    const books = z.array(title);
    expect(ordered({ uid: 'author', form: z.strictObject({ books }) })).toEqual(['authors']);
    const sorted = mapFrom(books, { kind: 'attribute', name: 'books', sort: ['order'] });
    expect(ordered({ uid: 'author', form: z.strictObject({ books: sorted }) })).toEqual([]);
  });

  it('are none where a document shows what it names itself', () => {
    const authors = z.array(z.strictObject({ name: z.string() }));
    expect(found({ uid: 'book', form: z.strictObject({ authors }) })).toEqual({});
  });

  it('must be there', () => {
    for (const path of ['tilte', 'title.slug', 'lines.tilte']) {
      expect(() => found({ uid: 'book', form: title, selects: [path] })).toThrow(ContractMismatch);
    }
  });
});
